public import Contacts

/// A movement of fingers towards a center or away from it.
public struct Pinch: FingerAction, Hashable {
  /// The center; nil for the middle of the touch area.
  public var center: Point?
  /// The distance of opposite fingers at the start and at the end, in millimetres.
  public var startSpan: Double
  public var endSpan: Double
  /// Whether the ratio of both distances is expected, and not just the direction.
  public var isScaleMeant = true
  /// The duration of the movement in seconds.
  public var duration: Double
  public var fingers: Int
  /// The direction of the first finger from the center, in degrees clockwise from the right.
  public var angle: Double

  public init(
    center: Point? = nil, from startSpan: Double, to endSpan: Double, duration: Double = 0.6,
    fingers: Int = 2, angle: Double = -45
  ) {
    self.center = center
    self.startSpan = startSpan
    self.endSpan = endSpan
    self.duration = duration
    self.fingers = fingers
    self.angle = angle
  }

  /// The direction, towards the center or away from it.
  public enum Direction: Hashable, Sendable {
    case `in`, out
  }

  /// A pinch in or out between 20 and 50 mm, whose scale is not expected.
  public init(
    _ direction: Direction, at center: Point? = nil, duration: Double = 0.6, fingers: Int = 2,
    angle: Double = -45
  ) {
    self.init(
      center: center, from: direction == .in ? 50 : 20, to: direction == .in ? 20 : 50,
      duration: duration, fingers: fingers, angle: angle)
    isScaleMeant = false
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let center = plan.position(center)
    let count = max(fingers, 2)
    plan.move(
      (0..<count).map { index in
        let ray = Vector(degrees: angle + 360 * Double(index) / Double(count))
        return .straight(
          from: center + ray * (startSpan / 2), to: center + ray * (endSpan / 2),
          duration: duration)
      })
    plan.expect(
      IntendedGesture(
        .pinch, touches: count, direction: endSpan < startSpan ? .in : .out,
        scale: isScaleMeant && startSpan > 0 ? endSpan / startSpan : nil, position: self.center),
      fromStroke: first)
  }
}
