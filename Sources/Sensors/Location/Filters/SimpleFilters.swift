import Timeline

/// Drops fixes whose coordinate is none of the earth, or whose accuracy is negative.
public struct ValidityFilter: LocationFilter {
  public var stage: FilterStage { .validity }

  public init() {}

  public mutating func judge(
    _ location: inout Location, _ context: FilterContext
  ) -> DropReason? {
    location.isValid ? nil : .invalid
  }
}

/// Drops fixes that are known to be less accurate than a limit.
public struct AccuracyFilter: LocationFilter {
  public var stage: FilterStage { .accuracy }
  /// In metres; a fix of exactly that accuracy passes.
  public var limit: Double

  public init(limit: Double) { self.limit = limit }

  public mutating func judge(
    _ location: inout Location, _ context: FilterContext
  ) -> DropReason? {
    guard let accuracy = location.horizontalAccuracy else { return nil }
    return accuracy <= limit ? nil : .accuracy
  }
}

/// Drops fixes that are older than a limit when they arrive, such as one from before the start that
/// was kept.
///
/// The present is the latest time that any fix had, or its arrival where that is known.
public struct StalenessFilter: LocationFilter {
  public var stage: FilterStage { .staleness }
  /// In seconds; a fix of exactly that age passes.
  public var limit: Double
  private var latest: Timestamp?

  public init(limit: Double) { self.limit = limit }

  public mutating func judge(
    _ location: inout Location, _ context: FilterContext
  ) -> DropReason? {
    guard let time = location.timestamp else { return nil }
    let present = [latest, context.arrival, time].compactMap { $0 }.max() ?? time
    latest = max(latest ?? time, time)
    return present.seconds(since: time) <= limit ? nil : .stale
  }

  public mutating func reset() { latest = nil }
}

/// Drops fixes of the same moment as the one before, and of an earlier one.
///
/// A receiver whose clock was wrong and is set back is believed after some fixes of the new time.
public struct TimeFilter: LocationFilter {
  public var stage: FilterStage { .time }
  /// So many fixes in a row that run forward from an earlier time are a clock that was set.
  public var patience: Int
  private var last: Location?
  private var earlier: Timestamp?
  private var count = 0

  public init(patience: Int = 5) { self.patience = patience }

  public mutating func judge(
    _ location: inout Location, _ context: FilterContext
  ) -> DropReason? {
    let reason = reason(location)
    if reason == nil {
      last = location
      earlier = nil
      count = 0
    }
    return reason
  }

  private mutating func reason(_ location: Location) -> DropReason? {
    guard let last else { return nil }
    guard let time = location.timestamp, let before = last.timestamp else {
      return location == last ? .duplicate : nil
    }
    if time == before { return .duplicate }
    if time > before { return nil }
    count = earlier.map { time > $0 } ?? true ? count + 1 : 1
    earlier = time
    return count >= patience ? nil : .backward
  }

  public mutating func reset() { self = TimeFilter(patience: patience) }
}

/// Drops fixes that nothing could have reached since the last plausible one.
///
/// What the accuracies of both leave open counts in favour. Some fixes in a row that agree with each
/// other are believed: then it was the earlier one that was wrong.
public struct SpeedFilter: LocationFilter {
  public var stage: FilterStage { .speed }
  /// In metres a second.
  public var limit: Double
  public var patience: Int
  private var last: Location?
  private var rejected: Location?
  private var count = 0

  /// Airliners with a tail wind reach 340 m/s over the ground.
  public init(limit: Double = 340, patience: Int = 3) {
    self.limit = limit
    self.patience = patience
  }

  public mutating func judge(
    _ location: inout Location, _ context: FilterContext
  ) -> DropReason? {
    if let last, !isReachable(location, from: last) {
      count = rejected.map { isReachable(location, from: $0) } ?? false ? count + 1 : 1
      rejected = location
      if count < patience { return .speed }
    }
    last = location
    rejected = nil
    count = 0
    return nil
  }

  private func isReachable(_ location: Location, from last: Location) -> Bool {
    guard let time = location.timestamp, let before = last.timestamp else { return true }
    guard let distance = try? location.distance(from: last) else { return false }
    let slack = max(0, location.horizontalAccuracy ?? 0) + max(0, last.horizontalAccuracy ?? 0)
    return distance - slack <= limit * abs(time.seconds(since: before))
  }

  public mutating func reset() { self = SpeedFilter(limit: limit, patience: patience) }
}

/// Drops fixes nearer to the last delivered one than a distance.
///
/// The first fix passes, and so does one that is more accurate than the last delivered.
public struct DistanceFilter: LocationFilter {
  public var stage: FilterStage { .distance }
  /// In metres; a fix at exactly that distance passes.
  public var distance: Double

  public init(distance: Double) { self.distance = distance }

  public mutating func judge(
    _ location: inout Location, _ context: FilterContext
  ) -> DropReason? {
    guard let last = context.lastDelivered,
      let way = try? location.distance(from: last), way < distance
    else { return nil }
    if let accuracy = location.horizontalAccuracy {
      guard let before = last.horizontalAccuracy else { return nil }
      if accuracy < before { return nil }
    }
    return .distance
  }
}

/// Drops fixes that come sooner after the last delivered one than an interval.
public struct IntervalFilter: LocationFilter {
  public var stage: FilterStage { .interval }
  /// In seconds; a fix after exactly that time passes.
  public var interval: Double

  public init(interval: Double) { self.interval = interval }

  public mutating func judge(
    _ location: inout Location, _ context: FilterContext
  ) -> DropReason? {
    guard let time = location.timestamp, let before = context.lastDelivered?.timestamp else {
      return nil
    }
    let elapsed = time.seconds(since: before)
    // A clock that was set back says nothing of the interval.
    return elapsed >= interval || elapsed < 0 ? nil : .interval
  }
}
