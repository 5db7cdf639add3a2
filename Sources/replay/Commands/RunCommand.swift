struct RunCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Print the gestures in recordings.",
    discussion: """
      A folder means all recordings in it, ordered by name, and a tar archive all in it, in its order; \
      - is standard input. A bad file is reported, and the rest are read.

      TIME is when a gesture was recognized or ended, START when its first finger touched down, in \
      seconds from the first event. A tap is recognized 0.3 s after it, when no other has followed.

      EXAMPLES
        replay run Traces/swipes.evemu
        replay run --json Traces | jq .gesture
        replay run --events --size 100x60mm Traces/pinch-out.evemu
        replay run --touches --speed 1 Traces/tap.evemu
        adb shell getevent -lt | replay run -
        find . -name '*.evemu' -print0 | replay run --json --files-from - --null
      """)

  @OptionGroup var input: RecordingPaths

  @OptionGroup var report: ReportOptions

  @Flag(help: "Print an error of a recording as a record among the others, instead of a failure.")
  var errorRecords = false

  @Flag(
    help: """
      Print a record for each recording, after those of its gestures, with their number; with \
      --error-records, every input has one record of these two kinds.
      """)
  var each = false

  @Flag(help: "Name the device in every record, not only where a recording has several.")
  var nameDevices = false

  @Option(
    help: .value(
      "factor", "The speed as a multiple of the recorded one (1, 0.25, ...), or max, the default."),
    transform: parsed(ReplaySpeed.expected) { ReplaySpeed(parsing: $0) })
  var speed = ReplaySpeed.max

  @OptionGroup var jobs: JobsOption
  @OptionGroup var results: ResultOptions
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup(title: "Reading options") var orientation: OrientationOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try reject(if: errorRecords && !results.isJSON, "--error-records is for --json")
    try reject(if: each && !results.isJSON, "--each is for --json")
    try results.check(inputs: input.inputs + [reading.device] + profile.files, others: ["csv"])
  }

  var flushesLines: Bool { isPaced }

  private var isPaced: Bool { if case .factor = speed { true } else { false } }

  func run(_ console: Console) throws {
    var options = try reading.replayOptions(profile: profile, part: part, orientation: orientation)
    options.detail = report.detail
    options.namesDevices = nameDevices
    let walk = try RecordingWalk(input, console, options, refusesOthers: errorRecords)
    let makePrinter = { @Sendable [report, results, showsFiles = walk.hasSeveralFiles] console in
      ReportPrinter(console, report, results, showsFiles: showsFiles)
    }
    // Comma-separated values have their header even without gestures.
    _ = makePrinter(console)
    let start = ContinuousClock.now
    var total = ReplaySummary()
    let failed = { (_: String, error: FileError) in
      guard errorRecords else { return console.report(error) }
      let archive = each && error.file != walk.inputPath ? walk.inputPath : nil
      console.print(ErrorRecord(error, archive: archive).appendJSON)
    }
    walk.visit(jobs: isPaced ? 1 : jobs.count, failed: failed) {
      [options, speed] file, console, progress throws(FileError) in
      var replay = Replay(path: file.path, options: options)
      replay.source = file.source
      replay.progress = progress
      replay.pace = speed.makePace { console.flush() }
      let summary = try replay.run(makePrinter(console).print)
      // A file of a folder without events does not count.
      let isOther = !file.isNamed && summary.notes.contains(.noEvents)
      for note in isOther ? [.noEvents] : summary.notes { console.note(file.path, note) }
      return (path: file.path, isMember: file.isMember, isOther: isOther, summary: summary)
    } _: { replayed in
      if each {
        console.print(
          RecordingRecord(
            file: replayed.path, archive: replayed.isMember ? walk.inputPath : nil,
            gestureCount: replayed.summary.gestures
          ).appendJSON)
      }
      if !replayed.isOther { total.merge(replayed.summary) }
    }
    console.flush()
    if total.files > 0 {
      summarize(total, seconds: start.duration(to: .now) / .seconds(1), console)
    }
  }

  /// Prints a summary, as in `2 files, 1204 events, 3 gestures (2 swipe, 1 pan) in 0.012 s (100000
  /// events/s)`; the kinds only for several files.
  private func summarize(_ total: ReplaySummary, seconds: Double, _ console: Console) {
    var counts = [total.files.counted("file"), total.events.counted("event")]
    if report.countsGestures {
      let kinds = total.gesturesByKind.map { ($0.value, $0.key.rawValue) }
        .sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map { "\($0) \($1)" }.joined(separator: ", ")
      let suffix = kinds.isEmpty || total.files < 2 ? "" : " (\(kinds))"
      counts.append(total.gestures.counted("gesture") + suffix)
    }
    let rate = seconds > 0 ? Double(total.events) / seconds : 0
    var unit = 1.0
    while rate / unit >= 1000 { unit *= 10 }
    let rounded = Int((rate / unit).rounded() * unit)
    console.summarize(
      "\(counts.joined(separator: ", ")) in \(Cell.seconds(seconds)) (\(rounded) events/s)")
  }
}
