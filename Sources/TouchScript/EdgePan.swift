public import Contacts

/// A movement of fingers that touch down at an edge of the touch area and move inward.
public struct EdgePan: FingerAction, Hashable {
  /// The edge: left, right, top (`up`) or bottom (`down`).
  public var edge: IntendedGesture.Direction
  /// The position along the edge, the distance from it ignored; nil for the middle of the edge.
  public var position: Point?
  /// The length in millimetres.
  public var length: Double
  /// The duration of the movement in seconds.
  public var duration: Double

  public init(
    _ edge: IntendedGesture.Direction, at position: Point? = nil, length: Double = 40,
    duration: Double = 0.6
  ) {
    self.edge = edge
    self.position = position
    self.length = length
    self.duration = duration
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    var start = plan.position(position)
    // The touch down is a millimetre inside: the standard recognizer's edge is 3 mm wide.
    switch edge {
    case .left: start.x = 1
    case .right: start.x = plan.touchArea.width - 1
    case .up: start.y = 1
    default: start.y = plan.touchArea.height - 1
    }
    let end = start - edge.vector * length
    plan.move([.minimumJerk(from: start, to: end, duration: duration)])
    plan.expect(
      IntendedGesture(.edgePan, direction: .init(from: start, to: end)), fromStroke: first)
  }
}
