public import Contacts

/// A press of resting fingers.
public struct LongPress: FingerAction, Hashable {
  /// The middle of the fingers; nil for the middle of the touch area.
  public var position: Point?
  /// The duration in seconds.
  public var duration: Double
  public var fingers: Int

  public init(at position: Point? = nil, duration: Double = 1, fingers: Int = 1) {
    self.position = position
    self.duration = duration
    self.fingers = fingers
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let movements = plan.sideBySide(
      .still(plan.position(position), duration: duration), fingers: fingers)
    plan.move(movements)
    plan.expect(
      IntendedGesture(
        .longPress, touches: movements.count,
        position: position.map { _ in .mean(movements.map(\.start)) }),
      fromStroke: first)
  }
}
