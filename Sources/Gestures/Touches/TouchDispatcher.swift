import Contacts
import Timeline

/// Turns one device's contact frames into touches, and brings each to its recognizers and its view.
final class TouchDispatcher {
  let device: Int
  /// Tells the device's palms from fingers.
  @exclusivity(unchecked) var palmFilter: PalmFilter?
  /// The contacts of the current frame that are palms.
  @exclusivity(unchecked) private(set) var palms: [Contact.ID] = []
  /// Whether the device's last frame told of an interruption.
  @exclusivity(unchecked) var wasInterrupted = false
  /// The windows that touches land in, the frontmost last.
  @exclusivity(unchecked) var windows: [Window] = []
  let event = TouchEvent()
  let arbiter: Arbiter
  @exclusivity(unchecked) var tapCounter = TapCounter()
  /// The touches of one phase; kept, so that a frame costs no allocation.
  @exclusivity(unchecked) var phaseTouches = TouchSet()
  /// Contacts that are down, but whose touch was cancelled or refused; they stay out until they lift.
  @exclusivity(unchecked) var outcasts: [Contact.ID] = []
  /// Recognizers that may take a touch, and that do; kept, so that a landing costs less.
  @exclusivity(unchecked) var candidates: [GestureRecognizer] = []
  @exclusivity(unchecked) var wanting: [GestureRecognizer] = []
  /// Brings the touches to the views.
  let views: ViewDelivery

  init(device: Int, arbiter: Arbiter) {
    self.device = device
    self.arbiter = arbiter
    views = ViewDelivery(event: event)
    arbiter.viewDeliveries.append(views)
  }

  /// What touches' ids have more than contacts': devices count for themselves, and recognizers
  /// that see the touches of several must not take one for another.
  var idOffset: Touch.ID { device << 32 }

  var touches: TouchSet { event.touches }
}

// MARK: - Frames

extension TouchDispatcher {
  /// Takes a frame in; new touches land in the frontmost of the windows that is hit.
  func process(_ frame: ContactFrame) {
    if judgeIsPalm(frame) { arbiter.abandonAll(of: device, at: frame.time) }
    let used = event.touches.isEmpty ? [] : event.usedButtons
    event.moment = TouchEvent.Moment(
      time: frame.time, extraFingers: frame.extraFingers, buttons: frame.buttons,
      usedButtons: used.union(frame.buttons), device: frame.device)
    let changes = update(with: frame)
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
    if changes.landing { land(frame, continuesGesture: isContinued) }
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
      outcasts.append(event.touches[index].id &- idOffset)
    }
    dispatch(.cancelled)
    removeFinished()
    arbiter.settle()
  }

  /// What comes next belongs to another trace.
  func forget() {
    outcasts.removeAll()
    tapCounter = TapCounter()
    palmFilter?.reset()
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

  /// True if the frame shows that a palm is there.
  private func judgeIsPalm(_ frame: ContactFrame) -> Bool {
    guard palmFilter != nil else {
      if !palms.isEmpty { palms = [] }
      return false
    }
    let foundPalm = palmFilter?.judge(frame) == true
    if palmFilter?.palms.isEmpty == false || !palms.isEmpty { palms = palmFilter?.palms ?? [] }
    return foundPalm
  }

  /// Gives each touch its phase and place. Touches and contacts both stand by ascending id.
  private func update(with frame: ContactFrame) -> Changes {
    var changes = Changes()
    // Taken out and put back: nobody else sees the touches while they change.
    var touches = TouchSet()
    swap(&touches, &event.touches)
    defer { swap(&touches, &event.touches) }
    var next = 0
    var known = 0
    var places = touches.touches.mutableSpan
    let contacts = frame.contacts.span
    for index in places.indices {
      let id = places[index].id &- idOffset
      while next < contacts.count && contacts[next].id < id { next += 1 }
      let isThere = next < contacts.count && contacts[next].id == id
      if isThere { known += 1 }
      let isPalm = !palms.isEmpty && palms.contains(id)
      let isTaken = isPalm || (!frame.cancelled.isEmpty && frame.cancelled.contains(id))
      if isThere && !isTaken && Touch.Kind(contacts[next].tool) == places[index].kind {
        // The event holds the route, and the route its window.
        let window = Unmanaged.passUnretained(event.routes[index].window)
        if places[index].move(to: contacts[next], at: frame.time, in: window) {
          changes.moved = true
        }
      } else if isThere || isTaken {
        if isPalm || (isThere && contacts[next].tool == .palm) { places[index].kind = .palm }
        places[index].leave(.cancelled, at: frame.time)
        if isThere { outcasts.append(id) }
        changes.cancelled = true
      } else {
        places[index].leave(.ended, at: frame.time)
        changes.ended = true
      }
    }
    changes.landing = known < contacts.count
    return changes
  }

  /// Whether a contact takes the place of a touch that ends in the same frame: a finger that got a
  /// new id in mid-flight, which begins no gesture of its own.
  private func continuesLiftedTouch(_ frame: ContactFrame) -> Bool {
    event.touches.contains { touch in
      touch.phase == .ended
        && frame.contacts.contains { contact in
          event.touches.first(id: contact.id &+ idOffset) == nil
            && contact.point.distance(to: touch.point) <= HandMotion.rejoinDistance
        }
    }
  }

  private func removeFinished() {
    var kept = 0
    for index in event.touches.indices {
      guard event.touches[index].isDown else {
        stopIgnoring(event.touches[index].id, in: event.routes[index])
        continue
      }
      if kept != index {
        event.touches.touches[kept] = event.touches[index]
        event.routes[kept] = event.routes[index]
        views.move(index, to: kept)
      }
      kept += 1
    }
    let gone = event.touches.count - kept
    event.touches.touches.removeLast(gone)
    event.routes.removeLast(gone)
    views.removeLast(gone)
    routesChanged()
  }

  /// An ignored touch is ignored until it has left.
  private func stopIgnoring(_ id: Touch.ID, in route: TouchRoute) {
    for recognizer in route.recognizers where !recognizer.currentlyIgnored.isEmpty {
      recognizer.currentlyIgnored.removeAll { $0 == id }
    }
  }

  private func forgetLiftedOutcasts(_ frame: ContactFrame) {
    outcasts.removeAll { id in !frame.contacts.contains { $0.id == id } }
  }

  func routesChanged() {
    event.hasOneRoute = event.routes.dropFirst().allSatisfy { $0 === event.routes[0] }
  }
}
