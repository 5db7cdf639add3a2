import Timeline

// MARK: - Membership

extension Arbiter {
  func join(_ recognizer: GestureRecognizer) {
    if recognizer.arbiter == nil {
      recognizer.arbiter = self
      members.append(recognizer)
    }
  }

  /// Takes landings in: whoever can't use them must not hear of them later, either.
  func admit(_ touches: TouchSet, of device: Int, to recognizer: GestureRecognizer) {
    join(recognizer)
    recognizer.device = device
    recognizer.downCount += touches.count
    if recognizer.touchKind == nil { recognizer.touchKind = touches.first?.kind }
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
    releaseHeldTouches()
  }

  /// Whether views have not heard of everything yet.
  var holdsTouchesBack: Bool {
    for index in viewDeliveries.indices where !viewDeliveries[index].heldTouches.isEmpty {
      return true
    }
    return false
  }

  /// Lets the views have what was held back for attempts that are over.
  func releaseHeldTouches() {
    for delivery in viewDeliveries { delivery.release() }
  }

  private func dismissIdle() {
    // Who did not hear of its last touch's end, or made nothing of it, will hear of no other.
    for member in members where member.isIdle && member.state.isActive {
      member.lastFailure = FailureReason(.cancelled, time: now)
      advance(member, to: .cancelled, at: now)
    }
    var someLeave = false
    for member in members where member.downCount == 0 && member.waiting == nil {
      if member.state.isFinal {
        reset(member)
      } else if member.deadlineCount == 0 {
        forget(member)
      }
      if member.isDone { someLeave = true }
    }
    guard someLeave else { return }
    for member in members where member.isDone { member.arbiter = nil }
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
    releaseHeldTouches()
  }

  /// An interruption ends what waits without touches; of one device only, if that is given.
  func abandonAll(of device: Int? = nil, at time: Timestamp) {
    let members = members.filter { device == nil || $0.device == device }
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
    forget(recognizer)
  }

  /// The attempt is over.
  private func forget(_ recognizer: GestureRecognizer) {
    recognizer.attempt += 1
    recognizer.requirementAnswers.removeAll(keepingCapacity: true)
    recognizer.touchKind = nil
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

  func removeDeadlines(of recognizer: GestureRecognizer) {
    guard recognizer.deadlineCount > 0 else { return }
    deadlines.removeAll { $0 === recognizer }
    recognizer.deadlineCount = 0
  }
}

extension GestureRecognizer {
  /// Whether neither touches nor deadlines nor a decision are pending.
  fileprivate var isIdle: Bool { downCount == 0 && deadlineCount == 0 && waiting == nil }
  /// Whether it can leave.
  fileprivate var isDone: Bool { isIdle && state == .possible }
}
