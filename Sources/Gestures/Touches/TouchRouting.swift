import Contacts
import Timeline

/// The view and the recognizers that receive a touch, decided once, when the touch begins.
final class TouchRoute {
  /// The deepest view under the touch when it began; the touch keeps it until it ends.
  let view: View
  let window: Window
  /// The recognizers of that view and of its superviews, nearest first.
  let recognizers: [GestureRecognizer]
  /// The recognizers whose attempt is in progress, as of ``Arbiter/completedAttempts``.
  @exclusivity(unchecked) private var active: [Unmanaged<GestureRecognizer>] = []
  @exclusivity(unchecked) private var completedAttempts = -1

  init(window: Window, view: View, recognizers: [GestureRecognizer]) {
    self.window = window
    self.view = view
    self.recognizers = recognizers
  }

  /// Finds out which recognizers receive movements.
  func updateActiveRecognizers(_ arbiter: Arbiter) {
    guard completedAttempts != arbiter.completedAttempts else { return }
    completedAttempts = arbiter.completedAttempts
    active.removeAll(keepingCapacity: true)
    active.reserveCapacity(recognizers.count)
    for recognizer in recognizers where !recognizer.state.isFinal {
      active.append(.passUnretained(recognizer))
    }
  }

  var activeCount: Int { active.count }

  /// Passes an active recognizer to a closure without retaining it; ``recognizers`` holds it.
  @inline(__always)
  func withActiveRecognizer(_ index: Int, _ body: (GestureRecognizer) -> Void) {
    active[index]._withUnsafeGuaranteedRef(body)
  }
}

// MARK: - Hit testing

extension TouchDispatcher {
  /// Makes touches of new contacts and delivers their first phase.
  ///
  /// - Parameter continuesGesture: Whether a new contact replaces one that ended in the same frame.
  func beginTouches(_ frame: ContactFrame, continuesGesture: Bool) {
    let known = event.touches.count
    for contact in frame.contacts where event.touches.first(id: contact.id &+ idOffset) == nil {
      guard !excluded.contains(contact.id) else { continue }
      guard !palms.contains(contact.id), contact.tool != .palm,
        let (window, view, touch) = hitTest(contact, frame)
      else {
        excluded.append(contact.id)
        continue
      }
      insert(touch, window: window, view: view)
    }
    guard event.touches.count > known else { return }
    removeRecognizersThatRefuse()
    event.updateHasOneRoute()
    if !continuesGesture && arbiter.hasWaitingMember { endSeries() }
    // A recognizer that was prevented while it had no touch can use the new ones.
    if !continuesGesture && arbiter.hasIdleMember { arbiter.settle() }
    dispatch(.began)
    if arbiter.hasIdleMember { arbiter.settle() }
  }

  /// The frontmost window that contains the contact, or else the frontmost one, and the view in it.
  private func hitTest(
    _ contact: Contact, _ frame: ContactFrame
  ) -> (Window, View, Touch)? {
    for window in windows.reversed() where window.accepts(frame.device) {
      let location = window.location(ofPoint: contact.point)
      if window.clamped(location) == location, let view = window.hitTest(location, with: event) {
        return (window, view, touch(contact, at: location, frame))
      }
    }
    for window in windows.reversed() where window.accepts(frame.device) {
      let location = window.location(ofPoint: contact.point)
      if let view = window.hitTest(window.clamped(location), with: event) {
        return (window, view, touch(contact, at: location, frame))
      }
    }
    return nil
  }

  private func touch(_ contact: Contact, at location: Point, _ frame: ContactFrame) -> Touch {
    let down = event.touches.count + 1
    return Touch(
      id: contact.id &+ idOffset, phase: .began, kind: Touch.Kind(contact.tool),
      timestamp: frame.time, location: location, point: contact.point,
      tapCount: tapCounter.count(touchDownAt: contact.point, time: frame.time, touchesDown: down),
      pressure: contact.pressure, isResumed: contact.isResumed)
  }

  private func insert(_ touch: Touch, window: Window, view: View) {
    let isBusy = views.isBusy(view)
    gatherCandidates(for: touch, in: view)
    let route = route(to: view, in: window, recognizers: candidates)
    candidates.removeAll(keepingCapacity: true)
    // A known contact that returns after an interruption can have a lower id than others.
    let index =
      event.touches.touches.firstIndex { $0.id > touch.id } ?? event.touches.endIndex
    event.touches.touches.insert(touch, at: index)
    event.routes.insert(route, at: index)
    views.insert(at: index, reaches: !isBusy)
  }

  /// Collects the recognizers of the view and its superviews that may receive a touch.
  private func gatherCandidates(for touch: Touch, in view: View) {
    var current: View? = view
    while let owner = current {
      for recognizer in owner.gestureRecognizers
      where recognizer.isEnabled && recognizer.accepts(touch.kind) {
        candidates.append(recognizer)
      }
      current = owner.superview
    }
  }

  /// A route to the view, shared with other touches if possible.
  private func route(
    to view: View, in window: Window, recognizers: [GestureRecognizer]
  ) -> TouchRoute {
    for route in event.routes where route.view === view && route.recognizers == recognizers {
      return route
    }
    return TouchRoute(window: window, view: view, recognizers: recognizers)
  }

  /// Fails the series, such as a first tap of two, that the new touches can't continue and for which
  /// other recognizers wait.
  private func endSeries() {
    let newTouches = event.touches.touches.filter { $0.phase == .began }
    let waiting = arbiter.members.filter { $0.waiting != nil }
    // The waiting recognizers watched other touches: when they act, views keep the new ones.
    for recognizer in waiting {
      for touch in newTouches { recognizer.ignore(touch) }
    }
    defer {
      for recognizer in waiting {
        recognizer.currentlyIgnored.removeAll { id in newTouches.contains { $0.id == id } }
      }
    }
    for recognizer in arbiter.awaitedSeries {
      let newTouches = select(.began) { $0.recognizers.contains(recognizer) }
      guard !newTouches.isEmpty,
        let reason = recognizer.reasonAgainstContinuing(with: newTouches, at: event.timestamp)
      else { continue }
      arbiter.fail(recognizer, reason)
    }
  }
}

// MARK: - Recognizers that refuse touches

extension TouchDispatcher {
  /// Asks recognizers and their delegates first about the event, then about each new touch.
  private func removeRecognizersThatRefuse() {
    for index in event.touches.indices where event.touches[index].phase == .began {
      for recognizer in event.routes[index].recognizers { recognizer.receivesNewTouches = nil }
    }
    for index in event.touches.indices where event.touches[index].phase == .began {
      for recognizer in event.routes[index].recognizers { recognizer.ask(event) }
    }
    for index in event.touches.indices where event.touches[index].phase == .began {
      let route = event.routes[index]
      let touch = event.touches[index]
      receiving.removeAll(keepingCapacity: true)
      for recognizer in route.recognizers where recognizer.receives(touch) {
        receiving.append(recognizer)
      }
      if receiving.count < route.recognizers.count {
        event.routes[index] = self.route(to: route.view, in: route.window, recognizers: receiving)
      }
    }
    receiving.removeAll(keepingCapacity: true)
  }
}

extension GestureRecognizer {
  /// Whether the attempt accepts touches of a kind.
  fileprivate func accepts(_ kind: Touch.Kind) -> Bool {
    guard allowedKindBits & kind.bit != 0 else { return false }
    return !requiresExclusiveTouchKind || touchKind == nil || touchKind == kind
  }

  /// Asks about an event once, for all of its new touches.
  fileprivate func ask(_ event: TouchEvent) {
    guard receivesNewTouches == nil else { return }
    receivesNewTouches =
      shouldReceive(event) && delegate?.recognizer(self, shouldReceive: event) ?? true
  }

  fileprivate func receives(_ touch: Touch) -> Bool {
    // A touch that was ignored under this id, and whose end did not arrive here, was another one.
    if !currentlyIgnored.isEmpty { currentlyIgnored.removeAll { $0 == touch.id } }
    // Of two kinds that begin together, the first one counts.
    guard receivesNewTouches ?? true, accepts(touch.kind),
      delegate?.recognizer(self, shouldReceive: touch) ?? true
    else { return false }
    if touchKind == nil { touchKind = touch.kind }
    return true
  }
}

extension Window {
  fileprivate func accepts(_ device: Int) -> Bool { devices?.contains(device) ?? true }
}
