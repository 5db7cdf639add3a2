public import Contacts

/// One or more taps in a row, by one finger or several at once.
public struct Tap: FingerAction, Hashable {
  /// The middle of the fingers; nil is the middle of the surface.
  public var place: Point?
  public var count: Int
  public var fingers: Int
  /// From a lift to the next landing, in seconds; nil for the hand's own.
  public var interval: Double?
  /// From landing to lift, in seconds; nil for the hand's own.
  public var duration: Double?

  public init(
    at place: Point? = nil, count: Int = 1, fingers: Int = 1, interval: Double? = nil,
    duration: Double? = nil
  ) {
    self.place = place
    self.count = count
    self.fingers = fingers
    self.interval = interval
    self.duration = duration
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let row = max(count, 1)
    let places = plan.sideBySide(.still(plan.place(place), duration: 0), fingers: fingers).map(
      \.start)
    for number in 0..<row {
      if number > 0 { plan.wait(interval ?? plan.hand.tapInterval.draw(&plan.generator)) }
      let scatter = row > 1 ? plan.randomVector(plan.hand.tapScatter) : .zero
      let duration = self.duration ?? plan.hand.tapDuration.draw(&plan.generator)
      plan.tap(places.map { $0 + scatter }, duration: duration)
    }
    plan.expect(
      ExpectedGesture(
        .tap, touches: places.count, taps: row, place: place.map { _ in .mean(places) }),
      fromStroke: first)
  }
}

/// Fingers that rest in one place.
public struct LongPress: FingerAction, Hashable {
  /// The middle of the fingers; nil is the middle of the surface.
  public var place: Point?
  /// In seconds.
  public var duration: Double
  public var fingers: Int

  public init(at place: Point? = nil, duration: Double = 1, fingers: Int = 1) {
    self.place = place
    self.duration = duration
    self.fingers = fingers
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let movements = plan.sideBySide(
      .still(plan.place(place), duration: duration), fingers: fingers)
    plan.move(movements)
    plan.expect(
      ExpectedGesture(
        .longPress, touches: movements.count,
        place: place.map { _ in .mean(movements.map(\.start)) }),
      fromStroke: first)
  }
}

/// A tap beside fingers that rest.
public struct TipTap: FingerAction, Hashable {
  /// The side of the resting fingers that the tap is on: left or right.
  public var side: ExpectedGesture.Direction
  /// The middle of the resting fingers; nil is the middle of the touch area.
  public var position: Point?
  /// From the nearest resting finger to the tap, in millimetres.
  public var distance: Double
  /// How many fingers rest.
  public var fingers: Int

  public init(
    _ side: ExpectedGesture.Direction, at position: Point? = nil, distance: Double = 25,
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
    // Rests that people make are longer than the 0.1 s that the recognizer asks for.
    let (before, after) = (0.4, 0.2)
    let resting = plan.sideBySide(
      .still(plan.place(position), duration: before + duration + after), fingers: fingers)
    let nearest = resting.map(\.start).max { left, right in
      side == .left ? left.x > right.x : left.x < right.x
    }
    let tap = (nearest ?? plan.place(position)) + side.vector * distance
    plan.land(
      resting.map { ($0, after: 0) } + [(.still(tap, duration: duration), after: before)])
    plan.expect(
      ExpectedGesture(.tipTap, touches: resting.count + 1, direction: side), fromStroke: first)
  }
}
