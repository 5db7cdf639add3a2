/// The folds of a cross-validation: indices of labels.
///
/// Groups are distributed from the largest to the smallest, each to the fold with the fewest
/// recordings, and groups of one size by the class of their first gesture: single recordings give
/// each fold its share of every class.
struct TuneFolds {
  private(set) var folds: [[Int]]
  /// The names of the groups of each fold.
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
    let empty = [ScoreCounts?](
      repeating: ScoreCounts(), count: recordings.first?.counts.count ?? 0)
    folds = split.folds.map { indices in
      var sums = empty
      for index in indices {
        for (point, count) in recordings[index].counts.enumerated() {
          guard let count else {
            sums[point] = nil
            continue
          }
          sums[point]? += count
        }
      }
      return sums
    }
  }

  /// The score of each group at its fold's point; nil if a point has no profile.
  func groups(_ points: [Int]) -> [ScoreCounts]? {
    var groups: [ScoreCounts] = []
    for group in split.groups {
      var sum = ScoreCounts()
      for index in group.labels {
        guard let counts = recordings[index].counts[points[group.fold]] else { return nil }
        sum += counts
      }
      groups.append(sum)
    }
    return groups
  }

  /// The point that most folds chose; of several, the best of them on all recordings. Nil without
  /// folds.
  static func consensus(
    _ choices: [Int], _ totals: [ScoreCounts?], _ grid: TuneGrid
  ) -> Int? {
    let votes = Dictionary(choices.map { ($0, 1) }, uniquingKeysWith: +)
    guard let most = votes.values.max() else { return nil }
    return best(totals.indices.map { votes[$0] == most ? totals[$0] : nil }, grid)
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
