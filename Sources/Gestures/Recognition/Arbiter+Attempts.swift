import Timeline

// An attempt of a recognizer begins with its first touch, when it joins the arbiter, and is over when
// it has neither touches nor deadlines nor a waiting claim; then it is reset and leaves.

extension Arbiter {
  /// Makes a recognizer a member until its attempt is over.
  func join(_ recognizer: GestureRecognizer) {
    if recognizer.arbiter == nil {
      recognizer.arbiter = self
      members.append(recognizer)
    }
  }

  /// Counts new touches for a recognizer; one that can't use them receives no later phase of them.
  func admit(_ touches: TouchSet, of device: Int, to recognizer: GestureRecognizer) {
    join(recognizer)
    recognizer.device = device
    recognizer.downCount += touches.count
    if recognizer.touchKind == nil { recognizer.touchKind = touches.first?.kind }
    guard recognizer.state == .possible else { return }
    if !recognizer.isEnabled || recognizer.view == nil {
      fail(recognizer, FailureReason(.refused, time: now))
    } else if let target = recognizer.waiting, target != .began {
      // The gesture is complete: new touches belong to another one.
      for touch in touches { recognizer.ignore(touch) }
    }
  }

  /// Whether a member has no touch, so that ``settle()`` may have something to do.
  var hasIdleMember: Bool { members.contains { $0.downCount == 0 } }

  /// Resets the members whose attempt is over, and lets those leave that have nothing pending.
  func settle() {
    // A member that leaves without success counts as failed for those that wait for it.
    repeat { dismissIdleMembers() } while retryWaitingMembers()
    releaseHeldTouches()
  }

  private func dismissIdleMembers() {
    // A recognizer that missed or ignored the end of its last touch would stay active for ever.
    for member in members where member.isIdle && member.state.isActive {
      member.lastFailure = FailureReason(.cancelled, time: now)
      advance(member, to: .cancelled, at: now)
    }
    var someLeave = false
    for member in members where member.downCount == 0 && member.waiting == nil {
      if member.state.isFinal {
        reset(member)
      } else if member.deadlineCount == 0 {
        forgetAttempt(of: member)
      }
      if member.isDone { someLeave = true }
    }
    guard someLeave else { return }
    for member in members where member.isDone { member.arbiter = nil }
    members.removeAll { $0.arbiter == nil }
  }

  /// Ends an attempt from outside; the recognizer's touches stay ignored until they end.
  func withdraw(_ recognizer: GestureRecognizer) {
    let time = now
    if recognizer.state.isActive {
      recognizer.lastFailure = FailureReason(.refused, time: time)
      advance(recognizer, to: .cancelled, at: time)
    } else if recognizer.state == .possible {
      fail(recognizer, FailureReason(.refused, time: time))
    }
    if recognizer.downCount == 0 { reset(recognizer) }
    releaseHeldTouches()
  }

  /// Fails the possible members, those without touches included, after an interruption.
  ///
  /// - Parameter device: Only members whose last touches came from this device; nil for all.
  func abandonAll(of device: Int? = nil, at time: Timestamp) {
    let members = members.filter { device == nil || $0.device == device }
    for member in members { member.waiting = nil }
    for member in members where member.state == .possible {
      fail(member, FailureReason(.cancelled, time: time))
    }
    settle()
  }

  /// Ends a trace: the next one may have a clock of its own.
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

  private func reset(_ recognizer: GestureRecognizer) {
    recognizer.state = .possible
    recognizer.waiting = nil
    removeDeadlines(of: recognizer)
    recognizer.currentlyIgnored = []
    forgetAttempt(of: recognizer)
  }

  private func forgetAttempt(of recognizer: GestureRecognizer) {
    recognizer.attempt += 1
    recognizer.requirementAnswers.removeAll(keepingCapacity: true)
    recognizer.touchKind = nil
    recognizer.reset()
  }
}

// MARK: - Touches held back from views

extension Arbiter {
  /// Whether touches are held back from views.
  var holdsTouchesBack: Bool {
    for index in viewDeliveries.indices where !viewDeliveries[index].heldTouches.isEmpty {
      return true
    }
    return false
  }

  /// Delivers the touches that were held back for attempts that are over.
  func releaseHeldTouches() {
    for delivery in viewDeliveries { delivery.release() }
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

  /// Fires the deadlines that are due at `time` or before, each at its own time.
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

  func removeDeadlines(of recognizer: GestureRecognizer) {
    guard recognizer.deadlineCount > 0 else { return }
    deadlines.removeAll { $0 === recognizer }
    recognizer.deadlineCount = 0
  }
}

extension GestureRecognizer {
  /// Whether neither touches nor deadlines nor a waiting claim are pending.
  fileprivate var isIdle: Bool { downCount == 0 && deadlineCount == 0 && waiting == nil }
  /// Whether it can leave.
  fileprivate var isDone: Bool { isIdle && state == .possible }
}
