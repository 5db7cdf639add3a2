public import Playback
import Timeline

extension ScoreCounts {
  /// ``precision`` with its trials.
  public var precisionProportion: Proportion { Proportion(hits, of: hits + falseReports) }
  /// ``recall`` with its trials.
  public var recallProportion: Proportion { Proportion(hits, of: hits + missed) }

  /// The counts of several together.
  static func sum(_ counts: [ScoreCounts]) -> ScoreCounts {
    counts.reduce(into: ScoreCounts()) { $0 += $1 }
  }

  /// The range of ``f1`` with 95 % confidence, if all gestures and reports are independent; nil where there
  /// are none.
  ///
  /// F1 is no proportion, but 2J / (1 + J) grows with one, the share J of hits among hits, false reports and
  /// misses together (Jaccard's index): Wilson's interval of J gives that of F1.
  public var f1Interval: ClosedRange<Double>? {
    let jaccard = Proportion(hits, of: hits + falseReports + missed)
    guard jaccard.trials > 0 else { return nil }
    func f1(_ share: Double) -> Double { 2 * share / (1 + share) }
    return f1(jaccard.interval.lowerBound)...f1(jaccard.interval.upperBound)
  }
}

/// Intervals with 95 % confidence by drawing groups with replacement (B. Efron, "Bootstrap methods: another
/// look at the jackknife", 1979; groups, not recordings, as those of a device resemble each other).
///
/// The interval is that between percentiles. The seed is fixed: the same groups give the same interval.
enum GroupBootstrap {
  /// Enough that an end moves by a few thousandths with another seed.
  static let resamples = 2_000
  static let seed: UInt64 = 1

  /// The intervals of numbers that are computed from drawn groups.
  ///
  /// - Parameter numbers: Receives as many indices of groups as there are groups, some of them repeated, and
  ///   returns the numbers for these; nil for one that is not defined for them.
  static func intervals(
    groups: Int, _ numbers: ([Int]) -> [Double?]
  ) -> [ClosedRange<Double>?] {
    var values: [[Double]] = []
    var drawn = [Int](repeating: 0, count: groups)
    for resample in 0..<resamples where groups > 0 {
      var generator = SeededGenerator(seed: seed, item: resample)
      for index in drawn.indices { drawn[index] = generator.index(below: groups) }
      for (index, value) in numbers(drawn).enumerated() {
        if index == values.count { values.append([]) }
        if let value { values[index].append(value) }
      }
    }
    return values.map { interval($0.sorted()) }
  }

  private static func interval(_ sorted: [Double]) -> ClosedRange<Double>? {
    guard !sorted.isEmpty else { return nil }
    let cut = Int(Double(sorted.count) * (1 - Proportion.confidence) / 2)
    return sorted[cut]...sorted[sorted.count - 1 - cut]
  }
}

/// The intervals of the F1 of a labelled folder, with 95 % confidence.
///
/// Each is the wider of two at either end: that of ``GroupBootstrap``, which knows that recordings of a device
/// resemble each other, and ``ScoreCounts/f1Interval``, which knows that what has not failed yet may.
public struct ScoreIntervals: Sendable {
  /// What is drawn together; nil if no label says, and each recording is by itself.
  public let grouping: ScoreGrouping?
  /// The number of groups.
  public let groups: Int
  /// As in `41 devices`, or `3 groups` where some labels do not say.
  public let phrase: String
  /// By class.
  public private(set) var classes: [String: ClosedRange<Double>] = [:]
  /// Of all classes together.
  public private(set) var total: ClosedRange<Double>?
  /// Of the mean of the groups' F1.
  public private(set) var mean: ClosedRange<Double>?

  init(
    _ scores: [ScoredRecording], _ grouping: ScoreGrouping, totals: ScoreTotals
  ) {
    let groups = grouping.groups(scores.map(\.label))
    self.grouping = groups.contains { $0.name != nil } ? grouping : nil
    self.groups = groups.count
    phrase =
      self.grouping == nil
      ? groups.count.counted("recording")
      : groups.contains { $0.name == nil }
        ? groups.count.counted("group") : groups.count.counted(grouping.rawValue, grouping.plural)
    let names = totals.classes.keys.sorted()
    let table = groups.map { group in
      var own = ScoreTotals(isStrict: totals.isStrict)
      for index in group.labels { own.add(scores[index].score) }
      return names.map { own.classes[$0] ?? ScoreCounts() } + [own.total]
    }
    let shares = table.map { $0.last?.f1 }
    let drawn = GroupBootstrap.intervals(groups: groups.count) { indices in
      ScoreIntervals.sums(table, indices).map(\.f1)
        + [ScoreIntervals.mean(indices.compactMap { shares[$0] })]
    }
    guard drawn.count == names.count + 2 else { return }
    for (name, interval) in zip(names, drawn) {
      classes[name] = ScoreIntervals.wider(interval, totals.classes[name]?.f1Interval)
    }
    total = ScoreIntervals.wider(drawn[names.count], totals.total.f1Interval)
    mean = drawn[names.count + 1]
  }

  /// The sum of each column over some rows.
  static func sums(_ table: [[ScoreCounts]], _ rows: [Int]) -> [ScoreCounts] {
    var sums = [ScoreCounts](repeating: ScoreCounts(), count: table.first?.count ?? 0)
    for row in rows {
      for (column, counts) in table[row].enumerated() { sums[column] += counts }
    }
    return sums
  }

  /// The interval of the F1 of groups' counts together.
  static func f1(_ groups: [ScoreCounts]) -> ClosedRange<Double>? {
    let table = groups.map { [$0] }
    let drawn = GroupBootstrap.intervals(groups: groups.count) { sums(table, $0).map(\.f1) }
    return wider(drawn.first ?? nil, ScoreCounts.sum(groups).f1Interval)
  }

  /// The interval of the difference of the F1 of the same groups' counts.
  static func difference(_ one: [ScoreCounts], _ other: [ScoreCounts]) -> ClosedRange<Double>? {
    let table = zip(one, other).map { [$0, $1] }
    let drawn = GroupBootstrap.intervals(groups: table.count) { rows in
      let sums = sums(table, rows)
      return [sums[0].f1.flatMap { now in sums[1].f1.map { now - $0 } }]
    }
    return drawn.first ?? nil
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  private static func wider(
    _ one: ClosedRange<Double>?, _ other: ClosedRange<Double>?
  ) -> ClosedRange<Double>? {
    guard let one, let other else { return one ?? other }
    return min(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
  }
}
