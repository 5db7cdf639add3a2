import Files
import Gestures
import Playback
import Timeline

/// The reason why an expected gesture was not recognized.
struct CheckReason: JSONObject {
  var sentence: String
  /// The failure of the gesture's recognizer; nil if none failed.
  var failure: StateRecord?

  func add(to line: inout JSONLine) {
    failure?.addReason(to: &line)
    line.add("sentence", sentence)
  }
}

/// One gesture of a comparison, with its differences from the expectation if there are any.
struct CheckFinding: JSONObject {
  var kind: GestureTable.Mark
  /// The line in the file of expectations; nil for an unexpected gesture.
  var line: Int?
  /// The expected gesture, as in `swipe left, at 1.011 s`; nil for an unexpected one.
  var expected: String?
  /// The recognized gesture; nil for a missing one.
  var actual: String?
  /// The time of recognition in seconds.
  var time: Double?
  var differences: [String] = []
  /// The explanation of a missing gesture; nil for those beyond the first ones.
  var explanation: MissingExplanation?
  fileprivate var expectedJSON: String?
  fileprivate var actualJSON: String?

  /// What the measures of a missing gesture rest on.
  var assumptions: [VerdictAssumption] { explanation?.verdict?.assumptions ?? [] }

  /// The differences in words, a line each.
  var sentences: [String] {
    switch kind {
    case .match: []
    case .missing:
      explanation?.sentences(expected ?? "") ?? ["no \(expected ?? "")"]
    case .different: [GestureTable.wrong(expected ?? "", differences)]
    case .unexpected:
      ["unexpected \(actual ?? "")" + (time.map { ", at \($0.text(decimals: 0...3)) s" } ?? "")]
    }
  }

  func add(to line: inout JSONLine) {
    line.add("kind", kind.rawValue)
    line.add("line", self.line)
    if let expectedJSON { line.add("expected", json: expectedJSON) }
    if let actualJSON { line.add("recognized", json: actualJSON) }
    if !differences.isEmpty { line.add("differences", list: differences.map(JSONLine.quoted)) }
    if let verdict = explanation?.verdict {
      line.add("verdict", verdict)
    } else if let reasons = explanation?.reasons {
      line.add("reasons", reasons)
    }
  }
}

extension GestureComparison {
  /// The most missing gestures that are explained: each takes up to 0.1 s of replays.
  private static let maximumExplained = 20

  /// The findings in order; two gestures of different kinds are a missing and an unexpected one.
  func findings(_ reasons: MissingReasons) -> [CheckFinding] {
    var explained = 0
    func missing(_ line: ExpectationFile.Line) -> CheckFinding {
      let gesture = RecordWords(members: line.values)
      let time = gesture.time.map { ", at \($0.text(decimals: 0...3)) s" } ?? ""
      explained += 1
      return CheckFinding(
        kind: .missing, line: line.number, expected: gesture.phrase + time,
        explanation: explained <= Self.maximumExplained ? gesture.explanation(reasons) : nil,
        expectedJSON: line.json)
    }
    func unexpected(_ actual: ActualGesture) -> CheckFinding {
      let gesture = RecordWords(members: actual.members)
      return CheckFinding(
        kind: .unexpected, actual: gesture.phrase, time: gesture.time, actualJSON: actual.json)
    }
    return entries.flatMap { entry -> [CheckFinding] in
      guard let actual = entry.actual else { return entry.line.map { [missing($0)] } ?? [] }
      guard let line = entry.line else { return [unexpected(actual)] }
      let (expected, found) = (RecordWords(members: line.values), RecordWords(members: actual.members))
      if !entry.isMatch, let kind = expected.kind, kind != found.kind {
        return [missing(line), unexpected(actual)]
      }
      var finding = CheckFinding(
        kind: .match, line: line.number, expected: found.phrase, actual: found.phrase,
        time: found.time)
      if !entry.isMatch {
        finding.kind = .different
        finding.expected = expected.phrase
        finding.differences = line.differences(from: actual)
        finding.expectedJSON = line.json
        finding.actualJSON = actual.json
      }
      return [finding]
    }
  }
}

/// A recognized gesture, or the line of a file of expectations, in words.
struct RecordWords {
  let members: [JSONNode.Member]

  private subscript(field: GestureField) -> JSONNode? {
    members.last { $0.name == field.key }?.node
  }

  var kind: Gesture.Kind? { self[.kind]?.text.flatMap(Gesture.Kind.init) }
  /// The time in seconds from the first event.
  var time: Double? { self[.time]?.number }
  private var direction: Gesture.Direction? {
    self[.direction]?.text.flatMap(Gesture.Direction.init)
  }

  var phrase: String {
    GesturePhrase.text(
      kind?.rawValue ?? "any gesture", direction: direction, taps: self[.taps]?.integer,
      touches: self[.touches]?.integer, name: self[.name]?.text?.printable,
      scale: self[.scale]?.number, rotation: self[.rotation]?.number,
      isCancelled: self[.state]?.text == GestureState.cancelled.rawValue)
  }

  func explanation(_ reasons: MissingReasons) -> MissingExplanation {
    guard let kind else {
      return MissingExplanation(reasons: [CheckReason(sentence: "no gesture is left for it")])
    }
    // A recognizer may wait for a second before it fails.
    let span = time.map { reasons.time($0 - 1)...reasons.time($0 + 1) }
    return reasons.explanation(
      for: ExpectedGesture(
        kind, touches: self[.touches]?.integer, taps: self[.taps]?.integer, direction: direction,
        name: self[.name]?.text?.printable,
        at: (self[.start]?.number ?? time).map { max(0, $0) }), in: span ?? .min ... .max)
  }
}
