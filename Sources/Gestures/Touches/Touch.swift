/// A contact of a finger, pen or palm with a window, in one event.
///
/// A value that may be kept and sent to other tasks. ``TouchEvent/view(for:)`` and
/// ``GestureRecognizer/view(for:)`` return the view that it hit.
public struct Touch: Hashable, Sendable {
  public typealias ID = Contact.ID

  /// The phase of a touch in an event.
  public enum Phase: UInt8, Sendable, CaseIterable {
    case began, moved, stationary, ended, cancelled
  }

  /// The kind of object that touches the device.
  public typealias Kind = Contact.Tool

  /// The contact's id, plus 2^32 times the number of the device.
  public let id: ID
  public var phase: Phase
  public var kind: Kind
  /// The time of the touch's last change.
  public var timestamp: Timestamp
  /// The position in the window's own units.
  public var location: Point
  /// ``location`` at the previous moved or began event.
  public var previousLocation: Point
  /// The position in points of 1/163 inch from the device's top left corner, for thresholds.
  public var point: Point
  /// ``point`` at the previous moved or began event.
  public var previousPoint: Point
  /// The position at which the touch began, in points.
  public let startPoint: Point
  /// The time at which the touch began.
  public let startTime: Timestamp
  /// The number of touches in quick succession at this position, including this one.
  public var tapCount: Int
  /// Pressure as a fraction of the device's range; nil if the device reports none.
  public var pressure: Double?
  /// Whether the touch was first seen in mid-contact; it can't be a tap, long press or swipe.
  public var isResumed: Bool
  /// The number of the touch among those of an application.
  var number = 0

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

  @available(
    *, unavailable,
    message: "a view does not cross tasks: use view(for:) of the event or the recognizer"
  )
  public var view: View? { nil }

  /// Whether the touch is down after this event.
  @inlinable
  public var isDown: Bool { phase != .ended && phase != .cancelled }

  /// The vector from the start of the touch to its current position, in points.
  @inlinable
  public var translation: Vector { point - startPoint }

  /// Seconds since the touch began.
  @inlinable
  public var age: Double { timestamp.seconds(since: startTime) }

  /// The position in a view's coordinates; in the window's if `view` is nil or not in the window.
  public func location(in view: View?) -> Point {
    view?.convert(location, from: nil) ?? location
  }

  /// The position at the previous moved or began event, in a view's coordinates.
  public func previousLocation(in view: View?) -> Point {
    view?.convert(previousLocation, from: nil) ?? previousLocation
  }

  // MARK: Contacts

  /// Updates the position and pressure from a contact; returns whether the touch moved.
  @inline(__always)
  mutating func move(
    to contact: Contact, at time: Timestamp, in window: Unmanaged<Window>
  ) -> Bool {
    pressure = contact.pressure
    let point = contact.point
    guard point != self.point else {
      phase = .stationary
      return false
    }
    phase = .moved
    timestamp = time
    previousPoint = self.point
    previousLocation = location
    self.point = point
    location = window._withUnsafeGuaranteedRef { $0.location(ofPoint: point) }
    return true
  }

  mutating func finish(_ phase: Phase, at time: Timestamp) {
    self.phase = phase
    timestamp = time
  }
}

extension Contact {
  /// The position in points of 1/163 inch.
  var point: Point {
    Point(x: position.x * Window.pointsPerMillimetre, y: position.y * Window.pointsPerMillimetre)
  }
}

// MARK: - Tap counts

/// Counts touches that begin in quick succession at one position: less than ``interval`` after the
/// previous one began and within ``radius`` of it. While two touches are down, every touch counts 1
/// (as in the textbook rules: taps are counted for one finger only).
public struct TapCounter: Sendable {
  /// Seconds from one touch down to the next: 0.4, the decision delay of the textbook rules.
  public var interval = 0.4
  /// Points between touches: 45, the radius that UIKit is reported to use.
  public var radius = 45.0

  private var last: (time: Timestamp, point: Point, count: Int)?

  public init() {}

  /// Forgets the touches, and keeps the limits.
  mutating func reset() { last = nil }

  /// The tap count of a new touch at a position in points, one of `touchesDown` that are down.
  public mutating func count(touchDownAt point: Point, time: Timestamp, touchesDown: Int) -> Int {
    guard touchesDown == 1 else {
      last = nil
      return 1
    }
    var count = 1
    if let last, time.seconds(since: last.time) < interval,
      point.distance(to: last.point) <= radius
    {
      count = last.count + 1
    }
    last = (time, point, count)
    return count
  }
}
