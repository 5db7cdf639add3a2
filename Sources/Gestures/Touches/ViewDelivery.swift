/// Delivers one device's touches to views, after the recognizers: each phase at once, later, or not
/// at all, by their ``GestureRecognizer/cancelsTouchesInView``,
/// ``GestureRecognizer/delaysTouchesBegan`` and ``GestureRecognizer/delaysTouchesEnded``.
final class ViewDelivery {
  let event: TouchEvent
  private unowned let arbiter: Arbiter
  /// Whether the view of each touch receives every phase at once.
  @exclusivity(unchecked) private(set) var allAreLive = true
  /// The touches that are held back, in the order of their beginning.
  @exclusivity(unchecked) var heldTouches: [HeldTouch] = []
  @exclusivity(unchecked) private var isReleasing = false
  /// The phases that were held back and are being delivered.
  @exclusivity(unchecked) private var backlog: [HeldTouch.Entry] = []
  /// The recognizers that acted on the phase that is about to be delivered; they hold nothing back.
  // Not retained: other recognizers may have removed them before the next delivery.
  @exclusivity(unchecked) private var actedRecognizers: Set<ObjectIdentifier> = []
  /// Counts deliveries: phases of one delivery stay together when they are held back.
  @exclusivity(unchecked) private var deliveryCount = 0
  // The set is reused, so that a frame allocates nothing.
  @exclusivity(unchecked) private var selected = TouchSet()

  init(event: TouchEvent, arbiter: Arbiter) {
    self.event = event
    self.arbiter = arbiter
  }

  /// Whether the device has no touch that a view has received or can receive.
  var isIdle: Bool { event.deliveries.isEmpty && heldTouches.isEmpty && !isReleasing }

  // MARK: Touches begin and end

  /// Whether a view accepts no further touch: one at a time, or beside an exclusive view.
  func isBusy(_ view: View, in window: Window) -> Bool {
    for delivery in event.deliveries where delivery.status != .closed {
      let other = delivery.route.view
      if other === view {
        if !view.isMultipleTouchEnabled { return true }
      } else if delivery.route.window === window
        && (other.isExclusiveTouch || view.isExclusiveTouch)
      {
        return true
      }
    }
    return false
  }

  func updateAllAreLive() {
    allAreLive = event.deliveries.allSatisfy { $0.status == .live }
  }

  private func change(_ index: Int, to status: TouchDelivery.Status) {
    event.deliveries[index].status = status
    if status != .live { allAreLive = false }
  }

  // MARK: Delivery

  /// Called before the recognizers receive a phase.
  func prepare() {
    if !actedRecognizers.isEmpty { actedRecognizers.removeAll(keepingCapacity: true) }
  }

  /// Delivers a phase to the views or holds it back, after the recognizers received it.
  func deliver(_ phase: Touch.Phase) {
    deliveryCount &+= 1
    hold(phase)
    for index in event.deliveries.indices {
      event.deliveries[index].isDelivered = event.touches[index].phase != phase
    }
    for index in event.deliveries.indices where !event.deliveries[index].isDelivered {
      let view = event.deliveries[index].route.view
      select(phase, of: view, from: index)
      if !selected.isEmpty { view.receive(selected, phase: phase, with: event) }
    }
    if phase == .began { updateAllAreLive() }
    release()
  }

  /// Collects the touches to deliver to a view, and marks them as delivered.
  private func select(_ phase: Touch.Phase, of view: View, from first: Int) {
    selected.removeAll()
    for index in first..<event.deliveries.count
    where !event.deliveries[index].isDelivered && event.deliveries[index].route.view === view {
      event.deliveries[index].isDelivered = true
      let status = event.deliveries[index].status
      guard status == .live || status == .new else { continue }
      selected.touches.append(event.touches[index])
      event.deliveries[index].status = phase == .ended || phase == .cancelled ? .closed : .live
    }
  }

  // MARK: Holding back

  /// Holds back the touches of a phase that undecided recognizers delay.
  private func hold(_ phase: Touch.Phase) {
    for index in event.deliveries.indices where event.touches[index].phase == phase {
      switch event.deliveries[index].status {
      case .closed: break
      case .held: extendHeldTouch(at: index)
      case .new where joinsGesture(index): change(index, to: .closed)
      case .new: hold(index, isKnown: false) { $0.delaysTouchesBegan }
      case .live:
        if phase == .ended { hold(index, isKnown: true) { $0.delaysTouchesEnded } }
      }
    }
  }

  /// Whether a new touch joins a gesture that has begun and takes its touches from the views.
  private func joinsGesture(_ index: Int) -> Bool {
    let id = event.touches[index].id
    var joins = false
    event.deliveries[index].route.recognizers.forEachUnretained { recognizer in
      if recognizer.state.isActive && recognizer.cancelsTouchesInView
        && !recognizer.currentlyIgnored.contains(id)
      {
        joins = true
      }
    }
    return joins
  }

  private func extendHeldTouch(at index: Int) {
    let touch = event.touches[index]
    let held = heldTouches.firstIndex { !$0.hasEnded && $0.entries[0].touch.id == touch.id }
    guard let held else { return }
    heldTouches[held].entries.append(entry(at: index))
    if touch.phase == .ended {
      heldTouches[held].endHolds = holds(on: index) { $0.delaysTouchesEnded }
    }
  }

  private func hold(_ index: Int, isKnown: Bool, _ delays: (GestureRecognizer) -> Bool) {
    let holds = holds(on: index, delays)
    guard !holds.isEmpty else { return }
    heldTouches.append(HeldTouch(holds: holds, entries: [entry(at: index)], isKnown: isKnown))
    arbiter.mayHoldTouches = true
    change(index, to: .held)
  }

  private func entry(at index: Int) -> HeldTouch.Entry {
    HeldTouch.Entry(
      touch: event.touches[index], route: event.deliveries[index].route, moment: event.moment,
      delivery: deliveryCount)
  }

  /// The undecided recognizers that delay a touch.
  private func holds(on index: Int, _ delays: (GestureRecognizer) -> Bool) -> [HeldTouch.Hold] {
    let touch = event.touches[index]
    let holding = event.deliveries[index].route.recognizers.filter { recognizer in
      delays(recognizer) && recognizer.watches(touch)
        && !actedRecognizers.contains(ObjectIdentifier(recognizer))
    }
    return holding.map { HeldTouch.Hold(recognizer: $0, attempt: $0.attempt) }
  }

  // MARK: Release

  /// Delivers the touches that no recognizer holds back any more.
  func release() {
    guard !heldTouches.isEmpty, !isReleasing else { return }
    isReleasing = true
    defer { isReleasing = false }
    while true {
      for index in heldTouches.indices { heldTouches[index].removeHoldsThatAreOver() }
      var free = heldTouches.filter(\.holds.isEmpty)
      guard !free.isEmpty else { return }
      heldTouches.removeAll(where: \.holds.isEmpty)
      for touch in free where !touch.hasEnded { makeLive(touch) }
      for index in free.indices {
        if let end = free[index].splitHeldEnd() { heldTouches.append(end) }
      }
      deliver(free)
    }
  }

  private func makeLive(_ held: HeldTouch) {
    guard let id = held.entries.first?.touch.id,
      let index = event.touches.firstIndex(where: { $0.id == id })
    else { return }
    change(index, to: .live)
    // If another view's callback released the touch, the phase in delivery is in the backlog, too.
    event.deliveries[index].isDelivered = true
  }

  /// Delivers all held phases in the order in which they happened.
  private func deliver(_ touches: [HeldTouch]) {
    backlog = touches.flatMap(\.entries)
    backlog.sort { ($0.delivery, $0.touch.id) < ($1.delivery, $1.touch.id) }
    while let first = backlog.first {
      let isTogether = { (other: HeldTouch.Entry) in
        other.delivery == first.delivery && other.route.view === first.route.view
      }
      let together = backlog.filter(isTogether)
      backlog.removeAll(where: isTogether)
      let event = TouchEvent(together.map { ($0.touch, $0.route) }, moment: first.moment)
      first.route.view.receive(event.touches, phase: first.touch.phase, with: event)
    }
  }

  // MARK: Cancellation

  /// Takes the touches of an acting recognizer from the views.
  func cancelTouches(of recognizer: GestureRecognizer, at time: Timestamp) {
    actedRecognizers.insert(ObjectIdentifier(recognizer))
    guard recognizer.cancelsTouchesInView else { return }
    let claimed = recognizer.claimedTouches
    cancelTouches(at: time) { touch, route in
      claimed.contains(touch.number) && route.leads(touch, to: recognizer)
    }
  }

  /// Takes the touches from a view that leaves its window, and from its subviews.
  func cancelTouches(in view: View, at time: Timestamp) {
    cancelTouches(at: time) { _, route in route.view.isDescendant(of: view) }
  }

  private func cancelTouches(at time: Timestamp, _ isLost: (Touch, TouchRoute) -> Bool) {
    var lost: [(Touch, TouchRoute)] = []
    if !heldTouches.isEmpty {
      heldTouches.removeAll { held in
        guard let last = held.entries.last, isLost(last.touch, last.route) else { return false }
        if held.isKnown { lost.append((last.touch, last.route)) }
        return true
      }
    }
    for (index, delivery) in event.deliveries.enumerated()
    where delivery.status != .closed && isLost(event.touches[index], delivery.route) {
      if delivery.status == .live { lost.append((event.touches[index], delivery.route)) }
      change(index, to: .closed)
    }
    guard !lost.isEmpty else { return }
    lost.removeAll { touch, _ in removeFromBacklog(touch) }
    deliverCancelled(lost, at: time)
  }

  /// Removes the phases of a touch that are about to be delivered; returns whether the beginning
  /// was among them, so that its view does not know the touch.
  private func removeFromBacklog(_ touch: Touch) -> Bool {
    guard !backlog.isEmpty else { return false }
    let isUnknown = backlog.contains {
      $0.touch.number == touch.number && $0.touch.phase == .began
    }
    backlog.removeAll { $0.touch.number == touch.number }
    return isUnknown
  }

  private func deliverCancelled(_ lost: [(touch: Touch, route: TouchRoute)], at time: Timestamp) {
    var rest = lost
    while let view = rest.first?.route.view {
      var touches = TouchSet()
      for (touch, route) in rest where route.view === view {
        var touch = touch
        touch.finish(.cancelled, at: time)
        touches.touches.append(touch)
      }
      touches.touches.sort { $0.id < $1.id }
      rest.removeAll { $0.route.view === view }
      view.receive(touches, phase: .cancelled, with: event)
    }
  }
}

/// The destination of a touch.
struct TouchDelivery {
  /// The phases of a touch that its view receives.
  enum Status {
    /// No phase: the view accepts no further touch, or has received the end of this one.
    case closed
    /// No phase yet: the touch has not been delivered.
    case new
    /// All phases later: the touch is held back.
    case held
    /// All phases at once.
    case live
  }

  var route: TouchRoute
  var status: Status
  /// Whether the phase that is being delivered has reached the view, or need not reach it.
  var isDelivered = true

  init(_ route: TouchRoute, status: Status) {
    self.route = route
    self.status = status
  }
}

/// A touch that its view receives later, or not at all.
struct HeldTouch {
  struct Entry {
    let touch: Touch
    let route: TouchRoute
    let moment: TouchEvent.Moment
    /// The number of the delivery that contained the phase.
    let delivery: Int
  }

  /// An undecided recognizer, in one of its attempts.
  struct Hold {
    let recognizer: GestureRecognizer
    let attempt: Int

    var isOver: Bool {
      recognizer.state != .possible || recognizer.attempt != attempt || recognizer.arbiter == nil
    }
  }

  var holds: [Hold]
  /// The recognizers that hold back the end after the other phases are delivered.
  var endHolds: [Hold] = []
  /// The phases that the view has not received, in order.
  var entries: [Entry]
  /// Whether the view received the beginning: only the end is held back.
  let isKnown: Bool

  var hasEnded: Bool { entries.last.map { !$0.touch.isDown } ?? true }

  mutating func removeHoldsThatAreOver() {
    holds.removeAll(where: \.isOver)
    endHolds.removeAll(where: \.isOver)
  }

  /// Splits off the end if it is held back longer than the rest.
  mutating func splitHeldEnd() -> HeldTouch? {
    guard !endHolds.isEmpty, let end = entries.popLast() else { return nil }
    return HeldTouch(holds: endHolds, entries: [end], isKnown: true)
  }
}

extension TouchRoute {
  fileprivate func leads(_ touch: Touch, to recognizer: GestureRecognizer) -> Bool {
    leads(to: recognizer) && !recognizer.currentlyIgnored.contains(touch.id)
  }
}

extension GestureRecognizer {
  fileprivate func watches(_ touch: Touch) -> Bool {
    state == .possible && arbiter != nil && !currentlyIgnored.contains(touch.id)
  }
}
