public import Contacts

/// Fingers that draw a line through places.
///
/// Corners stay corners; a curve needs places close to each other.
public struct Draw: FingerAction, Hashable {
  /// What the line is meant to be.
  public enum Shape: Hashable, Sendable {
    /// A tick: down to the right, then longer up to the right.
    case checkmark
    /// A path of that name.
    case named(String)
  }

  /// The way of the middle of the fingers.
  public var path: [Point]
  /// Whether it counts from the middle of the surface instead of its corner.
  public var isCentered = false
  public var shape: Shape
  /// In seconds.
  public var duration: Double
  public var fingers: Int

  public init(
    _ path: [Point], as shape: Shape, duration: Double = 0.6, fingers: Int = 1
  ) {
    self.path = path
    self.shape = shape
    self.duration = duration
    self.fingers = fingers
  }

  /// A tick about a middle (nil is that of the surface), of a width in millimetres: its corner lies at a third of the width, its
  /// right arm rises twice as far as the left one falls.
  public static func checkmark(
    at place: Point? = nil, width: Double = 30, duration: Double = 0.6
  ) -> Draw {
    let third = width / 3
    let middle = place ?? .zero
    var draw = Draw(
      [
        middle + Vector(dx: -1.5 * third, dy: 0),
        middle + Vector(dx: -0.5 * third, dy: third),
        middle + Vector(dx: 1.5 * third, dy: -third),
      ], as: .checkmark, duration: duration)
    draw.isCentered = place == nil
    return draw
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let movement = Movement.path(Polyline(path), duration: duration)
      .shifted(by: plan.offset(isCentered: isCentered))
    let movements = plan.sideBySide(movement, fingers: fingers)
    plan.move(movements)
    switch shape {
    case .checkmark:
      plan.expect(ExpectedGesture(.checkmark, touches: movements.count), fromStroke: first)
    case .named(let name):
      plan.expect(ExpectedGesture(.path, touches: movements.count, name: name), fromStroke: first)
    }
  }
}
