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

  /// The claim of the recognizer, by which the ``StandardPolicy`` decides between it and others.
  ///
  /// By default ``GestureRole/custom``: custom recognizers replace the built-in ones.
  open var role: GestureRole { .custom }

  /// The movement so far, as a recognizer of a pinch or a rotation classifies it; nil while it is
  /// too short, or if the recognizer does not classify movements.
  open var character: Transformation.Character? { nil }

  /// Whether the recognizer continues after it has fired, as a ``TextbookRecognizer`` does.
  open var firesRepeatedly: Bool { false }

  /// The direction that the recognizer looks for, or the one of several that the fingers take, for
  /// traces and reasons.
  open var soughtDirection: Gesture.Direction? { nil }

  /// The possible meanings of a movement that is near to two of them; by default empty.
  var readings: [Reading] { [] }

  /// The touch-down positions of a tap's fingers while it is reported; nil for other gestures.
  var tappedPoints: [Point]? { nil }

  /// The most fingers that the recognizer uses; it ignores further ones.
  var maximumFingers: Int { .max }

  /// The numbers of the touches that a claim is about: by default all of the attempt.
  var claimedTouches: ClosedRange<Int> { watchedRange ?? -1 ... -1 }

  /// The numbers of the touches that another recognizer can't claim without this one: those of the
  /// attempt or, if it is decided, those that it claims.
  var watchedTouches: ClosedRange<Int> {
    waiting == nil || waiting == .began ? watchedRange ?? -1 ... -1 : claimedTouches
  }

  /// A custom name for reports, traces and reasons.
  @exclusivity(unchecked) public final var name: String?
  /// The state of the current attempt.
  public internal(set) final var state: GestureState {
    get { currentState }
    set {
      if currentState.isFinal != newValue.isFinal { arbiter?.completedAttempts &+= 1 }
      currentState = newValue
    }
  }
  /// The view that the recognizer is attached to.
  // Not weak, since a weak reference makes every use of its target slower; the view resets it when
  // it is deallocated.
  @exclusivity(unchecked) public internal(set) final unowned(unsafe) var view: View?
  @exclusivity(unchecked) public final weak var delegate: (any GestureRecognizerDelegate)? {
    didSet { hasDelegate = delegate != nil }
  }
  /// Whether ``delegate`` was set: reading a weak reference costs more.
  @exclusivity(unchecked) private(set) final var hasDelegate = false
  /// The reason why the last attempt failed or was cancelled.
  @exclusivity(unchecked) public internal(set) final var lastFailure: FailureReason?

  /// Whether the recognizer receives touches.
  ///
  /// Disabling it during a gesture cancels the gesture, and the recognizer forgets the fingers that
  /// are down: enabled again, it begins with the next one.
  @exclusivity(unchecked) public final var isEnabled = true {
    didSet { if !isEnabled && oldValue { withdraw(forgetsTouches: false) } }
  }

  /// Whether the views under the touches receive `touchesCancelled`, and no more phases, when the
  /// gesture begins or is recognized, and nothing of touches that join it later. By default true.
  @exclusivity(unchecked) public final var cancelsTouchesInView = true
  /// Whether views receive touches only after the gesture has failed, and then all phases, each
  /// with its own time and position. By default false.
  @exclusivity(unchecked) public final var delaysTouchesBegan = false
  /// Whether views receive `touchesEnded` only after the gesture has failed, so that a gesture
  /// decided later can still cancel the touch. By default true.
  @exclusivity(unchecked) public final var delaysTouchesEnded = true
  /// The kinds of touches that the recognizer accepts; palms are filtered out before.
  public final var allowedTouchKinds: Set<Touch.Kind> = [.finger, .pen] {
    didSet { allowedKindBits = Touch.Kind.bits(of: allowedTouchKinds) }
  }
  /// Whether an attempt accepts touches of one kind only, that of its first touch.
  @exclusivity(unchecked) public final var requiresExclusiveTouchKind = true

  /// The recognizers that have to fail first, besides those that delegates name.
  @exclusivity(unchecked) private final var references: [RecognizerReference] = []
  /// The answers in this attempt about other recognizers that might have to fail first.
  @exclusivity(unchecked) final var requirementAnswers = RequirementAnswers()
  /// ``allowedTouchKinds`` as a bit for each kind, since hashing is slow.
  @exclusivity(unchecked) private(set) final var allowedKindBits = Touch.Kind.bits(
    of: [.finger, .pen])
  @exclusivity(unchecked) final var touchKind: Touch.Kind?
  /// The device of the latest touches.
  @exclusivity(unchecked) final var device: Int?
  /// The numbers of this attempt's first and last touch; nil if it has none.
  @exclusivity(unchecked) final var watchedRange: ClosedRange<Int>?
  /// The other views that this attempt's touches hit, by the numbers of the touches.
  @exclusivity(unchecked) final var hits: [(touch: Int, view: View)] = []
  /// Whether the recognizer receives the new touches of the current event; nil until it is asked.
  @exclusivity(unchecked) final var receivesNewTouches: Bool?
  /// The number of the attempt, so that touches held back for an earlier one can be delivered.
  @exclusivity(unchecked) final var attempt = 0
  @exclusivity(unchecked) private final var actions: [Action] = []
  @exclusivity(unchecked) private final var actionCount = 0
  /// The actions that have not received the present state.
  @exclusivity(unchecked) private final var queuedActions: ArraySlice<Action> = []

  /// The application's arbiter, while touches, deadlines or a claim bind the recognizer to it.
  @exclusivity(unchecked) final var arbiter: Arbiter?
  /// The number of the recognizer's touches that are down, including ignored ones.
  @exclusivity(unchecked) final var downCount = 0
  /// The pending deadlines, in any order.
  @exclusivity(unchecked) final var deadlines: [Deadline] = []
  /// The number of deadlines that the attempt has set since the trace began to end.
  @exclusivity(unchecked) final var finalDeadlines = 0
  /// A claim that waits until the ``requirements`` have failed.
  @exclusivity(unchecked) final var waiting: GestureState? {
    didSet {
      if (oldValue == nil) != (waiting == nil) { arbiter?.waitingCount += oldValue == nil ? 1 : -1 }
    }
  }
  /// Whether the attempt was ended from outside while touches were down.
  @exclusivity(unchecked) final var isWithdrawn = false
  /// Whether the arbiter is deciding on a claim of this recognizer.
  @exclusivity(unchecked) final var isClaiming = false
  /// Whether the recognizer has been in an application, so that it decides nothing without touches.
  @exclusivity(unchecked) final var belongsToApplication = false
  /// Whether a test calls the callbacks, and they do not pass the touches to `super`.
  @exclusivity(unchecked) final var decidesAlone = false
  /// Whether ``reset()`` is running: no attempt is in progress that could decide anything.
  @exclusivity(unchecked) final var isResetting = false

  /// The fingers of the attempt: shared with all recognizers of the touches, or separate.
  @exclusivity(unchecked) final var fingerStorage: FingerStorage
  /// Whether ``fingerStorage`` is shared: then the recognizer receives every touch of the device.
  @exclusivity(unchecked) final var sharesFingers = false
  final let ownFingers = FingerStorage.make()
  @exclusivity(unchecked) private final var knownReference: RecognizerReference?
  /// ``maximumFingers``, as of the beginning of the attempt.
  @exclusivity(unchecked) final var followLimit = Int.max

  // These are read for every recognizer in every frame, hence stored internally and unchecked.
  @exclusivity(unchecked) private final var currentState = GestureState.possible
  @exclusivity(unchecked) final var currentlyIgnored: [Touch.ID] = []
  @exclusivity(unchecked) private(set) final var hasActions = false
  @exclusivity(unchecked) private(set) final var hasRequirements = false

  public init() { fingerStorage = ownFingers }

  deinit {
    knownReference?.recognizer = nil
    ownFingers.free()
  }

  // MARK: Methods for subclasses to override

  open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .began, with: event)
  }

  open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .moved, with: event)
  }

  open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .ended, with: event)
  }

  /// The system cancelled touches; by default that ends the attempt.
  open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .cancelled, with: event)
    let palm = touches.first { $0.kind == .palm }
    breakOff(
      event.newPalms.first { $0.touchID == palm?.id }?.reason
        ?? FailureReason(
          palm == nil ? .cancelled : .palm, touch: (palm ?? touches.first)?.id,
          time: event.timestamp))
  }

  /// A deadline that was set with ``GestureRecognizer/schedule(at:)`` is due.
  open func deadlineReached(_ deadline: Deadline, at time: Timestamp) {}

  /// Another recognizer is about to win touches of this attempt, which fails.
  ///
  /// Override it to report a gesture that is complete without those touches.
  open func touchesTaken(by other: GestureRecognizer, at time: Timestamp) {}

  /// Another recognizer acts, with touches of this attempt or others; both may continue.
  func touchesClaimed(by other: GestureRecognizer, at time: Timestamp) {}

  /// The attempt is about to fail because of a palm, an interruption or touches of another device;
  /// a decided gesture can still be reported.
  func attemptInterrupted(at time: Timestamp) {}

  /// A recognizer that ``firesRepeatedly`` has fired and starts its next attempt.
  open func didFire() {}

  /// The attempt is over; override it to clear all state.
  ///
  /// Decisions and deadlines have no effect in it.
  open func reset() {}

  // MARK: Questions to subclasses, each also asked to the delegate

  /// Whether the recognizer receives the new touches of an event; asked once an event, before the
  /// delegate.
  open func shouldReceive(_ event: TouchEvent) -> Bool { true }

  /// Whether the recognizer receives a new touch, whose view is ``TouchEvent/view(for:)``; asked
  /// before the delegate. A refused touch stays invisible to it until it ends.
  open func shouldReceive(_ touch: Touch, with event: TouchEvent) -> Bool { true }

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

  // MARK: Configuration

  /// Makes this recognizer wait until the other has failed; it fails itself if the other succeeds.
  ///
  /// The other one is not retained: a view holds the recognizers that are attached to it.
  public final func require(toFail other: GestureRecognizer) {
    references.append(other.reference)
    hasRequirements = true
  }

  /// Reverts ``require(toFail:)``; a gesture without further requirements acts, at the latest after
  /// the running callbacks.
  public final func removeRequirement(toFail other: GestureRecognizer) {
    references.removeAll { $0.recognizer === other }
    hasRequirements = !references.isEmpty
    if waiting != nil { arbiter?.retryLater() }
  }

  /// A reference to the recognizer that does not retain it.
  final var reference: RecognizerReference {
    if let knownReference { return knownReference }
    let reference = RecognizerReference(self)
    knownReference = reference
    return reference
  }

  final var requirements: [GestureRecognizer] {
    hasRequirements ? references.compactMap(\.recognizer) : []
  }

  /// Whether touches of the attempt may still become the gesture, or are a gesture in progress.
  ///
  /// False without an attempt and after a decision. Touches that have lifted may still become a
  /// gesture, as a tap may become a double one.
  public final var isCandidate: Bool {
    state.isActive || (state == .possible && watchedRange != nil)
  }

  /// The touches that the recognizer ignores until they end.
  public final var ignoredTouches: [Touch.ID] { currentlyIgnored }

  /// Whether the delegate, the recognizer's view, the views that the claimed touches hit and those
  /// between them let the recognizer leave the state possible.
  final var hasConsent: Bool {
    var asked: [View] = []
    for hit in hits where claimedTouches.contains(hit.touch) {
      var current: View? = hit.view
      while let candidate = current, candidate !== view {
        guard !asked.contains(where: { $0 === candidate }) else { break }
        asked.append(candidate)
        current = candidate.superview
      }
    }
    return asked.allSatisfy { $0.gestureRecognizerShouldBegin(self) }
      && view?.gestureRecognizerShouldBegin(self) ?? true
      && (!hasDelegate || delegate?.gestureRecognizerShouldBegin(self) ?? true)
  }

  /// Adds touches to the attempt, those of `event` if it is given.
  final func watch(_ touches: TouchSet, in event: TouchEvent? = nil) {
    guard let first = touches.first else { return }
    var range = watchedRange ?? first.number...first.number
    for touch in touches { range = range.union(touch.number...touch.number) }
    watchedRange = range
    // Nearly all touches hit the recognizer's own view.
    if let event, event.hasOneRoute, event.deliveries.first?.route.view === view { return }
    for touch in touches {
      if let hit = arbiter?.hitView(of: touch), hit !== view { hits.append((touch.number, hit)) }
    }
  }

  /// Same as ``ActionSource/onAction(_:)``, for recognizers of any type.
  @discardableResult
  public final func addAction(_ action: @escaping (GestureRecognizer) -> Void) -> ActionToken {
    addAction(in: nil, action)
  }

  /// Removes an action; does nothing with a token of another recognizer.
  public final func removeAction(_ token: ActionToken) {
    guard token.reference === reference else { return }
    actions.removeAll { $0.token.number == token.number }
    hasActions = !actions.isEmpty
  }

  final func addAction(
    in states: Set<GestureState>?, _ run: @escaping (GestureRecognizer) -> Void
  ) -> ActionToken {
    actionCount += 1
    let token = ActionToken(number: actionCount, reference: reference)
    actions.append(Action(token: token, states: states, run: run))
    hasActions = true
    return token
  }

  /// Marks all actions as due to receive the present state.
  final func queueActions() { queuedActions = actions[...] }

  /// Calls the actions that have not received the present state, also before the state changes: the
  /// actions after one that leads to the next state receive both.
  final func callQueuedActions() {
    let reported = state
    while let action = queuedActions.popFirst() {
      // The attempt may be over without another state, and an action may have removed others.
      guard state == reported, action.states?.contains(reported) ?? true,
        actions.contains(where: { $0.token.number == action.token.number })
      else { continue }
      action.run(self)
    }
  }

  /// Whether the attempt is in progress, and the recognizer receives every touch of the device.
  @inline(__always)
  final var receivesAllTouches: Bool { sharesFingers && !currentState.isFinal }

  final func markChanged() { currentState = .changed }

  // MARK: Decisions

  /// A deadline's identity, for cancelling it and for recognizing it when it is due.
  public typealias Deadline = Scheduler<GestureRecognizer>.Token

  /// Claims that a discrete gesture was recognized.
  public final func recognize(at time: Timestamp) { claim(.recognized, at: time) }

  /// Claims that a continuous gesture begins.
  public final func begin(at time: Timestamp) { claim(.began, at: time) }

  /// Reports that a continuous gesture changed; does nothing before its beginning is granted.
  public final func change(at time: Timestamp) {
    // Called hundreds of times a second, mostly without an observer or an action.
    guard state.isActive, passesDeadlines(before: time),
      arbiter?.changesUnreported(self, at: time) == false
    else { return }
    arbiter?.advance(self, to: .changed, at: time)
  }

  /// Ends a continuous gesture normally.
  public final func end(at time: Timestamp) {
    if waiting == .began {
      waiting = .ended
    } else if state.isActive, passesDeadlines(before: time) {
      arbiter?.advance(self, to: .ended, at: time)
      endAttemptAlone()
    }
  }

  /// Makes the attempt fail: the touches are not the gesture.
  public final func fail(_ reason: FailureReason) {
    guard state == .possible, let arbiter = decidingArbiter, passesDeadlines(before: reason.time)
    else { return }
    arbiter.fail(self, reason)
    endAttemptAlone()
  }

  /// Cancels a gesture that turned out to be another one, which another recognizer reports.
  public final func giveWay(at time: Timestamp) { breakOff(because: .prevented, at: time) }

  /// Ends the attempt early: an active gesture is cancelled, a possible one fails.
  public final func breakOff(
    because cause: FailureReason.Cause = .cancelled, touch: Touch.ID? = nil, at time: Timestamp
  ) {
    breakOff(FailureReason(cause, touch: touch, time: time))
  }

  private final func breakOff(_ reason: FailureReason) {
    if state.isActive {
      lastFailure = reason
      arbiter?.advance(self, to: .cancelled, at: reason.time)
      endAttemptAlone()
    } else {
      fail(reason)
    }
  }

  /// Receives no more phases of a touch; ``followedFingers`` does not contain it.
  public final func ignore(_ touch: Touch) { ignoreTouch(touch.id) }

  final func ignoreTouch(_ id: Touch.ID) {
    guard arbiter != nil, !isResetting, !currentlyIgnored.contains(id) else { return }
    currentlyIgnored = currentlyIgnored + [id]
    stopSharingFingers()
    hand.forget(id)
  }

  /// Fails because new touches can't continue a series, such as the first tap of two, so that
  /// others can act; then begins a new attempt with these touches.
  public final func restart(with touches: TouchSet, _ reason: FailureReason) {
    decidingArbiter?.restart(self, with: touches, reason)
  }

  /// Sets a deadline: ``deadlineReached(_:at:)`` is called at `time`, before the events of that
  /// time. A time that has passed counts as the present one.
  public final func schedule(at time: Timestamp) -> Deadline? {
    decidingArbiter?.schedule(self, at: time)
  }

  /// Sets a deadline for the first microsecond at which more than some seconds have passed.
  final func schedule(after seconds: Double, since start: Timestamp) -> Deadline? {
    schedule(at: start.advanced(bySeconds: seconds).advanced(byMicroseconds: 1))
  }

  /// Cancels a deadline and sets it to nil.
  public final func cancelDeadline(_ deadline: inout Deadline?) {
    if let token = deadline { arbiter?.cancelDeadline(token, of: self) }
    deadline = nil
  }

  private final func claim(_ target: GestureState, at time: Timestamp) {
    guard state == .possible, waiting == nil, !isClaiming, let arbiter = decidingArbiter,
      passesDeadlines(before: time)
    else { return }
    arbiter.claim(self, target, at: time)
    endAttemptAlone()
  }

  /// Ends the attempt because the recognizer is disabled or removed from its view.
  final func withdraw(forgetsTouches: Bool) {
    // The recognizer may be on the route of touches that have not reached it.
    if forgetsTouches { receivesNewTouches = false }
    let arbiter = arbiter ?? view?.window?.application?.arbiter
    arbiter?.withdraw(self, forgetsTouches: forgetsTouches)
  }

  // MARK: Decisions outside of an application

  /// The arbiter of the attempt, a separate one in a test; nil while nothing could be decided.
  private final var decidingArbiter: Arbiter? {
    if isResetting { return nil }
    if arbiter == nil && !belongsToApplication {
      arbiter = Arbiter(policy: IndependentPolicy())
      decidesAlone = true
    }
    return arbiter
  }

  /// Fires the deadlines up to a decision, without events the only source of time; returns whether
  /// the decision still concerns the attempt.
  @inline(__always)
  private final func passesDeadlines(before time: Timestamp) -> Bool {
    guard decidesAlone, let arbiter, !arbiter.isFiring else { return true }
    let attempt = attempt
    arbiter.fireDeadlines(by: time)
    return self.attempt == attempt
  }

  /// Ends the attempt with its decision, unless the lift of a touch will end it.
  private final func endAttemptAlone() {
    if decidesAlone && state.isFinal { arbiter?.reset(self) }
  }

  // MARK: Delivery

  final func deliver(_ touches: TouchSet, phase: Touch.Phase, with event: TouchEvent) {
    follow(touches, phase, with: event)
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    case .stationary: break
    }
  }
}

extension [GestureRecognizer] {
  /// Calls a closure with each element, without retaining the element: the copied array holds all
  /// of them.
  @inline(__always)
  func forEachUnretained(_ body: (GestureRecognizer) -> Void) {
    withUnsafeBytes { bytes in
      for element in bytes.bindMemory(to: Unmanaged<GestureRecognizer>.self) {
        element._withUnsafeGuaranteedRef(body)
      }
    }
  }
}

extension GestureRecognizer: Equatable {
  /// Two recognizers are equal when they are the same object.
  public static func == (left: GestureRecognizer, right: GestureRecognizer) -> Bool {
    left === right
  }
}

extension Touch.Kind {
  var bit: UInt8 { 1 << rawValue }

  fileprivate static func bits(of kinds: Set<Touch.Kind>) -> UInt8 {
    kinds.reduce(0) { $0 | $1.bit }
  }
}
