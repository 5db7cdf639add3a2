import Checking
import Playback

extension ScoreCounts {
  /// The ``precision`` with its trials.
  public var precisionProportion: Proportion { Proportion(hits, of: hits + falseReports) }
  /// The ``recall`` with its trials.
  public var recallProportion: Proportion { Proportion(hits, of: hits + missed) }

  static func sum(_ counts: some Sequence<ScoreCounts>) -> ScoreCounts {
    counts.reduce(into: ScoreCounts()) { $0 += $1 }
  }

  /// The range of ``f1`` with 95 % confidence, if all gestures and reports are independent.
  public var f1Interval: ClosedRange<Double>? {
    if f1 == nil { return nil }
    let (precision, recall) = (precisionProportion.interval, recallProportion.interval)
    func mean(_ one: Double, _ other: Double) -> Double {
      one + other > 0 ? 2 * one * other / (one + other) : 0
    }
    return mean(
      precision.lowerBound, recall.lowerBound)...mean(precision.upperBound, recall.upperBound)
  }
}

/// Intervals with 95 % confidence between percentiles of drawn groups, with a fixed seed (B. Efron,
/// "Bootstrap methods: another look at the jackknife", 1979).
enum GroupBootstrap {
  /// The number of draws: enough that an end moves by a few thousandths with another seed.
  static let resamples = 2_000
  static let seed: UInt64 = 1
  /// The fewest groups that differ for an interval: that five all differ in the same direction is
  /// chance in one of 16 cases, which is more than 5 %.
  static let fewest = 6

  /// The interval of a number of the indices of drawn groups; nil if the number never exists.
  static func interval(groups: Int, _ number: ([Int]) -> Double?) -> ClosedRange<Double>? {
    guard groups > 0 else { return nil }
    var values: [Double] = []
    var drawn = [Int](repeating: 0, count: groups)
    for resample in 0..<resamples {
      var generator = SeededGenerator(seed: seed, item: resample)
      for index in drawn.indices { drawn[index] = generator.index(below: groups) }
      if let value = number(drawn) { values.append(value) }
    }
    values.sort()
    let cut = Int(Double(values.count) * (1 - Proportion.confidence) / 2)
    return values.isEmpty ? nil : values[cut]...values[values.count - 1 - cut]
  }
}

/// The intervals of the F1 of a labelled folder, with 95 % confidence.
///
/// Each is the wider of two at either end: that of ``GroupBootstrap``, since recordings of a device
/// resemble each other, and ``ScoreCounts/f1Interval``, since drawing misses rare errors.
public struct ScoreIntervals: Sendable {
  /// The grouping by which recordings are drawn; nil if no label has a group.
  public let grouping: ScoreGrouping?
  /// The number of groups.
  public let groups: Int
  /// The groups in words, as in `41 devices`, or `3 groups` if some labels have none.
  public let phrase: String
  /// The intervals by class.
  public private(set) var classes: [String: ClosedRange<Double>] = [:]
  /// The interval of all classes together.
  public private(set) var total: ClosedRange<Double>?
  /// The interval of the mean of the groups' F1; nil for fewer than six groups, or equal ones.
  public private(set) var mean: ClosedRange<Double>?

  init(_ scores: [ScoredRecording], _ grouping: ScoreGrouping?, totals: ScoreTotals) {
    let labels = scores.map(\.label)
    let grouping = grouping ?? .usual(labels)
    let groups = grouping.groups(labels)
    self.grouping = groups.contains { $0.name != nil } ? grouping : nil
    self.groups = groups.count
    phrase =
      self.grouping == nil
      ? groups.count.counted("recording")
      : groups.contains { $0.name == nil }
        ? groups.count.counted("group") : groups.count.counted(grouping.rawValue, grouping.plural)
    let own = groups.map { group in
      ScoreTotals(of: group.labels.map { scores[$0].score }, isStrict: totals.isStrict)
    }
    for name in totals.classes.keys {
      classes[name] = ScoreIntervals.f1(own.map { $0.classes[name] ?? ScoreCounts() })
    }
    total = ScoreIntervals.f1(own.map(\.total))
    mean = ScoreIntervals.mean(own.compactMap(\.total.f1))
  }

  static func f1(_ groups: [ScoreCounts]) -> ClosedRange<Double>? {
    let drawn = GroupBootstrap.interval(groups: groups.count) { sum(groups, $0).f1 }
    return wider(drawn, ScoreCounts.sum(groups).f1Interval)
  }

  private static func mean(_ shares: [Double]) -> ClosedRange<Double>? {
    guard shares.count >= GroupBootstrap.fewest, Set(shares).count > 1 else { return nil }
    return GroupBootstrap.interval(groups: shares.count) { drawn in
      drawn.reduce(0) { $0 + shares[$1] } / Double(drawn.count)
    }
  }

  /// The interval of the difference of F1; nil if fewer than six groups differ.
  static func difference(_ one: [ScoreCounts], _ other: [ScoreCounts]) -> ClosedRange<Double>? {
    guard zip(one, other).count(where: !=) >= GroupBootstrap.fewest else { return nil }
    return GroupBootstrap.interval(groups: one.count) { drawn in
      sum(one, drawn).f1Difference(from: sum(other, drawn))
    }
  }

  private static func sum(_ groups: [ScoreCounts], _ drawn: [Int]) -> ScoreCounts {
    .sum(drawn.lazy.map { groups[$0] })
  }

  private static func wider(
    _ one: ClosedRange<Double>?, _ other: ClosedRange<Double>?
  ) -> ClosedRange<Double>? {
    guard let one, let other else { return one ?? other }
    return one.union(other)
  }
}
