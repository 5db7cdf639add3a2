public import Contacts
public import Gestures
public import TouchScript

/// What a gesture must be like to be the expected one.
///
/// Only what is said is compared. Mostly it is said in the words of scripts (`Tap(count: 2)`); this
/// is for the rest, such as gestures that no action of a script means:
///
/// ```swift
/// GestureExpectation(.edgePan, touches: 1, direction: .right).lasting(0.2...0.6)
/// ```
public struct GestureExpectation: Hashable, Sendable {
  /// A value, and by how much it may be missed; nil leaves that to ``GestureTolerances``.
  public struct Near<Value: Hashable & Sendable>: Hashable, Sendable {
    public var value: Value
    public var tolerance: Double?

    public init(_ value: Value, within tolerance: Double? = nil) {
      self.value = value
      self.tolerance = tolerance
    }
  }

  public var kind: Gesture.Kind
  public var touches: Int?
  public var taps: Int?
  public var direction: Gesture.Direction?
  /// Of a path.
  public var name: String?
  /// Whether the gesture was broken off, instead of recognized or ended.
  public var isCancelled = false
  /// Whether it may be missing, too.
  public var isOptional = false
  /// In millimetres from the surface's top left corner.
  public var place: Near<Point>?
  /// When it was recognized or ended, in seconds.
  public var time: Near<Double>?
  /// When its first finger landed, in seconds.
  public var start: Near<Double>?
  /// The final over the first distance of the fingers; the tolerance is a share of it.
  public var scale: Near<Double>?
  /// Degrees, clockwise positive.
  public var rotation: Near<Double>?
  /// In seconds.
  public var duration: ClosedRange<Double>?
  /// When the fingers were meant to do it, in seconds: where to look for a reason.
  var moment: ClosedRange<Double>?

  public init(
    _ kind: Gesture.Kind, touches: Int? = nil, taps: Int? = nil,
    direction: Gesture.Direction? = nil, name: String? = nil
  ) {
    self.kind = kind
    self.touches = touches
    self.taps = taps
    self.direction = direction
    self.name = name
  }

  /// What an action of a script means.
  public init(_ meaning: ExpectedGesture) {
    // All kinds and directions of scripts are kinds and directions of gestures.
    kind = Gesture.Kind(rawValue: meaning.kind.rawValue) ?? .path
    touches = meaning.touches
    taps = meaning.taps
    direction = meaning.direction.flatMap { Gesture.Direction(rawValue: $0.rawValue) }
    name = meaning.name
    place = meaning.place.map { Near($0) }
    scale = meaning.scale.map { Near($0) }
    rotation = meaning.rotation.map { Near($0) }
    // A gesture that is interrupted is broken off, or was none yet.
    isCancelled = meaning.isInterrupted
    isOptional = meaning.isInterrupted
  }
}

/// How far from what is expected gestures may be where the expectation does not say so itself.
public struct GestureTolerances: Hashable, Sendable {
  /// In millimetres. A hand's finger lands within some millimetres of where it was sent, and the
  /// area that it touches shifts as it rolls.
  public var place = 8.0
  /// Of times, in seconds.
  public var time = 0.05
  /// Of a scale, as a share of it. Fingers that start and stop smoothly are measured from where their
  /// movement was noticed.
  public var scale = 0.25
  /// In degrees.
  public var rotation = 15.0

  public init() {}

  public static let standard = GestureTolerances()
}
