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
    plan.expect(
      IntendedGesture(
        .tap, touches: positions.count, taps: row, position: position.map { _ in .mean(positions) }),
      fromStroke: first)
  }
}
