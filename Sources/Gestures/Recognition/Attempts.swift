// An attempt of a recognizer begins with its first touch, when it joins the arbiter, and is over
// when it has neither touches nor deadlines nor a waiting claim; then it is reset and leaves.

extension Arbiter {
  /// Makes a recognizer a member until its attempt is over.
  func join(_ recognizer: GestureRecognizer) {
    if let former = recognizer.arbiter, former !== self {
      // The recognizer was used without an application before, such as by a test.
      recognizer.downCount = 0
      former.reset(recognizer)
      recognizer.arbiter = nil
    }
    if recognizer.arbiter == nil {
      recognizer.arbiter = self
      recognizer.belongsToApplication = true
      recognizer.decidesAlone = false
      members.append(recognizer)
    }
  }

  /// Counts new touches for a recognizer; one that can't use them receives no later phase of them.
  /// False if a callback has withdrawn it, or bound it to another device.
  func admit(_ touches: TouchSet, in event: TouchEvent, to recognizer: GestureRecognizer) -> Bool {
    if recognizer.downCount > 0 && recognizer.device != event.device {
      // A callback may have made the recognizer begin in the meantime.
      guard recognizer.canChangeDevice else {
        event.remove(recognizer)
        return false
      }
      abandon(recognizer)
      guard event.leads(touches, to: recognizer) else { return false }
    }
    // The attempt is over, although the arbiter has not settled it yet.
    if recognizer.downCount == 0 && recognizer.state.isFinal && !event.continuesGesture {
      reset(recognizer)
      guard event.leads(touches, to: recognizer) else { return false }
    }
    join(recognizer)
    recognizer.device = event.device
    // A gesture that is decided and waits is reported with the fingers that made it.
    if recognizer.downCount == 0 && recognizer.waiting == nil { recognizer.beginFollowing(event) }
    recognizer.downCount += touches.count
    if recognizer.touchKind == nil { recognizer.touchKind = touches.first?.kind }
    guard !recognizer.state.isFinal else { return true }
    if !recognizer.isEnabled || recognizer.view == nil {
      fail(recognizer, FailureReason(.refused, time: now))
      // A recognizer that waited for this one may have acted, and its action removed this one.
      return recognizer.arbiter === self
    } else if let target = recognizer.waiting, target != .began {
      // The gesture is complete: new touches belong to another one.
      for touch in touches { recognizer.ignore(touch) }
    } else {
      recognizer.watch(touches, in: event)
    }
    return true
  }

  /// Whether a member has no touch, so that ``settle()`` may have something to do.
  var hasIdleMember: Bool {
    var hasIdle = false
    members.forEachUnretained { if $0.downCount == 0 { hasIdle = true } }
    return hasIdle
  }

  /// Resets the members whose attempt is over, and removes those that have nothing pending.
  func settle() {
    // A member that leaves without success counts as failed for the members that wait for it.
    repeat { dismissIdleMembers() } while retryWaitingMembers()
    releaseHeldTouches()
  }

  private func dismissIdleMembers() {
    var someLeave = false
    members.forEachUnretained { member in
      guard member.downCount == 0 && member.waiting == nil else { return }
      dismissIdle(member)
      if member.isDone { someLeave = true }
    }
    guard someLeave else { return }
    members.forEachUnretained { member in
      guard member.isDone else { return }
      member.arbiter = nil
      member.currentlyIgnored = []
    }
    members.removeAll { $0.arbiter == nil }
  }

  private func dismissIdle(_ member: GestureRecognizer) {
    if member.state.isActive && member.deadlines.isEmpty {
      // A recognizer that missed or ignored the end of its last touch would stay active for ever.
      member.lastFailure = FailureReason(.cancelled, time: now)
      advance(member, to: .cancelled, at: now)
    }
    if member.state.isFinal {
      reset(member)
    } else if member.deadlines.isEmpty {
      forgetAttempt(of: member)
    }
  }

  /// Fails a recognizer whose touches can't continue its series, so that others can act, and begins
  /// a new attempt with these touches.
  func restart(_ recognizer: GestureRecognizer, with touches: TouchSet, _ reason: FailureReason) {
    // A callback may have disabled the recognizer.
    guard recognizer.state == .possible else { return }
    let attempt = recognizer.attempt
    fail(recognizer, reason)
    guard recognizer.state == .failed, recognizer.attempt == attempt else { return }
    recognizer.state = .possible
    forgetAttempt(of: recognizer, keepsFingers: true)
    recognizer.watch(touches)
  }

  /// Ends an attempt from outside; the recognizer receives no later phase of its touches. It leaves
  /// at once if it forgets them, or else when they lift or when the next touch begins.
  func withdraw(_ recognizer: GestureRecognizer, forgetsTouches: Bool) {
    guard recognizer.arbiter === self else {
      return forgetsTouches ? removeFromRoutes(recognizer) : ()
    }
    perform {
      let time = now
      recognizer.callQueuedActions()
      if recognizer.state.isActive {
        recognizer.lastFailure = FailureReason(.refused, time: time)
        advance(recognizer, to: .cancelled, at: time)
      } else if recognizer.state == .possible {
        fail(recognizer, FailureReason(.refused, time: time))
      }
      // An action may have withdrawn it already, or attached it elsewhere.
      guard recognizer.arbiter === self else { return }
      recognizer.isWithdrawn = true
      if forgetsTouches || recognizer.downCount == 0 {
        dismiss(recognizer)
      } else {
        recognizer.stopFollowing()
      }
      releaseHeldTouches()
    }
  }

  /// Ends the attempt of a recognizer that has not begun, because another device's touches begin.
  private func abandon(_ recognizer: GestureRecognizer) {
    recognizer.attemptInterrupted(at: now)
    fail(recognizer, FailureReason(.cancelled, time: now))
    if recognizer.arbiter === self { dismiss(recognizer, from: recognizer.device) }
  }

  /// Resets a recognizer in mid-attempt, and removes it from the members and its touches' routes.
  func dismiss(_ recognizer: GestureRecognizer, from device: Int? = nil) {
    removeFromRoutes(recognizer, of: device)
    recognizer.downCount = 0
    recognizer.waiting = nil
    removeDeadlines(of: recognizer)
    members.removeAll { $0 === recognizer }
    // The arbiter is cleared before the callback, which may remove the recognizer as well.
    recognizer.arbiter = nil
    reset(recognizer)
    completedAttempts &+= 1
  }

  private func removeFromRoutes(_ recognizer: GestureRecognizer, of device: Int? = nil) {
    guard let device else {
      for delivery in viewDeliveries { delivery.event.remove(recognizer) }
      return
    }
    viewDeliveries.last { $0.event.device == device }?.event.remove(recognizer)
  }

  /// Fails the possible members, even without touches, and cancels the active ones that go on
  /// without touches, after an interruption: those of a device, or all.
  func abandonAll(of device: Int? = nil, because reason: FailureReason? = nil, at time: Timestamp) {
    let reason = reason ?? FailureReason(.cancelled, time: time)
    let members = members.filter { device == nil || $0.device == device }
    for member in members { member.waiting = nil }
    for member in members where member.state == .possible { member.attemptInterrupted(at: time) }
    for member in members { member.waiting = nil }
    for member in members where member.state == .possible { fail(member, reason) }
    for member in members where member.downCount == 0 && member.state.isActive {
      member.lastFailure = reason
      advance(member, to: .cancelled, at: time)
    }
    settle()
  }

  /// Ends a trace: the next one may have another clock.
  func finish(at time: Timestamp) {
    abandonAll(at: time)
    now = .zero
  }

  /// Resets all members when their application is deallocated during a gesture.
  func disband() {
    for member in members {
      member.downCount = 0
      reset(member)
      member.arbiter = nil
    }
    members = []
  }

  func reset(_ recognizer: GestureRecognizer) {
    recognizer.state = .possible
    recognizer.waiting = nil
    recognizer.isWithdrawn = false
    removeDeadlines(of: recognizer)
    forgetAttempt(of: recognizer)
  }

  private func forgetAttempt(of recognizer: GestureRecognizer, keepsFingers: Bool = false) {
    recognizer.attempt += 1
    recognizer.requirementAnswers.removeAll()
    recognizer.touchKind = nil
    recognizer.watchedRange = nil
    if !recognizer.hits.isEmpty { recognizer.hits = [] }
    if !isFinishing { recognizer.finalDeadlines = 0 }
    let wasResetting = recognizer.isResetting
    recognizer.isResetting = true
    recognizer.reset()
    recognizer.isResetting = wasResetting
    guard !keepsFingers else { return }
    recognizer.currentlyIgnored = []
    recognizer.stopFollowing()
  }

  // MARK: Callbacks

  /// Runs a closure that calls back, and afterwards the work that the callbacks postponed.
  func perform(_ body: () -> Void) {
    if isBusy { return body() }
    isBusy = true
    body()
    endCallbacks()
  }

  /// Performs the work that callbacks postponed, in order.
  func endCallbacks() {
    isBusy = false
    // A loop over indices, since the work may perform later items and postpone others.
    while nextPostponed < postponed.count {
      nextPostponed += 1
      postponed[nextPostponed - 1]()
    }
    guard nextPostponed > 0 else { return }
    postponed.removeAll()
    nextPostponed = 0
  }

  // MARK: Touches held back from views

  /// Includes the touches of a device, which are about to begin, in claims and cancellations.
  func includeDelivery(_ delivery: ViewDelivery) {
    // A machine may have a thousand devices, and few of them are touched at a time.
    viewDeliveries.removeAll { $0 !== delivery && $0.isIdle }
    if !viewDeliveries.contains(where: { $0 === delivery }) { viewDeliveries.append(delivery) }
  }

  var holdsTouchesBack: Bool {
    guard mayHoldTouches else { return false }
    for index in viewDeliveries.indices where !viewDeliveries[index].heldTouches.isEmpty {
      return true
    }
    return false
  }

  /// The view that a touch hit; nil for a touch created by a test.
  func hitView(of touch: Touch) -> View? {
    // A touch that begins is the latest device's.
    for index in viewDeliveries.indices.reversed() {
      if let view = viewDeliveries[index].event.view(for: touch) { return view }
    }
    return nil
  }

  /// Takes the touches from a view that leaves its window, and from the views in it.
  func cancelTouches(in view: View) {
    for delivery in viewDeliveries { delivery.cancelTouches(in: view, at: now) }
  }

  /// Delivers the touches that were held back for attempts that are over.
  func releaseHeldTouches() {
    guard mayHoldTouches else { return }
    mayHoldTouches = false
    for delivery in viewDeliveries {
      delivery.release()
      if !delivery.heldTouches.isEmpty { mayHoldTouches = true }
    }
  }

  // MARK: Deadlines

  var nextDeadline: Timestamp? { deadlines.nextTime }

  /// The most deadlines that a recognizer can set while a trace ends, so that it does end.
  static let finalDeadlineLimit = 1000

  func schedule(
    _ recognizer: GestureRecognizer, at time: Timestamp
  ) -> GestureRecognizer.Deadline? {
    // A deadline that sets the next one for its own time must not keep the time from passing. A
    // recognizer of a test has no other time than that of its events.
    let earliest =
      isFiring ? now.advanced(byMicroseconds: 1) : recognizer.decidesAlone ? time : now
    guard !isFiring || earliest > now else { return nil }
    if isFinishing {
      recognizer.finalDeadlines += 1
      guard recognizer.finalDeadlines <= Arbiter.finalDeadlineLimit else { return nil }
    } else {
      recognizer.finalDeadlines = 0
    }
    let deadline = deadlines.schedule(recognizer, at: max(time, earliest))
    recognizer.deadlines.append(deadline)
    return deadline
  }

  func cancelDeadline(_ deadline: GestureRecognizer.Deadline, of recognizer: GestureRecognizer) {
    if deadlines.cancel(deadline) { recognizer.forgetDeadline(deadline) }
  }

  /// Fires the deadlines that are due at `time` or before, each at its own time.
  func fireDeadlines(by time: Timestamp) {
    guard let next = deadlines.nextTime, next <= time else { return }
    isFiring = true
    defer { isFiring = false }
    while let entry = deadlines.popDue(by: time) {
      let recognizer = entry.payload
      recognizer.forgetDeadline(entry.token)
      now = max(now, entry.time)
      if recognizer.state == .possible || recognizer.state.isActive {
        recognizer.deadlineReached(entry.token, at: entry.time)
      }
      settle()
    }
  }

  func removeDeadlines(of recognizer: GestureRecognizer) {
    guard !recognizer.deadlines.isEmpty else { return }
    for deadline in recognizer.deadlines { deadlines.cancel(deadline) }
    recognizer.deadlines.removeAll(keepingCapacity: true)
  }
}

extension GestureRecognizer {
  /// Whether the attempt can give way to touches of another device.
  var canChangeDevice: Bool { !state.isActive && waiting == nil }

  fileprivate var isDone: Bool {
    downCount == 0 && deadlines.isEmpty && waiting == nil && state == .possible
  }

  fileprivate func forgetDeadline(_ deadline: Deadline) {
    guard let index = deadlines.lastIndex(of: deadline) else { return }
    deadlines.swapAt(index, deadlines.count - 1)
    deadlines.removeLast()
  }
}
