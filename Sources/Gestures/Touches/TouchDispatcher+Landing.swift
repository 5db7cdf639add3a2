import Contacts
import Timeline

/// Where new contacts go.
extension TouchDispatcher {
  func land(_ frame: ContactFrame, continuesGesture: Bool) {
    let known = event.touches.count
    for contact in frame.contacts where event.touches.first(id: contact.id &+ idOffset) == nil {
      guard !outcasts.contains(contact.id) else { continue }
      guard !palms.contains(contact.id), contact.tool != .palm,
        let (window, view, touch) = hit(contact, frame)
      else {
        outcasts.append(contact.id)
        continue
      }
      insert(touch, window: window, view: view)
    }
    guard event.touches.count > known else { return }
    askWhoReceives()
    routesChanged()
    if !continuesGesture && arbiter.hasWaitingMember { endSeries() }
    // One that was prevented without a touch of its own is free for the new ones.
    if !continuesGesture && arbiter.hasIdleMember { arbiter.settle() }
    dispatch(.began)
    if arbiter.hasIdleMember { arbiter.settle() }
  }

  /// A series that the new touches can't go on with is over for those that wait for its failure.
  private func endSeries() {
    let landing = event.touches.touches.filter { $0.phase == .began }
    let waiting = arbiter.members.filter { $0.waiting != nil }
    // They waited with other touches: when they act, views don't lose these.
    for recognizer in waiting {
      for touch in landing { recognizer.ignore(touch) }
    }
    defer {
      for recognizer in waiting {
        recognizer.currentlyIgnored.removeAll { id in landing.contains { $0.id == id } }
      }
    }
    for recognizer in arbiter.awaitedSeries {
      let landing = select(.began) { $0.recognizers.contains(recognizer) }
      guard !landing.isEmpty,
        let reason = recognizer.reasonAgainstContinuing(with: landing, at: event.timestamp)
      else { continue }
      arbiter.fail(recognizer, reason)
    }
  }

  /// The frontmost window that the place is in; one beside all of them goes to the frontmost.
  private func hit(
    _ contact: Contact, _ frame: ContactFrame
  ) -> (Window, View, Touch)? {
    for window in windows.reversed() where takes(frame.device, window) {
      let location = window.location(ofPoint: contact.point)
      if window.clamped(location) == location, let view = window.hitTest(location, with: event) {
        return (window, view, touch(contact, at: location, frame))
      }
    }
    for window in windows.reversed() where takes(frame.device, window) {
      let location = window.location(ofPoint: contact.point)
      if let view = window.hitTest(window.clamped(location), with: event) {
        return (window, view, touch(contact, at: location, frame))
      }
    }
    return nil
  }

  private func takes(_ device: Int, _ window: Window) -> Bool {
    window.devices?.contains(device) ?? true
  }

  private func touch(_ contact: Contact, at location: Point, _ frame: ContactFrame) -> Touch {
    let down = event.touches.count + 1
    return Touch(
      id: contact.id &+ idOffset, phase: .began, kind: Touch.Kind(contact.tool),
      timestamp: frame.time, location: location, point: contact.point,
      tapCount: tapCounter.count(landingAt: contact.point, time: frame.time, touchesDown: down),
      pressure: contact.pressure, isResumed: contact.isResumed)
  }

  private func insert(_ touch: Touch, window: Window, view: View) {
    let isBusy = views.isBusy(view)
    gatherCandidates(for: touch, in: view)
    let route = route(to: view, in: window, recognizers: candidates)
    candidates.removeAll(keepingCapacity: true)
    // A known contact that comes back after an interruption can have a lower id than others.
    let index =
      event.touches.touches.firstIndex { $0.id > touch.id } ?? event.touches.endIndex
    event.touches.touches.insert(touch, at: index)
    event.routes.insert(route, at: index)
    views.insert(at: index, reaches: !isBusy)
  }

  /// The recognizers of the view and of those above it that may take a touch.
  private func gatherCandidates(for touch: Touch, in view: View) {
    var current: View? = view
    while let owner = current {
      for recognizer in owner.gestureRecognizers
      where recognizer.isEnabled && recognizer.takes(touch.kind) {
        candidates.append(recognizer)
      }
      current = owner.superview
    }
  }

  /// A route that serves already is shared.
  private func route(
    to view: View, in window: Window, recognizers: [GestureRecognizer]
  ) -> TouchRoute {
    for route in event.routes where route.view === view && route.recognizers == recognizers {
      return route
    }
    return TouchRoute(window: window, view: view, recognizers: recognizers)
  }
}

// MARK: - Asking

extension TouchDispatcher {
  /// Asks the recognizers and their delegates first about the event, then about each touch that lands.
  private func askWhoReceives() {
    for index in event.touches.indices where event.touches[index].phase == .began {
      for recognizer in event.routes[index].recognizers { recognizer.receivesLanding = nil }
    }
    for index in event.touches.indices where event.touches[index].phase == .began {
      for recognizer in event.routes[index].recognizers { recognizer.ask(event) }
    }
    for index in event.touches.indices where event.touches[index].phase == .began {
      let route = event.routes[index]
      let touch = event.touches[index]
      wanting.removeAll(keepingCapacity: true)
      for recognizer in route.recognizers where recognizer.receives(touch) {
        wanting.append(recognizer)
      }
      if wanting.count < route.recognizers.count {
        event.routes[index] = self.route(to: route.view, in: route.window, recognizers: wanting)
      }
    }
    wanting.removeAll(keepingCapacity: true)
  }
}

extension GestureRecognizer {
  /// Whether touches of a kind are taken, in this attempt.
  fileprivate func takes(_ kind: Touch.Kind) -> Bool {
    guard allowedKindBits & kind.bit != 0 else { return false }
    return !requiresExclusiveTouchKind || touchKind == nil || touchKind == kind
  }

  /// Asks about an event, once for all of its landings.
  fileprivate func ask(_ event: TouchEvent) {
    guard receivesLanding == nil else { return }
    receivesLanding =
      shouldReceive(event) && delegate?.recognizer(self, shouldReceive: event) ?? true
  }

  fileprivate func receives(_ touch: Touch) -> Bool {
    // What was ignored under this number, and never lifted here, was another touch.
    if !currentlyIgnored.isEmpty { currentlyIgnored.removeAll { $0 == touch.id } }
    // Of two kinds that land together, the first one counts.
    guard receivesLanding ?? true, takes(touch.kind),
      delegate?.recognizer(self, shouldReceive: touch) ?? true
    else { return false }
    if touchKind == nil { touchKind = touch.kind }
    return true
  }
}
