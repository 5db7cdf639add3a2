public import Contacts

/// A quick movement in one direction; the fingers lift while they are moving.
public struct Swipe: FingerAction, Hashable {
  /// The middle of the fingers at the start and at the end.
  public var start: Point
  public var end: Point
  /// Whether both are relative to the middle of the touch area instead of its corner.
  public var isCentered = false
  /// The duration of the movement in seconds.
  public var duration: Double
  public var fingers: Int
  /// The speed at touch up, in mean speeds of the movement (0 to 2.5). With 1.5 it is the peak;
  /// measured flicks of people have a median peak of 1.46.
  public var liftOff: Double
  /// The time that the fingers rest before they move, in seconds.
  public var rest: Double

  public init(
    from start: Point, to end: Point, duration: Double = 0.25, fingers: Int = 1,
    liftOff: Double = 1.5, rest: Double = 0
  ) {
    self.start = start
    self.end = end
    self.duration = duration
    self.fingers = fingers
    self.liftOff = liftOff
    self.rest = rest
  }

  /// Creates a swipe left, right, up or down over a length in mm, centred on a point; nil for the
  /// middle of the touch area.
  public init(
    _ direction: IntendedGesture.Direction, at middle: Point? = nil, length: Double = 40,
    duration: Double = 0.25, fingers: Int = 1, liftOff: Double = 1.5, rest: Double = 0
  ) {
    let half = direction.vector * (length / 2)
    self.init(
      from: (middle ?? .zero) - half, to: (middle ?? .zero) + half, duration: duration,
      fingers: fingers, liftOff: liftOff, rest: rest)
    isCentered = middle == nil
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let offset = plan.offset(isCentered: isCentered)
    let movements = plan.sideBySide(
      .straight(
        from: start + offset, to: end + offset, duration: duration, .flick(liftOff: liftOff)),
      fingers: fingers)
    plan.move(movements, afterRest: rest)
    plan.expect(
      IntendedGesture(
        .swipe, touches: movements.count, direction: .init(from: start, to: end),
        position: isCentered ? nil : movements.map(\.start).centroid),
      fromStroke: first)
  }
}
