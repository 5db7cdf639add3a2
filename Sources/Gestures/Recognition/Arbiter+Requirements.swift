import Timeline

/// Who waits for whose failure.
extension Arbiter {
  enum Standing {
    case undecided, failed, succeeded
  }

  /// Whether a recognizer that others wait for can still succeed.
  func standing(of recognizer: GestureRecognizer) -> Standing {
    switch recognizer.state {
    case .possible: recognizer.arbiter === self ? .undecided : .failed
    case .failed, .cancelled: .failed
    case .began, .changed, .ended, .recognized: .succeeded
    }
  }

  /// The recognizers that have to fail before this one may act: those that were named once and for
  /// all, and those of the members, in whatever view, that it or they ask for in this attempt.
  func requirements(of recognizer: GestureRecognizer) -> [GestureRecognizer] {
    var result = recognizer.requirements
    for member in members where recognizer.asksToWait(for: member) && !result.contains(member) {
      result.append(member)
    }
    return result
  }

  func releaseThoseWaiting(for recognizer: GestureRecognizer, at time: Timestamp) {
    for member in members where member.waiting != nil && member.requires(recognizer) {
      claimAgain(member, at: time)
    }
  }

  /// True if one of those who waited waits no more.
  func reconsiderThoseWaiting() -> Bool {
    var someDecided = false
    for member in members where member.waiting != nil {
      claimAgain(member, at: now)
      if member.waiting == nil { someDecided = true }
    }
    return someDecided
  }

  /// Whether anybody waits for others to fail.
  var hasWaitingMember: Bool { members.contains { $0.waiting != nil } }

  /// Those that wait for their next touch, and that others wait for.
  var awaitedSeries: [GestureRecognizer] {
    members.filter { series in
      series.downCount == 0 && series.state == .possible && series.waiting == nil
        && members.contains { $0.waiting != nil && $0.requires(series) }
    }
  }

  private func claimAgain(_ recognizer: GestureRecognizer, at time: Timestamp) {
    guard let target = recognizer.waiting else { return }
    recognizer.waiting = nil
    claim(recognizer, target, at: time)
  }

  func failThoseWaiting(for recognizer: GestureRecognizer, at time: Timestamp) {
    for member in members where member.state == .possible && member.requires(recognizer) {
      fail(member, FailureReason(.requirement, other: recognizer.kind, time: time))
    }
  }
}

// MARK: - Circles

extension Arbiter {
  /// The circle that waiting for a recognizer would close; nil if there is none.
  func cycle(of claimant: GestureRecognizer, through other: GestureRecognizer) -> RequirementCycle?
  {
    RequirementCycle(from: other, to: claimant) {
      $0.waiting == nil ? [] : self.requirements(of: $0)
    }
  }
}

// MARK: - Answers

/// What a recognizer and another one said to whether the first waits for the second.
struct RequirementAnswer {
  let other: ObjectIdentifier
  let isRequired: Bool
}

extension GestureRecognizer {
  fileprivate func requires(_ other: GestureRecognizer) -> Bool {
    requirements.contains { $0 === other } || asksToWait(for: other)
  }

  /// Whether this recognizer or the other one wants it to wait in this attempt.
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
