public import Contacts

/// A slow movement that comes to rest before the fingers lift.
public struct Pan: FingerAction, Hashable {
  /// The middle of the fingers at the start and at the end.
  public var start: Point
  public var end: Point
  /// Whether both are relative to the middle of the touch area instead of its corner.
  public var isCentered = false
  /// The duration of the movement in seconds.
  ///
  /// The median of the slow movements in 125 recordings is 1.2 s, with speeds of 17 to 99 mm/s in
  /// nine of ten.
  public var duration: Double
  public var fingers: Int
  /// Whether the speed is constant, instead of a smooth start and end.
  public var isSteady: Bool
  /// The time that the fingers rest before they move, in seconds.
  public var rest: Double

  public init(
    from start: Point, to end: Point, duration: Double = 1, fingers: Int = 1,
    isSteady: Bool = false, rest: Double = 0
  ) {
    self.start = start
    self.end = end
    self.duration = duration
    self.fingers = fingers
    self.isSteady = isSteady
    self.rest = rest
  }

  /// Creates a pan left, right, up or down over a length in mm, centred on a point; nil for the
  /// middle of the touch area.
  public init(
    _ direction: IntendedGesture.Direction, at middle: Point? = nil, length: Double = 40,
    duration: Double = 1, fingers: Int = 1, isSteady: Bool = false, rest: Double = 0
  ) {
    let half = direction.vector * (length / 2)
    self.init(
      from: (middle ?? .zero) - half, to: (middle ?? .zero) + half, duration: duration,
      fingers: fingers, isSteady: isSteady, rest: rest)
    isCentered = middle == nil
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let movement: Movement =
      isSteady
      ? .linear(from: start, to: end, duration: duration)
      : .minimumJerk(from: start, to: end, duration: duration)
    let movements = plan.sideBySide(
      movement.shifted(by: plan.offset(isCentered: isCentered)), fingers: fingers)
    plan.move(movements, afterRest: rest)
    plan.expect(
      IntendedGesture(.pan, touches: movements.count, direction: .init(from: start, to: end)),
      fromStroke: first)
  }
}
