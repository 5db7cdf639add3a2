/// How far a finger may wander and still rest.
public struct StillnessLimits: Hashable, Sendable {
  /// Points, for a touch older than ``quickDuration``.
  public var movement: Double
  /// Points, for a younger touch.
  public var quickMovement: Double
  /// Seconds.
  public var quickDuration: Double

  public init(movement: Double, quickMovement: Double, quickDuration: Double) {
    self.movement = movement
    self.quickMovement = quickMovement
    self.quickDuration = quickDuration
  }

  /// The limit for a touch of an age.
  func movement(afterSeconds age: Double) -> Double {
    age < quickDuration ? max(movement, quickMovement) : movement
  }
}
