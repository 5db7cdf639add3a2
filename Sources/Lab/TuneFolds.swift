/// The folds of a cross-validation, by size, then by the class of the first gesture: single
/// recordings give each fold its share of every class.
struct TuneFolds {
  private(set) var folds: [[Int]]
  private(set) var names: [[String]]
  /// The groups that stay together: indices of labels, and their fold.
  private(set) var groups: [(labels: [Int], fold: Int)] = []
  /// Whether any label names its group.
  let isNamed: Bool

  /// - Parameter count: The most folds; there are no more than groups, and at least one.
  init(_ labels: [ScoreLabel], _ grouping: ScoreGrouping, count: Int) {
    let groups = grouping.groups(labels)
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
      self.groups.append((groups[index].labels, fold))
      if let name = groups[index].name { names[fold].append(name) }
    }
  }
}

/// The scores of each point of a grid in each fold, and in each group.
struct TuneTable {
  /// The scores by fold and point; nil for a point without a profile.
  private(set) var folds: [[ScoreCounts?]]
  private let recordings: [TunedRecording]
  private let split: TuneFolds

  init(_ recordings: [TunedRecording], _ split: TuneFolds) {
    self.recordings = recordings
    self.split = split
    let points = 0..<(recordings.first?.counts.count ?? 0)
    folds = split.folds.map { fold in
      points.map { point in Self.sum(fold.lazy.map { recordings[$0].counts[point] }) }
    }
  }

  /// The sum of counts; nil if one of them is missing.
  private static func sum(_ counts: some Sequence<ScoreCounts?>) -> ScoreCounts? {
    var sum = ScoreCounts()
    for count in counts {
      guard let count else { return nil }
      sum += count
    }
    return sum
  }

  /// The score of each group at its fold's point; nil if a point has no profile.
  func groups(_ points: [Int]) -> [ScoreCounts]? {
    let sums = split.groups.map { group in
      Self.sum(group.labels.lazy.map { recordings[$0].counts[points[group.fold]] })
    }
    return sums.contains(nil) ? nil : sums.compactMap { $0 }
  }

  /// The point that most folds chose, and the best of them on all recordings; nil without folds.
  static func consensus(_ choices: [Int], _ totals: [ScoreCounts?], _ grid: TuneGrid) -> Int? {
    let votes = Dictionary(choices.map { ($0, 1) }, uniquingKeysWith: +)
    guard let most = votes.values.max() else { return nil }
    return best(totals.indices.map { votes[$0] == most ? totals[$0] : nil }, grid)
  }

  /// The score over all folds but one.
  func total(_ point: Int, without left: Int? = nil) -> ScoreCounts? {
    Self.sum(folds.indices.lazy.filter { $0 != left }.map { folds[$0][point] })
  }

  /// The point with the highest F1; of several, the one nearest to the middle of them.
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
