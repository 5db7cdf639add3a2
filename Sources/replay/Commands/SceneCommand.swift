import ArgumentParser
import Playback
import Recordings
import SceneHost
import Scenes
import Timeline

#if Live
  import Devices
#endif

/// `replay scene`
struct SceneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene",
    abstract: "Run a program of one screen on recordings, and print what it shows.",
    discussion: """
      Without a name the scenes are listed. A scene takes recordings of touches, accelerations and \
      locations, several at once on one clock: each begins at 0 s, or at its --offset. Every change of \
      the screen is printed with its time.

      --textbook runs the scene by the rules of the classic sample programs of iPhone development books, \
      with their faults.

      EXAMPLES
        replay scene
        replay scene TapTaps Traces/double-tap.getevent
        replay scene Swipes --textbook Traces/swipes.evemu
        replay scene ShakeAndBreak Examples/Samples/shakes.csv Traces/tap.evemu --offset 0 --offset 12
        replay scene QuartzFun Traces/swipes.evemu --set shape=ellipse --svg drawing.svg
      """)

  @Argument(help: ArgumentHelp("The scene; without it, all are listed.", valueName: "name"))
  var name: String?

  @Argument(
    help: ArgumentHelp("Recordings; - is standard input.", valueName: "file"), completion: .file())
  var files: [String] = []

  @Flag(help: "Follow the textbook rules, faults included.")
  var textbook = false

  @Option(
    help: ArgumentHelp(
      "When a recording begins, in seconds; given once for each recording, in their order.",
      valueName: "seconds"),
    transform: SceneCommand.seconds)
  var offset: [Double] = []

  @Option(
    help: ArgumentHelp(
      "The speed as a multiple of the recorded one (1, 0.25, ...), or max, the default.",
      valueName: "factor"),
    transform: ReplaySpeed.init(parsing:))
  var speed = ReplaySpeed.max

  @Option(
    help: ArgumentHelp(
      "Run on a touchpad or touchscreen instead of recordings, until Ctrl-C.", valueName: "device"))
  var live: String?

  @OptionGroup var settings: SettingsOptions
  @OptionGroup(title: "Memory") var memory: SceneMemoryOptions
  @OptionGroup var locale: LocaleOption
  @OptionGroup(title: "Drawings") var drawings: SceneDrawingOptions
  @OptionGroup var results: ResultOptions
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup var limit: LimitOption
  @OptionGroup var verbosity: VerbosityOptions

  private var rules: SceneRules { textbook ? .textbook : .standard }

  private static func seconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds.isFinite, seconds >= 0 else {
      throw ValidationError("expected seconds from the start of the scene, as in 1.5")
    }
    return seconds
  }

  func validate() throws {
    try Files.checkStandardInput(files + [reading.device])
    try results.check(inputs: files + [reading.device])
    try drawings.check(inputs: files, output: results.output)
    try memory.check(inputs: files, output: results.output)
    guard let name else { return }
    if SceneCatalog.scene(named: name) == nil {
      throw Choice.error(name, among: SceneCatalog.scenes.map(\.name))
    }
    if live != nil, !files.isEmpty || !offset.isEmpty || drawings.frames != nil {
      throw ValidationError("--live takes no recordings, --offset or --frames")
    }
    if offset.count > files.count {
      throw ValidationError("--offset is given \(offset.count) times for \(files.count) recordings")
    }
  }

  func run() throws {
    let isPaced = if case .factor = speed { true } else { live != nil }
    try withConsole(
      verbosity, output: results.output, madeOf: files, flushesLines: isPaced
    ) { console in
      guard let name, let scene = SceneCatalog.scene(named: name) else { return list(console) }
      guard live != nil || !files.isEmpty else {
        throw ValidationError(
          "expected a recording for \(scene.name), as in "
            + "'replay scene \(scene.name) Traces/tap.evemu'")
      }
      try run(scene, console)
    }
  }

  private func list(_ console: Console) {
    let language = locale.language(SceneCatalog.strings, on: console)
    let rows = SceneCatalog.scenes.map { [$0.name, language.string($0.summary)] }
    console.printTable([.left("SCENE"), .left("SHOWS")], rows)
  }

  private func run(_ scene: Scene.Type, _ console: Console) throws {
    let settings = try settings.settings(of: scene, console)
    if let live { return try run(scene, on: live, settings, console) }
    let input = try readInput(console)
    let language = locale.language(SceneCatalog.strings, on: console)
    let printer = ScenePrinter(scene, console, isJSON: results.isJSON, language: language)
    let runner = try memory.start(scene, rules: rules, isLive: false, console) {
      let context = SceneContext(
        rules: rules, screenSize: input.screenSize, settings: settings.values)
      let runner = SceneRunner(scene, in: context, isTouchpad: input.isTouchpad)
      runner.observer = printer.print
      return runner
    }
    let frames = try drawings.frames.map { folder throws(RecordingError) in
      try SceneFrames(folder, of: runner, language, madeOf: files)
    }
    if let frames { runner.context.loop.add(frames) }
    try input.play(on: runner, pace: speed.makePace { console.flush() })
    if let failure = frames?.failure { throw failure }
    try drawings.draw(runner.lastScreen ?? runner.screen, language, madeOf: files)
    try memory.finish(runner, madeOf: files)
    summarize(printer, frames, duration: input.duration, console)
  }

  private func readInput(_ console: Console) throws(RecordingError) -> SceneInput {
    var options = SceneInput.Options()
    options.touches = try reading.replayOptions()
    options.limit = limit.samples
    let input = try SceneInput(paths: files, offsets: offset, options: options)
    for note in input.notes {
      note.isWarning ? console.warn(note.path, note.text) : console.note(note.path, note.text)
    }
    return input
  }

  /// As in `12 changes in 3.2 s, 193 frames`.
  private func summarize(
    _ printer: ScenePrinter, _ frames: SceneFrames? = nil, duration: Double, _ console: Console
  ) {
    console.flush()
    let changes = "\(printer.changes.counted("change")) in \(Cell.seconds(duration))"
    console.summarize(frames.map { "\(changes), \($0.count.counted("frame"))" } ?? changes)
  }
}

// MARK: - Live

#if Live
  extension SceneCommand {
    private func run(
      _ scene: Scene.Type, on device: String, _ settings: SceneSettings, _ console: Console
    ) throws {
      var options = LiveSession.Options()
      options.replay.size = reading.touchArea.size
      options.replay.transform = reading.touchArea.transform
      let session = try LiveSession(device: device, options: options)
      try console.end(with: session.loop)
      let language = locale.language(SceneCatalog.strings, on: console)
      let printer = ScenePrinter(scene, console, isJSON: results.isJSON, language: language)
      let watcher = settings.watcher(console)
      var runner: SceneRunner?
      session.notices = { notice in
        if case .opened(let info) = notice {
          console.summarize("\(info.node.printable): \(info.name.printable) (Ctrl-C ends)")
        }
      }
      session.makeProgram = { touchArea, isTouchpad in
        let points = Window.pointsPerMillimeter
        let size = Size(width: touchArea.width * points, height: touchArea.height * points)
        let made = try memory.start(scene, rules: rules, isLive: true, console) {
          let context = SceneContext(rules: rules, screenSize: size, settings: settings.values)
          let runner = SceneRunner(scene, in: context, isTouchpad: isTouchpad)
          runner.observer = printer.print
          return runner
        }
        runner = made
        return LiveScene(made, watcher)
      }
      let ending = try session.run()
      console.endInterruptedLine(session.loop.signal)
      if let runner {
        try drawings.draw(runner.screen, language, madeOf: [])
        try memory.finish(runner, madeOf: [])
      }
      summarize(printer, duration: session.duration, console)
      if ending == .unplugged { console.fail(ExitStatus.deviceGone) }
    }
  }
#else
  extension SceneCommand {
    private func run(
      _ scene: Scene.Type, on device: String, _ settings: SceneSettings, _ console: Console
    ) throws {
      throw ValidationError(
        "--live needs a replay that is built with the trait Live: see 'make live'")
    }
  }
#endif
