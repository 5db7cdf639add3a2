/// Turns one device's contact frames into touches, and delivers them to recognizers and views.
final class TouchDispatcher {
  let device: Int
  @exclusivity(unchecked) var palmFilter: PalmFilter?
  /// The contacts of the current frame that are palms.
  @exclusivity(unchecked) private(set) var palms: [Contact.ID] = []
  // Not retained, since the application owns the dispatcher.
  private unowned(unsafe) let application: Application
  /// Whether the device's last frame reported an interruption.
  @exclusivity(unchecked) var wasInterrupted = false

  let event = TouchEvent()
  let arbiter: Arbiter
  @exclusivity(unchecked) var tapCounter: TapCounter
  /// Contacts whose touch was cancelled or refused; they have no touch until they end.
  @exclusivity(unchecked) var excluded: [Contact.ID] = []
  let views: ViewDelivery

  // The arrays are reused, so that a frame allocates nothing.
  @exclusivity(unchecked) private var phaseTouches = TouchSet()
  /// The recognizers that may receive a new touch.
  @exclusivity(unchecked) var candidates: [GestureRecognizer] = []
  /// The priorities of the candidates, by the same index.
  @exclusivity(unchecked) var priorities: [Int] = []
  /// The recognizers of all routes, if there are several, in the order of delivery.
  @exclusivity(unchecked) private var recognizersInOrder: [GestureRecognizer] = []

  init(device: Int, application: Application) {
    self.device = device
    self.application = application
    arbiter = application.arbiter
    palmFilter = application.palmFilter
    tapCounter = application.tapCounter
    views = ViewDelivery(event: event, arbiter: arbiter)
  }

  /// The difference between ids of touches and of contacts, which each device counts for itself.
  var idOffset: Touch.ID { device << 32 }

  var touches: TouchSet { event.touches }
  /// The windows that touches can hit, frontmost last.
  var windows: [Window] { application.windows }

  // MARK: Frames

  /// Processes the next frame of an active application.
  func process(_ frame: ContactFrame) {
    if detectPalm(frame) {
      arbiter.abandonAll(of: device, because: event.newPalms.first?.reason, at: frame.time)
    }
    let used = event.touches.isEmpty ? [] : event.usedButtons
    event.moment = TouchEvent.Moment(
      time: frame.time, extraFingers: min(max(frame.extraFingers, 0), 1000), buttons: frame.buttons,
      usedButtons: used.union(frame.buttons), device: frame.device)
    let changes = update(with: frame)
    if changes.cancelled { dispatch(.cancelled) }
    if changes.ended { dispatch(.ended) }
    let isContinued = changes.ended && changes.began && continuesEndedTouch(frame)
    if changes.cancelled || changes.ended { removeFinished() }
    if (changes.cancelled || changes.ended) && !isContinued {
      // The settling comes before new touches: a recognizer whose touches have all ended can use
      // the new ones.
      arbiter.settle()
      if event.touches.isEmpty { event.moment.usedButtons = frame.buttons }
    }
    if changes.moved { dispatch(.moved) }
    if changes.began { beginTouches(frame, continuesGesture: isContinued) }
    if !excluded.isEmpty { forgetEndedContacts(frame) }
    if isContinued { arbiter.settle() }
  }

  /// Cancels all touches; their contacts have no touch until they end.
  func cancelAll(at time: Timestamp) {
    guard !event.touches.isEmpty else { return }
    event.moment.time = time
    for index in event.touches.indices {
      event.touches.touches[index].finish(.cancelled, at: time)
      excluded.append(event.touches[index].id &- idOffset)
    }
    dispatch(.cancelled)
    removeFinished()
    arbiter.settle()
  }

  func finish() {
    excluded.removeAll()
    tapCounter.reset()
    palmFilter?.reset()
    wasInterrupted = false
    event.histories.removeAll()
  }

  func exclude(_ frame: ContactFrame) {
    for contact in frame.contacts where !excluded.contains(contact.id) {
      excluded.append(contact.id)
    }
    forgetEndedContacts(frame)
  }

  private func forgetEndedContacts(_ frame: ContactFrame) {
    excluded.removeAll { id in !frame.contacts.contains { $0.id == id } }
  }

  private func detectPalm(_ frame: ContactFrame) -> Bool {
    if !event.newPalms.isEmpty { event.newPalms = [] }
    // Comparing the filter with nil would copy it.
    guard let foundPalm = palmFilter?.judge(frame) else {
      if !palms.isEmpty { palms = [] }
      return false
    }
    if palmFilter?.palms.isEmpty == false || !palms.isEmpty {
      palms = palmFilter?.palms ?? []
      for palm in palmFilter?.newPalms ?? [] { report(palm) }
    }
    return foundPalm
  }

  /// Stores the reason for the recognizers that lose the touch, and reports the palm.
  func report(_ palm: Palm) {
    event.newPalms.append(palm)
    application.palmObserver?(palm)
  }

  /// Reports a contact that the device calls a palm.
  func reportPalm(_ contact: Contact, at time: Timestamp) {
    guard contact.tool == .palm, !palms.contains(contact.id) else { return }
    report(
      Palm(
        contact: contact, device: device,
        reason: FailureReason(.palm, touch: contact.id &+ idOffset, time: time)))
  }

  /// Whether a frame shows a palm after an earlier frame that was not judged, so that it can't be
  /// left out.
  func showsPalm(_ frame: ContactFrame, after earlier: ContactFrame?) -> Bool {
    guard var filter = palmFilter else { return false }
    if let earlier, earlier.device == device { filter.judge(earlier) }
    filter.judge(frame)
    return !filter.palms.isEmpty
  }

  private struct Changes {
    var cancelled = false
    var ended = false
    var moved = false
    var began = false
  }

  /// Sets each touch's phase and position; touches and contacts are both sorted by id.
  private func update(with frame: ContactFrame) -> Changes {
    var changes = Changes()
    // The touches are swapped out, so that they are uniquely referenced and change in place.
    var touches = TouchSet()
    swap(&touches, &event.touches)
    defer { swap(&touches, &event.touches) }
    var next = 0
    var known = 0
    var elements = touches.touches.mutableSpan
    let contacts = frame.contacts.span
    for index in elements.indices {
      let id = elements[index].id &- idOffset
      while next < contacts.count && contacts[next].id < id { next += 1 }
      let isPresent = next < contacts.count && contacts[next].id == id
      if isPresent { known += 1 }
      let isPalm = !palms.isEmpty && palms.contains(id)
      let isCancelled = isPalm || (!frame.cancelled.isEmpty && frame.cancelled.contains(id))
      if isPresent && !isCancelled && contacts[next].tool == elements[index].kind {
        // The event holds the route, and the route its window.
        let window = Unmanaged.passUnretained(event.deliveries[index].route.window)
        if elements[index].move(to: contacts[next], at: frame.time, in: window) {
          changes.moved = true
        }
      } else if isPresent || isCancelled {
        if isPalm || (isPresent && contacts[next].tool == .palm) { elements[index].kind = .palm }
        if isPresent { reportPalm(contacts[next], at: frame.time) }
        elements[index].finish(.cancelled, at: frame.time)
        if isPresent { excluded.append(id) }
        changes.cancelled = true
      } else {
        elements[index].finish(.ended, at: frame.time)
        changes.ended = true
      }
    }
    changes.began = known < contacts.count
    return changes
  }

  /// Whether a new contact is an ended touch's finger, which got a new id in the same frame.
  private func continuesEndedTouch(_ frame: ContactFrame) -> Bool {
    event.touches.contains { touch in
      touch.phase == .ended
        && frame.contacts.contains { contact in
          event.touches.first(id: contact.id &+ idOffset) == nil && !excluded.contains(contact.id)
            && contact.point.distance(to: touch.point) <= FingerFollower.rejoinDistance
        }
    }
  }

  private func removeFinished() {
    var kept = 0
    for index in event.touches.indices {
      guard event.touches[index].isDown else {
        stopIgnoring(event.touches[index].id, in: event.deliveries[index].route)
        continue
      }
      if kept != index {
        event.touches.touches[kept] = event.touches[index]
        event.deliveries[kept] = event.deliveries[index]
      }
      kept += 1
    }
    let removed = event.touches.count - kept
    event.touches.touches.removeLast(removed)
    event.deliveries.removeLast(removed)
    views.updateAllAreLive()
    updateRoutes()
  }

  /// Orders the recognizers of several routes like those of one: by priority, then by nearness.
  func updateRoutes() {
    event.updateHasOneRoute()
    if !recognizersInOrder.isEmpty { recognizersInOrder = [] }
    guard !event.hasOneRoute else { return }
    var known: Set<ObjectIdentifier> = []
    let all = event.deliveries.flatMap(\.route.recognizers).filter {
      known.insert(ObjectIdentifier($0)).inserted
    }
    // A view that contains another one is less deep, so the inner view is nearer.
    var depths = ViewDepths()
    let ranks = all.map { (arbiter.policy.priority(of: $0), depths.depth(of: $0.view)) }
    let order = all.indices.sorted {
      ranks[$0] == ranks[$1] ? $0 < $1 : ranks[$0] > ranks[$1]
    }
    recognizersInOrder = order.map { all[$0] }
  }

  private func stopIgnoring(_ id: Touch.ID, in route: TouchRoute) {
    for recognizer in route.recognizers where !recognizer.currentlyIgnored.isEmpty {
      recognizer.currentlyIgnored.removeAll { $0 == id }
    }
  }

  // MARK: Delivery

  /// Delivers the touches of a phase to the recognizers, then to the views.
  func dispatch(_ phase: Touch.Phase) {
    event.delivery += 1
    views.prepare()
    if event.hasOneRoute {
      dispatchTogether(phase)
    } else {
      dispatchSeparately(phase)
    }
    if phase == .began || phase == .moved { event.touches.makeStationary(phase) }
  }

  /// Delivers touches that are all in one view, as in most frames.
  private func dispatchTogether(_ phase: Touch.Phase) {
    guard !event.deliveries.isEmpty else { return }
    // The event holds the route during the delivery.
    Unmanaged.passUnretained(event.deliveries[0].route)._withUnsafeGuaranteedRef { route in
      let touches = touches(in: phase)
      if phase == .moved {
        moveTogether(touches, on: route)
      } else {
        deliver(touches, phase, on: route)
        deliverToViews(phase)
      }
    }
  }

  private func deliver(_ touches: TouchSet, _ phase: Touch.Phase, on route: TouchRoute) {
    if phase == .began {
      begin(route.recognizers) { _ in touches }
    } else {
      route.recognizers.forEachUnretained { deliver(touches, phase: phase, to: $0) }
    }
  }

  /// Delivers the new touches of each recognizer.
  private func begin(
    _ recognizers: [GestureRecognizer], touches: (GestureRecognizer) -> TouchSet
  ) {
    // All recognizers have their touches before the first one acts, so that one that claims them at
    // once takes them from those after it.
    func beginTogether(_ recognizers: [GestureRecognizer]) {
      recognizers.forEachUnretained { admit(touches($0), to: $0) }
      recognizers.forEachUnretained { deliver(touches($0), phase: .began, to: $0) }
    }
    guard arbiter.hasWaitingMember else { return beginTogether(recognizers) }
    let waiting = recognizers.filter { $0.waiting != nil }
    // The recognizers that others wait for come first: if they can't use the new touches, the
    // others act.
    beginTogether(recognizers.filter { $0.waiting == nil })
    beginTogether(waiting)
  }

  private func admit(_ touches: TouchSet, to recognizer: GestureRecognizer) {
    // A recognizer that was taken from its view during this delivery has left the route.
    guard !touches.isEmpty, recognizer.receivesNewTouches != false else { return }
    // One that leaves another device for this one receives no new touches there, but these.
    recognizer.receivesNewTouches = arbiter.admit(touches, in: event, to: recognizer)
  }

  /// Delivers movements in one view: the work of nearly every frame.
  private func moveTogether(_ touches: TouchSet, on route: TouchRoute) {
    guard !touches.isEmpty else { return }
    if event.isSharingFingers { event.sharedFingers?.follow(touches, .moved, with: event) }
    route.updateActiveRecognizers(arbiter)
    for index in 0..<route.activeCount {
      route.withActiveRecognizer(index) { recognizer in
        if recognizer.receivesAllTouches {
          recognizer.touchesMoved(touches, with: event)
        } else {
          deliver(touches, phase: .moved, to: recognizer)
        }
      }
    }
    if views.allAreLive && !arbiter.holdsTouchesBack {
      route.view.receive(touches, phase: .moved, with: event)
    } else {
      deliverToViews(.moved)
    }
  }

  /// The touches of a phase, copied only if there are touches in other phases.
  private func touches(in phase: Touch.Phase) -> TouchSet {
    let all = event.touches
    if all.areAll(in: phase) { return all }
    phaseTouches.select(phase, of: all)
    return phaseTouches
  }

  private func dispatchSeparately(_ phase: Touch.Phase) {
    let touches = { (recognizer: GestureRecognizer) in
      self.select(phase) { $0.leads(to: recognizer) }
    }
    if phase == .began {
      begin(recognizersInOrder, touches: touches)
    } else {
      for recognizer in recognizersInOrder {
        deliver(touches(recognizer), phase: phase, to: recognizer)
      }
    }
    deliverToViews(phase)
  }

  /// Delivers to the views, beginning with the phases that were held back until now.
  private func deliverToViews(_ phase: Touch.Phase) {
    arbiter.releaseHeldTouches()
    views.deliver(phase)
  }

  private func deliver(_ touches: TouchSet, phase: Touch.Phase, to recognizer: GestureRecognizer) {
    guard !touches.isEmpty, recognizer.downCount > 0 else { return }
    if phase == .began {
      if recognizer.receivesNewTouches == false { return }
    } else if phase != .moved {
      recognizer.downCount -= touches.count
    }
    // A disabled recognizer has failed or was cancelled by that.
    guard !recognizer.state.isFinal else { return }
    if recognizer.currentlyIgnored.isEmpty {
      recognizer.deliver(touches, phase: phase, with: event)
    } else {
      let wanted = touches.touches.filter { !recognizer.currentlyIgnored.contains($0.id) }
      if !wanted.isEmpty {
        recognizer.deliver(TouchSet(wanted), phase: phase, with: event)
      }
    }
  }

  func select(_ phase: Touch.Phase, _ isWanted: (TouchRoute) -> Bool) -> TouchSet {
    var result = TouchSet()
    for (touch, delivery) in zip(event.touches, event.deliveries)
    where isWanted(delivery.route) && touch.phase == phase {
      result.touches.append(touch)
    }
    return result
  }
}
