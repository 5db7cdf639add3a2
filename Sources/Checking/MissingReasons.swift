import Playback

/// The explanation of a missing gesture: the verdict, or the reasons of its recognizers.
package struct MissingExplanation: Sendable {
  /// The verdict; nil for a program's own recognizers and views, which no profile replays.
  package var verdict: Verdict?
  /// The reasons of the recognizers if there is no verdict, the most informative first.
  var reasons: [CheckReason] = []

  /// The explanation in complete sentences; `expected` is the gesture in words.
  package func sentences(_ expected: String) -> [String] {
    verdict.map { [$0.text] } ?? reasons.map { "no \(expected): \($0.sentence)" }
  }
}

/// The reasons of recognizers for expected gestures that were not recognized.
package struct MissingReasons: Sendable {
  private let failures: [StateChange]
  /// The kinds of the recognizers that changed their state.
  private let active: Set<Gesture.Kind>
  private let kinds: Set<Gesture.Kind>
  private let hasTouches: Bool
  private let origin: Timestamp
  private let verdict: (@Sendable (ExpectedGesture) -> Verdict)?
  /// The kinds whose recognizers are all disabled.
  package var disabledKinds: Set<Gesture.Kind> = []
  /// Whether fingers are still down, so that recognizers may decide later.
  package var fingersAreDown = false
  private static let most = 3

  /// - Parameter verdict: Decides why a gesture was not recognized; nil leaves it to the changes.
  package init(
    changes: [StateChange], kinds: some Sequence<Gesture.Kind>, hasTouches: Bool,
    origin: Timestamp = .zero, verdict: (@Sendable (ExpectedGesture) -> Verdict)? = nil
  ) {
    self.verdict = verdict
    failures = changes.filter { ($0.to == .failed || $0.to == .cancelled) && $0.reason != nil }
    active = Set(changes.map(\.kind))
    self.kinds = Set(kinds)
    self.hasTouches = hasTouches
    self.origin = origin
  }

  /// A time in seconds from the origin, limited to what a recording can have.
  package func time(_ seconds: Double) -> Timestamp {
    origin.advanced(byMicroseconds: Timestamp(seconds: seconds).microseconds)
  }

  /// The explanation of a missing gesture; `span` is the time in which it was expected.
  package func explanation(
    for expected: ExpectedGesture, in span: ClosedRange<Timestamp>
  ) -> MissingExplanation {
    // A similar gesture may have been recognized: then this one has no separate verdict.
    if let verdict = verdict(on: expected) {
      if fingersAreDown && verdict.rival == .interruption {
        return MissingExplanation(reasons: [CheckReason(sentence: "a finger is still down")])
      }
      return MissingExplanation(verdict: verdict)
    }
    return MissingExplanation(
      reasons: findings(for: expected.kind, direction: expected.direction, in: span))
  }

  /// The verdict on a gesture that was not recognized; nil if it was, or for own recognizers.
  package func verdict(on expected: ExpectedGesture) -> Verdict? {
    guard let verdict = verdict?(expected), !verdict.isRecognized else { return nil }
    return verdict
  }

  /// The reasons of the recognizers, the most informative first; at least one.
  func findings(
    for kind: Gesture.Kind, direction: Gesture.Direction?, in span: ClosedRange<Timestamp>
  ) -> [CheckReason] {
    func without(_ sentence: String) -> [CheckReason] { [CheckReason(sentence: sentence)] }
    guard kinds.contains(kind) else {
      return without("no recognizer for \(GestureWords.withArticle(kind.rawValue))")
    }
    guard hasTouches else { return without("no finger touched down") }
    let own = failures.filter { $0.kind == kind }
    let near = own.filter { span.contains($0.time) }
    let candidates = near.isEmpty ? own : near
    if candidates.isEmpty {
      return without("the \(kind.rawValue) recognizer \(idleness(of: kind))")
    }
    var reasons: [CheckReason] = []
    for change in candidates.sorted(by: { $0.rank(for: direction) < $1.rank(for: direction) }) {
      let failure = StateRecord(change: change, origin: origin)
      if !reasons.contains(where: { $0.sentence == failure.sentence }) {
        reasons.append(CheckReason(sentence: failure.sentence, failure: failure))
      }
      if reasons.count == MissingReasons.most { break }
    }
    return reasons
  }

  /// What a recognizer does that has no failure.
  private func idleness(of kind: Gesture.Kind) -> String {
    if fingersAreDown { return "has not decided: a finger is still down" }
    if active.contains(kind) { return "did not fail" }
    if disabledKinds.contains(kind) { return "is disabled" }
    // A recognizer of the program may never decide.
    return "never decided, or received no touch: its view may be hidden, not under the fingers, or "
      + "refuse them"
  }
}

extension StateChange {
  /// The rank of its reason: those for the right direction come first, then those with a measure.
  package func rank(for direction: Gesture.Direction?) -> Int {
    let isElsewhere = direction != nil && self.direction != nil && self.direction != direction
    return (isElsewhere ? 2 : 0) + (reason?.measured == nil ? 1 : 0)
  }
}
