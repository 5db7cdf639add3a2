import Timeline

/// Settles which recognizers may begin, who gives way, and who waits for whom.
///
/// All state changes of all recognizers of an application pass through here, and every report
/// leaves through ``observer``.
public final class Arbiter {
  @exclusivity(unchecked) public var policy: any ArbitrationPolicy
  /// Hears every reported state of every recognizer.
  @exclusivity(unchecked) public var observer: ((GestureRecognizer, Gesture) -> Void)?
  /// Hears every change of state of every recognizer, failures and their reasons included.
  @exclusivity(unchecked) public var tracer: ((GestureRecognizer, StateChange) -> Void)?
  /// Hears of recognizers that wait for each other; the one that closed the circle has failed.
  @exclusivity(unchecked) public var cycleObserver: ((RequirementCycle) -> Void)?
  /// Whether ``observer`` wants to hear of changes of continuous gestures too.
  @exclusivity(unchecked) public var observesChanges = false

  /// The recognizers with touches, deadlines or a decision, in the order in which they joined.
  @exclusivity(unchecked) var members: [GestureRecognizer] = []
  @exclusivity(unchecked) var deadlines = Scheduler<GestureRecognizer>()
  /// What stands between the touches and the views, for each device by itself.
  @exclusivity(unchecked) var viewDeliveries: [ViewDelivery] = []
  /// Counts how often a recognizer's attempt came to its end, or a new one began.
  @exclusivity(unchecked) var turnovers = 0
  /// The time of the event or the deadline that is being worked on.
  @exclusivity(unchecked) var now = Timestamp.zero

  init(policy: any ArbitrationPolicy = ExclusivePolicy()) {
    self.policy = policy
  }
}

// MARK: - Decisions

extension Arbiter {
  /// A recognizer wants to begin or to be recognized.
  func claim(_ claimant: GestureRecognizer, _ target: GestureState, at time: Timestamp) {
    now = time
    var hasToWait = false
    let attempt = claimant.attempt
    let requirements = requirements(of: claimant)
    guard isPending(claimant, attempt) else { return }
    for requirement in requirements {
      switch standing(of: requirement) {
      case .failed: break
      case .succeeded:
        return fail(claimant, FailureReason(.requirement, other: requirement.kind, time: time))
      case .undecided:
        guard policy.holdsBack(claimant, for: requirement) else { break }
        hasToWait = true
        // Two that waited for each other would wait for ever.
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

  /// Takes note that an active recognizer goes on; false if somebody has to be told.
  @inline(__always)
  func passesOver(_ recognizer: GestureRecognizer, at time: Timestamp) -> Bool {
    if observesChanges || recognizer.hasActions { return false }
    now = time
    recognizer.goesOn()
    return true
  }

  /// Moves an active recognizer on; misuse of the transition table is a programmer's error.
  func advance(_ recognizer: GestureRecognizer, to state: GestureState, at time: Timestamp) {
    precondition(
      recognizer.state.allows(state), "\(recognizer.kind): \(recognizer.state) to \(state)")
    now = time
    if state != .changed && !settlesOutcome(of: recognizer, with: state, at: time) { return }
    if state != .changed { trace(recognizer, to: state, at: time) }
    recognizer.state = state
    report(recognizer, at: time)
    if state.isFinal { removeDeadlines(of: recognizer) }
  }

  /// Ends those that went on beside a gesture that ends, or the gesture, if one of them is ahead.
  ///
  /// - Returns: whether the gesture can reach its state all the same.
  @inline(never)  // It would make the way of every movement longer.
  private func settlesOutcome(
    of recognizer: GestureRecognizer, with state: GestureState, at time: Timestamp
  ) -> Bool {
    if state == .ended || recognizer.isBrokenOff(by: state) {
      if let heir = heir(of: recognizer) {
        displace(recognizer, by: heir, at: time)
        return false
      }
      endRivals(of: recognizer, at: time)
      // A rival's action may have switched it off.
      return recognizer.state.allows(state)
    }
    return true
  }

  /// The one of those that went on side by side that has the better claim to be the outcome.
  private func heir(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    members.first { rival in
      rival !== recognizer && !rival.state.isFinal && competes(rival, with: recognizer)
        && policy.yields(recognizer, to: rival)
    }
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

  /// Whether the attempt that claims still can: a callback may have switched the recognizer off, and
  /// one without touches is possible again then.
  private func isPending(_ claimant: GestureRecognizer, _ attempt: Int) -> Bool {
    claimant.state == .possible && claimant.attempt == attempt
  }

  /// A possible recognizer gives up.
  func fail(_ recognizer: GestureRecognizer, _ reason: FailureReason) {
    guard recognizer.state == .possible else { return }
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
    let attempt = claimant.attempt
    let rivals = rivals(of: claimant)
    guard isPending(claimant, attempt) else { return }
    for (rival, verdict) in rivals where verdict == .claimantFails {
      return fail(claimant, FailureReason(.prevented, other: rival.kind, time: time))
    }
    let begins = claimant.delegate?.shouldBegin(claimant) ?? true
    guard isPending(claimant, attempt) else { return }
    if !begins { return fail(claimant, FailureReason(.refused, time: time)) }
    // One that fails now must not let another begin that has to give way as well.
    for (rival, verdict) in rivals where verdict == .giveWay { rival.waiting = nil }
    for (rival, verdict) in rivals where verdict == .giveWay {
      displace(rival, by: claimant, at: time)
    }
    // An action may have switched it off, and a rival that had something to tell before it gave way
    // may have taken its place.
    guard isPending(claimant, attempt) else { return }
    for delivery in viewDeliveries { delivery.cancelTouches(of: claimant, at: time) }
    // A view's callback may have done the same.
    guard isPending(claimant, attempt) else { return }
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
        claimant.attempt += 1
        claimant.didFire()
      } else {
        removeDeadlines(of: claimant)
      }
    }
  }

  /// Those that look at the same touches, and what becomes of them if the claimant begins.
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
        direction: recognizer.soughtDirection, reason: isFailure ? recognizer.lastFailure : nil))
  }

  private func report(_ recognizer: GestureRecognizer, at time: Timestamp) {
    let reported = recognizer.state
    // Before the actions: they may change the state, and what follows has to be told after it.
    if reported != .changed || observesChanges {
      observer?(recognizer, recognizer.gesture(at: time))
    }
    // The observer may have switched it off; then the actions have heard of that already.
    if recognizer.hasActions && recognizer.state == reported { recognizer.callActions() }
  }
}

extension GestureRecognizer {
  /// Whether a state is the end of a gesture by an interruption: an outcome, too.
  fileprivate func isBrokenOff(by state: GestureState) -> Bool {
    state == .cancelled && lastFailure?.cause == .cancelled
  }
}
