/// A comparison of expected gestures with recognized ones, for any test library to show.
public struct GestureDiff: Sendable {
  /// The strictness of a comparison.
  public struct Rule: Hashable, Sendable {
    /// Whether the gestures have to be in the order of the expectations.
    public var isOrdered: Bool
    /// Whether other gestures are allowed.
    public var allowsOthers: Bool

    /// Exactly these gestures, in this order.
    public static let exactly = Rule(isOrdered: true, allowsOthers: false)
    /// Exactly these gestures, in any order.
    public static let inAnyOrder = Rule(isOrdered: false, allowsOthers: false)
    /// At least these gestures, in this order.
    public static let including = Rule(isOrdered: true, allowsOthers: true)
    /// At least these gestures, in any order.
    public static let includingInAnyOrder = Rule(isOrdered: false, allowsOthers: true)
  }

  /// One line of the comparison.
  public enum Row: Sendable {
    case match(GestureExpectation, Gesture)
    /// A gesture of the right kind, with its differences, and the verdict if another setting would
    /// make it the expected one, as two taps a double tap.
    case difference(GestureExpectation, Gesture, details: [String], sentences: [String])
    /// An expected gesture that was not recognized, with the reasons in sentences.
    case missing(GestureExpectation, sentences: [String])
    case unexpected(Gesture)
    /// A gesture that was not expected, but is allowed.
    case other(Gesture)
  }

  public let rows: [Row]
  public let sourceName: String
  private let start: Timestamp

  /// Compares the gestures of a log with expectations.
  public init(
    of log: StageLog, expected: [GestureExpectation], _ rule: Rule = .exactly,
    tolerances: GestureTolerances = .standard, sourceName: String = "the stage"
  ) {
    self.sourceName = sourceName
    start = log.start
    let comparison = Comparison(
      expected: GestureExpectation.placed(expected, on: log.device), actual: log.gestures,
      start: log.start, tolerances: tolerances)
    rows = comparison.rows(rule, MissingReasons(log))
  }

  /// Whether all gestures are as expected.
  public var isMatch: Bool {
    rows.allSatisfy { row in
      switch row {
      case .match, .other: true
      case .difference, .missing, .unexpected: false
      }
    }
  }
}

private struct Comparison {
  let expected: [GestureExpectation]
  let actual: [Gesture]
  /// The time from which times in expectations count.
  let start: Timestamp
  let tolerances: GestureTolerances

  func differences(_ i: Int, _ j: Int) -> [String] {
    expected[i].differences(from: actual[j], since: start, tolerances)
  }

  func pairs(_ rule: GestureDiff.Rule) -> [GestureMatcher.Pair] {
    if rule.isOrdered {
      return GestureMatcher.inOrder(
        expected.count, actual.count, costOfMissing: { expected[$0].isOptional ? 0.01 : 1 },
        // A gesture of the kind that differs is cheaper than a missing and an unexpected one.
        cost: { i, j in
          guard canPair(i, j, rule) else { return nil }
          return differences(i, j).isEmpty ? 0 : 0.9
        })
    }
    // Optional expectations take the gestures that the required ones leave.
    let order =
      expected.indices.filter { !expected[$0].isOptional }
      + expected.indices.filter { expected[$0].isOptional }
    let exact = GestureMatcher.inAnyOrder(order.count, actual.count) { i, j in
      canPair(order[i], j, rule) && differences(order[i], j).isEmpty
    }
    // The remaining ones are paired by kind.
    let used = (expected: Set(exact.map(\.expected)), actual: Set(exact.map(\.actual)))
    let similar = GestureMatcher.nearest(order.count, actual.count) { i, j in
      guard !used.expected.contains(i), !used.actual.contains(j), canPair(order[i], j, rule)
      else { return nil }
      return 0
    }
    var pairs = exact + similar
    for index in pairs.indices { pairs[index].expected = order[pairs[index].expected] }
    return pairs.sorted { $0.expected < $1.expected }
  }

  /// Whether a gesture can be that of an expectation, in spite of differences. Where others are
  /// allowed, one that differs from an optional expectation is another.
  private func canPair(_ i: Int, _ j: Int, _ rule: GestureDiff.Rule) -> Bool {
    guard expected[i].kind == actual[j].kind else { return false }
    return !(rule.allowsOthers && expected[i].isOptional) || differences(i, j).isEmpty
  }

  func rows(_ rule: GestureDiff.Rule, _ reasons: MissingReasons) -> [GestureDiff.Row] {
    let pairs = pairs(rule)
    let partner = Dictionary(uniqueKeysWithValues: pairs.map { ($0.expected, $0.actual) })
    let paired = Set(pairs.map(\.actual))
    var rows: [GestureDiff.Row] = []
    var next = 0
    func addUnpaired(upTo end: Int) {
      while next < end {
        if !paired.contains(next) {
          rows.append(rule.allowsOthers ? .other(actual[next]) : .unexpected(actual[next]))
        }
        next += 1
      }
    }
    for (index, expectation) in expected.enumerated() {
      if let other = partner[index] {
        if rule.isOrdered { addUnpaired(upTo: other) }
        let details = differences(index, other)
        if details.isEmpty {
          rows.append(.match(expectation, actual[other]))
          continue
        }
        let sought = ExpectedGesture(expectation, since: start)
        // Without a setting that would suffice, a verdict has no more than the details.
        let verdict = sought.matches(actual[other]) ? nil : reasons.verdict(on: sought)
        let sentences = verdict.flatMap { $0.settings.isEmpty ? nil : [$0.text] } ?? []
        rows.append(
          .difference(expectation, actual[other], details: details, sentences: sentences))
      } else if !expectation.isOptional {
        let stray = actual.indices.first { !paired.contains($0) && differences(index, $0).isEmpty }
        if let stray {
          let time = actual[stray].time.seconds(since: start).text(decimals: 0...3)
          rows.append(
            .missing(
              expectation,
              sentences: ["no \(expectation): it was recognized at \(time) s, out of order"]))
          continue
        }
        let span = gap(at: index, pairs: rule.isOrdered ? pairs : [])
        rows.append(
          .missing(
            expectation,
            sentences: reasons.explanation(
              for: ExpectedGesture(expectation, since: start), in: span
            ).sentences("\(expectation)")))
      }
    }
    addUnpaired(upTo: actual.count)
    return rows
  }

  /// The time range of a missing gesture: between the pairs around it.
  private func gap(at index: Int, pairs: [GestureMatcher.Pair]) -> ClosedRange<Timestamp> {
    if let time = expected[index].intendedTime {
      // A recognizer may wait for a second before it fails.
      return Timestamp(seconds: time.lowerBound)...Timestamp(seconds: time.upperBound + 1)
    }
    let before = pairs.last { $0.expected < index }.map { actual[$0.actual].time }
    let after = pairs.first { $0.expected > index }.map { actual[$0.actual].start }
    let start = before ?? .min
    return start...max(start, after ?? .max)
  }
}

// MARK: - Table

extension GestureDiff: CustomStringConvertible {
  /// The verdicts of missing gestures, and the comparison as a table.
  ///
  /// ```
  /// gestures of the script: 1 of 2 as expected, 1 missing, 1 unexpected
  /// No swipe of 3 fingers to the left: the movement took 0.620 s, at most 0.500 s allowed ...
  ///     expected               recognized
  ///     tap ×2                 tap ×2                 0.215 s
  ///   - swipe left, 3 fingers
  ///   +                        pan left, 3 fingers    1.900 s
  /// ```
  public var description: String {
    let table = table
    return ([summary] + table.explanations + table.lines.map(\.text)).joined(separator: "\n")
  }

  /// The first line of the description.
  public var summary: String { "gestures of \(sourceName): \(table.summary)" }

  private var table: GestureTable {
    func time(_ gesture: Gesture) -> Double { gesture.time.seconds(since: start) }
    return rows.reduce(into: GestureTable()) { table, row in
      switch row {
      case .match(let expectation, let gesture):
        table.add(.match, expected: "\(expectation)", actual: gesture.phrase, at: time(gesture))
      case .difference(let expectation, let gesture, let details, let sentences):
        table.add(
          .different, expected: "\(expectation)", actual: gesture.phrase, at: time(gesture),
          explanations: [GestureTable.wrong("\(expectation)", details)] + sentences)
      case .missing(let expectation, let sentences):
        table.add(.missing, expected: "\(expectation)", explanations: sentences)
      case .unexpected(let gesture):
        table.add(.unexpected, actual: gesture.phrase, at: time(gesture))
      case .other(let gesture):
        table.add(.match, actual: gesture.phrase, at: time(gesture))
      }
    }
  }
}

extension MissingReasons {
  init(_ log: StageLog) {
    let device = PlayedDevice(
      touchArea: log.device.size, isTouchpad: log.device.kind == .touchpad,
      classifier: log.classifier, frames: log.frames)
    let (records, origin) = (log.records, log.start)
    var verdict: (@Sendable (ExpectedGesture) -> Verdict)?
    // Custom views and recognizers have no profile to replay.
    if let profile = log.profile {
      verdict = {
        Verdict($0, on: [device], origin: origin, profile: profile, file: "") { records }
      }
    }
    self.init(
      changes: log.changes, kinds: log.watchedKinds,
      hasTouches: log.frames.contains { !$0.contacts.isEmpty }, origin: origin, verdict: verdict)
    disabledKinds = log.disabledKinds
    fingersAreDown = log.isLive && log.frames.last?.contacts.isEmpty == false
  }
}

extension ExpectedGesture {
  init(_ expectation: GestureExpectation, since origin: Timestamp) {
    self.init(
      expectation.kind, touches: expectation.touches, taps: expectation.taps,
      direction: expectation.direction, name: expectation.name,
      at: expectation.intendedTime.map {
        max(0, ($0.lowerBound + $0.upperBound) / 2 - origin.seconds)
      })
  }
}
