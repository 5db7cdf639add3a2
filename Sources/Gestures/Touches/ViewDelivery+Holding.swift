import Timeline

/// A touch of which a view hears later, or never.
struct HeldTouch {
  /// Something that happened to it.
  struct Entry {
    let touch: Touch
    let moment: TouchEvent.Moment
    /// The delivery that it was part of.
    let delivery: Int
  }

  /// A recognizer that has not decided, in one of its attempts.
  struct Hold {
    let recognizer: GestureRecognizer
    let attempt: Int

    var isOver: Bool {
      recognizer.state != .possible || recognizer.attempt != attempt || recognizer.arbiter == nil
    }
  }

  /// An entry that a view is about to hear of.
  struct Told {
    let entry: Entry
    let route: TouchRoute
  }

  let route: TouchRoute
  var holds: [Hold]
  /// Those that hold the lift back, when nobody holds back the rest any more.
  var liftHolds: [Hold] = []
  /// What the view has not heard, in order.
  var entries: [Entry]
  /// Whether the view knows of the touch: only its lift is held back.
  let isKnown: Bool

  /// Whether the finger has left.
  var isGone: Bool { entries.last.map { !$0.touch.isDown } ?? true }

  func isHeld(by recognizer: GestureRecognizer) -> Bool {
    (holds + liftHolds).contains { $0.recognizer === recognizer && !$0.isOver }
  }

  mutating func dropHoldsThatAreOver() {
    holds.removeAll(where: \.isOver)
    liftHolds.removeAll(where: \.isOver)
  }

  /// Takes the lift out, if somebody holds it back beyond the rest.
  mutating func takeHeldLift() -> HeldTouch? {
    guard !liftHolds.isEmpty, let lift = entries.popLast() else { return nil }
    return HeldTouch(route: route, holds: liftHolds, entries: [lift], isKnown: true)
  }
}

// MARK: - Holding back

extension ViewDelivery {
  /// Holds back what a recognizer has not decided about yet.
  func hold(_ phase: Touch.Phase, as delivery: Int) {
    for index in standings.indices where event.touches[index].phase == phase {
      switch standings[index] {
      case .silent: break
      case .held: append(index, in: delivery)
      case .fresh: hold(index, isKnown: false, in: delivery) { $0.delaysTouchesBegan }
      case .live:
        if phase == .ended { hold(index, isKnown: true, in: delivery) { $0.delaysTouchesEnded } }
      }
    }
  }

  private func append(_ index: Int, in delivery: Int) {
    let touch = event.touches[index]
    guard
      let held = heldTouches.firstIndex(where: { !$0.isGone && $0.entries[0].touch.id == touch.id })
    else { return }
    heldTouches[held].entries.append(
      HeldTouch.Entry(touch: touch, moment: event.moment, delivery: delivery))
    if touch.phase == .ended {
      heldTouches[held].liftHolds = holds(on: index) { $0.delaysTouchesEnded }
    }
  }

  private func hold(
    _ index: Int, isKnown: Bool, in delivery: Int, _ delays: (GestureRecognizer) -> Bool
  ) {
    let holds = holds(on: index, delays)
    guard !holds.isEmpty else { return }
    let entry = HeldTouch.Entry(
      touch: event.touches[index], moment: event.moment, delivery: delivery)
    heldTouches.append(
      HeldTouch(route: event.routes[index], holds: holds, entries: [entry], isKnown: isKnown))
    change(index, to: .held)
  }

  /// Those that hold a touch back, of those that want to and have not decided.
  private func holds(
    on index: Int, _ delays: (GestureRecognizer) -> Bool
  ) -> [HeldTouch.Hold] {
    let touch = event.touches[index]
    var holds: [HeldTouch.Hold] = []
    for recognizer in event.routes[index].recognizers
    where delays(recognizer) && recognizer.watches(touch) && !haveActed.contains(recognizer) {
      holds.append(HeldTouch.Hold(recognizer: recognizer, attempt: recognizer.attempt))
    }
    return holds
  }
}

// MARK: - Letting go

extension ViewDelivery {
  /// Tells the views what nobody holds back any more.
  func release() {
    guard !heldTouches.isEmpty, !isReleasing else { return }
    isReleasing = true
    defer { isReleasing = false }
    while true {
      for index in heldTouches.indices { heldTouches[index].dropHoldsThatAreOver() }
      var free = heldTouches.filter(\.holds.isEmpty)
      guard !free.isEmpty else { return }
      heldTouches.removeAll(where: \.holds.isEmpty)
      for touch in free where !touch.isGone { resume(touch) }
      for index in free.indices {
        if let lift = free[index].takeHeldLift() { heldTouches.append(lift) }
      }
      tell(free)
    }
  }

  /// From now on the view hears of a touch as it happens.
  private func resume(_ held: HeldTouch) {
    guard let id = held.entries.first?.touch.id,
      let index = event.touches.firstIndex(where: { $0.id == id })
    else { return }
    change(index, to: .live)
    // Another view's callback may have let it go: what is being delivered is in the backlog, too.
    if index < isTold.count { isTold[index] = true }
  }

  /// Tells everything in the order in which it happened.
  private func tell(_ touches: [HeldTouch]) {
    backlog = touches.flatMap { held in
      held.entries.map { HeldTouch.Told(entry: $0, route: held.route) }
    }
    backlog.sort { ($0.entry.delivery, $0.entry.touch.id) < ($1.entry.delivery, $1.entry.touch.id) }
    while let first = backlog.first {
      let isTogether = { (other: HeldTouch.Told) in
        other.entry.delivery == first.entry.delivery && other.route.view === first.route.view
      }
      let now = backlog.filter(isTogether)
      backlog.removeAll(where: isTogether)
      let event = TouchEvent(now.map { ($0.entry.touch, $0.route) }, moment: first.entry.moment)
      first.route.view.hear(event.touches, phase: first.entry.touch.phase, with: event)
    }
  }
}

// MARK: - Cancelling

extension ViewDelivery {
  /// A recognizer acts: the views lose the touches that it has watched.
  func cancelTouches(of recognizer: GestureRecognizer, at time: Timestamp) {
    haveActed.append(recognizer)
    guard recognizer.cancelsTouchesInView else { return }
    var lost: [(Touch, TouchRoute)] = []
    heldTouches.removeAll { held in
      guard let touch = held.entries.last?.touch,
        held.isHeld(by: recognizer) || (!held.isGone && held.route.leads(touch, to: recognizer))
      else { return false }
      if held.isKnown { lost.append((touch, held.route)) }
      return true
    }
    for (index, route) in event.routes.enumerated()
    where standings[index] != .silent && route.leads(event.touches[index], to: recognizer) {
      if standings[index] == .live { lost.append((event.touches[index], route)) }
      change(index, to: .silent)
    }
    lost.removeAll { touch, _ in dropBacklog(of: touch) }
    tellCancelled(lost, at: time)
  }

  /// Takes out what was about to be told of a touch; true if its landing was, so that its view has not
  /// heard of it.
  private func dropBacklog(of touch: Touch) -> Bool {
    guard !backlog.isEmpty else { return false }
    let isOfTouch = { (told: HeldTouch.Told) in
      told.entry.touch.id == touch.id && told.entry.touch.startTime == touch.startTime
    }
    let isUnheard = backlog.contains { isOfTouch($0) && $0.entry.touch.phase == .began }
    backlog.removeAll(where: isOfTouch)
    return isUnheard
  }

  private func tellCancelled(_ lost: [(touch: Touch, route: TouchRoute)], at time: Timestamp) {
    var rest = lost
    while let view = rest.first?.route.view {
      var touches = TouchSet()
      for (touch, route) in rest where route.view === view {
        var touch = touch
        touch.leave(.cancelled, at: time)
        touches.touches.append(touch)
      }
      touches.touches.sort { $0.id < $1.id }
      rest.removeAll { $0.route.view === view }
      view.hear(touches, phase: .cancelled, with: event)
    }
  }
}

extension TouchRoute {
  /// Whether a recognizer gets a touch, and does not ignore it.
  func leads(_ touch: Touch, to recognizer: GestureRecognizer) -> Bool {
    recognizers.contains(recognizer) && !recognizer.currentlyIgnored.contains(touch.id)
  }
}

extension GestureRecognizer {
  /// Whether the recognizer may still make something of a touch.
  fileprivate func watches(_ touch: Touch) -> Bool {
    state == .possible && arbiter != nil && !currentlyIgnored.contains(touch.id)
  }
}
