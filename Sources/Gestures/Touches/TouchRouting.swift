/// The view and the recognizers that receive a touch, decided when the touch begins.
final class TouchRoute {
  /// The deepest view under the touch at its beginning, until the touch ends.
  let view: View
  let window: Window
  /// The recognizers of that view and of its superviews, nearest first.
  @exclusivity(unchecked) private(set) var recognizers: [GestureRecognizer]
  /// Removed recognizers, which a delivery in progress may still refer to.
  @exclusivity(unchecked) private var removed: [GestureRecognizer] = []
  /// The recognizers in an attempt, valid for one value of ``Arbiter/completedAttempts``.
  @exclusivity(unchecked) private var active: [Unmanaged<GestureRecognizer>] = []
  @exclusivity(unchecked) private var completedAttempts = -1
  /// The ids of ``recognizers``, if there are many and one was looked for.
  private var identifiers: Set<ObjectIdentifier>?

  init(window: Window, view: View, recognizers: [GestureRecognizer]) {
    self.window = window
    self.view = view
    self.recognizers = recognizers
  }

  func updateActiveRecognizers(_ arbiter: Arbiter) {
    guard completedAttempts != arbiter.completedAttempts else { return }
    completedAttempts = arbiter.completedAttempts
    if !removed.isEmpty { removed.removeAll() }
    active.removeAll(keepingCapacity: true)
    active.reserveCapacity(recognizers.count)
    recognizers.forEachUnretained { recognizer in
      if !recognizer.state.isFinal { active.append(.passUnretained(recognizer)) }
    }
  }

  /// Removes a recognizer: it receives no further phases of the touches.
  func remove(_ recognizer: GestureRecognizer) {
    guard leads(to: recognizer),
      let index = recognizers.firstIndex(where: { $0 === recognizer })
    else { return }
    removed.append(recognizers.remove(at: index))
    identifiers?.remove(ObjectIdentifier(recognizer))
    recognizer.receivesNewTouches = false
    completedAttempts = -1
  }

  var activeCount: Int { active.count }

  func leads(to recognizer: GestureRecognizer) -> Bool {
    guard recognizers.count > TouchRoute.fewRecognizers else {
      return recognizers.contains { $0 === recognizer }
    }
    if identifiers == nil { identifiers = Set(recognizers.map(ObjectIdentifier.init)) }
    return identifiers?.contains(ObjectIdentifier(recognizer)) ?? false
  }

  /// The most recognizers for which a linear search is faster than hashing.
  private static let fewRecognizers = 16

  /// Passes an active recognizer to a closure without retaining it; ``recognizers`` holds it.
  @inline(__always)
  func withActiveRecognizer(_ index: Int, _ body: (GestureRecognizer) -> Void) {
    active[index]._withUnsafeGuaranteedRef(body)
  }
}

// MARK: - Hit testing

extension TouchDispatcher {
  /// Makes touches of new contacts, which may replace ended ones, and delivers their first phase.
  func beginTouches(_ frame: ContactFrame, continuesGesture: Bool) {
    let known = event.touches.count
    if known == 0 { arbiter.includeDelivery(views) }
    for contact in frame.contacts where event.touches.first(id: contact.id &+ idOffset) == nil {
      guard !excluded.contains(contact.id) else { continue }
      guard !palms.contains(contact.id), contact.tool != .palm,
        let (window, view, touch) = hitTest(contact, frame)
      else {
        excluded.append(contact.id)
        reportPalm(contact, at: frame.time)
        continue
      }
      insert(touch, window: window, view: view)
    }
    guard event.touches.count > known else { return }
    removeRecognizersThatRefuse()
    updateRoutes()
    shareFingers(isFirst: known == 0)
    // A recognizer that was prevented while it had no touch can use the new ones.
    if !continuesGesture && arbiter.hasIdleMember { arbiter.settle() }
    event.continuesGesture = continuesGesture
    dispatch(.began)
    event.continuesGesture = false
    event.isFirstTouchDown = false
    if arbiter.hasIdleMember { arbiter.settle() }
  }

  /// Lets recognizers share the fingers that they follow, while all receive the same touches.
  private func shareFingers(isFirst: Bool) {
    if event.isSharingFingers && (isFirst || !event.hasOneRoute) {
      for member in arbiter.members
      where member.sharesFingers && member.fingerStorage == event.sharedFingers {
        if isFirst && member.state == .possible {
          // A series between two taps has already stored its data of the earlier fingers.
          member.stopFollowing()
        } else {
          member.stopSharingFingers()
        }
      }
      event.isSharingFingers = false
    }
    guard isFirst && event.hasOneRoute else { return }
    event.sharedFingers?.pointee.reset()
    event.isSharingFingers = true
    event.isFirstTouchDown = true
  }

  /// The frontmost window that contains the contact, or else the frontmost one, and the view in it.
  private func hitTest(_ contact: Contact, _ frame: ContactFrame) -> (Window, View, Touch)? {
    for mayBeOutside in [false, true] {
      for window in windows.reversed() where window.accepts(frame.device) {
        let location = window.location(ofPoint: contact.point)
        let inside = window.clamped(location)
        if mayBeOutside || inside == location, let view = hitTest(window, inside) {
          return (window, view, touch(contact, at: location, frame))
        }
      }
    }
    return nil
  }

  /// The view at a location; nil if a callback has removed it or its window.
  private func hitTest(_ window: Window, _ location: Point) -> View? {
    guard let view = window.hitTest(location, with: event), let hit = view.window,
      windows.contains(where: { $0 === hit })
    else { return nil }
    return view
  }

  private func touch(_ contact: Contact, at location: Point, _ frame: ContactFrame) -> Touch {
    let down = event.touches.count + 1
    return Touch(
      id: contact.id &+ idOffset, phase: .began, kind: contact.tool,
      timestamp: frame.time, location: location, point: contact.point,
      tapCount: tapCounter.count(touchDownAt: contact.point, time: frame.time, touchesDown: down),
      pressure: contact.pressure, isResumed: contact.isResumed)
  }

  private func insert(_ touch: Touch, window: Window, view: View) {
    var touch = touch
    arbiter.touchCount += 1
    touch.number = arbiter.touchCount
    let isBusy = views.isBusy(view, in: window)
    gatherCandidates(for: touch, in: view)
    let route = route(to: view, in: window, recognizers: candidates)
    candidates.removeAll(keepingCapacity: true)
    // A known contact that returns after an interruption can have a lower id than others.
    let index = event.touches.touches.firstIndex { $0.id > touch.id } ?? event.touches.endIndex
    event.touches.touches.insert(touch, at: index)
    event.deliveries.insert(TouchDelivery(route, status: isBusy ? .closed : .new), at: index)
    views.updateAllAreLive()
  }

  /// Collects the recognizers of the view and its superviews that may receive a touch.
  private func gatherCandidates(for touch: Touch, in view: View) {
    var current: View? = view
    while let owner = current {
      owner.gestureRecognizers.forEachUnretained { recognizer in
        // The kind may come from touches that it was about to receive when it was removed.
        if recognizer.arbiter == nil { recognizer.touchKind = nil }
        guard recognizer.isEnabled && recognizer.accepts(touch.kind, of: device) else { return }
        // A recognizer that was disabled and enabled again drops its earlier fingers.
        if recognizer.isWithdrawn && recognizer.downCount > 0 { arbiter.dismiss(recognizer) }
        candidates.append(recognizer)
      }
      current = owner.superview
    }
    sortByPriority()
  }

  /// Moves the recognizers that decide before others to the front, and keeps the order otherwise.
  private func sortByPriority() {
    let policy = arbiter.policy
    priorities.removeAll(keepingCapacity: true)
    var areInOrder = true
    candidates.forEachUnretained { recognizer in
      let priority = policy.priority(of: recognizer)
      if let last = priorities.last, last < priority { areInOrder = false }
      priorities.append(priority)
    }
    if areInOrder { return }
    let order = candidates.indices.sorted { (priorities[$1], $0) < (priorities[$0], $1) }
    candidates = order.map { candidates[$0] }
  }

  /// A route to the view, shared with other touches if possible.
  private func route(
    to view: View, in window: Window, recognizers: [GestureRecognizer]
  ) -> TouchRoute {
    for delivery in event.deliveries
    where delivery.route.view === view && delivery.route.recognizers == recognizers {
      return delivery.route
    }
    return TouchRoute(window: window, view: view, recognizers: recognizers)
  }

  // MARK: Recognizers that refuse touches

  /// Asks recognizers and their delegates first about the event, then about each new touch.
  private func removeRecognizersThatRefuse() {
    for index in event.touches.indices where event.touches[index].phase == .began {
      event.deliveries[index].route.recognizers.forEachUnretained { $0.receivesNewTouches = nil }
    }
    for index in event.touches.indices where event.touches[index].phase == .began {
      let route = event.deliveries[index].route
      let touch = event.touches[index]
      var refusing: Set<ObjectIdentifier> = []
      route.recognizers.forEachUnretained { recognizer in
        recognizer.ask(event)
        if !recognizer.receives(touch, in: event) { refusing.insert(ObjectIdentifier(recognizer)) }
      }
      if !refusing.isEmpty {
        let receiving = route.recognizers.filter { !refusing.contains(ObjectIdentifier($0)) }
        event.deliveries[index].route = self.route(
          to: route.view, in: route.window, recognizers: receiving)
      }
    }
  }
}

extension GestureRecognizer {
  /// Whether the attempt accepts touches of a kind and of a device. A gesture is made on one
  /// device; fingers that rest on another one do not count until they begin a gesture.
  fileprivate func accepts(_ kind: Touch.Kind, of device: Int) -> Bool {
    guard allowedKindBits & kind.bit != 0 else { return false }
    if downCount > 0 && self.device != device { return canChangeDevice }
    return !requiresExclusiveTouchKind || touchKind == nil || touchKind == kind
  }

  /// Asks about an event once, for all of its new touches.
  fileprivate func ask(_ event: TouchEvent) {
    guard receivesNewTouches == nil else { return }
    let receives =
      shouldReceive(event)
      && (!hasDelegate || delegate?.gestureRecognizer(self, shouldReceive: event) ?? true)
    // A callback may have removed the recognizer from its view, which is an answer already.
    if receivesNewTouches == nil { receivesNewTouches = receives }
  }

  fileprivate func receives(_ touch: Touch, in event: TouchEvent) -> Bool {
    // An ignored touch with this id, whose end was not delivered here, was another one.
    if !currentlyIgnored.isEmpty { currentlyIgnored.removeAll { $0 == touch.id } }
    // The first of two kinds that begin together counts.
    guard receivesNewTouches ?? true, accepts(touch.kind, of: event.device),
      shouldReceive(touch, with: event),
      !hasDelegate || delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true
    else { return false }
    if touchKind == nil { touchKind = touch.kind }
    return true
  }
}

extension Window {
  fileprivate func accepts(_ device: Int) -> Bool { devices?.contains(device) ?? true }
}
