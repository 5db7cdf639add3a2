import Gestures
import Playback
import Timeline

/// The explanation of an expected gesture that was not recognized: the verdict, or the reasons of
/// its recognizers.
package struct MissingExplanation: Sendable {
  /// The verdict; nil for a program's own recognizers and views, which no profile replays.
  package var verdict: Verdict?
  /// The reasons of the recognizers if there is no verdict, the most informative first.
  var reasons: [CheckReason] = []

  /// The explanation in complete sentences.
  ///
  /// - Parameter expected: The expected gesture in words.
  package func sentences(_ expected: String) -> [String] {
    verdict.map { [$0.text] } ?? reasons.map { "no \(expected): \($0.sentence)" }
  }
}

/// The reasons of recognizers for expected gestures that were not recognized.
package struct MissingReasons: Sendable {
  private let failures: [StateChange]
  private let kinds: Set<Gesture.Kind>
  private let hasTouches: Bool
  private let origin: Timestamp
  private let verdict: (@Sendable (ExpectedGesture) -> Verdict)?
  /// The most listed reasons.
  private static let most = 3

  /// - Parameters:
  ///   - changes: The changes of all recognizers.
  ///   - kinds: The kinds of the recognizers.
  ///   - hasTouches: Whether any finger touched down.
  ///   - origin: The time from which times in sentences count.
  ///   - verdict: Decides why an expected gesture was not recognized; nil leaves that to the
  ///     reasons of the changes.
  package init(
    changes: [StateChange], kinds: some Sequence<Gesture.Kind>, hasTouches: Bool,
    origin: Timestamp = .zero, verdict: (@Sendable (ExpectedGesture) -> Verdict)? = nil
  ) {
    self.verdict = verdict
    failures = changes.filter { ($0.to == .failed || $0.to == .cancelled) && $0.reason != nil }
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
    if let verdict = verdict?(expected), !verdict.isRecognized {
      return MissingExplanation(verdict: verdict)
    }
    return MissingExplanation(
      reasons: findings(for: expected.kind, direction: expected.direction, in: span))
  }

  /// The reasons of the recognizers, the most informative first; at least one.
  func findings(
    for kind: Gesture.Kind, direction: Gesture.Direction?, in span: ClosedRange<Timestamp>
  ) -> [CheckReason] {
    func without(_ sentence: String) -> [CheckReason] { [CheckReason(sentence: sentence)] }
    guard kinds.contains(kind) else { return without("no recognizer for \(kind.phrase)") }
    guard hasTouches else { return without("no finger touched down") }
    let own = failures.filter { $0.kind == kind }
    var candidates = own.filter { span.contains($0.time) }
    if candidates.isEmpty { candidates = own }
    if candidates.isEmpty { return without("the \(kind.rawValue) recognizer did not fail") }
    let sorted = candidates.enumerated().sorted { left, right in
      (rank(left.element, direction), left.offset) < (rank(right.element, direction), right.offset)
    }
    var reasons: [CheckReason] = []
    for (_, change) in sorted {
      let failure = StateRecord(change: change, origin: origin)
      if !reasons.contains(where: { $0.sentence == failure.sentence }) {
        reasons.append(CheckReason(sentence: failure.sentence, failure: failure))
      }
      if reasons.count == MissingReasons.most { break }
    }
    return reasons
  }

  /// The rank of a reason: reasons for the right direction come first, then those with a measured
  /// value.
  private func rank(_ change: StateChange, _ direction: Gesture.Direction?) -> Int {
    let isElsewhere =
      direction != nil && change.direction != nil && change.direction != direction
    let isMeasured = change.reason?.measured != nil
    return (isElsewhere ? 2 : 0) + (isMeasured ? 0 : 1)
  }
}
