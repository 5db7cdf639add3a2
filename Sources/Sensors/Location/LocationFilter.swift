import Timeline

/// The reason why a fix was not delivered.
public struct DropReason: RawRepresentable, Hashable, Sendable {
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let invalid = DropReason(rawValue: "invalid")
  public static let accuracy = DropReason(rawValue: "accuracy")
  public static let duplicate = DropReason(rawValue: "duplicate")
  public static let backward = DropReason(rawValue: "backward")
  public static let speed = DropReason(rawValue: "speed")
  public static let outlier = DropReason(rawValue: "outlier")
  public static let stationary = DropReason(rawValue: "stationary")
  public static let distance = DropReason(rawValue: "distance")
  public static let interval = DropReason(rawValue: "interval")
  /// The reason of a stream that was not running.
  public static let stopped = DropReason(rawValue: "stopped")
}

/// The position of a filter in a pipeline: filters run in the order of their stages.
public enum FilterStage: Comparable, Sendable, CaseIterable {
  case validity
  case accuracy
  case time
  case speed
  case smoothing
  case stationary
  case distance
  case interval
}

/// A step of a ``LocationPipeline``, which passes, changes or drops fixes.
public protocol LocationFilter: Sendable {
  var stage: FilterStage { get }

  /// Returns the reason to drop a fix, or nil; `previous` is the last one that was delivered.
  mutating func judge(_ location: inout Location, after previous: Location?) -> DropReason?

  /// Whether the last fix that passed corrects the one before, so that no distance counts.
  var isCorrection: Bool { get }
}

extension LocationFilter {
  public var isCorrection: Bool { false }
}

/// Drops fixes with invalid coordinates or negative accuracies.
public struct ValidityFilter: LocationFilter {
  public var stage: FilterStage { .validity }

  public init() {}

  public mutating func judge(_ location: inout Location, after previous: Location?) -> DropReason? {
    location.isValid ? nil : .invalid
  }
}

/// Drops fixes with an accuracy worse than a limit. An unknown accuracy passes.
public struct AccuracyFilter: LocationFilter {
  public var stage: FilterStage { .accuracy }
  /// The limit in metres, inclusive.
  public var limit: Double

  public init(limit: Double) { self.limit = limit }

  public mutating func judge(_ location: inout Location, after previous: Location?) -> DropReason? {
    guard let accuracy = location.horizontalAccuracy else { return nil }
    return accuracy <= limit ? nil : .accuracy
  }
}

/// Drops fixes with the same time as the previous one, or an earlier one.
public struct TimeFilter: LocationFilter {
  public var stage: FilterStage { .time }
  /// The number of consecutive fixes in order that show a clock that was set back.
  private static let patience = 5
  private var last: Location?
  private var earlier: Timestamp?
  private var count = 0

  public init() {}

  public mutating func judge(_ location: inout Location, after previous: Location?) -> DropReason? {
    if let reason = reason(location) { return reason }
    last = location
    earlier = nil
    count = 0
    return nil
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
    return count >= TimeFilter.patience ? nil : .backward
  }
}

/// Drops fixes too far from the last plausible one for the time between, even less both accuracies.
public struct SpeedFilter: LocationFilter {
  public var stage: FilterStage { .speed }
  /// The highest plausible speed in m/s.
  public var limit: Double
  /// The number of consecutive fixes that agree with each other and are then trusted.
  private static let patience = 3
  private var last: Location?
  private var rejected: Location?
  private var count = 0

  /// Creates a filter. Airliners with a tailwind reach 340 m/s over the ground.
  public init(limit: Double = 340) { self.limit = limit }

  public mutating func judge(_ location: inout Location, after previous: Location?) -> DropReason? {
    if let last, !isReachable(location, from: last) {
      count = rejected.map { isReachable(location, from: $0) } ?? false ? count + 1 : 1
      rejected = location
      if count < SpeedFilter.patience { return .speed }
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
}

/// Drops fixes closer to the last delivered one than a distance, unless they are more accurate.
public struct DistanceFilter: LocationFilter {
  public var stage: FilterStage { .distance }
  /// The least distance in metres; a fix at exactly this distance passes.
  public var distance: Double

  public init(distance: Double) { self.distance = distance }

  public mutating func judge(_ location: inout Location, after previous: Location?) -> DropReason? {
    guard let last = previous,
      let travelled = try? location.distance(from: last), travelled < distance
    else { return nil }
    if let accuracy = location.horizontalAccuracy {
      guard let before = last.horizontalAccuracy else { return nil }
      if accuracy < before { return nil }
    }
    return .distance
  }
}

/// Drops fixes sooner after the last delivered one than an interval.
public struct IntervalFilter: LocationFilter {
  public var stage: FilterStage { .interval }
  /// The least interval in seconds; a fix after exactly this time passes.
  public var interval: Double

  public init(interval: Double) { self.interval = interval }

  public mutating func judge(_ location: inout Location, after previous: Location?) -> DropReason? {
    guard let time = location.timestamp, let before = previous?.timestamp else {
      return nil
    }
    let elapsed = time.seconds(since: before)
    // After the clock was set back the interval is unknown.
    return elapsed >= interval || elapsed < 0 ? nil : .interval
  }
}
