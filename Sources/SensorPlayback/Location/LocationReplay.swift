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
  /// The number of fixes on which smoothing is tried: ten minutes at 1 Hz.
  private static let tried = 600

  /// Whether smoothing shortens the path along fixes.
  private static func isShortened(_ fixes: [Location]) -> Bool {
    func length(_ fixes: [Location]) -> Double {
      var pipeline = LocationPipeline([])
      for fix in fixes { _ = pipeline.receive(fix) }
      return pipeline.pathLength
    }
    return length(TrackSmoother().smooth(fixes)) < length(fixes)
  }

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
    let table = reader as? LocationTableReader
    var origin: Timestamp?
    var outside = 0
    func deliver(
      _ fix: Location, _ decision: LocationDecision, isAfterGap: Bool
    ) throws(FileError) {
      let time = decision.location.timestamp
      origin = origin ?? time
      if let time, let origin, !options.isInPart(time.seconds(since: origin)) {
        outside += 1
        return
      }
      summary.count(decision)
      let isElapsed = !fix.isDateKnown && table?.hasTimesOfDay == false
      try body(
        LocationRecord(
          file: source.name, recorded: fix, decision: decision, isElapsed: isElapsed,
          isAfterGap: isAfterGap))
    }
    if options.smooths {
      pipeline = LocationPipeline(filters.filter { $0.stage > .smoothing })
      var before = LocationPipeline(filters.filter { $0.stage < .smoothing })
      var track: [(recorded: Location, decision: LocationDecision, isAfterGap: Bool)] = []
      try reader.readAll { track.append(($0, before.receive($0), reader.isAfterGap)) }
      let passed = track.filter(\.decision.isDelivered).map(\.decision.location)
      var smoothed = TrackSmoother().smooth(passed).makeIterator()
      for (fix, decision, isAfterGap) in track {
        var decision = decision
        if decision.isDelivered, let next = smoothed.next() {
          decision = pipeline.receive(next)
        } else {
          decision.location = fix
          decision.total = pipeline.pathLength
        }
        try deliver(fix, decision, isAfterGap: isAfterGap)
      }
    } else {
      var first: [Location] = []
      try reader.readAll { fix throws(FileError) in
        let decision = pipeline.receive(fix)
        if decision.isDelivered, first.count < tried { first.append(decision.location) }
        try deliver(fix, decision, isAfterGap: reader.isAfterGap)
      }
      summary.isShortenedBySmoothing = summary.isMostlyNoise && isShortened(first)
    }
    summary.displacement = outside == 0 ? pipeline.displacement : summary.distanceOfEnds
    summary.format = reader.format
    summary.notes = reader.notes
    summary.contents =
      outside == 0 ? reader.contents : "\(outside.counted("fix", "fixes")) outside of the part"
    return summary
  }
}
