public import Gestures
import Playback
public import Recordings
import Timeline

/// A search for the values of a profile that score best on a labelled folder.
///
/// Best is the highest F1 of all classes together; of several such values, the one in their middle.
/// Cross-validation chooses on all folds but one and scores on that one, so that its F1 is of
/// recordings that had no part in the choice. All recordings of a device are in the same fold, so that
/// neither had the device.
///
/// A movement whose label says that it is a flick has to be a swipe, and a drag a pan.
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

    /// Whether any two of its values score differently.
    public var makesDifference: Bool { Set(steps.map(\.counts)).count > 1 }
  }

  /// One fold of the cross-validation.
  public struct Fold: Sendable {
    /// The devices, people or folders in it that have a name.
    public var groups: [String]
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
  /// Empty if all recordings are of one group, which leaves none to judge a choice on.
  public private(set) var folds: [Fold] = []
  /// The score of the profile before.
  public private(set) var before = ScoreCounts()
  /// The score of the best on all recordings, which it was chosen on.
  public private(set) var best = ScoreCounts()
  /// The score of cross-validation.
  public var validated: ScoreCounts { folds.reduce(into: ScoreCounts()) { $0 += $1.counts } }
  /// Why recordings could not be read.
  public private(set) var failures: [RecordingError] = []
  /// What the folds keep together; nil if no label says, and each recording is by itself.
  public private(set) var grouping: ScoreGrouping?
  /// The number of groups that the folds keep together.
  public private(set) var groups = 0
  /// What the recordings cannot tell, as sentences.
  public private(set) var unjudged: [String] = []
  /// The number of recordings that were played, and of profiles that they were played with.
  public private(set) var files = 0
  public private(set) var points = 0
  /// Whether any two values score differently.
  public private(set) var makesDifference = false

  /// Tries all combinations; throws if they are too many or no recording can be read.
  ///
  /// - Parameters:
  ///   - count: The most folds; there are no more than groups.
  ///   - grouping: What a fold keeps together, where labels say.
  public init(
    _ folder: LabelledFolder, ranges: [TuneRange], options: ReplayOptions = ReplayOptions(),
    folds count: Int = 5, grouping: ScoreGrouping = .device, jobs: Int = ParallelWork.usualJobs
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
    let played = zip(folder.labels, results).compactMap { label, result -> Played? in
      (try? result.get()).map { Played(label: label, counts: $0) }
    }
    failures = results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
    if played.isEmpty, let first = failures.first { throw first }
    files = played.count
    points = profiles.count { $0 != nil }
    let split = TuneFolds(played.map(\.label), grouping, count: count)
    groups = split.groups
    self.grouping = split.isNamed ? grouping : nil
    var table = TuneTable(points: grid.count + 1, folds: split.folds.count)
    for (fold, indices) in split.folds.enumerated() {
      for index in indices { table.add(played[index].counts, to: fold) }
    }
    evaluate(table, grid, profiles, split)
    unjudged = TuneLimits(played.map(\.label), self.grouping).sentences(about: curves)
  }

  /// A recording that was played with each profile.
  private struct Played {
    var label: ScoreLabel
    var counts: [ScoreCounts?]
  }

  /// The score of each profile for one recording, which is read once.
  private static func counts(
    _ folder: LabelledFolder, _ index: Int, _ profiles: [Profile?], _ options: ReplayOptions
  ) -> Result<[ScoreCounts?], RecordingError> {
    Result { () throws(RecordingError) in
      let label = folder.labels[index]
      let gestures = label.gestures.map(\.withOneMotion)
      let trace = try folder.load(label, options)
      return profiles.map { profile in
        guard let profile else { return nil }
        var totals = ScoreTotals()
        totals.add(RecordingScore(gestures, trace.records(profile)))
        return totals.total
      }
    }
  }

  private mutating func evaluate(
    _ table: TuneTable, _ grid: TuneGrid, _ profiles: [Profile?], _ split: TuneFolds
  ) {
    before = table.total(grid.count) ?? ScoreCounts()
    let totals = (0..<grid.count).map { table.total($0) }
    guard let chosen = TuneTable.best(totals, grid) else { return }
    best = totals[chosen] ?? ScoreCounts()
    makesDifference = Set(totals.compactMap { $0 }).count > 1
    // Where no value makes a difference, the present one stays.
    if makesDifference { profile = profiles[chosen] ?? profile }
    // A single fold has no other to choose on.
    for fold in 0..<table.folds.count where table.folds.count > 1 {
      let rest = (0..<grid.count).map { table.total($0, without: fold) }
      guard let point = TuneTable.best(rest, grid) else { continue }
      let values = zip(grid.ranges, grid.steps(point)).map { $0.values[$1] }
      folds.append(
        Fold(
          groups: split.names[fold], values: values,
          counts: table.folds[fold][point] ?? ScoreCounts()))
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
