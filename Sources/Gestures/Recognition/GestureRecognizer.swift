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
  open var isDeferred: Bool { false }

  /// The direction that the attempt is about: the one that the recognizer looks for, or the one of
  /// several that the fingers take. Traces and reasons name it.
  open var soughtDirection: Gesture.Direction? { nil }

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
  @exclusivity(unchecked) public var isEnabled = true {
    didSet { if !isEnabled && oldValue { cancelFromOutside() } }
  }

  /// Whether the views under the touches hear that they were cancelled when the gesture begins or is
  /// recognized, and nothing more of them. On by default.
  @exclusivity(unchecked) public var cancelsTouchesInView = true
  /// Whether the views hear of a touch only when the gesture has failed, and then of all that
  /// happened, each with its own time and place. Off by default.
  @exclusivity(unchecked) public var delaysTouchesBegan = false
  /// Whether the views hear of a lift only when the gesture has failed, so that a gesture that
  /// comes later can still cancel the touch. On by default.
  @exclusivity(unchecked) public var delaysTouchesEnded = true
  /// The kinds of touches that the recognizer takes; palms never come this far.
  @exclusivity(unchecked) public var allowedTouchKinds: Set<Touch.Kind> = [.finger, .pen] {
    didSet { allowedKindBits = Touch.Kind.bits(of: allowedTouchKinds) }
  }
  /// ``allowedTouchKinds``, to ask without a set's price: the bit of each kind's raw value.
  @exclusivity(unchecked) private(set) var allowedKindBits = Touch.Kind.bits(of: [.finger, .pen])
  /// Whether, after a touch of one kind, touches of others are ignored until the next reset.
  @exclusivity(unchecked) public var requiresExclusiveTouchKind = true

  /// The recognizers that have to fail first, whatever a delegate adds.
  @exclusivity(unchecked) private(set) var requirements: [GestureRecognizer] = []
  /// What was asked in this attempt about others that might have to fail first.
  @exclusivity(unchecked) var requirementAnswers: [RequirementAnswer] = []
  /// The kind of the touches in this attempt.
  @exclusivity(unchecked) var touchKind: Touch.Kind?
  /// The device whose touches came last.
  @exclusivity(unchecked) var device: Int?
  /// What was answered about the touches that land in the event; nil before it is asked.
  @exclusivity(unchecked) var receivesLanding: Bool?
  /// Counts attempts: what was held back for an earlier one is let go.
  @exclusivity(unchecked) var attempt = 0
  @exclusivity(unchecked) private var actions: [(GestureRecognizer) -> Void] = []
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
  @exclusivity(unchecked) var isClaiming = false

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

  /// A deadline set with ``GestureRecognizer/schedule(at:)`` has come.
  open func deadlineReached(_ deadline: Deadline, at time: Timestamp) {}

  /// Another recognizer is about to win; what was decided already can still be told.
  open func willBePrevented(by other: GestureRecognizer, at time: Timestamp) {}

  /// Why touches that are about to land can't go on with what was done so far, as one tap of two; nil if
  /// they can, or if nothing was. Asked when others wait for this one: they need not wait for what
  /// can't come any more, and the new touches may be theirs. After a reason it has failed, and begins
  /// anew with them.
  open func reasonAgainstContinuing(
    with touches: TouchSet, at time: Timestamp
  ) -> FailureReason? { nil }

  /// A recognizer that ``firesRepeatedly`` has fired and goes on.
  open func didFire() {}

  /// The attempt is over: forget everything.
  open func reset() {}

  // MARK: Questions, for subclasses to answer; a delegate is asked too

  /// Whether the recognizer wants to hear of touches that land in an event; asked once for each
  /// event, before the delegate and before any of the touches is asked about.
  open func shouldReceive(_ event: TouchEvent) -> Bool { true }

  /// Whether another one has to give way when this one begins.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Whether this one gives way when another one begins.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

  /// Whether this one waits until the other has failed; asked once an attempt.
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }

  /// Whether the other one waits until this one has failed; asked once an attempt.
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

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

  /// Whether the attempt goes on, with all touches.
  var hearsEverything: Bool { !currentState.isFinal && currentlyIgnored.isEmpty }

  /// Another change, of which nobody has to be told.
  func goesOn() { currentState = .changed }

  func callActions() {
    let reported = state
    // An action that switches the recognizer off has told the others of the new state already.
    for action in actions where state == reported { action(self) }
  }
}

// MARK: - Identity and delivery

extension GestureRecognizer: Equatable {
  /// Two recognizers are equal when they are the same object.
  public static func == (left: GestureRecognizer, right: GestureRecognizer) -> Bool {
    left === right
  }
}

extension Touch.Kind {
  var bit: UInt8 { 1 << rawValue }

  static func bits(of kinds: some Sequence<Touch.Kind>) -> UInt8 {
    kinds.reduce(0) { $0 | $1.bit }
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
