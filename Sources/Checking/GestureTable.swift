import Contacts
import Files
import Gestures
import Timeline

/// A table of expected and recognized gestures side by side, below a sentence for each difference.
///
/// ```
/// No swipe of 3 fingers to the left: the movement took 0.620 s, at most 0.500 s allowed ...
///     expected               recognized
///     tap ×2                 tap ×2                 0.215 s
///   - swipe left, 3 fingers
///   +                        pan left, 3 fingers    1.9 s
/// ```
///
/// `replay check` and the failures of GestureTesting print such tables.
package struct GestureTable {
  /// The result of a row's comparison, as the mark at its start.
  package enum Mark: Character {
    case match = " "
    case difference = "~"
    case missing = "-"
    case unexpected = "+"
  }

  private struct Row {
    var mark: Mark
    var expected = ""
    var actual = ""
    var time = ""
  }

  private var rows: [Row] = []
  /// The explanations in the order of the rows.
  package private(set) var explanations: [String] = []

  package init() {}

  /// Adds a recognized gesture; `expected` is nil for a gesture that is allowed without being
  /// expected.
  package mutating func add(match actual: String, at seconds: Double?, expected: String?) {
    rows.append(
      Row(mark: .match, expected: expected ?? "", actual: actual, time: time(seconds)))
  }

  package mutating func add(
    difference actual: String, at seconds: Double?, expected: String, details: [String]
  ) {
    rows.append(Row(mark: .difference, expected: expected, actual: actual, time: time(seconds)))
    explanations.append("wrong \(expected): \(details.joined(separator: "; "))")
  }

  /// Adds a gesture that was not recognized, or not as its kind, with the reasons in sentences.
  package mutating func add(missing expected: String, sentences: [String]) {
    rows.append(Row(mark: .missing, expected: expected))
    explanations += sentences
  }

  package mutating func add(unexpected actual: String, at seconds: Double?) {
    rows.append(Row(mark: .unexpected, actual: actual, time: time(seconds)))
  }

  private func time(_ seconds: Double?) -> String {
    seconds.map { "\($0.text(decimals: 0...3)) s" } ?? ""
  }

  /// The number of rows as expected, as in `1 of 2 as expected, 1 missing`.
  package var summary: String {
    func count(_ mark: Mark) -> Int { rows.count { $0.mark == mark } }
    let matches = rows.count { $0.mark == .match && !$0.expected.isEmpty }
    let expected = matches + count(.difference) + count(.missing)
    let others = [
      (count(.difference), "different"), (count(.missing), "missing"),
      (count(.unexpected), "unexpected"),
    ]
    let parts = [expected == 0 ? "none expected" : "\(matches) of \(expected) as expected"]
    return
      (parts + others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }).joined(separator: ", ")
  }

  /// The rows below the heads of the columns; empty without rows.
  package var lines: [(mark: Mark, text: String)] {
    if rows.isEmpty { return [] }
    let all = [Row(mark: .match, expected: "expected", actual: "recognized")] + rows
    let first = all.map(\.expected.columns).max() ?? 0
    let second = all.map(\.actual.columns).max() ?? 0
    return all.map { row in
      var line = "  \(row.mark.rawValue) \(row.expected.padded(toColumns: first))"
      line += "  \(row.actual.padded(toColumns: second))  \(row.time)"
      while line.last == " " { line.removeLast() }
      return (row.mark, line)
    }
  }
}

// MARK: - Expectation files

extension GestureTable {
  /// The comparison of a file of expectations; the reasons of missing gestures come from `reasons`.
  package init(_ comparison: GestureComparison, _ reasons: MissingReasons) {
    self.init(comparison.findings(reasons))
  }

  init(_ findings: [CheckFinding]) {
    for finding in findings {
      let expected = finding.expected ?? ""
      let actual = finding.actual ?? ""
      switch finding.kind {
      case .match: add(match: actual, at: finding.time, expected: expected)
      case .different:
        add(difference: actual, at: finding.time, expected: expected, details: finding.differences)
      case .missing: add(missing: expected, sentences: finding.sentences)
      case .unexpected: add(unexpected: actual, at: finding.time)
      }
    }
    let assumptions = Set(findings.flatMap(\.assumptions))
    explanations += VerdictAssumption.allCases.filter(assumptions.contains).map(\.sentence)
  }
}

// MARK: - Words

/// Gestures in the words of messages.
package enum GesturePhrase {
  package static func several(_ count: Int?, _ one: String) -> String {
    count?.counted(one) ?? "no \(one)s"
  }

  package static func fingers(_ count: Int?) -> String { several(count, "finger") }

  /// A position in mm, as in `(50, 35.5)`.
  package static func position(_ point: Point) -> String {
    "(\(point.x.text(decimals: 0...1)), \(point.y.text(decimals: 0...1)))"
  }

  /// A gesture, as in `swipe left, 3 fingers`.
  package static func text(
    _ kind: String, direction: Gesture.Direction?, taps: Int?, touches: Int?, name: String?,
    scale: Double? = nil, rotation: Double? = nil, isCancelled: Bool = false
  ) -> String {
    var words = kind
    if let direction { words += " \(direction.rawValue)" }
    if let taps, taps != 1 { words += " ×\(taps)" }
    if let name { words += " \"\(name)\"" }
    if let touches, touches != 1 { words += ", \(fingers(touches))" }
    if let scale { words += ", ×\(scale.text(decimals: 0...2))" }
    if let rotation { words += ", \(rotation.text(decimals: 0...1))°" }
    if isCancelled { words += ", cancelled" }
    return words
  }
}

extension Gesture {
  /// The gesture in words, as in `swipe left, 3 fingers`.
  package var phrase: String {
    GesturePhrase.text(
      kind.rawValue, direction: direction, taps: taps, touches: touches, name: name, scale: scale,
      rotation: rotation, isCancelled: state == .cancelled)
  }
}
