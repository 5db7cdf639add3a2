/// How far a finger may move and still rest.
public struct StillnessLimits: Hashable, Sendable {
  /// Points, for a touch older than ``initialDuration``.
  public var slop: Double
  /// Points, for a younger touch.
  public var initialSlop: Double
  /// Seconds from the touch down.
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

  /// Whether ``initialSlop`` is the limit for a touch of the given age.
  func allowsInitialSlop(afterSeconds age: Double) -> Bool {
    age < initialDuration && initialSlop > slop
  }
}

/// When a gesture is recognized: early, or when it is certain.
public enum GestureTiming: String, Sendable, CaseIterable {
  /// As soon as the movement suffices, while the fingers are still down.
  case early
  /// When the fingers lift, so that they can still become another gesture. A continuous gesture
  /// then begins and ends at the same time.
  case onTouchUp
}

/// When a gesture of several fingers ends.
public enum GestureEnding: String, Sendable, CaseIterable {
  /// When the last finger lifts: the gesture continues with the remaining fingers.
  case lastTouchUp
  /// When the first finger lifts. The remaining fingers begin nothing until all have lifted.
  /// Touchpads that give fingers new ids in mid-gesture end it, too.
  case firstTouchUp
}
