import Contacts
import Timeline

/// Turns contact frames into touches, and brings each to its recognizers and its view.
final class TouchDispatcher {
  /// The windows that touches land in, the frontmost last.
  @exclusivity(unchecked) var windows: [Window] = []
  private let event = TouchEvent()
  private let arbiter: Arbiter
  private var tapCounter = TapCounter()
  /// The touches of one phase; kept, so that a frame costs no allocation.
  @exclusivity(unchecked) private var phaseTouches = TouchSet()
  @exclusivity(unchecked) private var selected = TouchSet()
  /// Contacts that are down, but whose touch was cancelled or refused; they stay out until they lift.
  @exclusivity(unchecked) private var outcasts: [Contact.ID] = []
  /// Whether the view of each of the event's touches hears of it, by the same index.
  @exclusivity(unchecked) private var reachesView: [Bool] = []
  @exclusivity(unchecked) private var allReachViews = true

  init(arbiter: Arbiter) {
    self.arbiter = arbiter
  }

  var touches: TouchSet { event.touches }
}

// MARK: - Frames

extension TouchDispatcher {
  /// Takes a frame in; new touches land in the frontmost of the windows that is hit.
  func process(_ frame: ContactFrame, judgedPalms palms: [Contact.ID]) {
    let used = event.touches.isEmpty ? [] : event.usedButtons
    event.moment = TouchEvent.Moment(
      time: frame.time, extraFingers: frame.extraFingers, buttons: frame.buttons,
      usedButtons: used.union(frame.buttons), device: frame.device)
    let changes = update(with: frame, palms: palms)
    if changes.cancelled { dispatch(.cancelled) }
    if changes.ended { dispatch(.ended) }
    let isContinued = changes.ended && changes.landing && continuesLiftedTouch(frame)
    if changes.cancelled || changes.ended { removeFinished() }
    if (changes.cancelled || changes.ended) && !isContinued {
      // Before anything lands: who is done with the touches that left is free for the new ones.
      arbiter.settle()
      if event.touches.isEmpty { event.moment.usedButtons = frame.buttons }
    }
    if changes.moved { dispatch(.moved) }
    if changes.landing { land(frame, palms: palms, continuesGesture: isContinued) }
    if !outcasts.isEmpty { forgetLiftedOutcasts(frame) }
    if isContinued { arbiter.settle() }
  }

  /// Cancels all touches; their contacts are not heard of again until they lift.
  func cancelAll(at time: Timestamp) {
    guard !event.touches.isEmpty else { return }
    event.moment.time = time
    for index in event.touches.indices {
      event.touches.touches[index].phase = .cancelled
      event.touches.touches[index].timestamp = time
      outcasts.append(event.touches[index].id)
    }
    dispatch(.cancelled)
    removeFinished()
    arbiter.settle()
  }

  /// What comes next belongs to another trace.
  func forget() {
    outcasts.removeAll()
    tapCounter = TapCounter()
  }

  /// Keeps the contacts of a frame out until they lift.
  func castOut(_ frame: ContactFrame) {
    for contact in frame.contacts where !outcasts.contains(contact.id) {
      outcasts.append(contact.id)
    }
    forgetLiftedOutcasts(frame)
  }

  private struct Changes {
    var cancelled = false
    var ended = false
    var moved = false
    var landing = false
  }

  /// Gives each touch its phase and place. Touches and contacts both stand by ascending id.
  private func update(with frame: ContactFrame, palms: [Contact.ID]) -> Changes {
    var changes = Changes()
    // Taken out and put back: nobody else sees the touches while they change.
    var touches = TouchSet()
    swap(&touches, &event.touches)
    defer { swap(&touches, &event.touches) }
    var next = 0
    var known = 0
    for index in touches.indices {
      let id = touches[index].id
      while next < frame.contacts.count && frame.contacts[next].id < id { next += 1 }
      let isThere = next < frame.contacts.count && frame.contacts[next].id == id
      if isThere { known += 1 }
      let isPalm = palms.contains(id) || (isThere && frame.contacts[next].tool == .palm)
      if isPalm { touches.touches[index].kind = .palm }
      if isPalm || frame.cancelled.contains(id)
        || (isThere && Touch.Kind(frame.contacts[next].tool) != touches[index].kind)
      {
        touches.touches[index].leave(.cancelled, at: frame.time)
        if isThere { outcasts.append(id) }
        changes.cancelled = true
      } else if !isThere {
        touches.touches[index].leave(.ended, at: frame.time)
        changes.ended = true
      } else if touches.touches[index].move(
        to: frame.contacts[next], at: frame.time, in: event.routes[index].window)
      {
        changes.moved = true
      }
    }
    changes.landing = known < frame.contacts.count
    return changes
  }

  /// Whether a contact takes the place of a touch that ends in the same frame: a finger that got a
  /// new id in mid-flight, which begins no gesture of its own.
  private func continuesLiftedTouch(_ frame: ContactFrame) -> Bool {
    event.touches.contains { touch in
      touch.phase == .ended
        && frame.contacts.contains { contact in
          event.touches.first(id: contact.id) == nil
            && contact.point.distance(to: touch.point) <= HandMotion.rejoinDistance
        }
    }
  }

  private func removeFinished() {
    var kept = 0
    for index in event.touches.indices where event.touches[index].isDown {
      if kept != index {
        event.touches.touches[kept] = event.touches[index]
        event.routes[kept] = event.routes[index]
        reachesView[kept] = reachesView[index]
      }
      kept += 1
    }
    let gone = event.touches.count - kept
    event.touches.touches.removeLast(gone)
    event.routes.removeLast(gone)
    reachesView.removeLast(gone)
    routesChanged()
  }

  private func forgetLiftedOutcasts(_ frame: ContactFrame) {
    outcasts.removeAll { id in !frame.contacts.contains { $0.id == id } }
  }

  private func routesChanged() {
    event.hasOneRoute = event.routes.dropFirst().allSatisfy { $0 === event.routes[0] }
    allReachViews = !reachesView.contains(false)
  }
}

// MARK: - Landing

extension TouchDispatcher {
  private func land(_ frame: ContactFrame, palms: [Contact.ID], continuesGesture: Bool) {
    var landed = false
    for contact in frame.contacts where event.touches.first(id: contact.id) == nil {
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
        id: contact.id, phase: .began, kind: Touch.Kind(contact.tool), timestamp: frame.time,
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

// MARK: - Delivery

extension TouchDispatcher {
  /// Brings the touches of a phase to the recognizers, then to the views.
  private func dispatch(_ phase: Touch.Phase) {
    if event.hasOneRoute {
      dispatchTogether(phase)
    } else {
      dispatchSeparately(phase)
    }
    if phase == .began || phase == .moved { event.touches.settle(phase) }
  }

  /// The way of most frames: all touches are in one view.
  private func dispatchTogether(_ phase: Touch.Phase) {
    guard let route = event.routes.first else { return }
    let touches = touches(in: phase)
    if phase == .moved {
      for recognizer in route.listeners(arbiter) {
        deliver(touches, phase: phase, to: recognizer)
      }
    } else {
      for recognizer in route.recognizers { deliver(touches, phase: phase, to: recognizer) }
    }
    if allReachViews {
      if !touches.isEmpty { route.view.deliver(touches, phase: phase, with: event) }
    } else {
      deliverToViews(phase)
    }
  }

  /// The touches of a phase; mostly they are all in it, and need not be copied.
  private func touches(in phase: Touch.Phase) -> TouchSet {
    let all = event.touches
    if all.touches.allSatisfy({ $0.phase == phase }) { return all }
    phaseTouches.select(phase, of: all)
    return phaseTouches
  }

  private func dispatchSeparately(_ phase: Touch.Phase) {
    for (position, route) in event.routes.enumerated() {
      for recognizer in route.recognizers
      where !event.routes[..<position].contains(where: { $0.recognizers.contains(recognizer) }) {
        deliver(
          select(phase) { $0.recognizers.contains(recognizer) }, phase: phase, to: recognizer)
      }
    }
    deliverToViews(phase)
  }

  private func deliver(
    _ touches: TouchSet, phase: Touch.Phase, to recognizer: GestureRecognizer
  ) {
    guard !touches.isEmpty else { return }
    if phase == .began {
      arbiter.admit(touches, to: recognizer)
    } else if phase != .moved {
      recognizer.downCount -= touches.count
    }
    // One that is switched off has failed or was cancelled by that.
    guard !recognizer.state.isFinal else { return }
    if recognizer.currentlyIgnored.isEmpty {
      recognizer.deliver(touches, phase: phase, with: event)
    } else {
      let wanted = touches.touches.filter { !recognizer.currentlyIgnored.contains($0.id) }
      if !wanted.isEmpty {
        recognizer.deliver(TouchSet(wanted), phase: phase, with: event)
      }
      if phase == .ended || phase == .cancelled {
        recognizer.currentlyIgnored = recognizer.currentlyIgnored.filter {
          touches.first(id: $0) == nil
        }
      }
    }
  }

  private func deliverToViews(_ phase: Touch.Phase) {
    for (position, route) in event.routes.enumerated()
    where !event.routes[..<position].contains(where: { $0.view === route.view }) {
      selected.removeAll()
      for (index, other) in event.routes.enumerated()
      where other.view === route.view && reachesView[index]
        && event.touches[index].phase == phase
      {
        selected.touches.append(event.touches[index])
      }
      if !selected.isEmpty { route.view.deliver(selected, phase: phase, with: event) }
    }
  }

  private func select(_ phase: Touch.Phase, _ isWanted: (TouchRoute) -> Bool) -> TouchSet {
    var result = TouchSet()
    for (index, route) in event.routes.enumerated()
    where isWanted(route) && event.touches[index].phase == phase {
      result.touches.append(event.touches[index])
    }
    return result
  }
}
