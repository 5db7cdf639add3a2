import ArgumentParser
import Playback
import Recordings

/// `replay run`
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Prints the gestures in recordings.",
    discussion: """
      A folder stands for all recordings in it, in the order of their names; - is standard input. \
      One bad file is reported, and the rest run.

      TIME is when a gesture was recognized, or ended, in seconds from the first event: a tap waits \
      0.3 s for another one. Lengths in the table are mm, those in JSON points of 1/163 inch.

      EXAMPLES
        replay run swipe.evemu
        replay run --json Traces | jq .gesture
        replay run --events --size 100x60mm pinch.events
        replay run --touches --speed 1 swipe.evemu
        adb shell getevent -lt | replay run -
      """)

  @Argument(
    help: ArgumentHelp("Recordings, folders of them, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @OptionGroup var report: ReportOptions
  @OptionGroup var profile: ProfileOption
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var size: SizeOption
  @OptionGroup var turn: TurnOption

  @Option(
    help: ArgumentHelp(
      "As fast as possible (max, the default), or so many times as fast as recorded (1, 0.25, ...).",
      valueName: "factor"),
    transform: ReplaySpeed.init(parsing:))
  var speed = ReplaySpeed.max

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try StandardInput.check(paths + [reading.device, profile.profile])
  }

  func run() throws {
    var isPaced = false
    if case .factor = speed { isPaced = true }
    let console = Console(verbosity, flushesLines: isPaced)
    var options = ReplayOptions()
    do {
      options = try reading.replayOptions()
      options.profile = try ProfileFile.find(profile.profile)
    } catch {
      console.report(error)
      return try end(console)
    }
    options.size = size.size
    options.transform = turn.transform
    options.detail = report.detail
    replay(options, console)
    try end(console)
  }

  private func replay(_ options: ReplayOptions, _ console: Console) {
    let walk = TraceWalk(paths, console, isFormatGiven: reading.format != nil)
    let printer = report.printer(console, files: walk.files.map(\.path))
    let start = ContinuousClock.now
    var total = ReplaySummary()
    walk.visit { file, progress throws(RecordingError) in
      var replay = Replay(path: file.path, options: options)
      replay.progress = progress
      replay.pace = speed.makePace { console.flush() }
      let summary = try replay.run(printer.print)
      if !file.isNamed, summary.notes.contains(.noEvents) {
        console.remark(file.path, "passed over, a device without events")
        return
      }
      console.flush()
      for note in summary.notes { console.note(file.path, note.description) }
      total.merge(summary)
    }
    console.flush()
    if total.files > 0 {
      let duration = start.duration(to: .now) / .seconds(1)
      console.summarize(total.text(duration: duration, countsGestures: report.countsGestures))
    }
  }
}
