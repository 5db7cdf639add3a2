/// The results of a replay of all fixes of a recording.
public struct LocationSummary: Sendable {
  public internal(set) var format: LocationFormat
  public private(set) var fixes = 0
  public private(set) var delivered = 0
  /// The distance in metres along the delivered fixes; at least ``displacement``.
  public private(set) var pathLength = 0.0
  /// The distance in metres from the first delivered fix to the last.
  public internal(set) var displacement = 0.0
  /// The notes of the reader on skipped input.
  public internal(set) var notes: [ReadingNote] = []
  /// Whether smoothing shortens the path of fixes that are mostly noise and were not smoothed.
  public internal(set) var isShortenedBySmoothing = false
  /// The content found by the reader, in words, for a recording without fixes.
  public internal(set) var contents = ""

  private var counts: [DropReason: Int] = [:]
  /// The earliest and the latest time with a date, and without.
  private var dated: ClosedRange<Timestamp>?
  private var dateless: ClosedRange<Timestamp>?
  private var reported = SpeedRange()
  private var travelled = SpeedRange()
  /// The distance in metres and the time in seconds along fixes without a gap between them.
  private var (closeDistance, closeTime) = (0.0, 0.0)
  private var last: Location?
  /// The first delivered fix, and the distance that was travelled before it.
  private var first: (location: Location, total: Double)?

  init(format: LocationFormat) { self.format = format }

  /// The reasons of dropped fixes with their numbers, most frequent first.
  public var dropped: [(reason: DropReason, count: Int)] {
    counts.map { (reason: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.reason.rawValue) < ($0.count, $1.reason.rawValue) }
  }

  /// The time in seconds from the earliest delivered fix to the latest, with dates if any has one.
  public var duration: Double? {
    (dated ?? dateless).map { $0.upperBound.seconds(since: $0.lowerBound) }
  }

  /// The speeds of the delivered fixes, reported or else between fixes; nil without any.
  public var speeds: SpeedRange? {
    if reported.weight > 0 { return reported }
    return travelled.weight > 0 && unorderedTimes * 2 <= delivered ? travelled : nil
  }

  /// Whether the distance along the fixes, without gaps, is half again as long as the reported
  /// speeds allow.
  public var isMostlyNoise: Bool {
    reported.weight > 0 && closeDistance > 1.5 * reported.mean * closeTime
  }

  /// The distance in metres from the first delivered fix to the last, of a part of a recording.
  var distanceOfEnds: Double {
    guard let first, let last else { return 0 }
    return (try? last.distance(from: first.location)) ?? 0
  }

  /// The number of delivered fixes with the time of the fix before, or an earlier one.
  public private(set) var unorderedTimes = 0

  mutating func count(_ decision: LocationDecision) {
    fixes += 1
    if let reason = decision.dropped {
      counts[reason, default: 0] += 1
      return
    }
    delivered += 1
    let location = decision.location
    if first == nil, location.coordinate.isValid { first = (location, decision.total) }
    pathLength = decision.total - (first?.total ?? decision.total)
    if let time = location.timestamp {
      func extended(_ range: ClosedRange<Timestamp>?) -> ClosedRange<Timestamp> {
        min(range?.lowerBound ?? time, time)...max(range?.upperBound ?? time, time)
      }
      if location.isDateKnown { dated = extended(dated) } else { dateless = extended(dateless) }
    }
    if let before = last?.timestamp, let time = location.timestamp, time <= before {
      unorderedTimes += 1
    }
    if let speed = location.validSpeed { reported.add(speed, weight: 1) }
    if let distance = decision.distance, let elapsed = elapsed(to: location) {
      travelled.add(distance / elapsed, weight: elapsed)
      if elapsed <= TrackSmoother.maximumInterval {
        closeDistance += distance
        closeTime += elapsed
      }
    }
    last = location
  }

  /// The seconds since the last delivered fix; nil unless its time is earlier.
  private func elapsed(to location: Location) -> Double? {
    guard let last, last.isDateKnown == location.isDateKnown, let before = last.timestamp,
      let time = location.timestamp, time > before
    else { return nil }
    return time.seconds(since: before)
  }

  /// A number of seconds in hours, minutes and seconds, as in `01:02:03`.
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(), 1e12))
    let parts = [whole / 3600, whole / 60 % 60, whole % 60]
    return parts.map { String(padding: $0, to: 2) }.joined(separator: ":")
  }
}

/// The least, the mean and the highest of some speeds in m/s.
public struct SpeedRange: Hashable, Sendable {
  public private(set) var lowest = Double.infinity
  public private(set) var highest = 0.0
  fileprivate private(set) var weight = 0.0
  private var sum = 0.0

  /// The weighted mean, within the least and the highest speed.
  public var mean: Double { min(max(sum / weight, lowest), highest) }

  fileprivate mutating func add(_ speed: Double, weight: Double) {
    guard speed.isFinite else { return }
    lowest = min(lowest, speed)
    highest = max(highest, speed)
    sum += speed * weight
    self.weight += weight
  }
}
