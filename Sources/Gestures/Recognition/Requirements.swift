// The requirements of recognizers that wait until others have failed.

extension Arbiter {
  enum RequirementOutcome {
    case undecided, failed, succeeded
  }

  /// The decision of a recognizer that has to fail first, as far as it has one.
  func outcome(of recognizer: GestureRecognizer) -> RequirementOutcome {
    switch recognizer.state {
    case .possible: recognizer.arbiter === self ? .undecided : .failed
    case .failed, .cancelled: .failed
    case .began, .changed, .ended, .recognized: .succeeded
    }
  }

  /// The recognizers that have to fail before this one may act: those of
  /// ``GestureRecognizer/require(toFail:)``, and the members that a recognizer or delegate named.
  func requirements(of recognizer: GestureRecognizer) -> [GestureRecognizer] {
    var result = recognizer.requirements
    let named = Set(result.map(ObjectIdentifier.init))
    members.forEachUnretained { member in
      if recognizer.asksToWait(for: member) && !named.contains(ObjectIdentifier(member)) {
        result.append(member)
      }
    }
    return result
  }

  /// The circle that waiting for `other` would close.
  func cycle(
    of claimant: GestureRecognizer, through other: GestureRecognizer
  ) -> RequirementCycle? {
    RequirementCycle(from: other, to: claimant) {
      $0.waiting == nil ? [] : self.requirements(of: $0)
    }
  }

  var hasWaitingMember: Bool { waitingCount > 0 }

  /// Repeats the claims that wait for a recognizer which has failed.
  func retryMembersWaiting(for recognizer: GestureRecognizer, at time: Timestamp) {
    guard hasWaitingMember else { return }
    for member in members where member.waiting != nil && member.requires(recognizer) {
      retry(member, at: time)
    }
  }

  /// Repeats the waiting claims, after the running callbacks.
  func retryLater() {
    if isBusy { return postponed.append { [unowned self] in retryLater() } }
    perform { settle() }
  }

  /// Repeats all waiting claims; returns whether one of them was decided.
  func retryWaitingMembers() -> Bool {
    guard hasWaitingMember else { return false }
    var someDecided = false
    for member in members where member.waiting != nil {
      retry(member, at: now)
      if member.waiting == nil { someDecided = true }
    }
    return someDecided
  }

  private func retry(_ recognizer: GestureRecognizer, at time: Timestamp) {
    guard let target = recognizer.waiting, recognizer.arbiter === self else { return }
    recognizer.waiting = nil
    claim(recognizer, target, at: time)
  }

  /// Fails the recognizers that wait for one that has acted, except those whose touches all
  /// followed its gesture, if it continues with these touches itself.
  func failMembersWaiting(for recognizer: GestureRecognizer, at time: Timestamp) {
    members.forEachUnretained { member in
      guard member.state == .possible && member.requires(recognizer),
        !(recognizer.firesRepeatedly
          && isOver(
            recognizer.claimedTouches, before: member.watchedTouches, on: recognizer.device))
      else { return }
      fail(member, FailureReason(.requirement, other: recognizer.kind, time: time))
    }
  }
}

/// The answers of one attempt, by recognizers and delegates, on whether it waits for others.
struct RequirementAnswers {
  /// The first answers: a linear search through few is faster than hashing.
  private var first: [(other: ObjectIdentifier, isRequired: Bool)] = []
  private var others: [ObjectIdentifier: Bool] = [:]

  private static let fewAnswers = 16

  /// The answer about a recognizer; nil if it has not been asked for.
  subscript(other: ObjectIdentifier) -> Bool? {
    if let answer = first.first(where: { $0.other == other }) { return answer.isRequired }
    return others.isEmpty ? nil : others[other]
  }

  mutating func add(_ other: ObjectIdentifier, isRequired: Bool) {
    if first.count < RequirementAnswers.fewAnswers {
      first.append((other, isRequired))
    } else {
      others[other] = isRequired
    }
  }

  mutating func removeAll() {
    if !first.isEmpty { first.removeAll(keepingCapacity: true) }
    if !others.isEmpty { others.removeAll() }
  }
}

/// Refers to a recognizer without retaining it: two may require each other to fail.
// An unowned reference, since a weak one makes every use of its target slower; the recognizer
// resets it when it is deallocated.
final class RecognizerReference {
  unowned(unsafe) var recognizer: GestureRecognizer?

  init(_ recognizer: GestureRecognizer) { self.recognizer = recognizer }
}

extension GestureRecognizer {
  fileprivate func requires(_ other: GestureRecognizer) -> Bool {
    (hasRequirements && requirements.contains { $0 === other }) || asksToWait(for: other)
  }

  /// Asks both recognizers and their delegates, once an attempt, whether this one waits.
  fileprivate func asksToWait(for other: GestureRecognizer) -> Bool {
    guard other !== self else { return false }
    let identifier = ObjectIdentifier(other)
    if let answer = requirementAnswers[identifier] { return answer }
    let isRequired =
      shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || (hasDelegate && delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false)
      || (other.hasDelegate
        && other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false)
    requirementAnswers.add(identifier, isRequired: isRequired)
    return isRequired
  }
}

/// A circle of recognizers, each of which requires the next one to fail: none of them could act.
public struct RequirementCycle: CustomStringConvertible {
  /// The recognizers in the order of waiting, starting with the one that closed the circle.
  public let recognizers: [GestureRecognizer]

  /// The circle in words, as in `tap waits for pan, which waits for tap`.
  public var description: String {
    let names = recognizers.map(\.kind.rawValue)
    let others = (names.dropFirst() + names.prefix(1)).joined(separator: ", which waits for ")
    return "\(names.first ?? "") waits for \(others)"
  }

  /// Finds the shortest path from one recognizer to another by breadth-first search.
  init?(
    from start: GestureRecognizer, to end: GestureRecognizer,
    over next: (GestureRecognizer) -> [GestureRecognizer]
  ) {
    var found = [(recognizer: start, origin: -1)]
    var known: Set = [ObjectIdentifier(start)]
    var index = 0
    while index < found.count {
      if found[index].recognizer === end { break }
      for other in next(found[index].recognizer)
      where known.insert(ObjectIdentifier(other)).inserted {
        found.append((other, index))
      }
      index += 1
    }
    guard index < found.count else { return nil }
    var path: [GestureRecognizer] = []
    while index >= 0 {
      path.append(found[index].recognizer)
      index = found[index].origin
    }
    // The path leads from the end back to the start.
    recognizers = [end] + path.dropFirst().reversed()
  }
}

extension GestureRecognizer {
  /// The shortest circle that ``require(toFail:)`` closed through this recognizer.
  ///
  /// Requirements of delegates are known only when touches arrive: see ``Arbiter/cycleObserver``.
  public var requirementCycle: RequirementCycle? {
    let cycles = requirements.compactMap {
      RequirementCycle(from: $0, to: self, over: \.requirements)
    }
    return cycles.min { $0.recognizers.count < $1.recognizers.count }
  }
}
