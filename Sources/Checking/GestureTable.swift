import Files
import Gestures

/// A table of expected and recognized gestures side by side, below a sentence for each difference.
package struct GestureTable {
  /// The result of a row's comparison.
  package enum Mark: String, Sendable {
    case match, missing, unexpected, different

    fileprivate var sign: Character {
      switch self {
      case .match: " "
      case .missing: "-"
      case .unexpected: "+"
      case .different: "~"
      }
    }
  }

  private struct Row {
    var mark: Mark
    var expected: String
    var actual: String
    var time = ""
  }

  private var rows: [Row] = []
  /// The explanations in the order of the rows.
  package private(set) var explanations: [String] = []

  package init() {}

  /// Adds a row, with sentences above the table; a gesture that does not exist is empty.
  package mutating func add(
    _ mark: Mark, expected: String = "", actual: String = "", at seconds: Double? = nil,
    explanations: [String] = []
  ) {
    let time = seconds.map { "\($0.text(decimals: 0...3)) s" } ?? ""
    rows.append(Row(mark: mark, expected: expected, actual: actual, time: time))
    self.explanations += explanations
  }

  /// The explanation of a gesture with differences.
  package static func wrong(_ expected: String, _ differences: [String]) -> String {
    "wrong \(expected): \(differences.joined(separator: "; "))"
  }

  /// The number of rows as expected, as in `1 of 2 as expected, 1 missing`.
  package var summary: String {
    func count(_ mark: Mark) -> Int { rows.count { $0.mark == mark } }
    let matches = rows.count { $0.mark == .match && !$0.expected.isEmpty }
    let expected = matches + count(.different) + count(.missing)
    var parts = [expected == 0 ? "none expected" : "\(matches) of \(expected) as expected"]
    for mark in [Mark.different, .missing, .unexpected] where count(mark) > 0 {
      parts.append("\(count(mark)) \(mark.rawValue)")
    }
    return parts.joined(separator: ", ")
  }

  /// The rows below the heads of the columns; empty without rows.
  package var lines: [(mark: Mark, text: String)] {
    if rows.isEmpty { return [] }
    let all = [Row(mark: .match, expected: "expected", actual: "recognized")] + rows
    let first = all.map(\.expected.columns).max() ?? 0
    let second = all.map(\.actual.columns).max() ?? 0
    return all.map { row in
      var line = "  \(row.mark.sign) \(row.expected.padded(toColumns: first))"
      line += "  \(row.actual.padded(toColumns: second))  \(row.time)"
      while line.last == " " { line.removeLast() }
      return (row.mark, line)
    }
  }

  /// The comparison of a file of expectations; the reasons of missing gestures come from `reasons`.
  package init(_ comparison: GestureComparison, _ reasons: MissingReasons) {
    self.init(comparison.findings { $0.explanation(reasons) })
  }

  init(_ findings: [CheckFinding]) {
    for finding in findings {
      add(
        finding.kind, expected: finding.expected ?? "", actual: finding.actual ?? "",
        at: finding.time, explanations: finding.kind == .unexpected ? [] : finding.sentences)
    }
    let assumptions = Set(findings.flatMap(\.assumptions))
    explanations += VerdictAssumption.allCases.filter(assumptions.contains).map(\.sentence)
  }
}

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
