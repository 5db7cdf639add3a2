import Playback

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
  /// The expectation; nil for an unexpected gesture.
  var line: ExpectationFile.Line?
  /// The recognized gesture; nil for a missing one.
  var gesture: ActualGesture?
  /// The explanation of a missing gesture; nil for those beyond the first ones.
  var explanation: MissingExplanation?

  fileprivate var wanted: RecordWords? { line.map { RecordWords(members: $0.values) } }
  fileprivate var found: RecordWords? { gesture.map { RecordWords(members: $0.members) } }

  /// The expected gesture, as in `swipe left, at 1.011 s`; nil for an unexpected one.
  var expected: String? {
    switch kind {
    case .match: actual
    case .missing: wanted.map { $0.phrase + $0.timePhrase }
    case .different: wanted?.phrase
    case .unexpected: nil
    }
  }
  /// The recognized gesture; nil for a missing one.
  var actual: String? { found?.phrase }
  /// The time of recognition in seconds.
  var time: Double? { found?.time }

  /// The differences, a phrase for each key.
  var differences: [String] {
    guard kind == .different, let line, let gesture else { return [] }
    return line.differences(from: gesture)
  }

  /// What the measures of a missing gesture rest on.
  var assumptions: [VerdictAssumption] { explanation?.verdict?.assumptions ?? [] }

  /// The differences in words, a line each.
  var sentences: [String] {
    switch kind {
    case .match: []
    case .missing: explanation?.sentences(expected ?? "") ?? ["no \(expected ?? "")"]
    case .different: [GestureTable.wrong(expected ?? "", differences)]
    case .unexpected: found.map { ["unexpected \($0.phrase)\($0.timePhrase)"] } ?? []
    }
  }

  func add(to line: inout JSONLine) {
    line.add("kind", kind.rawValue)
    line.add("line", self.line?.number)
    if let wanted = self.line { line.add("expected", json: wanted.json) }
    if let gesture { line.add("recognized", json: gesture.json) }
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
  func findings(_ explain: (RecordWords) -> MissingExplanation) -> [CheckFinding] {
    var findings = pairs.flatMap { pair -> [CheckFinding] in
      guard pair.kind == .different, let kind = pair.wanted?.kind, kind != pair.found?.kind else {
        return [pair]
      }
      return [
        CheckFinding(kind: .missing, line: pair.line),
        CheckFinding(kind: .unexpected, gesture: pair.gesture),
      ]
    }
    let missing = findings.indices.filter { findings[$0].kind == .missing }
    var displaced: Set<Int> = []
    for index in missing.prefix(Self.maximumExplained) {
      let explanation = Self.displacement(of: index, in: findings, &displaced)
      findings[index].explanation = explanation ?? findings[index].wanted.map(explain)
    }
    return findings
  }

  /// The explanation of a missing gesture that was recognized before or after another one, which
  /// it should follow or precede; nil for any other.
  private static func displacement(
    of index: Int, in findings: [CheckFinding], _ displaced: inout Set<Int>
  ) -> MissingExplanation? {
    guard let line = findings[index].line,
      let place = findings.indices.first(where: {
        findings[$0].kind == .unexpected && !displaced.contains($0)
          && findings[$0].gesture.map(line.isMet) ?? false
      }), let time = findings[place].time
    else { return nil }
    let isLater = place > index
    let between = findings[min(index, place)...max(index, place)].filter { $0.kind == .match }
    guard let other = (isLater ? between.first : between.last)?.actual else { return nil }
    displaced.insert(place)
    let (found, expected) = isLater ? ("after", "before") : ("before", "after")
    return MissingExplanation(reasons: [
      CheckReason(
        sentence: "recognized at \(time.text(decimals: 0...3)) s, \(found) \(other); "
          + "expected \(expected) it")
    ])
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
  var timePhrase: String { time.map { ", at \($0.text(decimals: 0...3)) s" } ?? "" }
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

  /// The explanation that libinput's answer lacks the gesture.
  func explanation(_ reason: RecordingCheck.LibinputReason) -> MissingExplanation {
    let start = self[.start]?.number ?? time.map { $0 - 1 } ?? 0
    let text = reason(
      self[.device]?.text, start...max(start, time ?? .infinity), kind == .tap && time != nil)
    let sentence =
      "libinput recognized none"
      + (kind == .swipe ? ": its swipes are compared as pans" : text.map { ", for \($0)" } ?? "")
    return MissingExplanation(reasons: [CheckReason(sentence: sentence)])
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
