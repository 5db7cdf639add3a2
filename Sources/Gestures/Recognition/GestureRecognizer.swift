import Contacts
public import Timeline

/// Watches the touches of a view and decides whether they are a gesture.
///
/// Subclass it and override the four touch callbacks; say what you decided with ``begin(at:)``,
/// ``change(at:)``, ``end(at:)``, ``recognize(at:)`` and ``fail(_:)``. Whether a decision takes
/// effect is up to the ``Arbiter``: another recognizer may be ahead, or have to fail first.
///
/// A recognizer never asks what time it is. It sets deadlines, and events bring the time.
open class GestureRecognizer {
  /// The family of the gesture in reports.
  open var kind: Gesture.Kind { .path }

  /// Whether the recognizer goes on watching after it has fired, as the textbook's designs do.
  open var firesRepeatedly: Bool { false }

  /// Whether the gesture that it is about to report is over, and was only held back.
  open var isBelated: Bool { false }

  /// The direction that the attempt is about: the one that the recognizer looks for, or the one of
  /// several that the fingers take. Traces and reasons name it.
  open var heading: Gesture.Direction? { nil }

  public internal(set) var state: GestureState {
    get { currentState }
    set {
      if currentState.isFinal != newValue.isFinal { arbiter?.turnovers &+= 1 }
      currentState = newValue
    }
  }
  /// The view that the recognizer is attached to.
  // As good as weak, since a view that goes takes it back, and without the price: a weak
  // reference makes every use of its target slower.
  @exclusivity(unchecked) public internal(set) unowned(unsafe) var view: View?
  @exclusivity(unchecked) public weak var delegate: (any GestureRecognizerDelegate)?
  /// Why the last attempt came to nothing.
  @exclusivity(unchecked) public internal(set) var lastFailure: FailureReason?

  /// Whether the recognizer gets touches; switching it off in the middle cancels it.
  public var isEnabled = true {
    didSet { if !isEnabled && oldValue { cancelFromOutside() } }
  }

  /// The recognizers that have to fail first.
  private(set) var requirements: [GestureRecognizer] = []
  private var actions: [(GestureRecognizer) -> Void] = []
  @exclusivity(unchecked) private(set) var hasActions = false

  /// Set while touches or deadlines bind the recognizer to an application.
  @exclusivity(unchecked) var arbiter: Arbiter?
  /// How many of the recognizer's touches are down, those that it ignores included.
  @exclusivity(unchecked) var downCount = 0
  /// How many deadlines are pending.
  @exclusivity(unchecked) var deadlineCount = 0
  /// Touches that the recognizer does not want to hear of, until they lift.
  public var ignoredTouches: [Touch.ID] { currentlyIgnored }
  // What is asked for in every frame is stored internally; see ``TouchEvent``.
  @exclusivity(unchecked) private var currentState = GestureState.possible
  @exclusivity(unchecked) var currentlyIgnored: [Touch.ID] = []
  /// A decision that waits until the ``requirements`` have failed.
  @exclusivity(unchecked) var waiting: GestureState?
  /// The arbiter is granting a claim of this recognizer.
  var isClaiming = false

  public init() {}

  // MARK: For subclasses to override

  open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {}
  open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {}
  open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {}

  /// The system took touches away; by default that ends the attempt.
  open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    let palm = touches.first { $0.kind == .palm }
    breakOff(
      because: palm == nil ? .cancelled : .palm, touch: (palm ?? touches.first)?.id,
      at: event.timestamp)
  }

  /// A deadline set with ``schedule(at:)`` has come.
  open func deadlineReached(_ deadline: Deadline, at time: Timestamp) {}

  /// Another recognizer is about to win; what was decided already can still be told.
  open func willBePrevented(by other: GestureRecognizer, at time: Timestamp) {}

  /// A recognizer that ``firesRepeatedly`` has fired and goes on.
  open func didFire() {}

  /// The attempt is over: forget everything.
  open func reset() {}

  /// The report of the current state.
  open func gesture(at time: Timestamp) -> Gesture {
    Gesture(kind: kind, state: state, time: time, start: time, location: .zero)
  }
}

// MARK: - Configuration

extension GestureRecognizer {
  /// Calls `action` for every state but possible and failed.
  public func addAction(_ action: @escaping (GestureRecognizer) -> Void) {
    actions.append(action)
    hasActions = true
  }

  /// Holds this recognizer back until the other has failed; it fails itself if that succeeds.
  public func require(toFail other: GestureRecognizer) {
    requirements.append(other)
  }

  func callActions() {
    let reported = state
    // An action that switches the recognizer off has told the others of the new state already.
    for action in actions where state == reported { action(self) }
  }
}

// MARK: - Decisions, for subclasses

extension GestureRecognizer {
  /// Names a deadline, to cancel it by and to know it again.
  public typealias Deadline = Scheduler<GestureRecognizer>.Token

  /// A discrete gesture happened.
  public func recognize(at time: Timestamp) { claim(.recognized, at: time) }

  /// A continuous gesture began.
  public func begin(at time: Timestamp) { claim(.began, at: time) }

  /// A continuous gesture went on; nothing happens while its beginning is not settled.
  public func change(at time: Timestamp) {
    if state.isActive { arbiter?.advance(self, to: .changed, at: time) }
  }

  /// A continuous gesture ended as it should.
  public func end(at time: Timestamp) {
    if waiting == .began {
      waiting = .ended
    } else if state.isActive {
      arbiter?.advance(self, to: .ended, at: time)
    }
  }

  /// It was something else.
  public func fail(_ reason: FailureReason) {
    guard state == .possible else { return }
    arbiter?.fail(self, reason)
  }

  /// A gesture that had begun turned out to be another one, which somebody else reports.
  public func giveWay(at time: Timestamp) { breakOff(because: .prevented, at: time) }

  /// The attempt can't go on: an active gesture is cancelled, a possible one fails.
  public func breakOff(
    because cause: FailureReason.Cause = .cancelled, touch: Touch.ID? = nil, at time: Timestamp
  ) {
    let reason = FailureReason(cause, touch: touch, time: time)
    if state.isActive {
      lastFailure = reason
      arbiter?.advance(self, to: .cancelled, at: time)
    } else {
      fail(reason)
    }
  }

  /// Stops hearing of a touch until it lifts.
  public func ignore(_ touch: Touch) {
    if !currentlyIgnored.contains(touch.id) { currentlyIgnored = currentlyIgnored + [touch.id] }
  }

  /// Asks for ``deadlineReached(_:at:)`` at a moment, before that moment's events.
  public func schedule(at time: Timestamp) -> Deadline? {
    arbiter?.schedule(self, at: time)
  }

  /// Takes a deadline back.
  public func cancelDeadline(_ deadline: inout Deadline?) {
    if let token = deadline { arbiter?.cancelDeadline(token, of: self) }
    deadline = nil
  }

  private func claim(_ target: GestureState, at time: Timestamp) {
    guard state == .possible, waiting == nil, !isClaiming else { return }
    arbiter?.claim(self, target, at: time)
  }

  /// The recognizer is switched off or taken from its view.
  func cancelFromOutside() {
    guard let arbiter else { return }
    arbiter.withdraw(self)
  }
}

// MARK: - Identity and delivery

extension GestureRecognizer: Equatable {
  /// Two recognizers are equal when they are the same object.
  public static func == (left: GestureRecognizer, right: GestureRecognizer) -> Bool {
    left === right
  }
}

extension GestureRecognizer {
  /// Calls the method that belongs to a phase.
  func deliver(_ touches: TouchSet, phase: Touch.Phase, with event: TouchEvent) {
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    case .stationary: break
    }
  }
}
