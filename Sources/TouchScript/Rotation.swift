public import Contacts

/// A movement of fingers around a center.
public struct Rotation: FingerAction, Hashable {
  /// The center; nil for the middle of the touch area.
  public var center: Point?
  /// The distance from the center to each finger, in millimetres.
  public var radius: Double
  /// The angle; positive is clockwise as seen on the touch area.
  public var degrees: Double
  /// Whether the angle is expected, and not just the direction.
  public var isAngleMeant = true
  /// The duration of the movement in seconds.
  public var duration: Double
  public var fingers: Int
  /// The direction of the first finger at the start, in degrees clockwise from the right.
  public var angle: Double

  public init(
    center: Point? = nil, radius: Double = 20, degrees: Double, duration: Double = 0.8,
    fingers: Int = 2, angle: Double = 0
  ) {
    self.center = center
    self.radius = radius
    self.degrees = degrees
    self.duration = duration
    self.fingers = fingers
    self.angle = angle
  }

  /// The direction as seen on the touch area.
  public enum Direction: Hashable, Sendable {
    case clockwise, counterclockwise
  }

  /// A rotation by 60 degrees, whose angle is not expected.
  public init(
    _ direction: Direction, at center: Point? = nil, radius: Double = 20, duration: Double = 0.8,
    fingers: Int = 2, angle: Double = 0
  ) {
    self.init(
      center: center, radius: radius, degrees: direction == .clockwise ? 60 : -60,
      duration: duration, fingers: fingers, angle: angle)
    isAngleMeant = false
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let center = plan.position(center)
    let count = max(fingers, 2)
    plan.move(
      (0..<count).map { index in
        .arc(
          center: center, radius: radius, from: angle + 360 * Double(index) / Double(count),
          turn: degrees, duration: duration)
      })
    plan.expect(
      IntendedGesture(
        .rotation, touches: count, direction: degrees < 0 ? .counterclockwise : .clockwise,
        rotation: isAngleMeant ? degrees : nil, position: self.center),
      fromStroke: first)
  }
}
