public import Contacts
public import Timeline

/// The gesture that an action of a script must give, known from the intent alone.
public struct ExpectedGesture: Hashable, Sendable {
  /// Named as in gesture records.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case tap, longPress, swipe, pan, edgePan, pinch, rotation, tapAndDrag, tipTap, checkmark, path

    /// The word for it in scripts: `tap-and-drag`.
    package var scriptWord: String {
      String(rawValue.flatMap { $0.isUppercase ? "-\($0.lowercased())" : String($0) })
    }
  }

  /// Named as in gesture records; the fingers' own, as seen on the surface.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    case left, right, up, down
    case `in`, out
    case clockwise, counterclockwise
  }

  public var kind: Kind
  public var touches: Int
  /// How many taps in a row; taps only.
  public var taps: Int?
  public var direction: Direction?
  /// Final over first distance of the fingers; pinches only.
  public var scale: Double?
  /// Degrees, clockwise positive; rotations only.
  public var rotation: Double?
  /// What was drawn; paths only.
  public var name: String?
  /// Where the action was told to be, in millimetres, as gestures tell their place: the middle of
  /// the fingers, for swipes at their landing. Nil where the place is not meant.
  public var place: Point?
  /// The frame of the first landing, on the clock of the frames.
  public var start: Timestamp
  /// The frame that is without the last finger, on the clock of the frames.
  public var end: Timestamp
  /// An interruption falls into the gesture: one that has begun is cancelled, others never come.
  public var isInterrupted: Bool

  public init(
    _ kind: Kind, touches: Int = 1, taps: Int? = nil, direction: Direction? = nil,
    scale: Double? = nil, rotation: Double? = nil, name: String? = nil, place: Point? = nil,
    start: Timestamp = .zero, end: Timestamp = .zero, isInterrupted: Bool = false
  ) {
    self.kind = kind
    self.touches = touches
    self.taps = taps
    self.direction = direction
    self.scale = scale
    self.rotation = rotation
    self.name = name
    self.place = place
    self.start = start
    self.end = end
    self.isInterrupted = isInterrupted
  }
}
