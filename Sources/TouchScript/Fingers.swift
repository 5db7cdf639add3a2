public import Contacts

/// Fingers with a separate path and time each.
///
/// ```swift
/// Fingers {
///   Finger(at: Point(x: 30, y: 40)).rest(1)
///   Finger(at: Point(x: 60, y: 40), after: 0.3).move(to: Point(x: 60, y: 20), over: 0.2, .linear)
/// }
/// ```
///
/// Such fingers produce no intended gesture unless ``meaning`` specifies one.
public struct Fingers: FingerAction, Hashable {
  public var fingers: [Finger]
  /// The intended gesture; its times are those of the fingers.
  public var meaning: IntendedGesture?

  public init(_ fingers: [Finger], meaning: IntendedGesture? = nil) {
    self.fingers = fingers
    self.meaning = meaning
  }

  /// Creates an action of fingers in braces, one per line.
  public init(meaning: IntendedGesture? = nil, @ListBuilder<Finger> _ fingers: () -> [Finger]) {
    self.init(fingers(), meaning: meaning)
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    plan.touchDown(fingers.map { ($0.movement, after: $0.delay) })
    if let meaning { plan.expect(meaning, fromStroke: first) }
  }
}

/// A finger of ``Fingers`` from touch down to touch up.
public struct Finger: Hashable, Sendable {
  /// The time from the start of the action to the touch down, in seconds.
  public var delay: Double
  /// The movements, one after the other; the finger lifts after the last one.
  public private(set) var legs: [Movement]

  /// A finger that touches down at a position, after a delay in seconds from the start of the
  /// action.
  public init(at position: Point, after delay: Double = 0) {
    self.delay = delay
    legs = [.still(position, duration: 0)]
  }

  init(_ movement: Movement, after delay: Double) {
    self.delay = delay
    legs = [movement]
  }

  var movement: Movement { legs.count == 1 ? legs[0] : .course(MovementCourse(legs)) }

  /// The position after the movements so far.
  public var position: Point { legs.last?.end ?? .zero }

  /// Rests for the given seconds.
  public func rest(_ seconds: Double) -> Finger { adding(.still(position, duration: seconds)) }

  /// Moves straight to a position within the given seconds.
  public func move(
    to end: Point, over seconds: Double, _ profile: MotionProfile = .minimumJerk
  ) -> Finger {
    adding(.straight(from: position, to: end, duration: seconds, profile))
  }

  /// Moves by a vector in millimetres within the given seconds.
  public func move(
    by translation: Vector, over seconds: Double, _ profile: MotionProfile = .minimumJerk
  ) -> Finger {
    move(to: position + translation, over: seconds, profile)
  }

  /// Moves along straight lines through points, starting and stopping smoothly.
  public func draw(_ path: [Point], over seconds: Double) -> Finger {
    adding(.path(Polyline([position] + path), duration: seconds))
  }

  private func adding(_ leg: Movement) -> Finger {
    var finger = self
    finger.add(leg)
    return finger
  }

  mutating func add(_ leg: Movement) { legs.append(leg) }
}
