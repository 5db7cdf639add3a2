public import Contacts

/// A quick movement in one direction; the fingers lift while they are moving.
public struct Swipe: FingerAction, Hashable {
  /// The middle of the fingers at the start and at the end.
  public var start: Point
  public var end: Point
  /// Whether both are relative to the middle of the touch area instead of its corner.
  public var isCentered = false
  /// The duration of the movement in seconds.
  public var duration: Double
  public var fingers: Int
  /// The speed at touch up, in mean speeds of the movement (0 to 2.5).
  ///
  /// In the flicks of 12 recordings the median peak is 1.46 times the mean speed. A flick with a
  /// final speed of 1.5 has its peak at its end.
  public var liftOff: Double
  /// The time that the fingers rest before they move, in seconds; people's fingers rest up to 1.5
  /// s.
  public var rest: Double

  public init(
    from start: Point, to end: Point, duration: Double = 0.25, fingers: Int = 1,
    liftOff: Double = 1.5, rest: Double = 0
  ) {
    self.start = start
    self.end = end
    self.duration = duration
    self.fingers = fingers
    self.liftOff = liftOff
    self.rest = rest
  }

  /// Creates a swipe left, right, up or down over a length in mm, centred on a point; nil for the
  /// middle of the touch area.
  public init(
    _ direction: IntendedGesture.Direction, at middle: Point? = nil, length: Double = 40,
    duration: Double = 0.25, fingers: Int = 1, liftOff: Double = 1.5, rest: Double = 0
  ) {
    let half = direction.vector * (length / 2)
    self.init(
      from: (middle ?? .zero) - half, to: (middle ?? .zero) + half, duration: duration,
      fingers: fingers, liftOff: liftOff, rest: rest)
    isCentered = middle == nil
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let movements = plan.sideBySide(
      .flick(from: start, to: end, duration: duration, liftOff: liftOff)
        .shifted(by: plan.offset(isCentered: isCentered)), fingers: fingers)
    plan.move(movements, afterRest: rest)
    plan.expect(
      IntendedGesture(
        .swipe, touches: movements.count, direction: .init(from: start, to: end),
        position: isCentered ? nil : .mean(movements.map(\.start))),
      fromStroke: first)
  }
}

/// A slow movement that comes to rest before the fingers lift.
public struct Pan: FingerAction, Hashable {
  /// The middle of the fingers at the start and at the end.
  public var start: Point
  public var end: Point
  /// Whether both are relative to the middle of the touch area instead of its corner.
  public var isCentered = false
  /// The duration of the movement in seconds.
  ///
  /// The median of the slow movements in 125 recordings is 1.2 s, with speeds of 17 to 99 mm/s in
  /// nine of ten.
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
    let movement: Movement =
      isSteady
      ? .linear(from: start, to: end, duration: duration)
      : .minimumJerk(from: start, to: end, duration: duration)
    let movements = plan.sideBySide(
      movement.shifted(by: plan.offset(isCentered: isCentered)), fingers: fingers)
    plan.move(movements, afterRest: rest)
    plan.expect(
      IntendedGesture(.pan, touches: movements.count, direction: .init(from: start, to: end)),
      fromStroke: first)
  }
}

/// A tap, followed at once by a finger that touches down again and moves.
public struct TapAndDrag: FingerAction, Hashable {
  public var start: Point
  public var end: Point
  /// Whether both are relative to the middle of the touch area instead of its corner.
  public var isCentered = false
  /// The duration of the movement in seconds.
  public var duration: Double
  /// The time from the touch up of the tap to the next touch down, in seconds; nil for the hand's
  /// own.
  public var interval: Double?

  public init(from start: Point, to end: Point, duration: Double = 0.6, interval: Double? = nil) {
    self.start = start
    self.end = end
    self.duration = duration
    self.interval = interval
  }

  /// Creates a tap and drag left, right, up or down over a length in mm, centred on a point; nil
  /// for the middle of the touch area.
  public init(
    _ direction: IntendedGesture.Direction, at middle: Point? = nil, length: Double = 40,
    duration: Double = 0.6, interval: Double? = nil
  ) {
    let half = direction.vector * (length / 2)
    self.init(
      from: (middle ?? .zero) - half, to: (middle ?? .zero) + half, duration: duration,
      interval: interval)
    isCentered = middle == nil
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let offset = plan.offset(isCentered: isCentered)
    let scatter = plan.randomVector(plan.hand.tapScatter) + offset
    plan.tap([start + scatter], duration: plan.hand.tapDuration.draw(&plan.generator))
    plan.wait(interval ?? plan.hand.tapInterval.draw(&plan.generator))
    plan.move([.minimumJerk(from: start + offset, to: end + offset, duration: duration)])
    plan.expect(
      IntendedGesture(.tapAndDrag, direction: .init(from: start, to: end)), fromStroke: first)
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
    plan.move([.minimumJerk(from: start, to: end, duration: duration)])
    plan.expect(
      IntendedGesture(.edgePan, direction: .init(from: start, to: end)), fromStroke: first)
  }
}

extension IntendedGesture.Direction {
  /// The main direction from one point to another; nil if they are equal.
  init?(from start: Point, to end: Point) {
    let translation = end - start
    guard translation != .zero else { return nil }
    if translation.dx.magnitude >= translation.dy.magnitude {
      self = translation.dx > 0 ? .right : .left
    } else {
      self = translation.dy > 0 ? .down : .up
    }
  }

  /// A vector of length 1; zero for directions of pinches and rotations.
  var vector: Vector {
    switch self {
    case .left: Vector(dx: -1, dy: 0)
    case .right: Vector(dx: 1, dy: 0)
    case .up: Vector(dx: 0, dy: -1)
    case .down: Vector(dx: 0, dy: 1)
    case .in, .out, .clockwise, .counterclockwise: .zero
    }
  }
}
