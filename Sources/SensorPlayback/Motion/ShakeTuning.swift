/// The agreement of the standard rule with a person's labels at several sensitivities.
public struct ShakeTuning: Sendable {
  public static let sensitivities = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2]
  /// The number of parts with equally many labels, each of which is left out once.
  public static let parts = 5

  /// The labels found and missed, and the shakes without a label.
  public struct Counts: Hashable, Sendable {
    public var found = 0
    public var missed = 0
    public var falseShakes = 0

    /// The harmonic mean of precision and recall; nil without labels and shakes.
    public var f1: Double? {
      let all = 2 * found + missed + falseShakes
      return all > 0 ? 2 * Double(found) / Double(all) : nil
    }

    static func += (left: inout Counts, right: Counts) {
      left.found += right.found
      left.missed += right.missed
      left.falseShakes += right.falseShakes
    }
  }

  public struct Point: Hashable, Sendable {
    public var sensitivity: Double
    public var counts: Counts
  }

  /// The counts of each sensitivity.
  public private(set) var points: [Point] = []
  /// The counts of all parts, each by the best sensitivity of the others; nil with too few labels.
  public private(set) var leftOut: Counts?
  public private(set) var summary: ShakeSearch.Summary

  /// The sensitivity with the highest F1; of several, the one nearest to 1.
  public var best: Point { points[ShakeTuning.best(points.map(\.counts))] }

  /// Reads a table once, with a rule for each sensitivity.
  public init(
    _ source: ByteSource, search: ShakeSearch, labels: [ClosedRange<Timestamp>]
  ) throws(FileError) {
    var rules = ShakeTuning.sensitivities.map { sensitivity in
      var search = search
      search.sensitivity = sensitivity
      return StandardShakeRule(search.parameters)
    }
    var shakes = [[DetectedShake]](repeating: [], count: rules.count)
    func keep(_ event: ShakeEvent?, _ index: Int) {
      switch event {
      case .ended(let shake), .completed(let shake): shakes[index].append(shake)
      case .began, nil: break
      }
    }
    summary = try search.run(source) { sample in
      for index in rules.indices { keep(rules[index].process(sample), index) }
    } report: { _ in
    }
    for index in rules.indices { keep(rules[index].finish(), index) }
    let edges = ShakeTuning.edges(labels)
    let counts = shakes.map { ShakeTuning.counts(ShakeScore($0, labels: labels), edges) }
    points = zip(ShakeTuning.sensitivities, counts).map {
      Point(sensitivity: $0, counts: ShakeTuning.sum($1))
    }
    if labels.count >= ShakeTuning.parts { leftOut = ShakeTuning.leaveOut(counts) }
  }

  /// The times at which a part ends and the next begins.
  private static func edges(_ labels: [ClosedRange<Timestamp>]) -> [Timestamp] {
    let starts = labels.map(\.lowerBound).sorted()
    if starts.isEmpty { return [] }
    return (1..<parts).map { starts[$0 * starts.count / parts] }
  }

  /// The counts of each part. A shake that is not labelled belongs to the part of its time.
  private static func counts(_ score: ShakeScore, _ edges: [Timestamp]) -> [Counts] {
    var counts = [Counts](repeating: Counts(), count: parts)
    func part(_ time: Timestamp) -> Int { edges.count { $0 <= time } }
    for label in score.labels { counts[part(label.lowerBound)].found += 1 }
    for label in score.missed {
      counts[part(label.lowerBound)].found -= 1
      counts[part(label.lowerBound)].missed += 1
    }
    for shake in score.falseShakes { counts[part(shake.time)].falseShakes += 1 }
    return counts
  }

  private static func sum(_ counts: some Sequence<Counts>) -> Counts {
    counts.reduce(into: Counts()) { $0 += $1 }
  }

  private static func best(_ counts: [Counts]) -> Int {
    let scores = counts.map { $0.f1 ?? 0 }
    let highest = scores.max() ?? 0
    let equal = scores.indices.filter { scores[$0] == highest }
    return equal.min { abs(sensitivities[$0] - 1) < abs(sensitivities[$1] - 1) } ?? 0
  }

  private static func leaveOut(_ counts: [[Counts]]) -> Counts {
    sum(
      (0..<parts).map { part in
        let others = counts.map { sum($0[..<part] + $0[(part + 1)...]) }
        return counts[best(others)][part]
      })
  }
}
