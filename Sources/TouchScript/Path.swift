public import Contacts

/// A movement of fingers along a path through the given points, under a name.
///
/// The path has corners at the points; a curve needs points close to each other.
public struct Path: FingerAction, Hashable {
  /// The path of the middle of the fingers.
  public var points: [Point]
  /// The name of the path in reports.
  public var name: String
  /// The duration in seconds.
  public var duration: Double
  public var fingers: Int

  public init(_ points: [Point], name: String, duration: Double = 0.6, fingers: Int = 1) {
    self.points = points
    self.name = name
    self.duration = duration
    self.fingers = fingers
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let movements = plan.sideBySide(.path(Polyline(points), duration: duration), fingers: fingers)
    plan.move(movements)
    plan.expect(IntendedGesture(.path, touches: movements.count, name: name), fromStroke: first)
  }
}
