import Gestures
import Timeline

extension GestureDiff: CustomStringConvertible {
  /// The comparison as a table for people, with reasons below.
  ///
  /// ```
  /// gestures of the script: 1 of 2 as expected, 1 missing, 1 unexpected
  ///     expected               recognized
  ///     tap ×2                 tap ×2                 0.215 s
  ///   - swipe left, 3 fingers
  ///   +                        pan left, 3 fingers    1.900 s
  /// no swipe left, 3 fingers: swipe left failed at 1.350 s: took 0.620 s, at most 0.500 s allowed ...
  /// ```
  public var description: String {
    ([summary] + table + explanations).joined(separator: "\n")
  }

  /// The first line.
  public var summary: String {
    var (matches, different, missing, unexpected) = (0, 0, 0, 0)
    for row in rows {
      switch row {
      case .match: matches += 1
      case .difference: different += 1
      case .missing: missing += 1
      case .unexpected: unexpected += 1
      case .other: break
      }
    }
    let expected = matches + different + missing
    var parts = [
      expected == 0 ? "none expected" : "\(matches) of \(expected) as expected"
    ]
    if different > 0 { parts.append("\(different) different") }
    if missing > 0 { parts.append("\(missing) missing") }
    if unexpected > 0 { parts.append("\(unexpected) unexpected") }
    return "gestures of \(sourceName): " + parts.joined(separator: ", ")
  }

  private var table: [String] {
    let cells =
      [Cells(mark: " ", expected: "expected", actual: "recognized")] + rows.map(Cells.init)
    guard rows.count > 0 else { return [] }
    let first = cells.map(\.expected.count).max() ?? 0
    let second = cells.map(\.actual.count).max() ?? 0
    return cells.map { cell in
      var line = "  \(cell.mark) \(cell.expected.padded(to: first))"
      line += "  \(cell.actual.padded(to: second))  \(cell.time)"
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private struct Cells {
    var mark: String
    var expected = ""
    var actual = ""
    var time = ""

    init(mark: String, expected: String, actual: String) {
      self.mark = mark
      self.expected = expected
      self.actual = actual
    }

    init(_ row: Row) {
      switch row {
      case .match(let expectation, let gesture):
        self.init(mark: " ", expected: "\(expectation)", actual: gesture.phrase)
        time = Cells.time(gesture)
      case .difference(let expectation, let gesture, _):
        self.init(mark: "~", expected: "\(expectation)", actual: gesture.phrase)
        time = Cells.time(gesture)
      case .missing(let expectation, _):
        self.init(mark: "-", expected: "\(expectation)", actual: "")
      case .unexpected(let gesture):
        self.init(mark: "+", expected: "", actual: gesture.phrase)
        time = Cells.time(gesture)
      case .other(let gesture):
        self.init(mark: " ", expected: "", actual: gesture.phrase)
        time = Cells.time(gesture)
      }
    }

    private static func time(_ gesture: Gesture) -> String {
      "\(gesture.time.seconds.text(decimals: 0...3)) s"
    }
  }

  private var explanations: [String] {
    rows.flatMap { row -> [String] in
      switch row {
      case .match, .unexpected, .other: []
      case .difference(let expectation, _, let details):
        ["wrong \(expectation): \(details.joined(separator: "; "))"]
      case .missing(let expectation, let reasons):
        reasons.map { "no \(expectation): \($0)" }
      }
    }
  }
}

extension String {
  /// With spaces up to so many characters.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
