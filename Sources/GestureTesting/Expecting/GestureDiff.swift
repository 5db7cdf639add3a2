import Contacts
public import Gestures
import Timeline

/// Expected gestures beside the recognized ones.
///
/// Swift Testing and XCTest are told of it by ``expectGestures(of:on:_:tolerances:sourceLocation:expected:)``;
/// any other test library can show ``description``.
public struct GestureDiff: Sendable {
  /// How strictly gestures are compared.
  public struct Rule: Hashable, Sendable {
    /// Whether the gestures have to come in the order of the expectations.
    public var isOrdered: Bool
    /// Whether there may be other gestures, too.
    public var allowsOthers: Bool

    public init(isOrdered: Bool, allowsOthers: Bool) {
      self.isOrdered = isOrdered
      self.allowsOthers = allowsOthers
    }

    /// These gestures in this order, and no others.
    public static let exactly = Rule(isOrdered: true, allowsOthers: false)
    /// These gestures in any order, and no others.
    public static let inAnyOrder = Rule(isOrdered: false, allowsOthers: false)
    /// At least these gestures, in this order.
    public static let including = Rule(isOrdered: true, allowsOthers: true)
    /// At least these gestures, in any order.
    public static let includingInAnyOrder = Rule(isOrdered: false, allowsOthers: true)
  }

  /// One line of the comparison.
  public enum Row: Sendable {
    case match(GestureExpectation, Gesture)
    /// A gesture of the right kind, and what is wrong with it.
    case difference(GestureExpectation, Gesture, details: [String])
    /// Nothing like it came, and why.
    case missing(GestureExpectation, reasons: [String])
    case unexpected(Gesture)
    /// Not expected, but allowed.
    case other(Gesture)
  }

  public let rows: [Row]
  public let sourceName: String

  /// Compares what came out with what is expected.
  public init(
    of log: StageLog, expected: [GestureExpectation], _ rule: Rule = .exactly,
    tolerances: GestureTolerances = .standard, sourceName: String = "the stage"
  ) {
    self.sourceName = sourceName
    let matching = GestureMatching(expected, log.gestures, tolerances)
    let pairs = rule.isOrdered ? matching.ordered() : matching.unordered()
    rows = GestureDiff.rows(pairs, matching, rule, MissingReasons(log))
  }

  /// Whether everything is as expected.
  public var isMatch: Bool {
    rows.allSatisfy { row in
      switch row {
      case .match, .other: true
      case .difference, .missing, .unexpected: false
      }
    }
  }

  /// The pairs, and between them what stands alone, by its place in its list.
  private static func rows(
    _ pairs: [GestureMatching.Pair], _ matching: GestureMatching, _ rule: Rule,
    _ reasons: MissingReasons
  ) -> [Row] {
    let (expected, actual) = (matching.expected, matching.actual)
    let partner = Dictionary(uniqueKeysWithValues: pairs.map { ($0.expected, $0.actual) })
    let paired = Set(pairs.map(\.actual))
    var rows: [Row] = []
    var next = 0
    func passOver(to end: Int) {
      while next < end {
        if !paired.contains(next) {
          rows.append(rule.allowsOthers ? .other(actual[next]) : .unexpected(actual[next]))
        }
        next += 1
      }
    }
    for (index, expectation) in expected.enumerated() {
      if let other = partner[index] {
        if rule.isOrdered { passOver(to: other) }
        let details = matching.differences(index, other)
        rows.append(
          details.isEmpty
            ? .match(expectation, actual[other])
            : .difference(expectation, actual[other], details: details))
      } else if !expectation.isOptional {
        let stray = actual.indices.first {
          !paired.contains($0) && matching.differences(index, $0).isEmpty
        }
        if let stray {
          let time = actual[stray].time.seconds.text(decimals: 0...3)
          rows.append(.missing(expectation, reasons: ["it came at \(time) s, out of order"]))
          continue
        }
        let span = matching.gap(at: index, pairs: rule.isOrdered ? pairs : [])
        rows.append(.missing(expectation, reasons: reasons.reasons(for: expectation, in: span)))
      }
    }
    passOver(to: actual.count)
    return rows
  }
}
