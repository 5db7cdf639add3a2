public import Contacts

/// A slow movement that comes to rest before the fingers lift.
public struct Pan: FingerAction, Hashable {
  /// The middle of the fingers at the start and at the end.
  public var start: Point
  public var end: Point
  /// Whether both are relative to the middle of the touch area instead of its corner.
  public var isCentered = false
  /// The duration of the movement in seconds.
  public var duration: Double
  public var fingers: Int
  /// Whether the speed is constant, instead of a smooth start and end.
  public var isSteady: Bool
  /// The time that the fingers rest before they move, in seconds.
  public var rest: Double

  public init(
    from start: Point, to end: Point, duration: Double = 1, fingers: Int = 1,
    isSteady: Bool = false, rest: Double = 0
  ) {
    self.start = start
    self.end = end
    self.duration = duration
    self.fingers = fingers
    self.isSteady = isSteady
    self.rest = rest
  }

  /// Creates a pan left, right, up or down over a length in mm, centred on a point; nil for the
  /// middle of the touch area.
  public init(
    _ direction: IntendedGesture.Direction, at middle: Point? = nil, length: Double = 40,
    duration: Double = 1, fingers: Int = 1, isSteady: Bool = false, rest: Double = 0
  ) {
    let half = direction.vector * (length / 2)
    self.init(
      from: (middle ?? .zero) - half, to: (middle ?? .zero) + half, duration: duration,
      fingers: fingers, isSteady: isSteady, rest: rest)
    isCentered = middle == nil
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let offset = plan.offset(isCentered: isCentered)
    let movements = plan.sideBySide(
      .straight(
        from: start + offset, to: end + offset, duration: duration,
        isSteady ? .linear : .minimumJerk),
      fingers: fingers)
    plan.move(movements, afterRest: rest)
    plan.expect(
      IntendedGesture(.pan, touches: movements.count, direction: .init(from: start, to: end)),
      fromStroke: first)
  }
}

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
    plan.move([.straight(from: start, to: end, duration: duration)])
    plan.expect(
      IntendedGesture(.edgePan, direction: .init(from: start, to: end)), fromStroke: first)
  }
}
