import Files
import Gestures
import Playback
import Timeline

/// A comparison of expected gestures with the recognized ones.
///
/// Gestures are compared in order, and only by the keys of the expected one: texts and whole
/// numbers exactly, other numbers exactly as printed. With a `tolerance`, `time_s`, `start_s` and
/// `duration_s` may be off by that number of seconds.
public struct GestureComparison: Sendable {
  /// One line of the comparison; texts are records as JSON.
  public enum Item: Sendable, Equatable {
    case match(String)
    /// A pair that differs, with a phrase for each difference.
    case difference(expected: String, actual: String, details: [String])
    case missing(String)
    case unexpected(String)
  }

  public private(set) var items: [Item] = []
  /// The line of each item in the file of expectations; nil for an unexpected gesture.
  package private(set) var lines: [Int?] = []

  /// Whether all gestures are as expected.
  public var isMatch: Bool {
    items.allSatisfy { if case .match = $0 { true } else { false } }
  }

  /// Compares the expected gestures of a trace with the recognized ones.
  public init(expected: ExpectationFile, actual records: [GestureRecord]) {
    let expected = expected.lines
    let actual = records.map(ActualGesture.init)
    var matches = GestureComparison.matches(expected.count, actual.count) { i, j in
      expected[i].isMet(by: actual[j])
    }
    matches.append(.init(expected: expected.count, actual: actual.count))
    var i = 0
    var j = 0
    for pair in matches {
      addGap(expected[i..<pair.expected], actual[j..<pair.actual])
      if pair.actual < actual.count {
        add(.match(actual[pair.actual].json), at: expected[pair.expected])
      }
      i = pair.expected + 1
      j = pair.actual + 1
    }
  }

  /// The largest table to fill: lists that differ more are paired from the front.
  private static let maximumTableSize = 4_000_000

  /// The most matches in the order of both lists: all matches at their ends first, so that files of
  /// many gestures with few differences need a small table, then the cheapest pairs between.
  private static func matches(
    _ m: Int, _ n: Int, isMatch: (Int, Int) -> Bool
  ) -> [GestureMatcher.Pair] {
    var start = 0
    while start < min(m, n), isMatch(start, start) { start += 1 }
    var tail = 0
    while tail < min(m, n) - start, isMatch(m - 1 - tail, n - 1 - tail) { tail += 1 }
    let (rows, columns) = (m - tail - start, n - tail - start)
    var middle: [GestureMatcher.Pair] = []
    if rows > 0, columns > 0, rows * columns <= maximumTableSize {
      middle = GestureMatcher.inOrder(rows, columns) { i, j in
        isMatch(start + i, start + j) ? 0 : nil
      }
    }
    return (0..<start).map { .init(expected: $0, actual: $0) }
      + middle.map { .init(expected: start + $0.expected, actual: start + $0.actual) }
      + (0..<tail).reversed().map { .init(expected: m - 1 - $0, actual: n - 1 - $0) }
  }

  /// Adds the gestures between two matches: pairs, then the remaining ones.
  private mutating func addGap(
    _ expected: ArraySlice<ExpectationFile.Line>, _ actual: ArraySlice<ActualGesture>
  ) {
    for (line, gesture) in zip(expected, actual) {
      add(
        .difference(
          expected: line.text, actual: gesture.json, details: line.differences(from: gesture)),
        at: line)
    }
    for line in expected.dropFirst(actual.count) { add(.missing(line.text), at: line) }
    for gesture in actual.dropFirst(expected.count) { add(.unexpected(gesture.json), at: nil) }
  }

  private mutating func add(_ item: Item, at line: ExpectationFile.Line?) {
    items.append(item)
    lines.append(line?.number)
  }
}

/// A recognized gesture with its values as printed.
package struct ActualGesture {
  var json: String
  var values: [String: ExpectedValue] = [:]

  package init(_ record: GestureRecord) {
    json = record.jsonWithoutFile
    guard let root = try? JSONNode.parse(Array(json.utf8)), case .object(let members) = root.value
    else { return }
    for member in members { values[member.name] = ExpectedValue(member.node) }
  }
}

extension ExpectationFile.Line {
  /// Whether ``tolerance`` applies to a key.
  private static func isTolerant(_ key: String) -> Bool {
    GestureField(rawValue: key)?.isTime == true
  }

  /// Whether there are no differences.
  func isMet(by actual: ActualGesture) -> Bool {
    values.allSatisfy { key, value in
      actual.values[key].map { isMet(key, value, by: $0) } ?? false
    }
  }

  /// The differences, a phrase for each key.
  package func differences(from actual: ActualGesture) -> [String] {
    values.compactMap { key, value in
      let found = actual.values[key]
      if let found, isMet(key, value, by: found) { return nil }
      let allowed =
        tolerance.flatMap { Self.isTolerant(key) ? " ± \($0.shortestText)" : nil }
      return "\(key): expected \(value.json)\(allowed ?? ""), found \(found?.json ?? "none")"
    }
  }

  private func isMet(_ key: String, _ value: ExpectedValue, by found: ExpectedValue) -> Bool {
    if let tolerance, Self.isTolerant(key), case .number(let wanted) = value,
      case .number(let number) = found
    {
      // The numbers have six decimals; a millionth more than the tolerance is too much.
      return abs(wanted - number) <= tolerance + 5e-7
    }
    return value == found
  }
}
