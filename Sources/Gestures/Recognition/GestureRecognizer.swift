import Contacts
public import Timeline

/// Watches the touches of a view and decides whether they are a gesture.
///
/// Subclass it and override the four touch callbacks. Report decisions with ``begin(at:)``,
/// ``change(at:)``, ``end(at:)``, ``recognize(at:)`` and ``fail(_:)``. Whether a decision takes
/// effect is up to the ``Arbiter``: another recognizer may have begun, or may have to fail first.
///
/// ```swift
/// final class FirstTouchRecognizer: GestureRecognizer {
///   override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
///     recognize(at: event.timestamp)
///   }
/// }
/// ```
///
/// A recognizer never reads a clock: events carry their time, and ``schedule(at:)`` sets deadlines.
open class GestureRecognizer {
  /// The kind of gesture in reports.
  open var kind: Gesture.Kind { .path }

  /// Whether the recognizer continues after it has fired, as a ``TextbookRecognizer`` does.
  open var firesRepeatedly: Bool { false }

  /// Whether the gesture that it is about to report is over, and its report was only delayed.
  open var isDeferred: Bool { false }

  /// The direction that the recognizer looks for, or the one of several that the fingers take; used
  /// in traces and reasons.
  open var soughtDirection: Gesture.Direction? { nil }

  /// The state of the current attempt.
  public internal(set) var state: GestureState {
    get { currentState }
    set {
      if currentState.isFinal != newValue.isFinal { arbiter?.completedAttempts &+= 1 }
      currentState = newValue
    }
  }
  /// The view that the recognizer is attached to.
  // Not weak, since a weak reference makes every use of its target slower; the view resets it when it
  // is deallocated.
  public internal(set) unowned(unsafe) var view: View?
  @exclusivity(unchecked) public weak var delegate: (any GestureRecognizerDelegate)?
  /// Why the last attempt failed or was cancelled.
  public internal(set) var lastFailure: FailureReason?

  /// Whether the recognizer receives touches; disabling it during a gesture cancels the gesture.
  public var isEnabled = true {
    didSet { if !isEnabled && oldValue { withdraw() } }
  }

  /// Whether the views under the touches receive `touchesCancelled`, and no more phases, when the
  /// gesture begins or is recognized. By default true.
  @exclusivity(unchecked) public var cancelsTouchesInView = true
  /// Whether views receive touches only after the gesture has failed, and then all phases, each with
  /// its own time and position. By default false.
  @exclusivity(unchecked) public var delaysTouchesBegan = false
  /// Whether views receive `touchesEnded` only after the gesture has failed, so that a gesture decided
  /// later can still cancel the touch. By default true.
  @exclusivity(unchecked) public var delaysTouchesEnded = true
  /// The kinds of touches that the recognizer accepts; palms are filtered out before.
  public var allowedTouchKinds: Set<Touch.Kind> = [.finger, .pen] {
    didSet { allowedKindBits = Touch.Kind.bits(of: allowedTouchKinds) }
  }
  /// Whether an attempt accepts touches of one kind only, that of its first touch.
  public var requiresExclusiveTouchKind = true

  /// The recognizers that have to fail first, besides those that delegates name.
  @exclusivity(unchecked) private(set) var requirements: [GestureRecognizer] = []
  /// The answers in this attempt about other recognizers that might have to fail first.
  @exclusivity(unchecked) var requirementAnswers: [RequirementAnswer] = []
  /// ``allowedTouchKinds`` as a bit for each kind: every touch is tested against every recognizer, and
  /// hashing is slow.
  private(set) var allowedKindBits = Touch.Kind.bits(of: [.finger, .pen])
  /// The kind of the touches in this attempt.
  var touchKind: Touch.Kind?
  /// The device of the latest touches.
  var device: Int?
  /// Whether the recognizer receives the new touches of the current event; nil until it is asked.
  var receivesNewTouches: Bool?
  /// Counts attempts, so that touches held back for an earlier one can be delivered.
  @exclusivity(unchecked) var attempt = 0
  private var actions: [(GestureRecognizer) -> Void] = []

  /// Set while touches, deadlines or a waiting claim bind the recognizer to an application.
  var arbiter: Arbiter?
  /// The number of the recognizer's touches that are down, including ignored ones.
  @exclusivity(unchecked) var downCount = 0
  /// The number of pending deadlines.
  @exclusivity(unchecked) var deadlineCount = 0
  /// A claim that waits until the ``requirements`` have failed.
  var waiting: GestureState?
  /// Whether the arbiter is granting a claim of this recognizer.
  @exclusivity(unchecked) var isClaiming = false

  // These are read for every recognizer in every frame, hence stored internally and unchecked.
  @exclusivity(unchecked) private var currentState = GestureState.possible
  @exclusivity(unchecked) var currentlyIgnored: [Touch.ID] = []
  @exclusivity(unchecked) private(set) var hasActions = false

  public init() {}

  // MARK: Methods for subclasses to override

  open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {}
  open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {}
  open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {}

  /// The system cancelled touches; by default that ends the attempt.
  open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    let palm = touches.first { $0.kind == .palm }
    breakOff(
      because: palm == nil ? .cancelled : .palm, touch: (palm ?? touches.first)?.id,
      at: event.timestamp)
  }

  /// A deadline that was set with ``GestureRecognizer/schedule(at:)`` is due.
  open func deadlineReached(_ deadline: Deadline, at time: Timestamp) {}

  /// Another recognizer is about to win; a gesture that is decided but not reported can be reported
  /// now.
  open func willBePrevented(by other: GestureRecognizer, at time: Timestamp) {}

  /// Why new touches can't continue a series such as the first tap of two; nil if they can, or if no
  /// series is in progress.
  ///
  /// Asked only while other recognizers wait for this one to fail. With a reason it fails before the
  /// touches begin, so that the others can act, and starts a new attempt with these touches.
  open func reasonAgainstContinuing(
    with touches: TouchSet, at time: Timestamp
  ) -> FailureReason? { nil }

  /// A recognizer that ``firesRepeatedly`` has fired and starts its next attempt.
  open func didFire() {}

  /// The attempt is over; override it to clear all state.
  open func reset() {}

  // MARK: Questions to subclasses, each also asked to the delegate

  /// Whether the recognizer receives the new touches of an event; asked once an event, before the
  /// delegate.
  open func shouldReceive(_ event: TouchEvent) -> Bool { true }

  /// Whether another recognizer gives way when this one begins.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Whether this recognizer gives way when another one begins.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

  /// Whether this recognizer waits until the other has failed; asked once an attempt.
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }

  /// Whether the other recognizer waits until this one has failed; asked once an attempt.
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

  /// The report of the current state.
  open func gesture(at time: Timestamp) -> Gesture {
    Gesture(kind: kind, state: state, time: time, start: time, location: .zero)
  }
}

// MARK: - Configuration

extension GestureRecognizer {
  /// Adds a closure that is called in every state except possible and failed.
  public func addAction(_ action: @escaping (GestureRecognizer) -> Void) {
    actions.append(action)
    hasActions = true
  }

  /// Makes this recognizer wait until the other has failed; it fails itself if the other succeeds.
  public func require(toFail other: GestureRecognizer) {
    requirements.append(other)
  }

  /// The touches that the recognizer ignores until they end.
  public var ignoredTouches: [Touch.ID] { currentlyIgnored }

  /// Whether the attempt is in progress and ignores no touch.
  var receivesAllTouches: Bool { !currentState.isFinal && currentlyIgnored.isEmpty }

  /// Records a change that needs no report.
  func markChanged() { currentState = .changed }

  func callActions() {
    let reported = state
    // An action that disables the recognizer has reported the new state to the others already.
    for action in actions where state == reported { action(self) }
  }
}

extension GestureRecognizer: Equatable {
  /// Two recognizers are equal when they are the same object.
  public static func == (left: GestureRecognizer, right: GestureRecognizer) -> Bool {
    left === right
  }
}

// MARK: - Decisions

extension GestureRecognizer {
  /// Identifies a deadline, to cancel it and to recognize it when it is due.
  public typealias Deadline = Scheduler<GestureRecognizer>.Token

  /// Claims that a discrete gesture was recognized.
  public func recognize(at time: Timestamp) { claim(.recognized, at: time) }

  /// Claims that a continuous gesture begins.
  public func begin(at time: Timestamp) { claim(.began, at: time) }

  /// Reports that a continuous gesture changed; does nothing before its beginning is granted.
  public func change(at time: Timestamp) {
    guard state.isActive, let arbiter else { return }
    // Called hundreds of times a second, mostly without an observer or an action.
    if !arbiter.changesUnreported(self, at: time) { arbiter.advance(self, to: .changed, at: time) }
  }

  /// Ends a continuous gesture normally.
  public func end(at time: Timestamp) {
    if waiting == .began {
      waiting = .ended
    } else if state.isActive {
      arbiter?.advance(self, to: .ended, at: time)
    }
  }

  /// Fails: the touches are not the gesture.
  public func fail(_ reason: FailureReason) {
    guard state == .possible else { return }
    arbiter?.fail(self, reason)
  }

  /// Cancels a gesture that turned out to be another one, which another recognizer reports.
  public func giveWay(at time: Timestamp) { breakOff(because: .prevented, at: time) }

  /// Ends the attempt early: an active gesture is cancelled, a possible one fails.
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

  /// Receives no more phases of a touch.
  public func ignore(_ touch: Touch) { ignoreTouch(touch.id) }

  func ignoreTouch(_ id: Touch.ID) {
    if !currentlyIgnored.contains(id) { currentlyIgnored = currentlyIgnored + [id] }
  }

  /// Sets a deadline: ``deadlineReached(_:at:)`` is called at `time`, before the events of that time.
  public func schedule(at time: Timestamp) -> Deadline? {
    arbiter?.schedule(self, at: time)
  }

  /// Cancels a deadline and sets it to nil.
  public func cancelDeadline(_ deadline: inout Deadline?) {
    if let token = deadline { arbiter?.cancelDeadline(token, of: self) }
    deadline = nil
  }

  private func claim(_ target: GestureState, at time: Timestamp) {
    guard state == .possible, waiting == nil, !isClaiming else { return }
    arbiter?.claim(self, target, at: time)
  }

  /// Ends the attempt because the recognizer is disabled or removed from its view.
  func withdraw() { arbiter?.withdraw(self) }
}

extension Touch.Kind {
  var bit: UInt8 { 1 << rawValue }

  fileprivate static func bits(of kinds: Set<Touch.Kind>) -> UInt8 {
    kinds.reduce(0) { $0 | $1.bit }
  }
}

// MARK: - Delivery

extension GestureRecognizer {
  /// Calls the callback of a phase.
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
