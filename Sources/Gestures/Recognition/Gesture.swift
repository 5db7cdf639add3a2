public import Contacts
public import Timeline

/// What a recognizer reports: a value that can be kept, compared and written.
public struct Gesture: Hashable, Sendable {
  /// The families of gestures.
  public enum Kind: String, Sendable, CaseIterable {
    case tap, longPress, swipe, pan, edgePan, pinch, rotation
    /// Tap-and-drag.
    case tapAndDrag
    case tipTap, checkmark, path, shake
  }

  /// The way that a gesture went, as seen on the screen.
  public enum Direction: String, Sendable, CaseIterable {
    case left, right, up, down
    case upLeft, upRight, downLeft, downRight
    case `in`, out
    case clockwise, counterclockwise
  }

  /// The line that a textbook swipe followed; it knows no direction.
  public enum Axis: String, Sendable, CaseIterable {
    case horizontal, vertical
  }

  public var kind: Kind
  public var state: GestureState
  /// When it was recognized, or when it reached ``state``.
  public var time: Timestamp
  /// When the touch landed that began it.
  public var start: Timestamp
  /// The device, where an application has several.
  public var device: Int
  /// The most fingers that took part at the same time.
  public var touches: Int?
  public var taps: Int?
  public var direction: Direction?
  public var axis: Axis?
  /// The way of the centroid, in points.
  public var translation: Vector?
  /// The velocity of the centroid at the end, in points per second.
  public var velocity: Vector?
  /// The final over the first distance between the fingers.
  public var scale: Double?
  /// Degrees, positive clockwise.
  public var rotation: Double?
  /// Seconds from ``start`` to ``time``.
  public var duration: Double?
  /// The name of a path.
  public var name: String?
  /// How well a path matched, 0 to 1.
  public var score: Double?
  /// Where it happened: the centroid, in points; for a swipe, where it began.
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
