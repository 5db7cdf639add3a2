public import Contacts
public import Timeline

/// The gesture that an action of a script is meant to produce.
public struct IntendedGesture: Hashable, Sendable {
  /// The kinds of gestures, named as in gesture records.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case tap, longPress, swipe, pan, edgePan, pinch, rotation, tapAndDrag, tipTap, checkmark, path

    /// The word for the kind in scripts, such as `tap-and-drag`.
    package var scriptWord: String {
      String(rawValue.flatMap { $0.isUppercase ? "-\($0.lowercased())" : String($0) })
    }
  }

  /// The direction of the fingers as seen on the touch area, named as in gesture records.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    case left, right, up, down
    case `in`, out
    case clockwise, counterclockwise
  }

  public var kind: Kind
  public var touches: Int
  /// The number of taps in a row; taps only.
  public var taps: Int?
  public var direction: Direction?
  /// The ratio of the final to the first distance of the fingers; pinches only.
  public var scale: Double?
  /// The rotation in degrees, clockwise positive; rotations only.
  public var rotation: Double?
  /// The name of the path; paths only.
  public var name: String?
  /// The position of the action in the script, in millimetres: the middle of the fingers, for
  /// swipes at their touch down. Nil for the default position.
  public var position: Point?
  /// The time of the frame with the first finger, on the clock of the frames.
  public var start: Timestamp
  /// The time of the frame without the last finger, on the clock of the frames.
  public var end: Timestamp
  /// Whether an interruption falls into the gesture. It cancels a gesture that has begun and
  /// prevents one that has not begun.
  public var isInterrupted: Bool

  public init(
    _ kind: Kind, touches: Int = 1, taps: Int? = nil, direction: Direction? = nil,
    scale: Double? = nil, rotation: Double? = nil, name: String? = nil, position: Point? = nil,
    start: Timestamp = .zero, end: Timestamp = .zero, isInterrupted: Bool = false
  ) {
    self.kind = kind
    self.touches = touches
    self.taps = taps
    self.direction = direction
    self.scale = scale
    self.rotation = rotation
    self.name = name
    self.position = position
    self.start = start
    self.end = end
    self.isInterrupted = isInterrupted
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
