import Lab
import Pictures

struct TuneCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Search the profile values that score best on a labelled folder.",
    discussion: """
      Tries all combinations of the values of --vary. Each fold of the recordings is scored with what \
      is best on the others, so that no device is judged with a choice that it had a part in. Best is \
      what most folds chose. LABELS is as for replay score --strict: a movement has to be a swipe or a \
      pan by its own duration. --output writes the best profile, for --profile.

      EXAMPLES
        cd Examples/Samples
        replay tune people --vary longPress.minimumDuration=0.3..0.7
        replay tune people --vary swipe.initialSlop=2..8 --vary tap.initialSlop=2..8
        replay tune people --vary swipe.initialSlop=2..8 --group-by person
        replay tune people --vary longPress.minimumDuration=0.3..0.7 -o mine.yml
        replay tune people --vary swipe.initialSlop=2..8 -o curves.svg
      """)

  @Argument(file: "Labels, or the folder of a labels.v2.jsonl or labels.jsonl.")
  var labels: String

  @Option(
    help: .value(
      "value=from..to", "A value of the profile and its range; several are tried together."))
  var vary: [String]

  @Option(help: .value("count", "The number of steps in each range."))
  var steps = 11

  @Option(
    help: .value(
      "count", "The number of folds of the cross-validation, or of groups if they are fewer."))
  var folds = 5

  @Option(
    help: .value(
      "what",
      "What is left out together; by default the device where labels name one, or else the person.")
  )
  var groupBy: ScoreGrouping?

  @Option(folder: "The folder of the recordings, if it is not that of the labels.")
  var recordings: String?

  @Option(
    name: .shortAndLong,
    file: "Write the best profile; - is standard output, instead of the table. NAME.svg, .png and "
      + ".html draw the curves instead.")
  var output: String?

  @Flag(help: "Print one JSON object instead of a table.")
  var json = false

  @Flag(help: "Print what each recording adds to the search, for --counts, instead of searching.")
  var each = false

  @Option(
    file: "Search in the records of --each, of one run or of several together, instead of playing "
      + "recordings.")
  var counts: String?

  @OptionGroup var jobs: JobsOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try Files.checkStandardInput([counts, reading.device] + profile.files)
    try reject(
      if: each && (counts != nil || output != nil || json),
      "--each prints records, which excludes --counts, --json and --output")
    try reject(if: labels == "-", "standard input has no recordings beside it")
    try reject(if: json && output == "-", "--json and the profile both go to standard output")
    if let output {
      try Files.refuse(output, asOneOf: [labels, counts, reading.device] + profile.files)
      try Files.checkEnding(of: output, among: ["yml", "yaml"] + PictureFormat.endings)
    }
    try reject(if: vary.isEmpty, "missing --vary, which names the values to try")
    try reject(if: !(2...10_000).contains(steps), "--steps takes a number from 2 to 10000")
    try reject(if: !(2...100).contains(folds), "--folds takes a number from 2 to 100")
    do {
      let ranges = try ranges()
      let keys = ranges.map(\.parameter.key)
      try reject(if: Set(keys).count < keys.count, "--vary names a value twice")
      if ranges.reduce(1.0, { $0 * Double($1.values.count) }) > 10_000 {
        throw ValidationError("at most 10000 combinations are tried; reduce --steps")
      }
    } catch let error as FileError {
      throw ValidationError("\(error)")
    }
  }

  private func ranges() throws(FileError) -> [TuneRange] {
    try vary.map { text throws(FileError) in try TuneRange(parsing: text, steps: steps) }
  }

  func run(_ console: Console) throws {
    let options = try reading.replayOptions(profile: profile, part: part)
    let folder = try LabelledFolder(path: labels, recordings: recordings)
    if let output { try Files.refuse(output, asOneOf: folder.files) }
    folder.noteMissing(console)
    if each {
      return try ProfileTuning.play(folder, ranges: ranges(), options: options, jobs: jobs.count) {
        switch $0 {
        case .success(let recording): console.print(recording.json)
        case .failure(let error): console.print(ErrorRecord(error).appendJSON)
        }
      }
    }
    let tuning = try search(folder, options, console)
    for error in tuning.failures { console.report(error) }
    if let counts, tuning.files < folder.labels.count {
      console.note(
        counts, "counts of \(tuning.files) of \(folder.labels.count) recordings of the labels")
    }
    if json {
      console.print(tuning.json)
    } else if output != "-" {
      print(tuning, console)
    }
    guard let output else { return }
    let inputs = folder.files + options.files + [counts].compactMap(\.self)
    if let format = PictureFormat(path: output) {
      try PictureFile.write(
        Plot.tuning(tuning), to: output, format: format, madeOf: inputs)
      return console.confirm(output)
    }
    var best = tuning.profile
    best.name = "tuned"
    try ByteSink.write(
      ProfileFile.text(best).utf8, to: output, madeOf: inputs)
    console.confirm(output)
  }

  private func search(
    _ folder: LabelledFolder, _ options: ReplayOptions, _ console: Console
  ) throws(FileError) -> ProfileTuning {
    if let counts {
      return try ProfileTuning(
        folder, ranges: ranges(), recordings: TunedRecordings(path: counts), options: options,
        folds: folds, grouping: groupBy)
    }
    // The first recording may take long.
    console.progress.update(0, of: folder.labels.count, "recordings")
    return try ProfileTuning(
      folder, ranges: ranges(), options: options, folds: folds, grouping: groupBy, jobs: jobs.count
    ) { console.progress.update($0, of: folder.labels.count, "recordings") }
  }

  private func print(_ tuning: ProfileTuning, _ console: Console) {
    let groups = tuning.grouping.map { ", \(tuning.groups.counted($0.rawValue, $0.plural))" } ?? ""
    console.print(
      "\(tuning.files.counted("recording"))\(groups), \(tuning.points.counted("profile"))")
    console.print("")
    console.printTable(
      [.left("PARAMETER"), .right("VALUE"), .right("F1"), .right("95 %", 11), .left("")],
      summaryRows(tuning) + tuning.curves.indices.flatMap { rows($0, tuning) })
    let notes =
      optimism(tuning) + tuning.curves.compactMap(openEnd)
      + tuning.unjudged.map { "not judged: \($0)" }
    if !notes.isEmpty { console.print("") }
    console.printSentences(notes)
  }

  /// The rows of the given profile, of the folds' choices on left-out folds, and of the best.
  private func summaryRows(_ tuning: ProfileTuning) -> [[String]] {
    let count = tuning.folds.count
    let folds = count.counted("fold")
    let choice = count == 0 ? "on what it was chosen on" : "chosen by \(tuning.votes) of \(folds)"
    var rows = [["before", ""] + cells(tuning.before, tuning.beforeInterval, "")]
    if count > 0 {
      let remark = "\(folds): \(list(tuning))"
      rows.append(["left out", ""] + cells(tuning.validated, tuning.validatedInterval, remark))
    }
    return rows + [["best", ""] + cells(tuning.best, tuning.bestInterval, choice)]
  }

  /// The F1 of each fold; for many, which would fill the table, the lowest.
  private func list(_ tuning: ProfileTuning) -> String {
    let shares = tuning.folds.compactMap(\.counts.f1)
    return shares.count > 5
      ? "lowest \(ScoreNumber.share(shares.min()))"
      : shares.map(ScoreNumber.share).joined(separator: " ")
  }

  private func rows(_ index: Int, _ tuning: ProfileTuning) -> [[String]] {
    let curve = tuning.curves[index]
    let unit = curve.parameter.unit.isEmpty ? "" : " \(curve.parameter.unit)"
    return curve.steps.enumerated().map { step, point in
      var remarks: [String] = []
      if point.value == curve.best {
        remarks.append("best")
      } else if curve.flat.contains(point.value) {
        remarks.append("as good")
      }
      let folds = tuning.folds.count { $0.values[index] == point.value }
      if folds > 0 { remarks.append("of \(folds.counted("fold"))") }
      if !curve.makesDifference { remarks = [] }
      return [step == 0 ? curve.parameter.key : "", point.value.shortestText + unit]
        + cells(point.counts, point.interval, remarks.joined(separator: ", "))
    }
  }

  private func cells(
    _ counts: ScoreCounts, _ interval: ClosedRange<Double>?, _ remark: String
  ) -> [String] {
    [ScoreNumber.share(counts.f1), ScoreNumber.interval(interval), remark]
  }

  /// The gain of the search on other recordings, and its false gain.
  private func optimism(_ tuning: ProfileTuning) -> [String] {
    guard tuning.makesDifference, let gain = tuning.gain, let optimism = tuning.optimism else {
      return []
    }
    let unit = tuning.grouping?.plural ?? "recordings"
    var certainty = "too few differ to tell better from worse"
    if let (low, high) = tuning.gainInterval.map({ ($0.lowerBound, $0.upperBound) }) {
      let verdict = low > 0 ? "better" : high < 0 ? "worse" : "not shown to be better"
      certainty =
        "95 %: \(ScoreNumber.difference(low)) to \(ScoreNumber.difference(high)), \(verdict)"
    }
    return [
      "gain on \(unit) left out: \(ScoreNumber.difference(gain)) (\(certainty))",
      "optimism: \(ScoreNumber.difference(optimism)): the highest F1 of "
        + "\(tuning.points.counted("profile")) is \(ScoreNumber.share(tuning.highest.f1)) on all "
        + "recordings, \(ScoreNumber.share(tuning.validated.f1)) on \(unit) left out",
    ]
  }

  /// The end of the tried range that values of equal quality reach; nil if they reach none.
  private func openEnd(_ curve: ProfileTuning.Curve) -> String? {
    guard curve.isOpen, curve.makesDifference else { return nil }
    return "\(curve.parameter.key): values as good (F1 within "
      + "\(ProfileTuning.tolerance.shortestText)) reach an end of the range, the best may lie beyond"
  }
}
