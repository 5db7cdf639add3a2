import Files
import Gestures
import Playback
import Timeline

/// The reason why an expected gesture was not recognized.
struct CheckReason: Sendable {
  var sentence: String
  /// The failure of the gesture's recognizer, with measure, limit and parameter; nil if none
  /// failed.
  var failure: StateRecord?

  /// The reason as an object of JSON.
  var json: String {
    var line = JSONLine()
    failure?.addReason(to: &line)
    line.add("sentence", sentence)
    return line.object
  }
}

/// One gesture of a comparison, with its differences from the expectation if there are any.
struct CheckFinding: Sendable {
  enum Kind: String {
    case match, missing, unexpected, different
  }

  var kind: Kind
  /// The line in the file of expectations; nil for an unexpected gesture.
  var line: Int?
  /// The expected gesture, as in `swipe left, at 1.011 s`; nil for an unexpected one.
  var expected: String?
  /// The recognized gesture; nil for a missing one.
  var actual: String?
  /// The time of recognition in seconds.
  var time: Double?
  /// A phrase for each key of a different gesture.
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
    case .different: ["wrong \(expected ?? ""): \(differences.joined(separator: "; "))"]
    case .unexpected:
      ["unexpected \(actual ?? "")" + (time.map { ", at \($0.text(decimals: 0...3)) s" } ?? "")]
    }
  }

  /// The finding as an object of JSON.
  var json: String {
    var object = JSONLine()
    object.add("kind", kind.rawValue)
    object.add("line", line)
    if let expectedJSON { object.add("expected", json: expectedJSON) }
    if let actualJSON { object.add("recognized", json: actualJSON) }
    if !differences.isEmpty {
      let texts = differences.map(JSONLine.quoted)
      object.add("differences", json: "[\(texts.joined(separator: ","))]")
    }
    if let verdict = explanation?.verdict {
      object.add("verdict", json: verdict.json)
    } else if let reasons = explanation?.reasons {
      object.add("reasons", json: "[\(reasons.map(\.json).joined(separator: ","))]")
    }
    return object.object
  }
}

extension GestureComparison {
  /// The most missing gestures that are explained: each takes up to 0.1 s of replays.
  private static let maximumExplained = 20

  /// The findings for all gestures, in order; two of different kinds are a missing and an
  /// unexpected one.
  func findings(_ reasons: MissingReasons) -> [CheckFinding] {
    var findings: [CheckFinding] = []
    var explained = 0
    func missing(_ gesture: RecordWords, _ line: Int?) -> CheckFinding {
      let time = gesture.time.map { ", at \($0.text(decimals: 0...3)) s" } ?? ""
      explained += 1
      return CheckFinding(
        kind: .missing, line: line, expected: gesture.phrase + time,
        explanation: explained <= Self.maximumExplained ? gesture.explanation(reasons) : nil,
        expectedJSON: gesture.json)
    }
    func unexpected(_ gesture: RecordWords, _ json: String) -> CheckFinding {
      CheckFinding(
        kind: .unexpected, actual: gesture.phrase, time: gesture.time, actualJSON: json)
    }
    for (item, line) in zip(items, lines) {
      switch item {
      case .match(let json):
        let gesture = RecordWords(json)
        findings.append(
          CheckFinding(
            kind: .match, line: line, expected: gesture.phrase, actual: gesture.phrase,
            time: gesture.time))
      case .missing(let text): findings.append(missing(RecordWords(text), line))
      case .unexpected(let json): findings.append(unexpected(RecordWords(json), json))
      case .difference(let text, let json, let details):
        let (expected, actual) = (RecordWords(text), RecordWords(json))
        if let kind = expected.kind, kind != actual.kind {
          findings += [missing(expected, line), unexpected(actual, json)]
        } else {
          findings.append(
            CheckFinding(
              kind: .different, line: line, expected: expected.phrase, actual: actual.phrase,
              time: actual.time, differences: details, expectedJSON: expected.json,
              actualJSON: json))
        }
      }
    }
    return findings
  }
}

/// A gesture record, or the line of a file of expectations, in words.
struct RecordWords {
  var kind: Gesture.Kind?
  var direction: Gesture.Direction?
  /// The time in seconds from the first event.
  var time: Double?
  /// The line as JSON, without `v`, `file` and `note`.
  private(set) var json = "{}"
  private var isCancelled = false
  private var start: Double?
  private var touches: Int?
  private var taps: Int?
  private var name: String?
  private var scale: Double?
  private var rotation: Double?

  init(_ json: String) {
    let line = try? ExpectationFile.Line(Array(json.utf8), file: "", number: 1)
    if let line { self.json = line.json }
    for (key, value) in line?.values ?? [] {
      switch (key, value) {
      case ("gesture", .text(let text)): kind = Gesture.Kind(rawValue: text)
      case ("direction", .text(let text)): direction = Gesture.Direction(rawValue: text)
      case ("state", .text(let text)): isCancelled = text == GestureState.cancelled.rawValue
      case ("name", .text(let text)): name = text.printable
      case ("time_s", .number(let number)): time = number
      case ("start_s", .number(let number)): start = max(0, number)
      case ("touches", .number(let number)): touches = Int(exactly: number)
      case ("taps", .number(let number)): taps = Int(exactly: number)
      case ("scale", .number(let number)): scale = number
      case ("rotation_deg", .number(let number)): rotation = number
      default: break
      }
    }
  }

  var phrase: String {
    GesturePhrase.text(
      kind?.rawValue ?? "any gesture", direction: direction, taps: taps, touches: touches,
      name: name, scale: scale, rotation: rotation, isCancelled: isCancelled)
  }

  func explanation(_ reasons: MissingReasons) -> MissingExplanation {
    guard let kind else {
      return MissingExplanation(
        reasons: [CheckReason(sentence: "no gesture is left for it")])
    }
    // A recognizer may wait for a second before it fails.
    let span = time.map { reasons.time($0 - 1)...reasons.time($0 + 1) }
    return reasons.explanation(
      for: ExpectedGesture(
        kind, touches: touches, taps: taps, direction: direction, name: name,
        at: start ?? time.map { max(0, $0) }), in: span ?? .min ... .max)
  }
}
