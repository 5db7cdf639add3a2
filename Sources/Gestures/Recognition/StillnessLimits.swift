/// How far a finger may wander and still rest.
public struct StillnessLimits: Hashable, Sendable {
  /// Points, for a touch older than ``initialDuration``.
  public var slop: Double
  /// Points, for a younger touch.
  public var initialSlop: Double
  /// Seconds.
  public var initialDuration: Double

  public init(slop: Double, initialSlop: Double, initialDuration: Double) {
    self.slop = slop
    self.initialSlop = initialSlop
    self.initialDuration = initialDuration
  }

  /// The limit for a touch of an age.
  func slop(afterSeconds age: Double) -> Double {
    age < initialDuration ? max(slop, initialSlop) : slop
  }
}
