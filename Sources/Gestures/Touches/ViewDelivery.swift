import Timeline

/// What the views hear of one device's touches: everything, later, or no more.
///
/// Recognizers come first. One that acts takes its touches from the views
/// (``GestureRecognizer/cancelsTouchesInView``); one that has not decided yet can hold back a landing
/// with all that follows, or a lift (``GestureRecognizer/delaysTouchesBegan``,
/// ``GestureRecognizer/delaysTouchesEnded``).
final class ViewDelivery {
  /// How a view stands to one touch.
  enum Standing {
    /// It hears nothing: it takes no further touch, or was told that this one was cancelled.
    case silent
    /// It has to be told of the landing.
    case fresh
    /// Everything is held back.
    case held
    /// It hears everything.
    case live
  }

  let event: TouchEvent
  /// How the view of each of the event's touches stands to it, by the same index.
  @exclusivity(unchecked) private(set) var standings: [Standing] = []
  @exclusivity(unchecked) private(set) var allAreLive = true
  /// What is held back, in the order in which it happened.
  @exclusivity(unchecked) var heldTouches: [HeldTouch] = []
  @exclusivity(unchecked) var isReleasing = false
  /// What was held back, and is about to be told.
  @exclusivity(unchecked) var backlog: [HeldTouch.Told] = []
  /// Those that have acted on what is about to be delivered: they hold nothing of it back.
  @exclusivity(unchecked) var haveActed: [GestureRecognizer] = []
  /// Counts deliveries: what happened in one is told in one, later too.
  @exclusivity(unchecked) private var deliveryCount = 0
  /// Whether a touch's view has heard of the phase that is being delivered, or does not need to.
  // Kept, so that a frame costs no allocation.
  @exclusivity(unchecked) var isTold: [Bool] = []
  @exclusivity(unchecked) private var selected = TouchSet()

  init(event: TouchEvent) {
    self.event = event
  }
}

// MARK: - Touches come and go

extension ViewDelivery {
  func insert(at index: Int, reaches: Bool) {
    standings.insert(reaches ? .fresh : .silent, at: index)
    allAreLive = false
  }

  /// Whether a view that takes one touch at a time, or is exclusive, keeps a further one out.
  func isBusy(_ view: View) -> Bool {
    for (index, route) in event.routes.enumerated() where standings[index] != .silent {
      if route.view === view {
        if !view.isMultipleTouchEnabled { return true }
      } else if route.view.isExclusiveTouch || view.isExclusiveTouch {
        return true
      }
    }
    return false
  }

  /// Takes a standing along when its touch moves up to fill a gap.
  func move(_ index: Int, to place: Int) { standings[place] = standings[index] }

  func removeLast(_ count: Int) {
    standings.removeLast(count)
    allAreLive = standings.allSatisfy { $0 == .live }
  }

  func change(_ index: Int, to standing: Standing) {
    standings[index] = standing
    if standing != .live { allAreLive = false }
  }
}

// MARK: - Telling

extension ViewDelivery {
  /// The recognizers are about to hear of a phase.
  func prepare() {
    if !haveActed.isEmpty { haveActed.removeAll(keepingCapacity: true) }
  }

  /// Brings the touches of a phase to their views, or holds them back; the recognizers have heard.
  func deliver(_ phase: Touch.Phase) {
    deliveryCount &+= 1
    hold(phase, as: deliveryCount)
    isTold.removeAll(keepingCapacity: true)
    for index in standings.indices { isTold.append(event.touches[index].phase != phase) }
    for index in standings.indices where !isTold[index] {
      let view = event.routes[index].view
      select(phase, of: view, from: index)
      if !selected.isEmpty { view.hear(selected, phase: phase, with: event) }
    }
    if phase == .began { allAreLive = standings.allSatisfy { $0 == .live } }
    release()
  }

  /// Gathers what a view has to be told; that is done by then.
  private func select(_ phase: Touch.Phase, of view: View, from first: Int) {
    selected.removeAll()
    for index in first..<standings.count
    where !isTold[index] && event.routes[index].view === view {
      isTold[index] = true
      guard standings[index] == .live || standings[index] == .fresh else { continue }
      selected.touches.append(event.touches[index])
      standings[index] = phase == .ended || phase == .cancelled ? .silent : .live
    }
  }
}
