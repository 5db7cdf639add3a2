public import Playback

/// A search for the values of a profile that score best on a labelled folder.
///
/// Each fold chooses on all recordings but its own the highest F1 of all classes together; of
/// several such values, the one in their middle. Movements are judged by their duration, as in
/// ``LabelledFolder/score(_:_:isStrict:)``.
public struct ProfileTuning: Sendable {
  /// The score of a value, with the other parameters as chosen on the other folds.
  public struct Step: Sendable {
    public var value: Double
    public var counts: ScoreCounts
    /// The interval of the F1 with 95 % confidence, by drawing groups.
    public var interval: ClosedRange<Double>?
  }

  /// The scores of one parameter.
  public struct Curve: Sendable {
    public var parameter: ProfileParameter
    /// The value in the best profile.
    public var best: Double
    /// The values around the best whose F1 is less than ``ProfileTuning/tolerance`` below it.
    public var flat: ClosedRange<Double>
    /// The steps, without values that contradict the profile's other numbers.
    public var steps: [Step]
    /// Whether the flat part reaches an end of the range: the best value may be beyond.
    public var isOpen: Bool

    /// Whether any two of the values score differently.
    public var makesDifference: Bool { Set(steps.map(\.counts)).count > 1 }
  }

  /// One fold of the cross-validation.
  public struct Fold: Sendable {
    /// The named devices, people or folders of the fold.
    public var groups: [String]
    /// The values chosen on the other folds, in the order of the ranges.
    public var values: [Double]
    /// The score of these values on this fold.
    public var counts: ScoreCounts
  }

  /// The tolerance of F1 within which scores are equally good: half a percent.
  public static let tolerance = 0.005

  /// The path of the labels.
  public let labels: String
  /// The profile that most folds chose; of several, the one with the highest F1 on all recordings.
  /// Without folds, the best of all profiles.
  public private(set) var profile: Profile
  /// The number of folds that chose the profile.
  public private(set) var votes = 0
  public private(set) var curves: [Curve] = []
  /// The folds; empty if all recordings are of one group, which leaves no other to judge a choice.
  public private(set) var folds: [Fold] = []
  /// The score of the former profile.
  public private(set) var before = ScoreCounts()
  /// The score of the best profile on all recordings, including those that led to its choice.
  public private(set) var best = ScoreCounts()
  /// The highest score of all profiles on all recordings.
  public private(set) var highest = ScoreCounts()
  /// The score of cross-validation.
  public private(set) var validated = ScoreCounts()
  /// The intervals of the F1 of ``before``, ``best`` and ``validated``.
  public private(set) var beforeInterval: ClosedRange<Double>?
  public private(set) var bestInterval: ClosedRange<Double>?
  public private(set) var validatedInterval: ClosedRange<Double>?
  /// The interval of the ``gain``.
  public private(set) var gainInterval: ClosedRange<Double>?

  /// The difference of the F1 of ``validated`` and that of ``before``.
  public var gain: Double? { validated.f1Difference(from: before) }
  /// The difference of the F1 of ``highest`` and that of ``validated``: the false gain of a choice.
  public var optimism: Double? { highest.f1Difference(from: validated) }
  /// The errors of recordings that could not be read.
  public private(set) var failures: [FileError] = []
  /// The grouping that the folds respect; nil if no label has a group.
  public private(set) var grouping: ScoreGrouping?
  /// The number of groups that the folds respect.
  public private(set) var groups = 0
  /// The questions that the recordings cannot answer, as sentences.
  public private(set) var unjudged: [String] = []
  /// The number of played recordings, and of the profiles with which they were played.
  public private(set) var files = 0
  public private(set) var points = 0
  /// Whether any two values score differently.
  public private(set) var makesDifference = false

  /// Tries all combinations; throws if they are too many or no recording can be read.
  ///
  /// - Parameters:
  ///   - count: The most folds; there are no more than groups.
  ///   - grouping: Nil for devices if labels name them, or else people.
  public init(
    _ folder: LabelledFolder, ranges: [TuneRange], options: ReplayOptions = ReplayOptions(),
    folds count: Int = 5, grouping: ScoreGrouping? = nil, jobs: Int = ParallelWork.usualJobs,
    progress: (Int) -> Void = { _ in }
  ) throws(FileError) {
    let grid = try TuneGrid(ranges)
    let profiles = grid.profiles(base: options.profile)
    var results: [Result<TunedRecording, FileError>] = []
    ProfileTuning.play(folder, grid, profiles, options, jobs: jobs) {
      results.append($0)
      progress(results.count)
    }
    try self.init(folder, results, grid, profiles, options.profile, folds: count, grouping)
  }

  /// Sums up what ``play(_:ranges:options:jobs:_:)`` of the same ranges and options has played
  /// before; recordings without a result are missing.
  public init(
    _ folder: LabelledFolder, ranges: [TuneRange], recordings: TunedRecordings,
    options: ReplayOptions = ReplayOptions(), folds count: Int = 5,
    grouping: ScoreGrouping? = nil
  ) throws(FileError) {
    let grid = try TuneGrid(ranges)
    let profiles = grid.profiles(base: options.profile)
    var results: [Result<TunedRecording, FileError>] = []
    let search = grid.digest(base: options.profile)
    for label in folder.labels {
      if let recording = try recordings.recording(label, search, profiles: profiles.count + 1) {
        results.append(.success(recording))
      }
    }
    if results.isEmpty {
      throw FileError(
        file: recordings.file, expected: "counts of recordings of the labels", found: "none")
    }
    try self.init(folder, results, grid, profiles, options.profile, folds: count, grouping)
  }

  /// Plays the recordings of a folder with each profile of a search, and passes them on in order.
  public static func play(
    _ folder: LabelledFolder, ranges: [TuneRange], options: ReplayOptions = ReplayOptions(),
    jobs: Int = ParallelWork.usualJobs, _ body: (Result<TunedRecording, FileError>) -> Void
  ) throws(FileError) {
    let grid = try TuneGrid(ranges)
    play(folder, grid, grid.profiles(base: options.profile), options, jobs: jobs, body)
  }

  private static func play(
    _ folder: LabelledFolder, _ grid: TuneGrid, _ profiles: [Profile?], _ options: ReplayOptions,
    jobs: Int, _ body: (Result<TunedRecording, FileError>) -> Void
  ) {
    let search = grid.digest(base: options.profile)
    let profiles = profiles + [options.profile]
    ParallelWork.run(folder.labels.count, jobs: jobs) { index in
      Result { () throws(FileError) in
        var label = folder.labels[index]
        let trace = try folder.load(label, options)
        label.gestures = label.gestures(judgedBy: MovementMeter(trace))
        let counts = profiles.map { profile -> ScoreCounts? in
          guard let profile else { return nil }
          let score = RecordingScore(label.gestures, trace.records(profile))
          return ScoreTotals(of: [score], isStrict: true).total
        }
        return TunedRecording(label: label, search: search, counts: counts)
      }
    } consume: { _, result in
      body(result)
    }
  }

  private init(
    _ folder: LabelledFolder, _ results: [Result<TunedRecording, FileError>],
    _ grid: TuneGrid, _ profiles: [Profile?], _ given: Profile, folds count: Int,
    _ grouping: ScoreGrouping?
  ) throws(FileError) {
    labels = folder.path
    profile = given
    let played = results.compactMap { try? $0.get() }
    failures = results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
    if played.isEmpty, let first = failures.first { throw first }
    files = played.count
    points = profiles.count { $0 != nil }
    let labels = played.map(\.label)
    let grouping = grouping ?? .usual(labels)
    let split = TuneFolds(labels, grouping, count: count)
    groups = split.groups.count
    self.grouping = split.isNamed ? grouping : nil
    evaluate(TuneTable(played, split), grid, profiles, split)
    unjudged = TuneLimits(labels: labels, grouping: self.grouping, folds: split.folds)
      .sentences(about: curves)
  }

  private mutating func evaluate(
    _ table: TuneTable, _ grid: TuneGrid, _ profiles: [Profile?], _ split: TuneFolds
  ) {
    let totals = (0..<grid.count).map { table.total($0) }
    guard let first = TuneTable.best(totals, grid) else { return }
    highest = totals[first] ?? ScoreCounts()
    makesDifference = Set(totals.compactMap { $0 }).count > 1
    // A single fold has no other fold for a choice.
    let choices =
      table.folds.count < 2
      ? []
      : table.folds.indices.compactMap { fold in
        TuneTable.best((0..<grid.count).map { table.total($0, without: fold) }, grid)
      }
    let chosen = TuneTable.consensus(choices, totals, grid) ?? first
    let rest = choices.isEmpty ? [chosen] : choices
    curves = grid.ranges.indices.map { curve(of: $0, grid, chosen, rest, table) }
    if makesDifference {
      profile = profiles[chosen] ?? profile
      add(table, grid, split, chosen, choices)
    } else {
      // The given profile, the point after those of the grid, stays.
      add(table, grid, split, grid.count, choices.map { _ in grid.count })
    }
  }

  /// Adds the scores of the chosen point, and of those that the other folds chose.
  private mutating func add(
    _ table: TuneTable, _ grid: TuneGrid, _ split: TuneFolds, _ chosen: Int, _ choices: [Int]
  ) {
    votes = choices.count { $0 == chosen }
    best = table.total(chosen) ?? ScoreCounts()
    for (fold, point) in choices.enumerated() {
      let values =
        point == grid.count
        ? grid.ranges.map { $0.parameter.outside(profile[$0.parameter]) }
        : zip(grid.ranges, grid.steps(point)).map { $0.values[$1] }
      folds.append(
        Fold(
          groups: split.names[fold], values: values,
          counts: table.folds[fold][point] ?? ScoreCounts()))
    }
    addIntervals(table, grid.count, chosen, choices)
  }

  private mutating func addIntervals(
    _ table: TuneTable, _ given: Int, _ chosen: Int, _ choices: [Int]
  ) {
    func groups(_ point: Int) -> [ScoreCounts] {
      table.groups([Int](repeating: point, count: table.folds.count)) ?? []
    }
    let former = groups(given)
    let now = groups(chosen)
    before = ScoreCounts.sum(former)
    beforeInterval = ScoreIntervals.f1(former)
    bestInterval = ScoreIntervals.f1(now)
    guard !choices.isEmpty, let leftOut = table.groups(choices) else { return }
    validated = ScoreCounts.sum(leftOut)
    validatedInterval = ScoreIntervals.f1(leftOut)
    gainInterval = ScoreIntervals.difference(leftOut, former)
  }

  private func curve(
    of index: Int, _ grid: TuneGrid, _ chosen: Int, _ choices: [Int], _ table: TuneTable
  ) -> Curve {
    let values = grid.ranges[index].values
    let line = values.indices.map { step in
      table.groups(
        choices.map { point in
          var steps = grid.steps(point)
          steps[index] = step
          return grid.point(steps)
        })
    }
    let shares = line.map { groups in groups.map { ScoreCounts.sum($0).f1 ?? 0 } }
    let best = grid.steps(chosen)[index]
    let least = (shares[best] ?? 0) - ProfileTuning.tolerance
    func isFlat(_ step: Int) -> Bool { shares[step].map { $0 > least } ?? false }
    var low = best
    var high = best
    while low > 0, isFlat(low - 1) { low -= 1 }
    while high < values.count - 1, isFlat(high + 1) { high += 1 }
    let parameter = grid.ranges[index].parameter
    return Curve(
      parameter: parameter,
      // The value stays unchanged if no value makes a difference.
      best: makesDifference ? values[best] : parameter.outside(profile[parameter]),
      flat: values[low]...values[high],
      steps: zip(values, line).compactMap { value, groups in
        groups.map {
          Step(value: value, counts: ScoreCounts.sum($0), interval: ScoreIntervals.f1($0))
        }
      }, isOpen: low == 0 || high == values.count - 1)
  }
}
