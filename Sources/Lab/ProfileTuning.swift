public import Gestures
import Playback
public import Recordings
import Timeline

/// A search for the values of a profile that score best on a labelled folder.
///
/// Best is the highest F1 of all classes together; of several such values, the one in their middle.
/// Cross-validation chooses on all folds but one and scores on that one, so that its F1 is of
/// recordings that had no part in the choice.
public struct ProfileTuning: Sendable {
  /// The score of one value of a parameter while the others are at their best.
  public struct Step: Sendable {
    public var value: Double
    public var counts: ScoreCounts
  }

  /// The scores of one parameter.
  public struct Curve: Sendable {
    public var parameter: ProfileParameter
    public var best: Double
    /// The values around the best whose F1 is less than ``ProfileTuning/tolerance`` below it.
    public var flat: ClosedRange<Double>
    /// Values that contradict the profile's other numbers are left out.
    public var steps: [Step]
    /// Whether the flat part reaches an end of the range: the best may be beyond.
    public var isOpen: Bool
  }

  /// One fold of the cross-validation.
  public struct Fold: Sendable {
    /// The values chosen on the other folds, in the order of the ranges.
    public var values: [Double]
    /// Their score on this one.
    public var counts: ScoreCounts
  }

  /// An F1 that is lower by less than this is as good: half a percent.
  public static let tolerance = 0.005

  /// The path of the labels.
  public let labels: String
  /// The best profile.
  public private(set) var profile: Profile
  public private(set) var curves: [Curve] = []
  public private(set) var folds: [Fold] = []
  /// The score of the profile before.
  public private(set) var before = ScoreCounts()
  /// The score of the best on all recordings, which it was chosen on.
  public private(set) var best = ScoreCounts()
  /// The score of cross-validation.
  public var validated: ScoreCounts { folds.reduce(into: ScoreCounts()) { $0 += $1.counts } }
  /// Why recordings could not be read.
  public private(set) var failures: [RecordingError] = []
  /// The number of recordings that were played, and of profiles that they were played with.
  public private(set) var files = 0
  public private(set) var points = 0
  /// Whether any two values score differently.
  public private(set) var makesDifference = false

  /// Tries all combinations; throws if they are too many or no recording can be read.
  public init(
    _ folder: LabelledFolder, ranges: [TuneRange], options: ReplayOptions = ReplayOptions(),
    folds count: Int = 5, jobs: Int = ParallelWork.usualJobs
  ) throws(RecordingError) {
    labels = folder.path
    profile = options.profile
    guard let grid = TuneGrid(ranges) else {
      throw RecordingError(
        file: "--vary", position: .file,
        expected: "at most \(TuneGrid.largest) combinations (--steps makes them fewer)",
        found: ranges.map { String($0.values.count) }.joined(separator: " x "))
    }
    let profiles = (0..<grid.count).map { grid.profile($0, base: options.profile) }
    let results = ParallelWork.map(folder.labels.count, jobs: jobs) { index in
      ProfileTuning.counts(folder, index, profiles + [options.profile], options)
    }
    var table = TuneTable(points: grid.count + 1, folds: max(2, count))
    for index in ProfileTuning.order(folder.labels) {
      switch results[index] {
      case .failure(let error): failures.append(error)
      case .success(let counts):
        table.add(counts, to: files % max(2, count))
        files += 1
      }
    }
    if files == 0, let first = failures.first { throw first }
    points = profiles.count { $0 != nil }
    evaluate(table, grid, profiles)
  }

  /// The score of each profile for one recording, which is read once.
  private static func counts(
    _ folder: LabelledFolder, _ index: Int, _ profiles: [Profile?], _ options: ReplayOptions
  ) -> Result<[ScoreCounts?], RecordingError> {
    Result { () throws(RecordingError) in
      let label = folder.labels[index]
      let trace = try folder.load(label, options)
      return profiles.map { profile in
        guard let profile else { return nil }
        var totals = ScoreTotals()
        totals.add(RecordingScore(label.gestures, trace.records(profile)))
        return totals.total
      }
    }
  }

  /// The recordings by their class, so that each fold gets its share of every class.
  private static func order(_ labels: [ScoreLabel]) -> [Int] {
    labels.indices.sorted {
      (labels[$0].gestures.first?.kind ?? "", $0) < (labels[$1].gestures.first?.kind ?? "", $1)
    }
  }

  private mutating func evaluate(_ table: TuneTable, _ grid: TuneGrid, _ profiles: [Profile?]) {
    before = table.total(grid.count) ?? ScoreCounts()
    let totals = (0..<grid.count).map { table.total($0) }
    guard let chosen = TuneTable.best(totals, grid) else { return }
    best = totals[chosen] ?? ScoreCounts()
    makesDifference = Set(totals.compactMap { $0 }).count > 1
    // Where no value makes a difference, the present one stays.
    if makesDifference { profile = profiles[chosen] ?? profile }
    for fold in 0..<table.folds.count {
      let rest = (0..<grid.count).map { table.total($0, without: fold) }
      guard let point = TuneTable.best(rest, grid) else { continue }
      let values = zip(grid.ranges, grid.steps(point)).map { $0.values[$1] }
      folds.append(Fold(values: values, counts: table.folds[fold][point] ?? ScoreCounts()))
    }
    let steps = grid.steps(chosen)
    curves = grid.ranges.indices.map { curve(of: $0, grid, steps, totals) }
  }

  private func curve(
    of index: Int, _ grid: TuneGrid, _ best: [Int], _ totals: [ScoreCounts?]
  ) -> Curve {
    let values = grid.ranges[index].values
    let line = values.indices.map { step in
      var steps = best
      steps[index] = step
      return totals[grid.point(steps)]
    }
    let least = (line[best[index]]?.f1 ?? 0) - ProfileTuning.tolerance
    func isFlat(_ step: Int) -> Bool { line[step].map { ($0.f1 ?? 0) > least } ?? false }
    var low = best[index]
    var high = best[index]
    while low > 0, isFlat(low - 1) { low -= 1 }
    while high < values.count - 1, isFlat(high + 1) { high += 1 }
    let parameter = grid.ranges[index].parameter
    return Curve(
      parameter: parameter,
      // Unchanged if no value makes a difference.
      best: makesDifference ? values[best[index]] : parameter.outside(profile[parameter]),
      flat: values[low]...values[high],
      steps: zip(values, line).compactMap { value, counts in
        counts.map { Step(value: value, counts: $0) }
      }, isOpen: low == 0 || high == values.count - 1)
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

// MARK: - Output

extension ProfileTuning {
  /// The result as one line of JSON, without the newline.
  public var json: String {
    var line = JSONLine()
    line.add("v", 2)
    line.add("labels", labels)
    line.add("files", files)
    line.add("profiles", points)
    line.add("before", json: ProfileTuning.json(before))
    line.add("best", json: ProfileTuning.json(best))
    line.add("validated", json: ProfileTuning.json(validated))
    line.add("folds", json: "[\(folds.map(json).joined(separator: ","))]")
    line.add("parameters", json: "[\(curves.map(ProfileTuning.json).joined(separator: ","))]")
    return line.object
  }

  private static func json(_ counts: ScoreCounts) -> String {
    var line = JSONLine()
    line.add("precision", counts.precision, decimals: 6)
    line.add("recall", counts.recall, decimals: 6)
    line.add("f1", counts.f1, decimals: 6)
    return line.object
  }

  private func json(_ fold: Fold) -> String {
    let values = zip(curves, fold.values).map { curve, value in
      var line = JSONLine()
      line.add("parameter", curve.parameter.key)
      line.add("value", json: value.shortestText)
      return line.object
    }
    var line = JSONLine()
    line.add("values", json: "[\(values.joined(separator: ","))]")
    line.add("f1", fold.counts.f1, decimals: 6)
    return line.object
  }

  private static func json(_ curve: Curve) -> String {
    var line = JSONLine()
    line.add("parameter", curve.parameter.key)
    if !curve.parameter.unit.isEmpty { line.add("unit", curve.parameter.unit) }
    line.add("best", json: curve.best.shortestText)
    let (low, high) = (curve.flat.lowerBound, curve.flat.upperBound)
    line.add("flat", json: "[\(low.shortestText),\(high.shortestText)]")
    line.add("open", curve.isOpen)
    let steps = curve.steps.map { step in
      "{\"value\":\(step.value.shortestText),\(json(step.counts).dropFirst())"
    }
    line.add("curve", json: "[\(steps.joined(separator: ","))]")
    return line.object
  }
}
