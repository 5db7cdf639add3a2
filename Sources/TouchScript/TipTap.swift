public import Contacts

/// A tap beside fingers that rest.
public struct TipTap: FingerAction, Hashable {
  /// The side of the resting fingers on which the tap is: left or right.
  public var side: IntendedGesture.Direction
  /// The middle of the resting fingers; nil for the middle of the touch area.
  public var position: Point?
  /// The distance from the nearest resting finger to the tap, in millimetres.
  public var distance: Double
  /// The number of resting fingers.
  public var fingers: Int

  public init(
    _ side: IntendedGesture.Direction, at position: Point? = nil, distance: Double = 25,
    fingers: Int = 1
  ) {
    self.side = side
    self.position = position
    self.distance = distance
    self.fingers = fingers
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let duration = plan.hand.tapDuration.draw(&plan.generator)
    // People's rests are longer than the recognizer's minimum.
    let (before, after) = (0.4, 0.2)
    let resting = plan.sideBySide(
      .still(plan.position(position), duration: before + duration + after), fingers: fingers)
    let nearest = resting.map(\.start).max { left, right in
      side == .left ? left.x > right.x : left.x < right.x
    }
    let tap = (nearest ?? plan.position(position)) + side.vector * distance
    plan.touchDown(
      resting.map { ($0, after: 0) } + [(.still(tap, duration: duration), after: before)])
    plan.expect(
      IntendedGesture(.tipTap, touches: resting.count + 1, direction: side), fromStroke: first)
  }
}
