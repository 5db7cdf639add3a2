import Timeline

/// Settles which recognizers may begin, who gives way, and who waits for whom.
///
/// All state changes of all recognizers of an application pass through here, and every report
/// leaves through ``observer``.
public final class Arbiter {
  public var policy: any ArbitrationPolicy
  /// Hears every reported state of every recognizer.
  public var observer: ((GestureRecognizer, Gesture) -> Void)?
  /// Hears every change of state of every recognizer, failures and their reasons included.
  public var tracer: ((GestureRecognizer, StateChange) -> Void)?
  /// Whether ``observer`` wants to hear of changes of continuous gestures too.
  public var observesChanges: Bool {
    get { reportsChanges }
    set { reportsChanges = newValue }
  }
  private var reportsChanges = false

  /// The recognizers with touches, deadlines or a decision, in the order in which they joined.
  private(set) var members: [GestureRecognizer] = []
  private var deadlines = Scheduler<GestureRecognizer>()
  /// Counts how often a recognizer's attempt came to its end, or a new one began.
  var turnovers = 0
  /// The time of the event or the deadline that is being worked on.
  var now = Timestamp.zero

  init(policy: any ArbitrationPolicy = ExclusivePolicy()) {
    self.policy = policy
  }
}

// MARK: - Membership

extension Arbiter {
  func join(_ recognizer: GestureRecognizer) {
    if recognizer.arbiter == nil {
      recognizer.arbiter = self
      members.append(recognizer)
    }
  }

  /// Takes landings in: whoever can't use them must not hear of them later, either.
  func admit(_ touches: TouchSet, to recognizer: GestureRecognizer) {
    join(recognizer)
    recognizer.downCount += touches.count
    guard recognizer.state == .possible else { return }
    if !recognizer.isEnabled || recognizer.view == nil {
      fail(recognizer, FailureReason(.refused, time: now))
    } else if let target = recognizer.waiting, target != .began {
      // The gesture is complete; what lands now belongs to another one.
      for touch in touches { recognizer.ignore(touch) }
    }
  }

  /// Whether a member has no touch, so that ``settle()`` may have something to do.
  var hasIdleMember: Bool { members.contains { $0.downCount == 0 } }

  /// Resets those whose attempt is over, and lets go of those with nothing pending.
  func settle() {
    // Whoever leaves without success has failed, as far as those who wait are concerned.
    repeat { dismissIdle() } while reconsiderThoseWaiting()
  }

  private func dismissIdle() {
    var someLeave = false
    for member in members where member.downCount == 0 && member.waiting == nil {
      if member.state.isFinal {
        reset(member)
      } else if member.deadlineCount == 0 {
        member.reset()
      }
      if member.isIdle { someLeave = true }
    }
    guard someLeave else { return }
    for member in members where member.isIdle { member.arbiter = nil }
    members.removeAll { $0.arbiter == nil }
  }

  /// Takes a recognizer out in the middle; its touches stay ignored until they lift.
  func withdraw(_ recognizer: GestureRecognizer) {
    let time = now
    if recognizer.state.isActive {
      recognizer.lastFailure = FailureReason(.refused, time: time)
      advance(recognizer, to: .cancelled, at: time)
    } else if recognizer.state == .possible {
      fail(recognizer, FailureReason(.refused, time: time))
    }
    if recognizer.downCount == 0 { reset(recognizer) }
  }

  /// An interruption ends what waits without touches.
  func abandonAll(at time: Timestamp) {
    for member in members { member.waiting = nil }
    for member in members where member.state == .possible {
      fail(member, FailureReason(.cancelled, time: time))
    }
    settle()
  }

  /// Forgets the trace: what comes next may have a clock of its own.
  func finish(at time: Timestamp) {
    abandonAll(at: time)
    now = .zero
  }

  /// Lets go of all recognizers when their application is gone in the middle of a gesture.
  func disband() {
    for member in members {
      member.downCount = 0
      reset(member)
      member.arbiter = nil
    }
    members = []
  }

  private func reset(_ recognizer: GestureRecognizer) {
    recognizer.state = .possible
    recognizer.waiting = nil
    removeDeadlines(of: recognizer)
    recognizer.currentlyIgnored = []
    recognizer.reset()
  }
}

// MARK: - Deadlines

extension Arbiter {
  var nextDeadline: Timestamp? { deadlines.nextTime }

  func schedule(
    _ recognizer: GestureRecognizer, at time: Timestamp
  ) -> GestureRecognizer.Deadline {
    recognizer.deadlineCount += 1
    return deadlines.schedule(recognizer, at: time)
  }

  func cancelDeadline(_ deadline: GestureRecognizer.Deadline, of recognizer: GestureRecognizer) {
    if deadlines.cancel(deadline) { recognizer.deadlineCount -= 1 }
  }

  /// Fires what is due at `time` or before, each at its own time.
  func fireDeadlines(by time: Timestamp) {
    guard let next = deadlines.nextTime, next <= time else { return }
    while let entry = deadlines.popDue(by: time) {
      let recognizer = entry.payload
      recognizer.deadlineCount -= 1
      now = entry.time
      if recognizer.state == .possible || recognizer.state.isActive {
        recognizer.deadlineReached(entry.token, at: entry.time)
      }
      settle()
    }
  }

  private func removeDeadlines(of recognizer: GestureRecognizer) {
    guard recognizer.deadlineCount > 0 else { return }
    deadlines.removeAll { $0 === recognizer }
    recognizer.deadlineCount = 0
  }
}

// MARK: - Decisions

extension Arbiter {
  /// A recognizer wants to begin or to be recognized.
  func claim(_ claimant: GestureRecognizer, _ target: GestureState, at time: Timestamp) {
    now = time
    var hasToWait = false
    for requirement in claimant.requirements {
      let standing = standing(of: requirement)
      // Two that waited for each other would wait for ever.
      if standing == .succeeded || (standing == .undecided && waits(requirement, for: claimant)) {
        return fail(claimant, FailureReason(.requirement, other: requirement.kind, time: time))
      }
      if standing == .undecided { hasToWait = true }
    }
    if hasToWait {
      claimant.waiting = target
    } else {
      grant(claimant, target, at: time)
    }
  }

  /// Moves an active recognizer on; misuse of the transition table is a programmer's error.
  func advance(_ recognizer: GestureRecognizer, to state: GestureState, at time: Timestamp) {
    precondition(
      recognizer.state.allows(state), "\(recognizer.kind): \(recognizer.state) to \(state)")
    now = time
    if state == .ended || recognizer.isBrokenOff(by: state) {
      endRivals(of: recognizer, at: time)
      // A rival's action may have switched it off.
      guard recognizer.state.allows(state) else { return }
    }
    if state != .changed { trace(recognizer, to: state, at: time) }
    recognizer.state = state
    report(recognizer, at: time)
    if state.isFinal { removeDeadlines(of: recognizer) }
  }

  /// Of those that went on side by side, one is the outcome.
  private func endRivals(of winner: GestureRecognizer, at time: Timestamp) {
    for rival in members
    where rival !== winner && !rival.state.isFinal && competes(rival, with: winner)
      && policy.ends(rival, with: winner)
    {
      displace(rival, by: winner, at: time)
    }
  }

  /// A possible recognizer gives up.
  func fail(_ recognizer: GestureRecognizer, _ reason: FailureReason) {
    recognizer.lastFailure = reason
    trace(recognizer, to: .failed, at: max(now, reason.time))
    recognizer.state = .failed
    recognizer.waiting = nil
    removeDeadlines(of: recognizer)
    releaseThoseWaiting(for: recognizer, at: max(now, reason.time))
  }

  private func grant(_ claimant: GestureRecognizer, _ target: GestureState, at time: Timestamp) {
    // It does not claim again while what it displaces says its last word.
    claimant.isClaiming = true
    defer { claimant.isClaiming = false }
    let view = claimant.view
    let rivals = members.filter { $0 !== claimant && competes($0, with: claimant) }
    let verdicts = rivals.map { policy.verdict(on: $0, claimant: claimant) }
    for (rival, verdict) in zip(rivals, verdicts) where verdict == .claimantFails {
      return fail(claimant, FailureReason(.prevented, other: rival.kind, time: time))
    }
    if let delegate = claimant.delegate, !delegate.shouldBegin(claimant) {
      return fail(claimant, FailureReason(.refused, time: time))
    }
    // One that fails now must not let another begin that has to give way as well.
    for (rival, verdict) in zip(rivals, verdicts) where verdict == .giveWay { rival.waiting = nil }
    for (rival, verdict) in zip(rivals, verdicts) where verdict == .giveWay {
      displace(rival, by: claimant, at: time)
    }
    // A delegate or an action may have switched it off, and a rival that had something to tell
    // before it gave way may have taken its place.
    guard claimant.state == .possible else { return }
    claimant.waiting = nil
    claimant.lastFailure = nil
    trace(claimant, to: target == .ended ? .began : target, at: time)
    claimant.state = target == .ended ? .began : target
    report(claimant, at: time)
    if target == .ended && claimant.state == .began { advance(claimant, to: .ended, at: time) }
    failThoseWaiting(for: claimant, at: time)
    if claimant.state == .recognized {
      // An action that switches it off, or takes it from its view, means it.
      if claimant.firesRepeatedly && claimant.isEnabled && claimant.view === view {
        claimant.state = .possible
        claimant.didFire()
      } else {
        removeDeadlines(of: claimant)
      }
    }
  }

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

  /// Whether two recognizers look at the same touches, and the other still counts.
  private func competes(_ other: GestureRecognizer, with claimant: GestureRecognizer) -> Bool {
    guard other.state != .failed, other.state != .cancelled, let view = other.view,
      let claimantView = claimant.view
    else { return false }
    // One that has to give way and reports what was over already takes nothing from what follows.
    if other.isClaiming && other.downCount > 0 && wasOver(claimant, before: other) { return false }
    return view === claimantView || view.isDescendant(of: claimantView)
      || claimantView.isDescendant(of: view)
  }

  private func wasOver(_ earlier: GestureRecognizer, before later: GestureRecognizer) -> Bool {
    let gesture = earlier.gesture(at: now)
    let end = gesture.start.advanced(bySeconds: gesture.duration ?? 0)
    return end <= later.gesture(at: now).start
  }

  private func trace(_ recognizer: GestureRecognizer, to state: GestureState, at time: Timestamp) {
    guard let tracer else { return }
    let isFailure = state == .failed || state == .cancelled
    tracer(
      recognizer,
      StateChange(
        kind: recognizer.kind, from: recognizer.state, to: state, time: time,
        reason: isFailure ? recognizer.lastFailure : nil))
  }

  private func report(_ recognizer: GestureRecognizer, at time: Timestamp) {
    // Before the actions: they may change the state, and what follows has to be told after it.
    if recognizer.state != .changed || reportsChanges {
      observer?(recognizer, recognizer.gesture(at: time))
    }
    if recognizer.hasActions { recognizer.callActions() }
  }
}

// MARK: - Failure requirements

extension Arbiter {
  private enum Standing {
    case undecided, failed, succeeded
  }

  /// Whether a recognizer that others wait for can still succeed.
  private func standing(of recognizer: GestureRecognizer) -> Standing {
    switch recognizer.state {
    case .possible: recognizer.arbiter === self ? .undecided : .failed
    case .failed, .cancelled: .failed
    case .began, .changed, .ended, .recognized: .succeeded
    }
  }

  /// Whether a recognizer waits, by whatever detour, until another one has failed.
  private func waits(_ recognizer: GestureRecognizer, for other: GestureRecognizer) -> Bool {
    var seen = [recognizer]
    var next = 0
    while next < seen.count {
      if seen[next] === other { return true }
      if seen[next].waiting != nil {
        for requirement in seen[next].requirements where !seen.contains(requirement) {
          seen.append(requirement)
        }
      }
      next += 1
    }
    return false
  }

  private func releaseThoseWaiting(for recognizer: GestureRecognizer, at time: Timestamp) {
    for member in members where member.waiting != nil && member.requires(recognizer) {
      claimAgain(member, at: time)
    }
  }

  /// True if one of those who waited waits no more.
  private func reconsiderThoseWaiting() -> Bool {
    var someDecided = false
    for member in members where member.waiting != nil {
      claimAgain(member, at: now)
      if member.waiting == nil { someDecided = true }
    }
    return someDecided
  }

  private func claimAgain(_ recognizer: GestureRecognizer, at time: Timestamp) {
    guard let target = recognizer.waiting else { return }
    recognizer.waiting = nil
    claim(recognizer, target, at: time)
  }

  private func failThoseWaiting(for recognizer: GestureRecognizer, at time: Timestamp) {
    for member in members where member.state == .possible && member.requires(recognizer) {
      fail(member, FailureReason(.requirement, other: recognizer.kind, time: time))
    }
  }
}

extension GestureRecognizer {
  /// Whether neither touches nor deadlines nor a decision are pending.
  fileprivate var isIdle: Bool { downCount == 0 && deadlineCount == 0 && waiting == nil }

  /// Whether a state is the end of a gesture by an interruption: an outcome, too.
  fileprivate func isBrokenOff(by state: GestureState) -> Bool {
    state == .cancelled && lastFailure?.cause == .cancelled
  }

  fileprivate func requires(_ other: GestureRecognizer) -> Bool {
    requirements.contains { $0 === other }
  }
}
