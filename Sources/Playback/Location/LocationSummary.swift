public import Recordings
public import Sensors
import Timeline

/// What there is to say of all fixes of a recording.
public struct LocationSummary: Sendable {
  public let format: LocationFormat
  public private(set) var fixes = 0
  public private(set) var delivered = 0
  /// How many fixes were dropped for each reason, the most frequent first.
  public var dropped: [(reason: DropReason, count: Int)] {
    counts.sorted { ($1.count, $0.reason.rawValue) < ($0.count, $1.reason.rawValue) }
  }
  /// Metres along the delivered fixes, and from the first to the last.
  public private(set) var pathLength = 0.0
  public internal(set) var displacement = 0.0
  /// Seconds from the first delivered fix to the last.
  public var duration: Double? {
    guard let first, let last else { return nil }
    return last.seconds(since: first)
  }
  /// The largest that a delivered fix told, in m/s.
  public private(set) var topSpeed: Double?
  public internal(set) var remarks: [LocationRemark] = []

  private var counts: [(reason: DropReason, count: Int)] = []
  private var first: Timestamp?
  private var last: Timestamp?

  init(format: LocationFormat) { self.format = format }

  mutating func count(_ decision: LocationDecision) {
    fixes += 1
    pathLength = decision.total
    if let reason = decision.dropped {
      if let index = counts.firstIndex(where: { $0.reason == reason }) {
        counts[index].count += 1
      } else {
        counts.append((reason, 1))
      }
      return
    }
    delivered += 1
    first = first ?? decision.location.timestamp
    last = decision.location.timestamp ?? last
    if let speed = decision.location.validSpeed { topSpeed = max(topSpeed ?? 0, speed) }
  }
}

extension LocationSummary {
  /// One line for people.
  public var sentence: String {
    var parts = ["\(format.rawValue)", "\(fixes) fixes", "\(delivered) delivered"]
    if fixes > delivered {
      let reasons = dropped.map { "\($0.count) \($0.reason.rawValue)" }.joined(separator: ", ")
      parts.append("dropped: \(reasons)")
    }
    parts.append("\(LocationSummary.length(pathLength)) of way")
    parts.append("\(LocationSummary.length(displacement)) from the start")
    if let duration, duration > 0 {
      parts.append("in \(LocationSummary.time(duration))")
      parts.append("mean \((pathLength / duration).text(decimals: 1...2)) m/s")
    }
    if let topSpeed { parts.append("top \(topSpeed.text(decimals: 1...2)) m/s") }
    return parts.joined(separator: ", ")
  }

  /// `812.4 m`, or `12.38 km`.
  public static func length(_ metres: Double) -> String {
    metres < 1000
      ? "\(metres.text(decimals: 1)) m"
      : "\((metres / 1000).text(decimals: 1...3)) km"
  }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(), 1e12))
    let parts = [whole / 3600, whole / 60 % 60, whole % 60]
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
