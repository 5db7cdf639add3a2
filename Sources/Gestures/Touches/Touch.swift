public import Contacts
public import Timeline

/// One finger's contact with a window, as it stands in one event.
public struct Touch: Hashable, Sendable {
  public typealias ID = Contact.ID

  /// What happened to the touch in the event that carries it.
  public enum Phase: UInt8, Sendable, CaseIterable {
    case began, moved, stationary, ended, cancelled
  }

  /// What touches the surface.
  public enum Kind: UInt8, Sendable, CaseIterable {
    case finger, pen, palm
  }

  /// The contact's id; for another device than 0, plus 2^32 times its number.
  public let id: ID
  public var phase: Phase
  public var kind: Kind
  /// When the touch last changed.
  public var timestamp: Timestamp
  /// The place in the window's own units.
  public var location: Point
  /// The place at the last moved or began event, in the window's own units.
  public var previousLocation: Point
  /// The place in points of 1/163 inch from the surface's top left corner: what thresholds apply to.
  public var point: Point
  /// ``point`` at the last moved or began event.
  public var previousPoint: Point
  /// Where the touch landed, in points.
  public let startPoint: Point
  /// When the touch landed.
  public let startTime: Timestamp
  /// How many landings in a row came here, this one included.
  public var tapCount: Int
  /// Pressure as a share of the device's range; nil when the device reports none.
  public var pressure: Double?
  /// First seen in mid-flight: it never landed, so it can't be a tap, a press or a swipe.
  public var isResumed: Bool

  public init(
    id: ID, phase: Phase, kind: Kind = .finger, timestamp: Timestamp, location: Point,
    point: Point, tapCount: Int = 1, pressure: Double? = nil, isResumed: Bool = false
  ) {
    self.id = id
    self.phase = phase
    self.kind = kind
    self.timestamp = timestamp
    self.location = location
    self.previousLocation = location
    self.point = point
    self.previousPoint = point
    self.startPoint = point
    self.startTime = timestamp
    self.tapCount = tapCount
    self.pressure = pressure
    self.isResumed = isResumed
  }
}

extension Touch {
  /// Whether the finger is on the surface after this event.
  @inlinable
  public var isDown: Bool { phase != .ended && phase != .cancelled }

  /// The way from the landing to the current place, in points.
  @inlinable
  public var translation: Vector { point - startPoint }

  /// Seconds since the landing.
  @inlinable
  public var age: Double { timestamp.seconds(since: startTime) }
}
