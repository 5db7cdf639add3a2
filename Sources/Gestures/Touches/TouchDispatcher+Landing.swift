import Contacts
import Timeline

/// Where new contacts go.
extension TouchDispatcher {
  func land(_ frame: ContactFrame, palms: [Contact.ID], continuesGesture: Bool) {
    var landed = false
    for contact in frame.contacts where event.touches.first(id: contact.id &+ idOffset) == nil {
      guard !outcasts.contains(contact.id) else { continue }
      guard !palms.contains(contact.id), contact.tool != .palm,
        let (window, view, touch) = hit(contact, frame)
      else {
        outcasts.append(contact.id)
        continue
      }
      insert(touch, window: window, view: view)
      landed = true
    }
    guard landed else { return }
    routesChanged()
    // One that was prevented without a touch of its own is free for the new ones.
    if !continuesGesture && arbiter.hasIdleMember { arbiter.settle() }
    dispatch(.began)
    if arbiter.hasIdleMember { arbiter.settle() }
  }

  private func hit(
    _ contact: Contact, _ frame: ContactFrame
  ) -> (Window, View, Touch)? {
    let point = contact.point
    for window in windows.reversed() where window.devices?.contains(frame.device) ?? true {
      let location = window.location(ofPoint: point)
      guard let view = window.hitTest(window.clamped(location), with: event) else { continue }
      let down = event.touches.count + 1
      let touch = Touch(
        id: contact.id &+ idOffset, phase: .began, kind: Touch.Kind(contact.tool),
        timestamp: frame.time,
        location: location, point: point,
        tapCount: tapCounter.count(landingAt: point, time: frame.time, touchesDown: down),
        pressure: contact.pressure, isResumed: contact.isResumed)
      return (window, view, touch)
    }
    return nil
  }

  private func insert(_ touch: Touch, window: Window, view: View) {
    let reaches = viewTakes(another: view)
    let route = route(for: touch, window: window, view: view)
    // A known contact that comes back after an interruption can have a lower id than others.
    let index =
      event.touches.touches.firstIndex { $0.id > touch.id } ?? event.touches.endIndex
    event.touches.touches.insert(touch, at: index)
    event.routes.insert(route, at: index)
    reachesView.insert(reaches, at: index)
  }

  /// Whether a view hears of one more touch.
  private func viewTakes(another view: View) -> Bool {
    for (index, route) in event.routes.enumerated() where reachesView[index] {
      if route.view === view {
        if !view.isMultipleTouchEnabled { return false }
      } else if route.view.isExclusiveTouch || view.isExclusiveTouch {
        return false
      }
    }
    return true
  }

  /// The recognizers of the view and of those above it; a route that serves already is shared.
  private func route(for touch: Touch, window: Window, view: View) -> TouchRoute {
    var recognizers: [GestureRecognizer] = []
    var current: View? = view
    while let owner = current {
      for recognizer in owner.gestureRecognizers where recognizer.isEnabled {
        if recognizer.delegate?.recognizer(recognizer, shouldReceive: touch) ?? true {
          recognizers.append(recognizer)
        }
      }
      current = owner.superview
    }
    for route in event.routes where route.view === view && route.recognizers == recognizers {
      return route
    }
    return TouchRoute(window: window, view: view, recognizers: recognizers)
  }
}
