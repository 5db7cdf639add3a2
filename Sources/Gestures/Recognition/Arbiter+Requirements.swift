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

  /// Whether a recognizer waits, by whatever detour, until another one has failed.
  func waits(_ recognizer: GestureRecognizer, for other: GestureRecognizer) -> Bool {
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

extension GestureRecognizer {
  fileprivate func requires(_ other: GestureRecognizer) -> Bool {
    requirements.contains { $0 === other }
  }
}
