import Contacts
import Gestures
import Playback
import Timeline

/// Why gestures that were expected were not recognized, in the words of those that watched for them.
struct MissingReasons {
  private let log: StageLog
  /// So many reasons say it all.
  private static let most = 3

  init(_ log: StageLog) {
    self.log = log
  }

  /// Sentences, the most telling first; never none.
  func reasons(
    for expectation: GestureExpectation, in span: ClosedRange<Timestamp>
  ) -> [String] {
    let kind = expectation.kind
    guard log.watchedKinds.contains(kind) else {
      return ["no recognizer watched for \(kind.phrase)"]
    }
    guard log.frames.contains(where: { !$0.contacts.isEmpty }) else {
      return ["no finger touched the surface"]
    }
    let own = log.failures.filter { $0.kind == kind }
    var candidates = own.filter { span.contains($0.time) }
    if candidates.isEmpty { candidates = own }
    if candidates.isEmpty { return ["the \(kind.rawValue) recognizer had nothing to give up"] }
    let sorted = candidates.enumerated().sorted { left, right in
      (rank(left.element, expectation), left.offset)
        < (rank(right.element, expectation), right.offset)
    }
    var sentences: [String] = []
    for (_, change) in sorted {
      let sentence = change.sentence(since: .zero)
      if !sentences.contains(sentence) { sentences.append(sentence) }
    }
    return Array(sentences.prefix(MissingReasons.most))
  }

  /// What was measured tells more than who was first, and the right direction more than another.
  private func rank(_ change: StateChange, _ expectation: GestureExpectation) -> Int {
    let isElsewhere =
      expectation.direction != nil && change.direction != nil
      && change.direction != expectation.direction
    let isMeasured = change.reason?.measured != nil
    return (isElsewhere ? 2 : 0) + (isMeasured ? 0 : 1)
  }
}
