import Contacts
import Gestures
import Recordings
import Timeline

/// Expected and recognized gestures side by side, with what is wrong below.
///
/// ```
///     expected               recognized
///     tap ×2                 tap ×2                 0.215 s
///   - swipe left, 3 fingers
///   +                        pan left, 3 fingers    1.9 s
/// no swipe left, 3 fingers: swipe left failed at 1.350 s: took 0.620 s, at most 0.500 s allowed ...
/// ```
///
/// `replay check` and the failures of GestureTesting are such tables.
package struct GestureTable {
  /// How a row compares, as the mark at its start.
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
  /// What is wrong, in the order of the rows.
  package private(set) var explanations: [String] = []
  /// The missing gestures of a file of expectations so far.
  private var missing = 0
  /// The most missing gestures that have reasons: each looks at all failures of the recording.
  private static let mostExplained = 100

  package init() {}

  /// Adds a gesture that was recognized; `expected` is nil for one that is allowed without being expected.
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

  /// Adds a gesture that was not recognized, or not as its kind, and why.
  package mutating func add(missing expected: String, reasons: [String]) {
    rows.append(Row(mark: .missing, expected: expected))
    explanations += reasons.map { "no \(expected): \($0)" }
  }

  package mutating func add(unexpected actual: String, at seconds: Double?) {
    rows.append(Row(mark: .unexpected, actual: actual, time: time(seconds)))
  }

  private func time(_ seconds: Double?) -> String {
    seconds.map { "\($0.text(decimals: 0...3)) s" } ?? ""
  }

  /// How many rows are as expected, as in `1 of 2 as expected, 1 missing`.
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

  /// The rows below the heads of the columns; none without rows.
  package var lines: [(mark: Mark, text: String)] {
    if rows.isEmpty { return [] }
    let all = [Row(mark: .match, expected: "expected", actual: "recognized")] + rows
    let first = all.map(\.expected.count).max() ?? 0
    let second = all.map(\.actual.count).max() ?? 0
    return all.map { row in
      var line = "  \(row.mark.rawValue) \(padded(row.expected, to: first))"
      line += "  \(padded(row.actual, to: second))  \(row.time)"
      while line.last == " " { line.removeLast() }
      return (row.mark, line)
    }
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

// MARK: - Expectation files

extension GestureTable {
  /// The comparison of a file of expectations; the reasons of missing gestures come from `reasons`.
  package init(_ comparison: GestureComparison, _ reasons: MissingReasons) {
    self.init()
    for item in comparison.items {
      switch item {
      case .match(let record):
        let gesture = RecordWords(record)
        add(match: gesture.phrase, at: gesture.time, expected: gesture.phrase)
      case .difference(let expected, let actual, let details):
        add(RecordWords(expected), RecordWords(actual), details, reasons)
      case .missing(let expected): add(missing: RecordWords(expected), reasons)
      case .unexpected(let record):
        let gesture = RecordWords(record)
        add(unexpected: gesture.phrase, at: gesture.time)
      }
    }
  }

  /// Two gestures of different kinds are a missing and an unexpected one.
  private mutating func add(
    _ expected: RecordWords, _ actual: RecordWords, _ details: [String], _ reasons: MissingReasons
  ) {
    if let kind = expected.kind, kind != actual.kind {
      add(missing: expected, reasons)
      add(unexpected: actual.phrase, at: actual.time)
    } else {
      add(
        difference: actual.phrase, at: actual.time, expected: expected.phrase, details: details)
    }
  }

  private mutating func add(missing gesture: RecordWords, _ reasons: MissingReasons) {
    let time = gesture.time.map { ", at \($0.text(decimals: 0...3)) s" } ?? ""
    let isExplained = missing < GestureTable.mostExplained
    add(missing: gesture.phrase + time, reasons: isExplained ? gesture.reasons(reasons) : [])
    missing += 1
  }
}

/// A gesture record, or the line of a file of expectations, in words.
private struct RecordWords {
  var kind: Gesture.Kind?
  var direction: Gesture.Direction?
  /// Seconds from the first event.
  var time: Double?
  private var isCancelled = false
  private var touches: Int?
  private var taps: Int?
  private var name: String?
  private var scale: Double?
  private var rotation: Double?

  init(_ json: String) {
    let line = try? ExpectationFile.Line(Array(json.utf8), file: "", number: 1)
    for (key, value) in line?.values ?? [] {
      switch (key, value) {
      case ("gesture", .text(let text)): kind = Gesture.Kind(rawValue: text)
      case ("direction", .text(let text)): direction = Gesture.Direction(rawValue: text)
      case ("state", .text(let text)): isCancelled = text == GestureState.cancelled.rawValue
      case ("name", .text(let text)): name = text.printable
      case ("time_s", .number(let number)): time = number
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

  func reasons(_ reasons: MissingReasons) -> [String] {
    guard let kind else { return ["no gesture is left for it"] }
    // A recognizer may wait for a second before it fails.
    let span = time.map { reasons.time($0 - 1)...reasons.time($0 + 1) }
    return reasons.reasons(for: kind, direction: direction, in: span ?? .min ... .max)
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
  /// As in `swipe left, 3 fingers`.
  package var phrase: String {
    GesturePhrase.text(
      kind.rawValue, direction: direction, taps: taps, touches: touches, name: name, scale: scale,
      rotation: rotation, isCancelled: state == .cancelled)
  }
}
