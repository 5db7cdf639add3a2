public import Recordings
public import Sensors
import Timeline

/// The filters that the fixes of a recording go through.
public struct LocationReplayOptions: Sendable {
  public var reading = LocationReadingOptions()
  /// The largest accuracy in metres; less accurate fixes are dropped.
  public var accuracy: Double?
  /// The least distance in metres from the last delivered fix.
  public var distanceFilter: Double?
  /// The least time in seconds since the last delivered fix.
  public var interval: Double?
  /// The largest age in seconds; older fixes are dropped.
  public var staleness: Double?
  /// Whether a Kalman filter smooths the fixes and drops outliers.
  public var smooths = false
  /// Whether fixes are delivered while the receiver does not move.
  public var keepsStationary = false

  public init() {}

  /// The filters that the options select.
  public var filters: [any LocationFilter] {
    var filters: [any LocationFilter] = [ValidityFilter(), TimeFilter(), SpeedFilter()]
    if let accuracy { filters.append(AccuracyFilter(limit: accuracy)) }
    if let staleness { filters.append(StalenessFilter(limit: staleness)) }
    if smooths { filters.append(SmoothingFilter()) }
    if !keepsStationary { filters.append(StationaryFilter()) }
    if let distanceFilter { filters.append(DistanceFilter(distance: distanceFilter)) }
    if let interval { filters.append(IntervalFilter(interval: interval)) }
    return filters
  }
}

/// Filters and measures the fixes of a recording.
public enum LocationReplay {
  /// Calls `body` with each fix and the filters' decision; returns a summary.
  public static func run(
    _ path: String, _ options: LocationReplayOptions,
    _ body: (LocationRecord) throws(RecordingError) -> Void
  ) throws(RecordingError) -> LocationSummary {
    try run(ByteSource(path: path), options, body)
  }

  /// Filters and measures a recording that is already open.
  public static func run(
    _ source: ByteSource, _ options: LocationReplayOptions,
    _ body: (LocationRecord) throws(RecordingError) -> Void
  ) throws(RecordingError) -> LocationSummary {
    let reader = try LocationFormat.open(source, options.reading)
    var pipeline = LocationPipeline(options.filters)
    var summary = LocationSummary(format: reader.format)
    try reader.readAll { location throws(RecordingError) in
      let decision = pipeline.receive(location)
      summary.count(decision)
      try body(LocationRecord(file: source.name, decision: decision))
    }
    summary.displacement = pipeline.displacement
    summary.format = reader.format
    summary.notes = reader.notes
    summary.contents = reader.contents
    return summary
  }
}

/// What a replay found out about all fixes of a recording.
public struct LocationSummary: Sendable {
  public internal(set) var format: LocationFormat
  public private(set) var fixes = 0
  public private(set) var delivered = 0
  /// The reasons for which fixes were dropped and how often, most frequent first.
  public var dropped: [(reason: DropReason, count: Int)] {
    counts.sorted { ($1.count, $0.reason.rawValue) < ($0.count, $1.reason.rawValue) }
  }
  /// The distance in metres along the delivered fixes.
  public private(set) var pathLength = 0.0
  /// The distance in metres from the first delivered fix to the last.
  public internal(set) var displacement = 0.0
  /// The time in seconds from the first delivered fix to the last.
  public var duration: Double? {
    guard let first, let last else { return nil }
    return last.seconds(since: first)
  }
  /// The highest speed of a delivered fix, in m/s.
  public private(set) var topSpeed: Double?
  /// What the reader skipped.
  public internal(set) var notes: [ReadingNote] = []
  /// What the reader found, in words, for a recording without fixes.
  public internal(set) var contents = ""

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
