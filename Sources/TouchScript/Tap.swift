public import Contacts

/// One or more taps in a row, with one or several fingers.
public struct Tap: FingerAction, Hashable {
  /// The middle of the fingers; nil for the middle of the touch area.
  public var position: Point?
  public var count: Int
  public var fingers: Int
  /// The time from a touch up to the next touch down, in seconds; nil for the hand's own.
  public var interval: Double?
  /// The time from touch down to touch up, in seconds; nil for the hand's own.
  public var duration: Double?

  public init(
    at position: Point? = nil, count: Int = 1, fingers: Int = 1, interval: Double? = nil,
    duration: Double? = nil
  ) {
    self.position = position
    self.count = count
    self.fingers = fingers
    self.interval = interval
    self.duration = duration
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let row = max(count, 1)
    let positions = plan.sideBySide(
      .still(plan.position(position), duration: 0), fingers: fingers
    ).map(\.start)
    for number in 0..<row {
      if number > 0 { plan.wait(interval ?? plan.hand.tapInterval.draw(&plan.generator)) }
      let scatter = row > 1 ? plan.randomVector(plan.hand.tapScatter) : .zero
      let duration = self.duration ?? plan.hand.tapDuration.draw(&plan.generator)
      plan.tap(positions.map { $0 + scatter }, duration: duration)
    }
    let middle = position.map { _ in positions.centroid }
    plan.expect(
      IntendedGesture(.tap, touches: positions.count, taps: row, position: middle),
      fromStroke: first)
  }
}

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
        position: position.map { _ in movements.map(\.start).centroid }),
      fromStroke: first)
  }
}

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
