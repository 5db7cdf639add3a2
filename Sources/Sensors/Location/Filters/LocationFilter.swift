public import Timeline

/// Why a fix was not delivered.
public struct DropReason: RawRepresentable, Hashable, Sendable {
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let invalid = DropReason(rawValue: "invalid")
  public static let accuracy = DropReason(rawValue: "accuracy")
  public static let stale = DropReason(rawValue: "stale")
  public static let duplicate = DropReason(rawValue: "duplicate")
  public static let backward = DropReason(rawValue: "backward")
  public static let speed = DropReason(rawValue: "speed")
  public static let outlier = DropReason(rawValue: "outlier")
  public static let stationary = DropReason(rawValue: "stationary")
  public static let distance = DropReason(rawValue: "distance")
  public static let interval = DropReason(rawValue: "interval")
  /// The stream was not running.
  public static let stopped = DropReason(rawValue: "stopped")
}

/// Where a filter stands among others: filters run in this order, whatever the order they came in.
public enum FilterStage: Int, Comparable, Sendable, CaseIterable {
  case validity
  case accuracy
  case staleness
  case time
  case speed
  case smoothing
  case stationary
  case distance
  case interval

  public static func < (left: FilterStage, right: FilterStage) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What a filter knows of the fixes before.
public struct FilterContext: Sendable {
  /// The last fix that was delivered.
  public var lastDelivered: Location?
  /// The last fix that passed the filters up to and with ``FilterStage/smoothing``.
  public var lastPlausible: Location?
  /// When the fix arrived, by the recording's own clock, where that is known.
  public var arrival: Timestamp?

  public init() {}
}

/// One step on the way of a fix: lets it pass, changes it, or says why not.
public protocol LocationFilter: Sendable {
  var stage: FilterStage { get }

  /// Judges a fix; nil lets it pass.
  mutating func judge(_ location: inout Location, _ context: FilterContext) -> DropReason?

  /// Whether the fix that passed last tells better where the one before was: there is no way between
  /// them.
  var isCorrection: Bool { get }

  /// Forgets what came before.
  mutating func reset()
}

extension LocationFilter {
  public var isCorrection: Bool { false }

  public mutating func reset() {}
}
