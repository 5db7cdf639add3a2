/// Grants the claims of recognizers: the first one to claim its touches wins, unless one that has
/// to fail first is still possible.
///
/// Every change of state of every recognizer of an ``Application`` passes through its arbiter. A
/// claim waits for requirements, asks the policy about rivals, then views and delegates for
/// consent, and is granted; <doc:Conflicts> has the rules. Actions, delegates and views may call
/// back at any of these steps, so each step checks that the claim is still pending.
public final class Arbiter {
  /// The policy that decides between recognizers that want the same touches.
  @exclusivity(unchecked) public var policy: any ArbitrationPolicy
  /// Called with every reported state of every recognizer, before the recognizer's own actions.
  @exclusivity(unchecked) public var observer: ((GestureRecognizer, Gesture) -> Void)?
  /// Called with every change of state of every recognizer, including failures and their reasons,
  /// just before the change, but not with the changes of a continuous gesture. It must not change
  /// recognizers.
  @exclusivity(unchecked) public var tracer: ((GestureRecognizer, StateChange) -> Void)?
  /// Called with recognizers that wait for each other; the one that closed the circle has failed.
  public var cycleObserver: ((RequirementCycle) -> Void)?
  /// Whether ``observer`` also receives the changes of continuous gestures.
  @exclusivity(unchecked) public var observesChanges = false

  /// The recognizers with touches, deadlines or a waiting claim, in the order in which they joined.
  @exclusivity(unchecked) var members: [GestureRecognizer] = []
  @exclusivity(unchecked) var deadlines = Scheduler<GestureRecognizer>()
  /// The deliveries to views: one for each device with touches, oldest first, and some without.
  @exclusivity(unchecked) var viewDeliveries: [ViewDelivery] = []
  /// Whether a delivery may hold touches back; false only if none does.
  @exclusivity(unchecked) var mayHoldTouches = false
  /// Counts ended attempts, and attempts that became possible.
  @exclusivity(unchecked) var completedAttempts = 0
  /// The time of the event or the deadline that is being processed.
  @exclusivity(unchecked) var now = Timestamp.zero
  /// Counts touches, so that recognizers can tell whether they watch the same ones.
  @exclusivity(unchecked) var touchCount = 0
  @exclusivity(unchecked) var waitingCount = 0
  /// Whether the trace ends, so that the remaining deadlines are being fired.
  @exclusivity(unchecked) var isFinishing = false
  @exclusivity(unchecked) var isFiring = false
  /// Whether callbacks are running; changes that would end touches are postponed meanwhile.
  @exclusivity(unchecked) var isBusy = false
  @exclusivity(unchecked) var postponed: [() -> Void] = []
  @exclusivity(unchecked) var nextPostponed = 0

  init(policy: any ArbitrationPolicy = ExclusivePolicy()) { self.policy = policy }

  // MARK: Claims

  /// Grants a recognizer's claim to begin or to be recognized, makes it wait, or fails it.
  func claim(_ claimant: GestureRecognizer, _ target: GestureState, at time: Timestamp) {
    now = max(now, time)
    // The claimant does not claim again while it is asked about others, or while a rival reports
    // what it had decided before.
    claimant.isClaiming = true
    defer { claimant.isClaiming = false }
    switch readiness(of: claimant, at: time) {
    case .ready: grant(claimant, target, at: time)
    case .over: break
    case .waits:
      claimant.waiting = target
      // The report keeps the gesture of this moment, whatever the fingers do before it is granted.
      claimant.stopSharingFingers()
    }
  }

  /// Takes the touches of a gesture that is certain, but not complete, from the rivals that would
  /// lose them to a claim; fails the recognizer if a claim would fail.
  func takeTouches(for recognizer: GestureRecognizer, at time: Timestamp) {
    now = max(now, time)
    recognizer.isClaiming = true
    defer { recognizer.isClaiming = false }
    if readiness(of: recognizer, at: time) == .ready { _ = prevails(recognizer, at: time) }
  }

  /// Whether a claim would fail because another recognizer was first.
  func isPrevented(_ claimant: GestureRecognizer) -> Bool {
    rivals(of: claimant).contains { $0.verdict == .claimantFails }
  }

  private enum Readiness {
    case ready, waits
    /// An attempt that cannot act: the claimant has failed, or a callback has withdrawn it.
    case over
  }

  /// Whether the recognizers that have to fail first let a claimant act; fails it if one succeeded.
  private func readiness(of claimant: GestureRecognizer, at time: Timestamp) -> Readiness {
    var hasToWait = false
    let attempt = claimant.attempt
    let requirements = requirements(of: claimant)
    guard isPending(claimant, attempt) else { return .over }
    for requirement in requirements {
      switch outcome(of: requirement) {
      case .failed: break
      case .succeeded:
        fail(claimant, FailureReason(.requirement, other: requirement.kind, time: time))
        return .over
      case .undecided:
        guard policy.holdsBack(claimant, for: requirement) else { break }
        hasToWait = true
        // Two recognizers that waited for each other would never decide.
        if let cycle = cycle(of: claimant, through: requirement) {
          cycleObserver?(cycle)
          fail(claimant, FailureReason(.requirementCycle, other: requirement.kind, time: time))
          return .over
        }
      }
    }
    // A callback of the search for circles may have withdrawn the claimant.
    if hasToWait { return isPending(claimant, attempt) ? .waits : .over }
    return .ready
  }

  /// Whether an attempt can still claim: a callback may have disabled or reset the recognizer.
  private func isPending(_ claimant: GestureRecognizer, _ attempt: Int) -> Bool {
    claimant.state == .possible && claimant.attempt == attempt
  }

  private func grant(_ claimant: GestureRecognizer, _ target: GestureState, at time: Timestamp) {
    let view = claimant.view
    let attempt = claimant.attempt
    guard prevails(claimant, at: time) else { return }
    members.forEachUnretained { member in
      if member !== claimant { member.touchesClaimed(by: claimant, at: time) }
    }
    guard isPending(claimant, attempt) else { return }
    for delivery in viewDeliveries { delivery.cancelTouches(of: claimant, at: time) }
    // A view's callback may have disabled the claimant.
    guard isPending(claimant, attempt) else { return }
    claimant.waiting = nil
    claimant.lastFailure = nil
    trace(claimant, to: target == .ended ? .began : target, at: time)
    claimant.state = target == .ended ? .began : target
    report(claimant, at: time)
    if target == .ended && claimant.state == .began { advance(claimant, to: .ended, at: time) }
    failMembersWaiting(for: claimant, at: time)
    if claimant.state == .recognized {
      // A recognizer that an action disabled or took from its view does not fire again.
      if claimant.firesRepeatedly && claimant.isEnabled && claimant.view === view {
        claimant.state = .possible
        claimant.attempt += 1
        claimant.didFire()
      } else {
        removeDeadlines(of: claimant)
      }
    }
  }

  /// Asks the policy, the view and the delegate about a claim, and takes the touches from the
  /// rivals that give way; false if the claimant has failed or was withdrawn.
  private func prevails(_ claimant: GestureRecognizer, at time: Timestamp) -> Bool {
    let attempt = claimant.attempt
    let rivals = rivals(of: claimant)
    guard isPending(claimant, attempt) else { return false }
    for (rival, verdict) in rivals where verdict == .claimantFails {
      fail(claimant, FailureReason(.prevented, other: rival.kind, time: time))
      return false
    }
    let hasConsent = claimant.hasConsent
    guard isPending(claimant, attempt) else { return false }
    if !hasConsent {
      fail(claimant, FailureReason(.refused, time: time))
      return false
    }
    // A rival that fails now must not let another rival begin that has to give way as well.
    for (rival, verdict) in rivals where verdict == .giveWay { rival.waiting = nil }
    for (rival, verdict) in rivals where verdict == .giveWay {
      displace(rival, by: claimant, at: time)
    }
    // An action may have disabled the claimant, and a rival with a decided gesture to report may
    // have prevented it.
    return isPending(claimant, attempt)
  }

  /// The recognizers that compete for the same touches, each with the policy's verdict.
  private func rivals(
    of claimant: GestureRecognizer
  ) -> [(rival: GestureRecognizer, verdict: ArbitrationVerdict)] {
    var rivals: [(rival: GestureRecognizer, verdict: ArbitrationVerdict)] = []
    rivals.reserveCapacity(members.count)
    forEachRelative(of: claimant) { member in
      if competes(member, with: claimant) { rivals.append((member, .coexist)) }
    }
    for index in rivals.indices {
      rivals[index].verdict = policy.verdict(on: rivals[index].rival, claimant: claimant)
    }
    return rivals
  }

  /// Passes to a closure the other members whose view is the claimant's, contains it or is inside
  /// it. The closure must not call back.
  private func forEachRelative(
    of claimant: GestureRecognizer, _ body: (GestureRecognizer) -> Void
  ) {
    guard let view = claimant.view else { return }
    var relations = ViewRelations(to: view)
    members.forEachUnretained { member in
      if member !== claimant, let view = member.view, relations.contains(view) { body(member) }
    }
    relations.forget()
  }

  /// Takes the touches from a recognizer: fails a possible one, cancels an active one.
  private func displace(
    _ rival: GestureRecognizer, by claimant: GestureRecognizer, at time: Timestamp
  ) {
    if rival.state == .possible { rival.touchesTaken(by: claimant, at: time) }
    let reason = FailureReason(.prevented, other: claimant.kind, time: time)
    if rival.state == .possible {
      fail(rival, reason)
    } else if rival.state.isActive {
      rival.lastFailure = reason
      advance(rival, to: .cancelled, at: time)
    }
  }

  /// Whether a recognizer that has not failed watches touches that a relative claims.
  private func competes(_ other: GestureRecognizer, with claimant: GestureRecognizer) -> Bool {
    guard other.state != .failed, other.state != .cancelled, other.device == claimant.device else {
      return false
    }
    return !isOver(claimant.claimedTouches, before: other.watchedTouches, on: claimant.device)
      && !isOver(other.watchedTouches, before: claimant.claimedTouches, on: claimant.device)
  }

  /// The recognizers that continue beside one that is about to end.
  private func companions(of recognizer: GestureRecognizer) -> [GestureRecognizer] {
    var companions: [GestureRecognizer] = []
    forEachRelative(of: recognizer) { member in
      if !member.state.isFinal && competes(member, with: recognizer) { companions.append(member) }
    }
    return companions
  }

  /// Whether a recognizer is still a companion: a callback may have ended its attempt.
  private func isCompanion(_ other: GestureRecognizer, of recognizer: GestureRecognizer) -> Bool {
    other.arbiter === self && other.view != nil && !other.state.isFinal
      && competes(other, with: recognizer)
  }

  /// Whether all touches of one range lifted before those of another on the device began: a gesture
  /// that is reported late takes nothing from the touches that followed it.
  func isOver(
    _ earlier: ClosedRange<Int>, before later: ClosedRange<Int>, on device: Int?
  ) -> Bool {
    guard earlier.upperBound < later.lowerBound else { return false }
    return !viewDeliveries.contains { delivery in
      delivery.event.device == device
        && delivery.event.touches.contains { $0.isDown && earlier.contains($0.number) }
    }
  }

  // MARK: Changes of state

  /// Marks an active recognizer as changed; false if the change has to be reported instead.
  @inline(__always)
  func changesUnreported(_ recognizer: GestureRecognizer, at time: Timestamp) -> Bool {
    if observesChanges || recognizer.hasActions { return false }
    now = max(now, time)
    recognizer.markChanged()
    return true
  }

  /// Moves an active recognizer to its next state, if ``GestureState/allows(_:)`` allows it.
  func advance(_ recognizer: GestureRecognizer, to state: GestureState, at time: Timestamp) {
    recognizer.callQueuedActions()
    guard recognizer.state.allows(state), recognizer.arbiter === self else { return }
    now = max(now, time)
    if state != .changed && !settlesOutcome(of: recognizer, with: state, at: time) { return }
    if state != .changed { trace(recognizer, to: state, at: time) }
    recognizer.state = state
    report(recognizer, at: time)
    if state.isFinal { removeDeadlines(of: recognizer) }
  }

  /// Chooses the outcome of recognizers that continued side by side when one of them ends; returns
  /// whether it can still reach `state`.
  @inline(never)  // Inlined, it slows down `advance` for every movement.
  private func settlesOutcome(
    of recognizer: GestureRecognizer, with state: GestureState, at time: Timestamp
  ) -> Bool {
    let isInterrupted = state == .cancelled && recognizer.lastFailure?.cause == .cancelled
    guard state == .ended || isInterrupted else { return true }
    let companions = companions(of: recognizer)
    let successor = companions.first { rival in
      isCompanion(rival, of: recognizer) && policy.yields(recognizer, to: rival)
    }
    if let successor {
      displace(recognizer, by: successor, at: time)
      return false
    }
    for rival in companions
    where isCompanion(rival, of: recognizer) && policy.ends(rival, with: recognizer) {
      displace(rival, by: recognizer, at: time)
    }
    // An action of a rival may have disabled the recognizer.
    return recognizer.state.allows(state)
  }

  /// Makes a possible recognizer fail; does nothing in other states.
  func fail(_ recognizer: GestureRecognizer, _ reason: FailureReason) {
    // A callback may have withdrawn the recognizer in the meantime.
    guard recognizer.state == .possible, recognizer.arbiter === self, !recognizer.isResetting
    else { return }
    recognizer.lastFailure = reason
    let time = max(now, reason.time)
    trace(recognizer, to: .failed, at: time)
    recognizer.state = .failed
    recognizer.waiting = nil
    removeDeadlines(of: recognizer)
    retryMembersWaiting(for: recognizer, at: time)
  }

  private func trace(_ recognizer: GestureRecognizer, to state: GestureState, at time: Timestamp) {
    guard let tracer else { return }
    let isFailure = state == .failed || state == .cancelled
    var change = StateChange(
      kind: recognizer.kind, from: recognizer.state, to: state, time: time,
      direction: recognizer.soughtDirection, name: recognizer.name,
      reason: isFailure ? recognizer.lastFailure : nil)
    change.readings = recognizer.readings
    tracer(recognizer, change)
  }

  private func report(_ recognizer: GestureRecognizer, at time: Timestamp) {
    if recognizer.hasActions { recognizer.queueActions() }
    // The observer is called before the actions: they may change the state, and that change is
    // reported after this one.
    if let observer, recognizer.state != .changed || observesChanges {
      var gesture = recognizer.gesture(at: time)
      if gesture.name == nil { gesture.name = recognizer.name }
      gesture.device = recognizer.device ?? gesture.device
      observer(recognizer, gesture)
    }
    recognizer.callQueuedActions()
  }
}
