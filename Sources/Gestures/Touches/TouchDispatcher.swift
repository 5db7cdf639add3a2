import Contacts
import Timeline

/// Turns contact frames into touches, and brings each to its recognizers and its view.
final class TouchDispatcher {
  private let event = TouchEvent()
  private let arbiter: Arbiter
  private var tapCounter = TapCounter()
  /// The touches of one phase; kept, so that a frame costs no allocation.
  private var phaseTouches = TouchSet()
  private var selected = TouchSet()
  /// Contacts that are down, but whose touch was cancelled or refused; they stay out until they lift.
  private var outcasts: [Contact.ID] = []
  /// Whether the view of each of the event's touches hears of it, by the same index.
  private var reachesView: [Bool] = []

  init(arbiter: Arbiter) {
    self.arbiter = arbiter
  }

  var touches: TouchSet { event.allTouches }
}

// MARK: - Frames

extension TouchDispatcher {
  /// Takes a frame in; new touches land in the frontmost of the windows that is hit.
  func process(_ frame: ContactFrame, judgedPalms palms: [Contact.ID], in windows: [Window]) {
    event.timestamp = frame.time
    event.extraFingers = frame.extraFingers
    event.buttons = frame.buttons
    if event.allTouches.isEmpty { event.usedButtons = [] }
    event.usedButtons.formUnion(frame.buttons)
    event.device = frame.device
    let changes = update(with: frame, palms: palms)
    if changes.cancelled { dispatch(.cancelled) }
    if changes.ended { dispatch(.ended) }
    if changes.cancelled || changes.ended { removeFinished() }
    if changes.moved { dispatch(.moved) }
    if changes.landing { land(frame, palms: palms, in: windows) }
    if !outcasts.isEmpty { forgetLiftedOutcasts(frame) }
    if changes.cancelled || changes.ended { arbiter.settle() }
  }

  /// Cancels all touches; their contacts are not heard of again until they lift.
  func cancelAll(at time: Timestamp) {
    guard !event.allTouches.isEmpty else { return }
    event.timestamp = time
    for index in event.allTouches.indices {
      event.allTouches.touches[index].phase = .cancelled
      event.allTouches.touches[index].timestamp = time
      outcasts.append(event.allTouches[index].id)
    }
    dispatch(.cancelled)
    removeFinished()
    arbiter.settle()
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
    var next = 0
    var known = 0
    for index in event.allTouches.indices {
      let id = event.allTouches[index].id
      while next < frame.contacts.count && frame.contacts[next].id < id { next += 1 }
      let isThere = next < frame.contacts.count && frame.contacts[next].id == id
      if isThere { known += 1 }
      let isPalm = palms.contains(id) || (isThere && frame.contacts[next].tool == .palm)
      if isPalm { event.allTouches.touches[index].kind = .palm }
      if isPalm || frame.cancelled.contains(id)
        || (isThere && Touch.Kind(frame.contacts[next].tool) != event.allTouches[index].kind)
      {
        event.allTouches.touches[index].leave(.cancelled, at: frame.time)
        if isThere { outcasts.append(id) }
        changes.cancelled = true
      } else if !isThere {
        event.allTouches.touches[index].leave(.ended, at: frame.time)
        changes.ended = true
      } else if event.allTouches.touches[index].move(
        to: frame.contacts[next], at: frame.time, in: event.routes[index].window)
      {
        changes.moved = true
      }
    }
    changes.landing = known < frame.contacts.count
    return changes
  }

  private func removeFinished() {
    var kept = 0
    for index in event.allTouches.indices where event.allTouches[index].isDown {
      if kept != index {
        event.allTouches.touches[kept] = event.allTouches[index]
        event.routes[kept] = event.routes[index]
        reachesView[kept] = reachesView[index]
      }
      kept += 1
    }
    let gone = event.allTouches.count - kept
    event.allTouches.touches.removeLast(gone)
    event.routes.removeLast(gone)
    reachesView.removeLast(gone)
    routesChanged()
  }

  private func forgetLiftedOutcasts(_ frame: ContactFrame) {
    outcasts.removeAll { id in !frame.contacts.contains { $0.id == id } }
  }

  private func routesChanged() {
    event.hasOneRoute = event.routes.dropFirst().allSatisfy { $0 === event.routes[0] }
  }
}

// MARK: - Landing

extension TouchDispatcher {
  private func land(_ frame: ContactFrame, palms: [Contact.ID], in windows: [Window]) {
    var landed = false
    for contact in frame.contacts where event.allTouches.first(id: contact.id) == nil {
      guard !outcasts.contains(contact.id) else { continue }
      guard !palms.contains(contact.id), contact.tool != .palm,
        let (window, view, touch) = hit(contact, frame, windows)
      else {
        outcasts.append(contact.id)
        continue
      }
      insert(touch, window: window, view: view)
      landed = true
    }
    guard landed else { return }
    routesChanged()
    dispatch(.began)
    if arbiter.members.contains(where: { $0.downCount == 0 }) { arbiter.settle() }
  }

  private func hit(
    _ contact: Contact, _ frame: ContactFrame, _ windows: [Window]
  ) -> (Window, View, Touch)? {
    let point = contact.point
    for window in windows.reversed() where window.devices?.contains(frame.device) ?? true {
      let location = window.location(ofPoint: point)
      guard let view = window.hitTest(window.clamped(location), with: event) else { continue }
      let down = event.allTouches.count + 1
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
      event.allTouches.touches.firstIndex { $0.id > touch.id } ?? event.allTouches.endIndex
    event.allTouches.touches.insert(touch, at: index)
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
    phaseTouches.removeAll()
    for touch in event.allTouches.touches where touch.phase == phase {
      phaseTouches.touches.append(touch)
    }
    if event.hasOneRoute {
      guard let route = event.routes.first else { return }
      for recognizer in route.recognizers {
        deliver(phaseTouches, phase: phase, to: recognizer)
      }
    } else {
      for (position, route) in event.routes.enumerated() {
        for recognizer in route.recognizers
        where !event.routes[..<position].contains(where: { $0.recognizers.contains(recognizer) }) {
          deliver(
            select(phase) { $0.recognizers.contains(recognizer) }, phase: phase, to: recognizer)
        }
      }
    }
    deliverToViews(phase)
    settlePhases(phase)
  }

  private func deliver(
    _ touches: TouchSet, phase: Touch.Phase, to recognizer: GestureRecognizer
  ) {
    guard !touches.isEmpty else { return }
    if phase == .began {
      arbiter.join(recognizer)
      recognizer.downCount += touches.count
    } else if phase != .moved {
      recognizer.downCount -= touches.count
    }
    guard !recognizer.state.isFinal, recognizer.isEnabled else { return }
    if recognizer.ignoredTouches.isEmpty {
      recognizer.deliver(touches, phase: phase, with: event)
    } else {
      let wanted = touches.touches.filter { !recognizer.ignoredTouches.contains($0.id) }
      if !wanted.isEmpty {
        recognizer.deliver(TouchSet(wanted), phase: phase, with: event)
      }
      if phase == .ended || phase == .cancelled {
        recognizer.ignoredTouches.removeAll { touches.first(id: $0) != nil }
      }
    }
  }

  private func deliverToViews(_ phase: Touch.Phase) {
    for (position, route) in event.routes.enumerated()
    where !event.routes[..<position].contains(where: { $0.view === route.view }) {
      selected.removeAll()
      for (index, other) in event.routes.enumerated()
      where other.view === route.view && reachesView[index]
        && event.allTouches[index].phase == phase
      {
        selected.touches.append(event.allTouches[index])
      }
      if !selected.isEmpty { route.view.deliver(selected, phase: phase, with: event) }
    }
  }

  private func select(_ phase: Touch.Phase, _ isWanted: (TouchRoute) -> Bool) -> TouchSet {
    var result = TouchSet()
    for (index, route) in event.routes.enumerated()
    where isWanted(route) && event.allTouches[index].phase == phase {
      result.touches.append(event.allTouches[index])
    }
    return result
  }

  /// A touch that was told of has nothing new until the next frame.
  private func settlePhases(_ phase: Touch.Phase) {
    guard phase == .began || phase == .moved else { return }
    for index in event.allTouches.indices where event.allTouches[index].phase == phase {
      event.allTouches.touches[index].phase = .stationary
    }
  }
}
