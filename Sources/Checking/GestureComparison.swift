import Playback

/// A comparison of expected gestures with the recognized ones, in order, and only by the keys of
/// the expected one: times within the tolerance of its line, other values exactly as printed.
public struct GestureComparison: Sendable {
  /// One line of the comparison; texts are records as JSON.
  public enum Item: Sendable, Equatable {
    case match(String)
    /// A pair that differs, with a phrase for each difference.
    case difference(expected: String, actual: String, details: [String])
    case missing(String)
    case unexpected(String)
  }

  /// The gestures in order, without explanations; a pair may be of different kinds.
  private(set) var pairs: [CheckFinding] = []
  /// Whether the gestures are libinput's.
  let isOfLibinput: Bool

  public var items: [Item] {
    pairs.map { pair in
      let (expected, actual) = (pair.line?.text ?? "", pair.gesture?.json ?? "")
      return switch pair.kind {
      case .match: .match(actual)
      case .different:
        .difference(expected: expected, actual: actual, details: pair.differences)
      case .missing: .missing(expected)
      case .unexpected: .unexpected(actual)
      }
    }
  }

  /// Whether all gestures are as expected.
  public var isMatch: Bool { pairs.allSatisfy { $0.kind == .match } }

  /// Compares the expected gestures of a trace with the recognized ones.
  public init(expected: ExpectationFile, actual records: [GestureRecord]) {
    let expected = expected.lines
    isOfLibinput = expected.first?.isLibinput ?? false
    let actual = records.map(ActualGesture.init)
    var matches = GestureComparison.matches(expected.count, actual.count) { i, j in
      expected[i].isMet(by: actual[j])
    }
    matches.append(.init(expected: expected.count, actual: actual.count))
    var i = 0
    var j = 0
    for pair in matches {
      let (lines, gestures) = (expected[i..<pair.expected], actual[j..<pair.actual])
      pairs += zip(lines, gestures).map { CheckFinding(kind: .different, line: $0, gesture: $1) }
      pairs += lines.dropFirst(gestures.count).map { CheckFinding(kind: .missing, line: $0) }
      pairs += gestures.dropFirst(lines.count).map { CheckFinding(kind: .unexpected, gesture: $0) }
      if pair.actual < actual.count {
        pairs.append(
          CheckFinding(kind: .match, line: expected[pair.expected], gesture: actual[pair.actual]))
      }
      i = pair.expected + 1
      j = pair.actual + 1
    }
  }

  /// The largest table to fill: lists that differ more are paired from the front.
  private static let maximumTableSize = 4_000_000

  /// The most matches in order: all at the ends, for a small table, then the cheapest pairs.
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
}

/// A recognized gesture with its values as printed.
struct ActualGesture {
  let record: GestureRecord
  var json: String
  private let root: JSONNode?
  var members: [JSONNode.Member] { root?.members ?? [] }

  init(_ record: GestureRecord) {
    self.record = record
    json = record.jsonWithoutFile
    root = try? JSONNode.parse(Array(json.utf8))
  }

  subscript(key: String) -> JSONNode? { root?[key] }
}

extension ExpectationFile.Line {
  /// Whether ``tolerance`` applies to a key.
  private static func isTolerant(_ key: String) -> Bool {
    GestureField(rawValue: key)?.isTime == true
  }

  func isMet(by actual: ActualGesture) -> Bool {
    values.allSatisfy { isMet($0, by: actual[$0.name]) }
  }

  /// The differences, a phrase for each key.
  func differences(from actual: ActualGesture) -> [String] {
    values.compactMap { member in
      let found = actual[member.name]
      if isMet(member, by: found) { return nil }
      let allowed = tolerance.flatMap {
        Self.isTolerant(member.name) ? " ± \($0.shortestText)" : nil
      }
      return "\(member.name): expected \(member.node.json)\(allowed ?? ""), "
        + "found \(found?.json ?? "none")"
    }
  }

  /// Whether a value is met by the recognized one; null expects none.
  private func isMet(_ member: JSONNode.Member, by found: JSONNode?) -> Bool {
    guard let found else { return member.node.isNull }
    if let tolerance, Self.isTolerant(member.name), let wanted = member.node.number,
      let number = found.number
    {
      // The numbers have six decimals; a millionth more than the tolerance is too much.
      return abs(wanted - number) <= tolerance + 5e-7
    }
    return member.node.isEqual(to: found)
  }
}
