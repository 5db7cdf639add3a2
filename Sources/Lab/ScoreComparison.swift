import Checking
public import Playback

/// Two scores of the same recordings, compared recording by recording.
///
/// ```swift
/// let comparison = ScoreComparison(mine, "mine.yml", against: theirs, "standard")
/// print(comparison.sentence)
/// ```
public struct ScoreComparison: Sendable {
  /// The items that each of two scores gets right or wrong.
  public struct Pairs: Hashable, JSONObject {
    /// The number right in both.
    public var both = 0
    /// The number right in the score only.
    public var gained = 0
    /// The number right in the other score only.
    public var lost = 0
    /// The number wrong in both.
    public var neither = 0

    public init() {}

    mutating func add(_ isRight: Bool, _ wasRight: Bool) {
      switch (isRight, wasRight) {
      case (true, true): both += 1
      case (true, false): gained += 1
      case (false, true): lost += 1
      case (false, false): neither += 1
      }
    }

    /// The probability of a split into gained and lost at least as uneven, if both scores are
    /// equally good: the exact, two-sided test of McNemar (1947).
    public var probability: Double {
      let count = gained + lost
      let fewer = min(gained, lost)
      // The computation uses logarithms, as 2^-n underflows from n = 1075 on.
      var term = -Double(count) * log(2)
      var sum = 0.0
      for index in 0...fewer {
        sum += exp(term)
        term += log(Double(count - index)) - log(Double(index + 1))
      }
      return min(1, 2 * sum)
    }

    /// The number of compared items.
    public var total: Int { both + gained + lost + neither }

    public func add(to line: inout JSONLine) {
      line.add("both", both)
      line.add("gained", gained)
      line.add("lost", lost)
      line.add("neither", neither)
      line.add("p", probability, decimals: 6)
    }
  }

  /// The comparison of one class, or of all together.
  public struct Row: JSONObject {
    public var counts = ScoreCounts()
    /// The counts of the other score.
    public var former = ScoreCounts()
    /// The gestures that each score found.
    public var pairs = Pairs()
    /// The interval of the difference of F1; nil if fewer than six groups differ.
    public internal(set) var interval: ClosedRange<Double>?

    /// The F1 less the other score's; nil if there is neither a gesture nor a report.
    public var difference: Double? { counts.f1Difference(from: former) }

    public func add(to line: inout JSONLine) {
      line.add("gestures", pairs)
      line.add("f1", counts.f1, decimals: 6)
      line.add("former_f1", former.f1, decimals: 6)
      line.add("difference", difference, decimals: 6)
      if let interval { line.add("difference_interval", json: interval.json) }
    }
  }

  /// The conclusion from the recordings.
  public enum Verdict: String, Sendable {
    case better, worse, undecided
  }

  /// The names of both scores, as in `mine.yml` and `standard`.
  public let name: String
  public let formerName: String
  /// The rows by class.
  public private(set) var classes: [String: Row] = [:]
  public private(set) var total = Row()
  /// The recordings without errors in each score.
  public private(set) var recordings = Pairs()
  /// The grouping by which recordings are drawn; nil if no label has a group.
  public let grouping: ScoreGrouping?
  public let groups: Int
  /// The class names in the order of tables.
  public let names: [String]
  private let isStrict: Bool

  /// Compares the recordings that both scores could read; nil groups by devices or people.
  public init(
    _ report: ScoreReport, _ name: String, against former: ScoreReport, _ formerName: String,
    grouping: ScoreGrouping? = nil
  ) {
    self.name = name
    self.formerName = formerName
    let others = Dictionary(uniqueKeysWithValues: former.scores.map { ($0.index, $0) })
    let pairs = report.scores.compactMap { now in others[now.index].map { (now, $0) } }
    let labels = pairs.map { $0.0.label }
    let grouping = grouping ?? .usual(labels)
    let groups = grouping.groups(labels)
    self.grouping = groups.contains { $0.name != nil } ? grouping : nil
    self.groups = groups.count
    let found = Set(report.totals.classes.keys).union(former.totals.classes.keys)
    isStrict = report.isStrict
    names = ScoreClass.ordered(found, isStrict: isStrict)
    for (now, then) in pairs { add(now.score, then.score) }
    addIntervals(
      groups.map { group in group.labels.map { (pairs[$0].0.score, pairs[$0].1.score) } })
  }

  private mutating func add(_ now: RecordingScore, _ then: RecordingScore) {
    recordings.add(now.isExact, then.isExact)
    for (gesture, found) in zip(now.expected, zip(now.isFound, then.isFound)) {
      let name = ScoreClass.name(gesture.kinds[0], isStrict: isStrict)
      classes[name, default: Row()].pairs.add(found.0, found.1)
      total.pairs.add(found.0, found.1)
    }
  }

  private mutating func addIntervals(_ groups: [[(RecordingScore, RecordingScore)]]) {
    let now = groups.map { ScoreTotals(of: $0.map(\.0), isStrict: isStrict) }
    let then = groups.map { ScoreTotals(of: $0.map(\.1), isStrict: isStrict) }
    func fill(_ row: inout Row, _ counts: (ScoreTotals) -> ScoreCounts) {
      let (now, then) = (now.map(counts), then.map(counts))
      row.counts = .sum(now)
      row.former = .sum(then)
      row.interval = ScoreIntervals.difference(now, then)
    }
    for name in names { fill(&classes[name, default: Row()]) { $0.classes[name] ?? ScoreCounts() } }
    fill(&total) { $0.total }
  }

  /// Better or worse if zero is outside the interval of the difference of F1, and the recordings
  /// without errors differ with a probability below 5 %.
  public var verdict: Verdict {
    guard let interval = total.interval, let difference = total.difference,
      recordings.probability < 1 - Proportion.confidence
    else { return .undecided }
    if interval.lowerBound > 0, difference > 0, recordings.gained > recordings.lost {
      return .better
    }
    if interval.upperBound < 0, difference < 0, recordings.lost > recordings.gained {
      return .worse
    }
    return .undecided
  }

  /// The verdict in words.
  public var sentence: String {
    let other = formerName
    let probability = ScoreNumber.probability(recordings.probability)
    let change =
      "\(recordings.gained) of \(recordings.total) recordings are without errors in \(name) only, "
      + "\(recordings.lost) in \(other) only (p \(probability))"
    switch verdict {
    case .better: return "\(name) is better than \(other): \(change)"
    case .worse: return "\(name) is worse than \(other): \(change)"
    case .undecided:
      if recordings.gained + recordings.lost == 0, total.counts == total.former {
        return "\(name) and \(other) score the same on these recordings"
      }
      return "these recordings cannot tell which is better: \(change)"
    }
  }
}

extension ScoreNumber {
  /// A probability with three decimals, as in `= 0.031`, or `< 0.001`.
  public static func probability(_ value: Double) -> String {
    value < 0.001 ? "< 0.001" : "= \(text(value, decimals: 3))"
  }

  /// A difference with its sign, as in `+0.012`; `-` for nil.
  public static func difference(_ value: Double?) -> String {
    guard let value else { return "-" }
    let text = text(value, decimals: 3)
    // A number that rounds to zero has no sign.
    if text == "-0.000" || text == "0.000" { return "0.000" }
    return value > 0 ? "+\(text)" : text
  }
}

// MARK: - JSON

extension ScoreComparison: JSONObject {
  public func add(to line: inout JSONLine) {
    line.add("profile", formerName)
    line.add("verdict", verdict.rawValue)
    line.add("recordings", recordings)
    line.add("total", total)
    var rows = JSONLine()
    for name in names { rows.add(name, classes[name]) }
    line.add("classes", rows)
  }
}
