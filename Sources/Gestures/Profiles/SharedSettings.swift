/// The distances that a resting finger may move.
public struct StillnessLimits: Hashable, Sendable {
  /// The distance in points for a touch older than ``initialDuration``.
  public var slop: Double
  /// The distance in points for a younger touch.
  public var initialSlop: Double
  /// The age in seconds up to which a touch is young.
  public var initialDuration: Double

  public init(slop: Double, initialSlop: Double, initialDuration: Double) {
    self.slop = slop
    self.initialSlop = initialSlop
    self.initialDuration = initialDuration
  }

  /// The limit for a touch of the given age.
  func slop(afterSeconds age: Double) -> Double {
    allowsInitialSlop(afterSeconds: age) ? initialSlop : slop
  }

  func allowsInitialSlop(afterSeconds age: Double) -> Bool {
    age < initialDuration && initialSlop > slop
  }
}

/// The time at which a gesture is recognized: early, or when it is certain.
public enum GestureTiming: String, Sendable, CaseIterable {
  /// Recognition as soon as the movement suffices, while the fingers are still down.
  case early
  /// Recognition when the fingers lift, so that they can still become another gesture. A continuous
  /// gesture then begins and ends at the same time.
  case onTouchUp
}

/// The touch up that ends a gesture of several fingers.
public enum GestureEnding: String, Sendable, CaseIterable {
  /// The touch up of the last finger: the gesture continues with the remaining fingers.
  case lastTouchUp
  /// The touch up of the first finger. The remaining fingers begin nothing until all have lifted.
  /// Touchpads that give fingers new ids in mid-gesture end it, too.
  case firstTouchUp
}
