/// The report of a recognizer: a value that can be kept, compared and written.
public struct Gesture: Hashable, Sendable {
  /// The kinds of gestures.
  public enum Kind: String, Sendable, CaseIterable {
    case tap, longPress, swipe, pan, edgePan, pinch, rotation, tapAndDrag, tipTap, checkmark, path
    case shake
  }

  /// The direction of a gesture on the screen.
  public enum Direction: String, Sendable, CaseIterable {
    case left, right, up, down
    case upLeft, upRight, downLeft, downRight
    case `in`, out
    case clockwise, counterclockwise
  }

  /// The axis of a textbook swipe, which has no direction.
  public enum Axis: String, Sendable, CaseIterable {
    case horizontal, vertical
  }

  public var kind: Kind
  public var state: GestureState
  /// The time at which the gesture reached ``state``.
  public var time: Timestamp
  /// The time of the first touch down.
  public var start: Timestamp
  /// The number of the device, if an application has several.
  public var device: Int
  /// The most fingers that took part at the same time.
  public var touches: Int?
  public var taps: Int?
  public var direction: Direction?
  public var axis: Axis?
  /// The translation of the centroid, in points.
  public var translation: Vector?
  /// The velocity of the centroid at the end, in points per second.
  public var velocity: Vector?
  /// The final over the initial distance between the fingers.
  public var scale: Double?
  /// The rotation in degrees, positive clockwise.
  public var rotation: Double?
  /// Seconds from ``start`` to ``time``.
  public var duration: Double?
  /// The name of a path.
  public var name: String?
  /// The probability that a path is its shape rather than something else, 0 to 1.
  public var score: Double?
  /// The second most similar shape of a path.
  public var runnerUp: String?
  /// The score of the runner-up.
  public var runnerUpScore: Double?
  /// The centroid in points; for a swipe or a path, at its start.
  public var location: Point

  public init(
    kind: Kind, state: GestureState, time: Timestamp, start: Timestamp, location: Point,
    device: Int = 0, touches: Int? = nil
  ) {
    self.kind = kind
    self.state = state
    self.time = time
    self.start = start
    self.location = location
    self.device = device
    self.touches = touches
  }
}

// MARK: - Directions

extension Gesture.Direction {
  /// The four directions between left, right, up and down.
  public static let diagonals: Set<Gesture.Direction> = [.upLeft, .upRight, .downLeft, .downRight]

  /// The main direction of a translation: left, right, up or down; nil if it is zero.
  public init?(of translation: Vector) {
    if translation == .zero { return nil }
    if abs(translation.dx) > abs(translation.dy) {
      self = translation.dx > 0 ? .right : .left
    } else {
      self = translation.dy > 0 ? .down : .up
    }
  }

  /// The directions that a translation can have, the main ones first.
  static let ofTranslations: [Gesture.Direction] = [
    .up, .down, .left, .right, .upLeft, .upRight, .downLeft, .downRight,
  ]

  /// A vector of length 1; zero for directions that are not a translation's.
  package var vector: Vector {
    // The sine of 45 degrees.
    let half = 0.5.squareRoot()
    return switch self {
    case .left: Vector(dx: -1, dy: 0)
    case .right: Vector(dx: 1, dy: 0)
    case .up: Vector(dx: 0, dy: -1)
    case .down: Vector(dx: 0, dy: 1)
    case .upLeft: Vector(dx: -half, dy: -half)
    case .upRight: Vector(dx: half, dy: -half)
    case .downLeft: Vector(dx: -half, dy: half)
    case .downRight: Vector(dx: half, dy: half)
    case .in, .out, .clockwise, .counterclockwise: .zero
    }
  }
}

// MARK: - Outcomes

extension GestureRecognizer {
  /// Whether a report of this recognizer is the outcome of an action of the person, as of the
  /// report: a cancelled gesture only if an interruption or the end of the touches cancelled it.
  public func isOutcome(_ gesture: Gesture) -> Bool {
    switch gesture.state {
    case .recognized, .ended: true
    case .cancelled: lastFailure?.cause == .cancelled
    case .possible, .failed, .began, .changed: false
    }
  }
}
