import Checking
import Conversion
import Lab
import Pictures
import SensorPlayback

struct ShakeCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "shake", abstract: "Print the shakes in accelerometer recordings.",
    discussion: """
      Reads tables of phyphox, Sensor Logger, AndroSensor, ST's tools and plain columns, \
      recognized by their headers. A folder means all files in it; - is standard input.

      TIME is when a shake was recognized, START when it began, in seconds from the first sample. \
      STRENGTH is the largest acceleration without gravity; > means that the sensor was at the end \
      of its range. The textbook rules (threshold, counted, break) print each firing.

      With --verbose, a table without shakes has a note that says which limits its strongest \
      motion does not reach.

      --labels compares the shakes with those that a person has marked in a table with columns \
      start and end, or timestamp and label (0 start, 1 end). A label is found by the first TIME \
      within 0.3 s of it; a second one in the same label is false. --tune does so at several \
      sensitivities, which says what --sensitivity gains and costs on these labels; -o x.svg \
      draws the shakes found against the false ones.

      EXAMPLES
        replay shake Examples/Samples/shakes.csv
        cd Examples/Samples && replay shake --labels shakes.labels.csv shakes.csv
        cd Examples/Samples
        replay shake --tune --labels shakes.labels.csv shakes.csv
        replay shake --sensitivity 1.5 Examples/Samples/shakes.csv
        replay shake --json Examples/Samples/shakes.csv | jq .strength_g
        replay shake -o shakes.svg Examples/Samples/shakes.csv
        replay shake --rule threshold Examples/Samples/shakes.csv
      """)

  @OptionGroup var input: RecordingPaths

  @Option(help: "The rule: standard, or one of the textbook rules threshold, counted and break.")
  var rule = ShakeDetector.Rule.standard

  @Option(help: .value("g", "The sensor's range; strengths at its end are lower bounds."))
  var range: Double?

  @Option(
    help: .value(
      "number", "How weak a shake may be, from 0.25 to 4; at 2, half as strong as by default."))
  var sensitivity = 1.0

  @Option(file: "Labels to compare the shakes of a table with.")
  var labels: String?

  @Option(
    name: .customLong("class"),
    help: .value("number", "The class of shakes, for labels with a column class."))
  var movement: Int?

  @Flag(help: "Compare with --labels at several sensitivities.")
  var tune = false

  @OptionGroup var results: ResultOptions
  @OptionGroup(title: "Reading options") var table: AccelerationOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try results.check(
      inputs: input.inputs + [labels], draws: true, others: labels == nil ? ["csv"] : [])
    try reject(
      if: results.drawing != nil && labels != nil && !tune,
      "--labels prints a table, which excludes a drawing without --tune")
    try reject(range, unless: { $0 > 0 && $0 <= 1000 }, "--range takes g above 0, at most 1000")
    try reject(if: !(0.25...4).contains(sensitivity), "--sensitivity takes a number from 0.25 to 4")
    try reject(
      if: rule != .standard && (tune || sensitivity != 1),
      "only the standard rule has a sensitivity")
    try reject(
      if: tune && (labels == nil || sensitivity != 1),
      "--tune needs --labels, and excludes --sensitivity")
    try reject(if: labels == "-", "--labels takes a file")
    try reject(if: movement != nil && labels == nil, "--class needs --labels")
    try reject(
      if: labels != nil && (input.inputs.count != 2 || input.filesFrom != nil),
      "--labels takes one table")
    try reject(if: labels != nil && results.isJSON, "--labels prints a table; it has no --json")
  }

  func run(_ console: Console) throws {
    console.restrictOutput(toReadersOf: [labels].compactMap(\.self))
    if let drawing = results.drawing { try ByteSink.check(drawing) }
    var plots: [Plot] = []
    var intervals: [ClosedRange<Timestamp>]?
    if let labels {
      let marked = try ShakeLabels(ByteSource(path: labels), class: movement)
      if marked.hasClasses, movement == nil {
        console.warn(labels, "all classes count as shakes (--class names that of shakes)")
      }
      if let movement, marked.intervals.isEmpty {
        console.warn(labels, "no label of class \(movement)")
      }
      for note in marked.notes { console.note(labels, note.description) }
      intervals = marked.intervals
    }
    let search = ShakeSearch(rule: rule, range: range, rate: table.rate, sensitivity: sensitivity)
    let walk = try RecordingWalk(input, console, ReplayOptions(), .accelerations)
    try reject(if: labels != nil && walk.hasSeveralFiles, "--labels takes one table")
    if tune, let intervals { return try compareSensitivities(intervals, search, walk, console) }
    let printer = RecordPrinter(
      console, results,
      [.right("TIME", 11), .right("START", 11), .right("DURATION", 9), .right("STRENGTH", 10)],
      rows: .shakes, showsFiles: walk.hasSeveralFiles)
    var shakes: [DetectedShake] = []
    var samples = 0
    var duration = 0.0
    var origin: Timestamp?
    walk.visit(passes: 1) { file, _ throws(FileError) in
      if results.drawing != nil {
        plots.append(try Plot.accelerations(file.source, search: search))
        return
      }
      let before = shakes.count
      let summary = try search.run(file.source) { record in
        shakes.append(record.shake)
        printer.print(record, of: record.file) { ShakeCommand.cells(record) }
      }
      console.flush()
      note(summary, file.path, intervals, console)
      if shakes.count == before { explain(summary, search.parameters, file.path, console) }
      samples += summary.samples
      duration += summary.duration
      origin = summary.start
    }
    if samples == 0, plots.isEmpty, console.exitCode != 0 { return }
    if results.drawing != nil {
      return try results.draw(plots, madeOf: walk.sources, console)
    }
    if let intervals, let origin { print(ShakeScore(shakes, labels: intervals), origin, console) }
    if !results.isJSON {
      console.summarize(
        "\(samples.counted("sample")) in \(Cell.seconds(duration)), "
          + shakes.count.counted("shake"))
    }
  }

  /// Notes the assumptions, the skipped rows, and the faults of the samples and of the labels.
  private func note(
    _ summary: ShakeSearch.Summary, _ path: String, _ intervals: [ClosedRange<Timestamp>]?,
    _ console: Console
  ) {
    for remark in summary.remarks { console.note(path, .table(remark)) }
    if let intervals { compareRanges(summary, intervals, console) }
    guard let interval = summary.interval else { return }
    let rate = 1 / interval
    // The least rate in Hz is twice the frequency of the slower shakes.
    if rate >= 8 { return }
    console.warn(
      path,
      "\(rate.text(decimals: 1...3)) samples a second; shakes need 8 or more"
        + (rate < 1 ? " (are the times in ms, without a unit?)" : ""))
  }

  /// Warns of labels that are all outside of the recording.
  private func compareRanges(
    _ summary: ShakeSearch.Summary, _ intervals: [ClosedRange<Timestamp>], _ console: Console
  ) {
    guard let labels, let start = summary.start, let first = intervals.map(\.lowerBound).min(),
      let last = intervals.map(\.upperBound).max()
    else { return }
    let recorded = start...start.advanced(bySeconds: summary.duration)
    if intervals.contains(where: { $0.overlaps(recorded) }) { return }
    func text(_ range: ClosedRange<Timestamp>) -> String {
      "from \(Cell.seconds(range.lowerBound.seconds)) to \(Cell.seconds(range.upperBound.seconds))"
    }
    console.warn(
      labels,
      "no label is within the recording: labels \(text(first...last)), samples \(text(recorded)); "
        + "likely another unit or origin of the times")
  }

  /// Notes the conditions that the strongest motion of a table without shakes does not meet.
  private func explain(
    _ summary: ShakeSearch.Summary, _ parameters: StandardShakeRule.Parameters, _ path: String,
    _ console: Console
  ) {
    guard let other = summary.strongestOther, let start = summary.start else { return }
    let lacking = other.unmet(parameters).map { unmet in
      let unit = unmet.unit.isEmpty ? "" : " " + unmet.unit
      return "\(unmet.parameter) \(unmet.measured.text(decimals: 2))\(unit), "
        + "limit \(unmet.limit.text(decimals: 2))\(unit)"
    }
    if lacking.isEmpty { return }
    console.remark(
      path,
      "no shake: the strongest motion, at \(Cell.seconds(other.time.seconds(since: start))), has "
        + lacking.joined(separator: "; "))
  }

  private func print(_ score: ShakeScore, _ origin: Timestamp, _ console: Console) {
    func times(_ times: [Timestamp]) -> String {
      times.map { Cell.seconds($0.seconds(since: origin)) }.joined(separator: ", ")
    }
    func share(_ share: Double?, _ interval: ClosedRange<Double>?) -> String {
      share == nil ? "-" : "\(ScoreNumber.share(share)) (\(ScoreNumber.interval(interval)))"
    }
    console.print("")
    if !score.missed.isEmpty {
      console.print("missed: labels from \(times(score.missed.map(\.lowerBound)))")
    }
    if !score.falseShakes.isEmpty {
      console.print("false: shakes at \(times(score.falseShakes.map(\.time)))")
    }
    console.print(
      "\(score.found) of \(score.labels.count) labels found, \(score.missed.count) missed, "
        + "\(score.falseShakes.count) false")
    let counts = score.counts.scoreCounts
    let precision = counts.precisionProportion
    let recall = counts.recallProportion
    console.print(
      "precision \(share(precision.share, precision.interval)), "
        + "recall \(share(recall.share, recall.interval))")
    console.print("F1 \(share(counts.f1, counts.f1Interval)); in brackets: 95 % confidence")
    console.print("F1 of overlapping intervals \(ScoreNumber.share(score.overlapF1))")
  }

  private static func cells(_ record: ShakeRecord) -> [String] {
    let strength = record.shake.strength.text(decimals: 2)
    return [
      Cell.seconds(record.time), Cell.seconds(record.start), Cell.seconds(record.shake.duration),
      "\(record.shake.isAtLeast ? "> " : "")\(strength) g",
    ]
  }

  /// Prints or draws the agreement of a table's shakes with labels at several sensitivities.
  func compareSensitivities(
    _ labels: [ClosedRange<Timestamp>], _ search: ShakeSearch, _ walk: RecordingWalk,
    _ console: Console
  ) throws(FileError) {
    var plots: [Plot] = []
    walk.visit(passes: 1) { file, _ throws(FileError) in
      let tuning = try ShakeTuning(file.source, search: search, labels: labels)
      note(tuning.summary, file.path, labels, console)
      if tuning.summary.samples == 0 { return }
      if results.drawing != nil {
        plots.append(.sensitivities(tuning, of: file.path))
      } else {
        print(tuning, console)
      }
    }
    let inputs = walk.sources + [self.labels].compactMap(\.self)
    if !plots.isEmpty { try results.draw(plots, madeOf: inputs, console) }
  }

  private func print(_ tuning: ShakeTuning, _ console: Console) {
    console.printTable(
      [
        .right("SENSITIVITY"), .right("FOUND", 5), .right("MISSED", 6), .right("FALSE", 5),
        .right("F1"), .right("95 %", 11), .left(""),
      ], tuning.points.map { ShakeCommand.row($0, isBest: $0 == tuning.best) })
    guard let leftOut = tuning.leftOut?.scoreCounts else { return }
    console.print("")
    console.print(
      "left out: F1 \(ScoreNumber.share(leftOut.f1)) "
        + "(\(ScoreNumber.interval(leftOut.f1Interval))), each fifth of the labels with the best "
        + "sensitivity of the others")
  }

  private static func row(_ point: ShakeTuning.Point, isBest: Bool) -> [String] {
    let counts = point.counts.scoreCounts
    let remarks = [isBest ? "best" : "", point.sensitivity == 1 ? "default" : ""]
    return [
      point.sensitivity.text(decimals: 2), "\(point.counts.found)", "\(point.counts.missed)",
      "\(point.counts.falseShakes)", ScoreNumber.share(counts.f1),
      ScoreNumber.interval(counts.f1Interval),
      remarks.filter { !$0.isEmpty }.joined(separator: ", "),
    ]
  }
}

extension ShakeDetector.Rule: ExpressibleByArgument {}

struct AccelerationOptions: ParsableArguments {
  @Option(
    help: .value("hz", "The sample rate of tables without times; 26 by default."),
    transform: number("a rate in Hz above 0, at most 100000, as in 100", where: isSampleRate))
  var rate: Double?
}

extension ShakeTuning.Counts {
  /// The counts in the form of a score, which has intervals.
  fileprivate var scoreCounts: ScoreCounts {
    var counts = ScoreCounts()
    counts.hits = found
    counts.missed = missed
    counts.falseReports = falseShakes
    return counts
  }
}
