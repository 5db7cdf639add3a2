import Timeline

/// The first recognizer to claim its touches wins, unless one that has to fail first is still
/// possible.
///
/// Every change of state of every recognizer of an ``Application`` passes through its arbiter. A
/// recognizer that wants to begin, or to be recognized, makes a claim:
///
/// 1. **Wait.** The claim waits while a recognizer that has to fail first is undecided, and fails if
///    that one succeeds. Requirements come from ``GestureRecognizer/require(toFail:)``, from
///    subclasses and from delegates. A claim that would close a circle of waiting recognizers fails.
/// 2. **Rivals.** A rival is a recognizer with touches whose view is the claimant's, is inside it or
///    contains it. The policy returns a verdict on each: it gives way, both continue, or the claimant
///    fails.
/// 3. **Consent.** The claimant's delegate may refuse, which makes the claimant fail.
/// 4. **Grant.** Rivals that give way fail, or are cancelled if they had begun. Views lose the
///    touches. The state changes, the actions run, and recognizers that waited for the claimant fail.
/// 5. **Outcome.** Continuous recognizers that continued side by side may end as one gesture: the
///    policy decides which of them ends and which are cancelled.
///
/// Actions, delegates and views may call back at any of these steps, so each step checks that the
/// claim is still pending.
public final class Arbiter {
  /// Decides between recognizers that want the same touches.
  public var policy: any ArbitrationPolicy
  /// Called with every reported state of every recognizer, before the recognizer's own actions.
  public var observer: ((GestureRecognizer, Gesture) -> Void)?
  /// Called with every change of state of every recognizer, including failures and their reasons.
  public var tracer: ((GestureRecognizer, StateChange) -> Void)?
  /// Called with recognizers that wait for each other; the one that closed the circle has failed.
  public var cycleObserver: ((RequirementCycle) -> Void)?
  /// Whether ``observer`` also receives the changes of continuous gestures.
  @exclusivity(unchecked) public var observesChanges = false

  /// The recognizers with touches, deadlines or a waiting claim, in the order in which they joined.
  @exclusivity(unchecked) var members: [GestureRecognizer] = []
  @exclusivity(unchecked) var deadlines = Scheduler<GestureRecognizer>()
  /// Delivers touches to views: one for each device.
  @exclusivity(unchecked) var viewDeliveries: [ViewDelivery] = []
  /// Counts how often an attempt of a recognizer ended or a new one became possible.
  @exclusivity(unchecked) var completedAttempts = 0
  /// The time of the event or the deadline that is being processed.
  @exclusivity(unchecked) var now = Timestamp.zero

  init(policy: any ArbitrationPolicy = ExclusivePolicy()) {
    self.policy = policy
  }
}

// MARK: - Claims

extension Arbiter {
  /// Grants a recognizer's claim to begin or to be recognized, makes it wait, or fails it.
  func claim(_ claimant: GestureRecognizer, _ target: GestureState, at time: Timestamp) {
    now = time
    var hasToWait = false
    let attempt = claimant.attempt
    let requirements = requirements(of: claimant)
    guard isPending(claimant, attempt) else { return }
    for requirement in requirements {
      switch outcome(of: requirement) {
      case .failed: break
      case .succeeded:
        return fail(claimant, FailureReason(.requirement, other: requirement.kind, time: time))
      case .undecided:
        guard policy.holdsBack(claimant, for: requirement) else { break }
        hasToWait = true
        // Two recognizers that waited for each other would never decide.
        if let cycle = cycle(of: claimant, through: requirement) {
          cycleObserver?(cycle)
          return fail(
            claimant, FailureReason(.requirementCycle, other: requirement.kind, time: time))
        }
      }
    }
    if hasToWait {
      claimant.waiting = target
    } else {
      grant(claimant, target, at: time)
    }
  }

  /// Whether an attempt can still claim: a callback may have disabled the recognizer, and a recognizer
  /// without touches is possible again at once.
  private func isPending(_ claimant: GestureRecognizer, _ attempt: Int) -> Bool {
    claimant.state == .possible && claimant.attempt == attempt
  }

  private func grant(_ claimant: GestureRecognizer, _ target: GestureState, at time: Timestamp) {
    // The claimant does not claim again while a rival reports what it had decided before.
    claimant.isClaiming = true
    defer { claimant.isClaiming = false }
    let view = claimant.view
    let attempt = claimant.attempt
    let rivals = rivals(of: claimant)
    guard isPending(claimant, attempt) else { return }
    for (rival, verdict) in rivals where verdict == .claimantFails {
      return fail(claimant, FailureReason(.prevented, other: rival.kind, time: time))
    }
    let begins = claimant.delegate?.shouldBegin(claimant) ?? true
    guard isPending(claimant, attempt) else { return }
    if !begins { return fail(claimant, FailureReason(.refused, time: time)) }
    // A rival that fails now must not let another rival begin that has to give way as well.
    for (rival, verdict) in rivals where verdict == .giveWay { rival.waiting = nil }
    for (rival, verdict) in rivals where verdict == .giveWay {
      displace(rival, by: claimant, at: time)
    }
    // An action may have disabled the claimant, and a rival with a decided gesture to report may have
    // prevented it.
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
      // It does not fire again if an action disabled it or took it from its view.
      if claimant.firesRepeatedly && claimant.isEnabled && claimant.view === view {
        claimant.state = .possible
        claimant.attempt += 1
        claimant.didFire()
      } else {
        removeDeadlines(of: claimant)
      }
    }
  }

  /// The recognizers that compete for the same touches, each with the policy's verdict.
  private func rivals(
    of claimant: GestureRecognizer
  ) -> [(rival: GestureRecognizer, verdict: ArbitrationVerdict)] {
    var rivals: [(rival: GestureRecognizer, verdict: ArbitrationVerdict)] = []
    rivals.reserveCapacity(members.count)
    for member in members where member !== claimant && competes(member, with: claimant) {
      rivals.append((member, .coexist))
    }
    for index in rivals.indices {
      rivals[index].verdict = policy.verdict(on: rivals[index].rival, claimant: claimant)
    }
    return rivals
  }

  /// Makes a recognizer fail that is still possible, or cancels it.
  private func displace(
    _ rival: GestureRecognizer, by claimant: GestureRecognizer, at time: Timestamp
  ) {
    if rival.state == .possible { rival.willBePrevented(by: claimant, at: time) }
    let reason = FailureReason(.prevented, other: claimant.kind, time: time)
    if rival.state == .possible {
      fail(rival, reason)
    } else if rival.state.isActive {
      rival.lastFailure = reason
      advance(rival, to: .cancelled, at: time)
    }
  }

  /// Whether two recognizers watch the same touches, and `other` has not failed.
  private func competes(_ other: GestureRecognizer, with claimant: GestureRecognizer) -> Bool {
    guard other.state != .failed, other.state != .cancelled, let view = other.view,
      let claimantView = claimant.view
    else { return false }
    // A gesture that ended before the other's began takes no touch from it, even if it is reported
    // only now, because its recognizer has to give way.
    if other.isClaiming && other.downCount > 0 && ended(claimant, before: other) { return false }
    return view === claimantView || view.isDescendant(of: claimantView)
      || claimantView.isDescendant(of: view)
  }

  private func ended(_ earlier: GestureRecognizer, before later: GestureRecognizer) -> Bool {
    let gesture = earlier.gesture(at: now)
    let end = gesture.start.advanced(bySeconds: gesture.duration ?? 0)
    return end <= later.gesture(at: now).start
  }
}

// MARK: - Changes of state

extension Arbiter {
  /// Marks an active recognizer as changed if that has to be reported to no observer or action.
  ///
  /// - Returns: False if the change has to be reported with ``advance(_:to:at:)``.
  @inline(__always)
  func changesUnreported(_ recognizer: GestureRecognizer, at time: Timestamp) -> Bool {
    if observesChanges || recognizer.hasActions { return false }
    now = time
    recognizer.markChanged()
    return true
  }

  /// Moves an active recognizer to its next state.
  ///
  /// - Precondition: ``GestureState/allows(_:)`` allows the transition.
  func advance(_ recognizer: GestureRecognizer, to state: GestureState, at time: Timestamp) {
    precondition(
      recognizer.state.allows(state),
      "\(recognizer.kind) recognizer: no transition from \(recognizer.state) to \(state)")
    now = time
    if state != .changed && !settlesOutcome(of: recognizer, with: state, at: time) { return }
    if state != .changed { trace(recognizer, to: state, at: time) }
    recognizer.state = state
    report(recognizer, at: time)
    if state.isFinal { removeDeadlines(of: recognizer) }
  }

  /// Chooses the outcome of recognizers that continued side by side when one of them ends.
  ///
  /// - Returns: Whether `recognizer` can still reach `state`.
  @inline(never)  // Inlined, it slows down `advance` for every movement.
  private func settlesOutcome(
    of recognizer: GestureRecognizer, with state: GestureState, at time: Timestamp
  ) -> Bool {
    let isInterrupted = state == .cancelled && recognizer.lastFailure?.cause == .cancelled
    guard state == .ended || isInterrupted else { return true }
    if let successor = successor(of: recognizer) {
      displace(recognizer, by: successor, at: time)
      return false
    }
    endRivals(of: recognizer, at: time)
    // A rival's action may have disabled it.
    return recognizer.state.allows(state)
  }

  /// The recognizer to which another one leaves the outcome when it ends.
  private func successor(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    members.first { rival in
      rival !== recognizer && !rival.state.isFinal && competes(rival, with: recognizer)
        && policy.yields(recognizer, to: rival)
    }
  }

  /// Displaces the recognizers that continued beside the one that ends.
  private func endRivals(of winner: GestureRecognizer, at time: Timestamp) {
    for rival in members
    where rival !== winner && !rival.state.isFinal && competes(rival, with: winner)
      && policy.ends(rival, with: winner)
    {
      displace(rival, by: winner, at: time)
    }
  }

  /// Makes a possible recognizer fail; does nothing in other states.
  func fail(_ recognizer: GestureRecognizer, _ reason: FailureReason) {
    guard recognizer.state == .possible else { return }
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
    tracer(
      recognizer,
      StateChange(
        kind: recognizer.kind, from: recognizer.state, to: state, time: time,
        direction: recognizer.soughtDirection, reason: isFailure ? recognizer.lastFailure : nil))
  }

  private func report(_ recognizer: GestureRecognizer, at time: Timestamp) {
    let reported = recognizer.state
    // Before the actions: they may change the state, and that change is reported after this one.
    if reported != .changed || observesChanges {
      observer?(recognizer, recognizer.gesture(at: time))
    }
    // If the observer disabled the recognizer, the actions have been called for that already.
    if recognizer.hasActions && recognizer.state == reported { recognizer.callActions() }
  }
}

// MARK: - Requirements

extension Arbiter {
  private enum RequirementOutcome {
    case undecided, failed, succeeded
  }

  /// What became of a recognizer that has to fail first.
  private func outcome(of recognizer: GestureRecognizer) -> RequirementOutcome {
    switch recognizer.state {
    case .possible: recognizer.arbiter === self ? .undecided : .failed
    case .failed, .cancelled: .failed
    case .began, .changed, .ended, .recognized: .succeeded
    }
  }

  /// The recognizers that have to fail before this one may act: those of
  /// ``GestureRecognizer/require(toFail:)``, and the members in any view for which it, they or a
  /// delegate asked in this attempt.
  func requirements(of recognizer: GestureRecognizer) -> [GestureRecognizer] {
    var result = recognizer.requirements
    for member in members where recognizer.asksToWait(for: member) && !result.contains(member) {
      result.append(member)
    }
    return result
  }

  /// The circle that waiting for `other` would close.
  private func cycle(
    of claimant: GestureRecognizer, through other: GestureRecognizer
  ) -> RequirementCycle? {
    RequirementCycle(from: other, to: claimant) {
      $0.waiting == nil ? [] : self.requirements(of: $0)
    }
  }

  /// Whether any member waits for others to fail.
  var hasWaitingMember: Bool { members.contains { $0.waiting != nil } }

  /// The members that wait for their next touch, as a double tap does, and for which others wait.
  var awaitedSeries: [GestureRecognizer] {
    members.filter { series in
      series.downCount == 0 && series.state == .possible && series.waiting == nil
        && members.contains { $0.waiting != nil && $0.requires(series) }
    }
  }

  /// Repeats the claims that wait for a recognizer which has failed.
  private func retryMembersWaiting(for recognizer: GestureRecognizer, at time: Timestamp) {
    for member in members where member.waiting != nil && member.requires(recognizer) {
      retry(member, at: time)
    }
  }

  /// Repeats all waiting claims.
  ///
  /// - Returns: Whether one of them was decided.
  func retryWaitingMembers() -> Bool {
    var someDecided = false
    for member in members where member.waiting != nil {
      retry(member, at: now)
      if member.waiting == nil { someDecided = true }
    }
    return someDecided
  }

  private func retry(_ recognizer: GestureRecognizer, at time: Timestamp) {
    guard let target = recognizer.waiting else { return }
    recognizer.waiting = nil
    claim(recognizer, target, at: time)
  }

  private func failMembersWaiting(for recognizer: GestureRecognizer, at time: Timestamp) {
    for member in members where member.state == .possible && member.requires(recognizer) {
      fail(member, FailureReason(.requirement, other: recognizer.kind, time: time))
    }
  }
}

/// Whether a recognizer waits for another one in this attempt, as both and their delegates answered.
struct RequirementAnswer {
  let other: ObjectIdentifier
  let isRequired: Bool
}

extension GestureRecognizer {
  fileprivate func requires(_ other: GestureRecognizer) -> Bool {
    requirements.contains { $0 === other } || asksToWait(for: other)
  }

  /// Asks both recognizers and their delegates, once an attempt, whether this one waits.
  fileprivate func asksToWait(for other: GestureRecognizer) -> Bool {
    guard other !== self else { return false }
    let identifier = ObjectIdentifier(other)
    if let answer = requirementAnswers.first(where: { $0.other == identifier }) {
      return answer.isRequired
    }
    let isRequired =
      shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.recognizer(self, shouldRequireFailureOf: other) ?? false
      || other.delegate?.recognizer(other, shouldBeRequiredToFailBy: self) ?? false
    requirementAnswers.append(RequirementAnswer(other: identifier, isRequired: isRequired))
    return isRequired
  }
}
