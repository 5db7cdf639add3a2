/// The filters and the smoothing of a recording's fixes; by default, fixes pass unchanged.
public struct LocationReplayOptions: Sendable {
  public var reading = LocationReadingOptions()
  /// The caller's filters, such as those of an ``ActivityType``.
  public var filters: [any LocationFilter] = []
  /// The accuracy below which fixes are dropped; the best possible accuracy drops none.
  public var desiredAccuracy = DesiredAccuracy.best
  /// The least distance in metres from the last delivered fix.
  public var distanceFilter: Double?
  /// The least time in seconds since the last delivered fix.
  public var interval: Double?
  /// Whether no fixes are delivered while the receiver rests.
  public var pausesLocationUpdatesAutomatically = false
  /// Whether a ``TrackSmoother`` smooths the fixes in the stage ``FilterStage/smoothing``.
  public var smooths = false
  /// The start and the end, in seconds from the first fix with a time, of the part that is counted
  /// and reported; filters and smoothing process all fixes.
  public var from: Double?
  public var to: Double?

  public init() {}

  /// Whether fixes may be dropped.
  public var dropsFixes: Bool { !allFilters.isEmpty }

  fileprivate func isInPart(_ seconds: Double) -> Bool {
    seconds >= from ?? -.infinity && seconds <= to ?? .infinity
  }

  public var allFilters: [any LocationFilter] {
    var all = filters
    if let metres = desiredAccuracy.metres { all.append(AccuracyFilter(limit: metres)) }
    if pausesLocationUpdatesAutomatically, !all.contains(where: { $0 is StationaryFilter }) {
      all.append(StationaryFilter())
    }
    if let distanceFilter { all.append(DistanceFilter(distance: distanceFilter)) }
    if let interval { all.append(IntervalFilter(interval: interval)) }
    return all
  }
}

/// Filters, smooths and measures the fixes of a recording.
public enum LocationReplay {
  /// Calls `body` with each fix and the filters' decision; returns a summary. A recording that is
  /// smoothed is read to its end first.
  public static func run(
    _ source: ByteSource, _ options: LocationReplayOptions,
    _ body: (LocationRecord) throws(FileError) -> Void
  ) throws(FileError) -> LocationSummary {
    let reader = try LocationFormat.open(source, options.reading)
    let filters = options.allFilters
    var summary = LocationSummary(format: reader.format)
    var pipeline = LocationPipeline(filters)
    var origin: Timestamp?
    var outside = 0
    func deliver(_ fix: Location, _ decision: LocationDecision) throws(FileError) {
      let time = decision.location.timestamp
      origin = origin ?? time
      if let time, let origin, !options.isInPart(time.seconds(since: origin)) {
        outside += 1
        return
      }
      summary.count(decision)
      try body(LocationRecord(file: source.name, recorded: fix, decision: decision))
    }
    if options.smooths {
      pipeline = LocationPipeline(filters.filter { $0.stage > .smoothing })
      var before = LocationPipeline(filters.filter { $0.stage < .smoothing })
      var track: [(recorded: Location, decision: LocationDecision)] = []
      try reader.readAll { track.append(($0, before.receive($0))) }
      let passed = track.filter(\.decision.isDelivered).map(\.decision.location)
      var smoothed = TrackSmoother().smooth(passed).makeIterator()
      for (fix, decision) in track {
        var decision = decision
        if decision.isDelivered, let next = smoothed.next() {
          decision = pipeline.receive(next)
        } else {
          decision.location = fix
          decision.total = pipeline.pathLength
        }
        try deliver(fix, decision)
      }
    } else {
      try reader.readAll { fix throws(FileError) in try deliver(fix, pipeline.receive(fix)) }
    }
    summary.displacement = outside == 0 ? pipeline.displacement : summary.distanceOfEnds
    summary.format = reader.format
    summary.isSmoothed = options.smooths
    summary.notes = reader.notes
    summary.contents =
      outside == 0 ? reader.contents : "\(outside.counted("fix", "fixes")) outside of the part"
    return summary
  }
}
