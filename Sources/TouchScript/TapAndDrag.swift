public import Contacts

/// A tap, followed at once by a finger that touches down again and moves.
public struct TapAndDrag: FingerAction, Hashable {
  public var start: Point
  public var end: Point
  /// Whether both are relative to the middle of the touch area instead of its corner.
  public var isCentered = false
  /// The duration of the movement in seconds.
  public var duration: Double
  /// The time from the touch up of the tap to the next touch down, in seconds; nil for the hand's
  /// own.
  public var interval: Double?

  public init(from start: Point, to end: Point, duration: Double = 0.6, interval: Double? = nil) {
    self.start = start
    self.end = end
    self.duration = duration
    self.interval = interval
  }

  /// Creates a tap and drag left, right, up or down over a length in mm, centred on a point; nil
  /// for the middle of the touch area.
  public init(
    _ direction: IntendedGesture.Direction, at middle: Point? = nil, length: Double = 40,
    duration: Double = 0.6, interval: Double? = nil
  ) {
    let half = direction.vector * (length / 2)
    self.init(
      from: (middle ?? .zero) - half, to: (middle ?? .zero) + half, duration: duration,
      interval: interval)
    isCentered = middle == nil
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let offset = plan.offset(isCentered: isCentered)
    let scatter = plan.randomVector(plan.hand.tapScatter) + offset
    plan.tap([start + scatter], duration: plan.hand.tapDuration.draw(&plan.generator))
    plan.wait(interval ?? plan.hand.tapInterval.draw(&plan.generator))
    plan.move([.straight(from: start + offset, to: end + offset, duration: duration)])
    plan.expect(
      IntendedGesture(.tapAndDrag, direction: .init(from: start, to: end)), fromStroke: first)
  }
}
