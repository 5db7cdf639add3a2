public import Recordings
public import Sensors
import Timeline

/// How the fixes of a recording are filtered.
public struct LocationReplayOptions: Sendable {
  public var reading = LocationReadingOptions()
  /// In metres; less accurate fixes are dropped.
  public var accuracy: Double?
  /// In metres from the last delivered fix.
  public var distanceFilter: Double?
  /// In seconds from the last delivered fix.
  public var interval: Double?
  /// In seconds: older fixes are dropped.
  public var staleness: Double?
  public var smooths = false
  /// Whether the way of a receiver that lies still counts.
  public var keepsStationary = false

  public init() {}

  /// The filters that this asks for.
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

/// Sends the fixes of a recording through filters.
public enum LocationReplay {
  /// Hands on each fix with what became of it; returns what there is to say of all.
  public static func run(
    _ path: String, _ options: LocationReplayOptions,
    _ body: (LocationRecord) throws(RecordingError) -> Void
  ) throws(RecordingError) -> LocationSummary {
    try run(ByteSource(path: path), options, body)
  }

  /// The same for a recording that is open already.
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
    summary.remarks = reader.remarks
    return summary
  }
}
