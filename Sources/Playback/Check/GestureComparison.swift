import Recordings
import Timeline

/// Expected gestures beside the recognized ones.
///
/// Gestures are compared in order. Of an expected one only the keys that it has are compared:
/// strings and whole numbers exactly, other numbers exactly as they are printed; where it has a
/// `tolerance`, `time`, `start` and `duration` may be off by so many seconds.
public struct GestureComparison: Sendable {
  /// What became of an expected gesture, or where a recognized one came from.
  public enum Item: Sendable, Equatable {
    /// As expected; the record as JSON.
    case match(String)
    /// Something like it, with what differs, a phrase each.
    case difference(expected: String, actual: String, details: [String])
    case missing(String)
    case unexpected(String)
  }

  public private(set) var items: [Item] = []

  /// Whether everything is as expected.
  public var isMatch: Bool {
    items.allSatisfy { if case .match = $0 { true } else { false } }
  }

  /// Compares what a trace gave with what it must give.
  public init(expected: ExpectationFile, actual records: [GestureRecord]) {
    let expected = expected.lines
    let actual = records.map(ActualGesture.init)
    var matches = Alignment.matches(expected.count, actual.count) { i, j in
      expected[i].differences(from: actual[j]).isEmpty
    }
    matches.append((expected.count, actual.count))
    var i = 0
    var j = 0
    for (nextI, nextJ) in matches {
      addGap(expected[i..<nextI], actual[j..<nextJ])
      if nextJ < actual.count { items.append(.match(actual[nextJ].json)) }
      i = nextI + 1
      j = nextJ + 1
    }
  }

  /// What stands between two matches: pairs, then what is left over.
  private mutating func addGap(
    _ expected: ArraySlice<ExpectationFile.Line>, _ actual: ArraySlice<ActualGesture>
  ) {
    for (line, gesture) in zip(expected, actual) {
      items.append(
        .difference(
          expected: line.text, actual: gesture.json, details: line.differences(from: gesture)))
    }
    for line in expected.dropFirst(actual.count) { items.append(.missing(line.text)) }
    for gesture in actual.dropFirst(expected.count) { items.append(.unexpected(gesture.json)) }
  }
}

/// A recognized gesture with its values as they are printed.
package struct ActualGesture {
  var json: String
  var values: [String: ExpectedValue] = [:]

  package init(_ record: GestureRecord) {
    var record = record
    record.file = nil
    json = record.json
    guard let root = try? JSONParser.parse(Array(json.utf8)), case .object(let members) = root.value
    else { return }
    for member in members { values[member.name] = ExpectedValue(member.node) }
  }
}

extension ExpectationFile.Line {
  /// The keys that ``tolerance`` is for.
  private static let tolerantKeys: Set<String> = ["time", "start", "duration"]

  /// What is not as expected, a phrase for each key.
  package func differences(from actual: ActualGesture) -> [String] {
    values.compactMap { key, value in
      let found = actual.values[key]
      if let found, isMet(key, value, by: found) { return nil }
      let allowed =
        tolerance.flatMap { Self.tolerantKeys.contains(key) ? " ± \($0.shortestText)" : nil }
      return "\(key): expected \(value.json)\(allowed ?? ""), found \(found?.json ?? "none")"
    }
  }

  private func isMet(_ key: String, _ value: ExpectedValue, by found: ExpectedValue) -> Bool {
    if let tolerance, Self.tolerantKeys.contains(key), case .number(let wanted) = value,
      case .number(let number) = found
    {
      // The numbers have six decimals; a millionth more than the tolerance is too much.
      return abs(wanted - number) <= tolerance + 5e-7
    }
    return value == found
  }
}

/// Finding what two lists have in common.
enum Alignment {
  /// Larger tables are not filled: lists that differ so much are paired from the front.
  private static let largestTable = 4_000_000

  /// The pairs of a longest common subsequence, in order.
  static func matches(
    _ m: Int, _ n: Int, isMatch: (Int, Int) -> Bool
  ) -> [(Int, Int)] {
    var start = 0
    while start < min(m, n), isMatch(start, start) { start += 1 }
    var tail = 0
    while tail < min(m, n) - start, isMatch(m - 1 - tail, n - 1 - tail) { tail += 1 }
    let front = (0..<start).map { ($0, $0) }
    let back = (0..<tail).reversed().map { (m - 1 - $0, n - 1 - $0) }
    return front + middle(start..<m - tail, start..<n - tail, isMatch) + back
  }

  private static func middle(
    _ rows: Range<Int>, _ columns: Range<Int>, _ isMatch: (Int, Int) -> Bool
  ) -> [(Int, Int)] {
    guard !rows.isEmpty, !columns.isEmpty, rows.count * columns.count <= largestTable else {
      return []
    }
    let width = columns.count + 1
    // The longest common subsequence of what is left from here on.
    var table = [Int32](repeating: 0, count: (rows.count + 1) * width)
    for i in rows.indices.reversed() {
      for j in columns.indices.reversed() {
        let place = (i - rows.lowerBound) * width + j - columns.lowerBound
        table[place] =
          isMatch(i, j)
          ? table[place + width + 1] + 1 : max(table[place + width], table[place + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (i, j) = (rows.lowerBound, columns.lowerBound)
    while i < rows.upperBound, j < columns.upperBound {
      let place = (i - rows.lowerBound) * width + j - columns.lowerBound
      if isMatch(i, j), table[place] == table[place + width + 1] + 1 {
        pairs.append((i, j))
        (i, j) = (i + 1, j + 1)
      } else if table[place + width] >= table[place + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }
}
