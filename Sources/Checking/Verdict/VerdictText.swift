public import Playback

extension Verdict {
  /// The verdict in one to three sentences, without assumptions.
  public var text: String { sentences.joined(separator: " ") }

  /// The reason, the gesture that was reported instead, and the sufficient changes.
  public var sentences: [String] {
    if isRecognized { return [recognizedSentence] }
    return [reasonSentence, instead, remedy].compactMap { $0 }
  }

  private var recognizedSentence: String {
    let gestures = recognized.filter { expected.matches($0.gesture) }
    let times = gestures.prefix(3).map { "\($0.time.text(decimals: 3)) s" }
    let rest = gestures.count - times.count
    return "Recognized: \(expected.phrase), at \(times.joined(separator: ", "))"
      + (rest == 0 ? "." : rest == 1 ? " and once more." : " and \(rest) more times.")
  }

  private var reasonSentence: String {
    let clauses = unmet.map(\.sentence)
    let reason =
      remark
      ?? (clauses.isEmpty ? "no recognizer gives a reason" : clauses.joined(separator: "; and "))
    return "No \(expected.phrase)\(moment): \(reason)."
  }

  /// As in ` at 2.858 s`; empty if the question names it or fingers touch at no other time.
  private var moment: String {
    guard isOneOfSeveral, expected.at == nil, let span else { return "" }
    return " at \(span.lowerBound.text(decimals: 3)) s"
  }

  private var instead: String? {
    let isCancellation = unmet.first?.cause == .cancelled
    if isCancellation, recognized.allSatisfy({ $0.gesture.kind == expected.kind }) { return nil }
    if let record = recognized.first {
      let end =
        record.gesture.state == .cancelled
        ? ", and cancelled at \(record.time.text(decimals: 3)) s." : "."
      return "It was reported as \(GestureWords.withArticle(record.gesture.words))\(end)"
    }
    switch rival {
    case .palm: return "It was taken for a palm."
    case .interruption: return "The touches were cancelled."
    case .gesture(let kind):
      let phrase = GestureWords.withArticle(ExpectedGesture(kind).phrase)
      return "\(phrase.prefix(1).uppercased())\(phrase.dropFirst()) took the touches."
    case nil: return nil
    }
  }

  private var remedy: String? {
    var ways: [String] = []
    if let first = settings.first {
      if settings.count == 1, unmet.count == 1, first.parameter == unmet[0].parameter,
        unmet[0].cause != nil
      {
        ways.append("with a limit of \(first.value.text(unit: first.unit))")
      } else {
        let values = settings.map(\.text)
        ways.append("with \(values.joined(separator: " and "))")
      }
    }
    if let change = movement.first { ways.append("when \(change.phrase)") }
    if ways.isEmpty {
      return isSearched
        ? "No sufficient change of one or two settings, or of the movement, was found." : nil
    }
    let text = "It is recognized \(ways.joined(separator: ", or "))."
    return settings.isEmpty && isSearched
      ? "\(text) No sufficient change of one or two settings was found." : text
  }
}

extension Verdict: JSONObject {
  public func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("verdict", isRecognized ? "recognized" : "not_recognized")
    line.add("file", file)
    line.add("device", device)
    line.add("expected", expected)
    line.add("recognized", list: recognized.map(\.jsonWithoutFile))
    line.add("start_s", span?.lowerBound, decimals: 6)
    line.add("end_s", span?.upperBound, decimals: 6)
    line.add("unmet", unmet)
    line.add("rival", rivalName)
    line.add("settings", settings)
    line.add("alternatives", alternatives)
    line.add("movement", movement)
    line.add("assumed", list: assumptions.map { JSONLine.quoted($0.rawValue) })
    line.add("text", text)
  }

  private var rivalName: String? {
    switch rival {
    case .gesture(let kind): kind.rawValue
    case .palm: "palm"
    case .interruption: "interruption"
    case nil: nil
    }
  }
}

extension ExpectedGesture: JSONObject {
  public func add(to line: inout JSONLine) {
    line.add("gesture", kind.rawValue)
    line.add("touches", touches)
    line.add("direction", direction?.rawValue)
    line.add("taps", taps)
    line.add("name", name)
    line.add("at_s", at, decimals: 6)
  }
}

extension Verdict.Condition: JSONObject {
  public func add(to line: inout JSONLine) {
    line.add("parameter", parameter)
    line.add("reason", cause?.rawValue)
    line.add("measured", measured, decimals: 6)
    line.add("limit", limit, decimals: 6)
    if !unit.isEmpty { line.add("unit", unit) }
    line.add("gave_up_s", gaveUp, decimals: 6)
    line.add("sentence", sentence)
  }
}

extension MovementChange: JSONObject {
  public func add(to line: inout JSONLine) {
    line.add("change", kind.rawValue)
    if kind == .touches {
      line.add("touches", fingers)
    } else {
      line.add(kind.key, amount, decimals: 3)
    }
  }
}
