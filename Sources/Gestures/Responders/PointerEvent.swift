/// The position of a pointer that touches nothing: a mouse, or a pen close to the screen.
///
/// ```swift
/// application.send(HoverEvent(.moved, point: Point(x: 20, y: 30), at: time))
/// application.send(HoverEvent(.ended, at: later))  // the pointer left
/// ```
///
/// The event climbs the responder chain from the hit view of the frontmost window that contains the
/// position and receives the device. For each device a view receives one
/// ``Responder/hoverBegan(_:)``, any number of ``Responder/hoverMoved(_:)`` and one
/// ``Responder/hoverEnded(_:)``: when the pointer is over another view, the source ends it, the
/// view leaves the window, the application is interrupted, or the trace ends; not at a touch down.
public struct HoverEvent: Hashable, Sendable {
  /// The phase of a pointer's hover; a source may send `moved` only, and `ended` at the end.
  public enum Phase: String, Sendable, CaseIterable {
    case began, moved, ended
  }

  public var phase: Phase
  public var timestamp: Timestamp
  /// The number of the device, as in `ContactFrame.device`.
  public var device: Int
  /// The position in points of 1/163 inch from the device's top left corner; the last one at the
  /// end.
  public var point: Point
  /// The position in the window's own units; set when the event is delivered.
  public internal(set) var location: Point

  public init(_ phase: Phase, point: Point = .zero, device: Int = 0, at timestamp: Timestamp) {
    self.phase = phase
    self.timestamp = timestamp
    self.device = device
    self.point = point
    location = point
  }

  /// The position in a view's coordinates; in the window's if `view` is nil or not in the window.
  public func location(in view: View?) -> Point {
    view?.convert(location, from: nil) ?? location
  }
}

/// A scroll by a mouse wheel, or by fingers on a touchpad that reports scrolling itself.
///
/// The event climbs the responder chain like a ``HoverEvent``. No recognizer receives it: a program
/// that scrolls by wheel and by finger adds ``delta`` to its offset in the callback, and subtracts
/// the translation of a ``PanRecognizer``.
public struct ScrollEvent: Hashable, Sendable {
  /// The phase of a scroll by a source that knows its beginning and its end.
  public enum Phase: String, Sendable, CaseIterable {
    case began, changed, ended
    /// The scrolling that continues after the fingers lifted.
    case momentum
  }

  /// The rotation of a wheel in 1/120 of a detent, the unit of `REL_WHEEL_HI_RES` (Linux 5.0) and
  /// of libinput's `libinput_event_pointer_get_scroll_value_v120`; parts of a detent add up.
  ///
  /// Positive values scroll to the right and down, as in libinput; the kernel's vertical axis has
  /// the opposite sign.
  public struct Wheel: Hashable, Sendable {
    /// The units of one detent: 120.
    public static let detent = 120

    public var x: Int
    public var y: Int

    public init(x: Int = 0, y: Int = 0) {
      self.x = x
      self.y = y
    }
  }

  public var timestamp: Timestamp
  /// The number of the device, as in `ContactFrame.device`.
  public var device: Int
  /// The position of the pointer in points of 1/163 inch from the device's top left corner.
  public var point: Point
  /// The position in the window's own units; set when the event is delivered.
  public internal(set) var location: Point
  /// The distance to scroll in points, positive to the right and down; divided by
  /// ``Window/pointsPerUnit`` it is in the window's units. The source decides how many a detent
  /// has.
  public var delta: Vector
  /// The rotation of the wheel; nil if the source is not a wheel.
  public var wheel: Wheel?
  /// The phase; nil if the source does not know when a scroll begins and ends, as with most wheels.
  public var phase: Phase?

  public init(
    by delta: Vector, wheel: Wheel? = nil, phase: Phase? = nil, point: Point, device: Int = 0,
    at timestamp: Timestamp
  ) {
    self.timestamp = timestamp
    self.device = device
    self.point = point
    location = point
    self.delta = delta
    self.wheel = wheel
    self.phase = phase
  }

  /// The position in a view's coordinates; in the window's if `view` is nil or not in the window.
  public func location(in view: View?) -> Point {
    view?.convert(location, from: nil) ?? location
  }
}

// MARK: - Delivery

extension Application {
  /// Delivers a hover event while the application is active, after the running callbacks and the
  /// deadlines up to its time.
  public func send(_ event: HoverEvent) {
    change(at: event.timestamp) { [unowned self] time in
      guard state == .active else { return }
      var event = event
      event.timestamp = time
      deliver(hover: event)
    }
  }

  /// Delivers a scroll event like a hover event; one outside of all windows counts as discarded,
  /// and one with a distance that is not finite is ignored.
  public func send(_ event: ScrollEvent) {
    change(at: event.timestamp) { [unowned self] time in
      guard state == .active, event.delta.dx.isFinite, event.delta.dy.isFinite else { return }
      var event = event
      event.timestamp = time
      guard let (window, view) = hitTest(event.point, of: event.device) else {
        return scrolled(event)
      }
      event.location = window.location(ofPoint: event.point)
      view.scrolled(event)
    }
  }

  /// Ends the hovers over a view and its subviews, or all hovers.
  func endHovers(in view: View? = nil, at time: Timestamp) {
    while let index = hovers.firstIndex(where: { hover in
      view.map { hover.view.isDescendant(of: $0) } ?? true
    }) {
      endHover(at: index, time)
    }
  }

  private func endHover(at index: Int, _ time: Timestamp) {
    // The removal comes first: the callback may remove the view.
    let hover = hovers.remove(at: index)
    var event = hover.event
    event.phase = .ended
    event.timestamp = time
    hover.view.hoverEnded(event)
  }

  private func deliver(hover event: HoverEvent) {
    let hits = event.phase != .ended
    var target = hits ? hitTest(event.point, of: event.device) : nil
    if let index = hoverIndex(of: event.device), hovers[index].view !== target?.view {
      endHover(at: index, event.timestamp)
      // The callback may have changed the hierarchy.
      if hits { target = hitTest(event.point, of: event.device) }
    }
    guard let (window, view) = target else { return }
    var event = event
    event.location = window.location(ofPoint: event.point)
    if let index = hoverIndex(of: event.device) {
      event.phase = .moved
      hovers[index].event = event
      view.hoverMoved(event)
    } else {
      event.phase = .began
      hovers.append((view, event))
      view.hoverBegan(event)
    }
  }

  private func hoverIndex(of device: Int) -> Int? {
    hovers.firstIndex { $0.event.device == device }
  }

  /// The frontmost window that contains a point and receives the device, and the view in it.
  private func hitTest(_ point: Point, of device: Int) -> (window: Window, view: View)? {
    for window in windows.reversed() where window.devices?.contains(device) ?? true {
      if let view = window.hitTest(window.location(ofPoint: point), with: nil) {
        return (window, view)
      }
    }
    return nil
  }
}
