/// The folds of a cross-validation: indices of labels.
///
/// Groups are dealt out from the largest to the smallest, each to the fold with the fewest recordings, and
/// groups of one size by the class of their first gesture: single recordings give each fold its share of
/// every class.
struct TuneFolds {
  private(set) var folds: [[Int]]
  /// The names of the groups of each fold.
  private(set) var names: [[String]]
  /// The number of groups.
  let groups: Int
  /// Whether any label names its group.
  let isNamed: Bool

  /// - Parameter count: The most folds; there are no more than groups, and at least one.
  init(_ labels: [ScoreLabel], _ grouping: ScoreGrouping, count: Int) {
    let groups = grouping.groups(labels)
    self.groups = groups.count
    isNamed = groups.contains { $0.name != nil }
    let size = max(1, min(count, groups.count))
    folds = Array(repeating: [], count: size)
    names = Array(repeating: [], count: size)
    func kind(_ group: (name: String?, labels: [Int])) -> String {
      group.labels.first.flatMap { labels[$0].gestures.first?.kind } ?? ""
    }
    let order = groups.indices.sorted { left, right in
      (-groups[left].labels.count, kind(groups[left]), left)
        < (-groups[right].labels.count, kind(groups[right]), right)
    }
    for index in order {
      let fold = folds.indices.min { (folds[$0].count, $0) < (folds[$1].count, $1) } ?? 0
      folds[fold] += groups[index].labels
      if let name = groups[index].name { names[fold].append(name) }
    }
  }
}

/// The scores of each point of a grid in each fold.
struct TuneTable {
  private(set) var folds: [[ScoreCounts?]]

  init(points: Int, folds: Int) {
    self.folds = Array(
      repeating: Array(repeating: ScoreCounts(), count: points), count: folds)
  }

  mutating func add(_ counts: [ScoreCounts?], to fold: Int) {
    for (point, count) in counts.enumerated() {
      guard let count else {
        folds[fold][point] = nil
        continue
      }
      folds[fold][point]? += count
    }
  }

  /// The score over all folds but one; nil for a point without a profile.
  func total(_ point: Int, without left: Int? = nil) -> ScoreCounts? {
    var sum = ScoreCounts()
    for (fold, counts) in folds.enumerated() where fold != left {
      guard let count = counts[point] else { return nil }
      sum += count
    }
    return sum
  }

  /// The point with the highest F1: of several, the one nearest to the middle of them.
  static func best(_ totals: [ScoreCounts?], _ grid: TuneGrid) -> Int? {
    let highest = totals.compactMap { $0?.f1 }.max() ?? 0
    let tied = totals.indices.filter { totals[$0].map { ($0.f1 ?? 0) >= highest } ?? false }
    guard !tied.isEmpty else { return nil }
    let positions = tied.map { grid.steps($0) }
    let middle = grid.ranges.indices.map { range in
      positions.reduce(0.0) { $0 + Double($1[range]) } / Double(positions.count)
    }
    func distance(_ steps: [Int]) -> Double {
      zip(steps, middle).reduce(0) { $0 + abs(Double($1.0) - $1.1) }
    }
    let nearest = positions.indices.min {
      (distance(positions[$0]), $0) < (distance(positions[$1]), $1)
    }
    return nearest.map { tied[$0] }
  }
}
