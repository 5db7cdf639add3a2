import ArgumentParser
import Files
import Playback
import SceneHost
import Scenes
import SensorFormats
import Timeline

/// `scene`
struct SceneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a scene on recordings, and print what its screen shows.",
    discussion: """
      Without a name the scenes are listed. A scene takes recordings of touches, accelerations and \
      locations, several at once on one clock: each begins at 0 s, or at its --offset. Every change of \
      the screen is printed with its time.

      --textbook runs the scene by the rules of the classic sample programs of iPhone development books, \
      with their faults.

      EXAMPLES
        scene
        scene TapTaps Traces/double-tap.getevent
        scene Swipes --textbook Traces/swipes.evemu
        scene ShakeAndBreak Examples/Samples/shakes.csv Traces/tap.evemu --offset 0 --offset 12
        scene QuartzFun Traces/swipes.evemu --set shape=ellipse --svg drawing.svg
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
      """
      When a recording begins, in seconds; repeated for each recording in their order. By default 0.
      """,
      valueName: "seconds"),
    transform: SceneCommand.seconds)
  var offset: [Double] = []

  @Option(
    help: ArgumentHelp(
      "The speed as a multiple of the recorded one (1, 0.25, ...), or max, the default.",
      valueName: "factor"),
    transform: SceneCommand.speed)
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

  /// A year: longer offsets are mistakes.
  private static let maximumOffset = 31_536_000.0

  private static func speed(_ text: String) throws -> ReplaySpeed {
    guard let speed = ReplaySpeed(parsing: text) else {
      throw ValidationError("expected \(ReplaySpeed.expected)")
    }
    return speed
  }

  private static func seconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), (0...maximumOffset).contains(seconds) else {
      throw ValidationError(
        "expected seconds from the start of the scene, at most \(Int(maximumOffset)), as in 1.5")
    }
    return seconds
  }

  func validate() throws {
    let inputs = files + [reading.device].compactMap(\.self)
    if inputs.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("- is standard input, which can be read only once")
    }
    try OutputChecks.refuse(results.output, asOneOf: inputs)
    try drawings.check(inputs: files, others: [results.output, memory.save])
    try memory.check(inputs: files, output: results.output)
    guard let name else {
      if live != nil { throw ValidationError("--live needs the name of a scene") }
      return
    }
    _ = try SceneSettings.scene(name)
    if live != nil { try checkLive() }
    if offset.count > files.count {
      throw ValidationError(
        "--offset is given \(offset.count.counted("time")) for \(files.count.counted("recording"))")
    }
  }

  /// Throws for options that a live run has no use for, rather than ignoring them.
  private func checkLive() throws {
    if !files.isEmpty { throw ValidationError("--live takes no recordings") }
    var isPaced = false
    if case .factor = speed { isPaced = true }
    let others = [
      ("--offset", !offset.isEmpty), ("--frames", drawings.frames != nil), ("--speed", isPaced),
      ("--from", reading.from != nil), ("--to", reading.to != nil),
      ("--format", reading.format != nil), ("--device", reading.device != nil),
      ("--rate", reading.rate != nil),
    ]
    if let other = others.first(where: \.1) {
      throw ValidationError("\(other.0) is for recordings, which excludes --live")
    }
  }

  func run() throws {
    var flushesLines = live != nil
    if case .factor = speed { flushesLines = true }
    try withConsole(
      quiet: results.quiet, output: results.output, madeOf: files, flushesLines: flushesLines
    ) { console in
      guard let name else { return list(console) }
      let scene = try SceneSettings.scene(name)
      guard live != nil || !files.isEmpty else {
        throw ValidationError(
          "expected a recording for \(scene.name), as in "
            + "'scene \(scene.name) Traces/tap.evemu'")
      }
      try run(scene, console)
    }
  }

  private func list(_ console: Console) {
    let language = locale.language(SceneCatalog.strings, on: console)
    if results.isJSON {
      for scene in SceneCatalog.scenes { console.print(SceneRecord(scene).appendJSON) }
      return
    }
    let rows = SceneCatalog.scenes.map { [$0.name, language.string($0.summary)] }
    console.printTable([.left("SCENE"), .left("SHOWS")], rows)
  }

  private func run(_ scene: Scene.Type, _ console: Console) throws {
    let settings = try settings.settings(of: scene, console)
    let printer = ScenePrinter(
      scene, console, isJSON: results.isJSON,
      language: locale.language(SceneCatalog.strings, on: console))
    // What is saved and drawn does not depend on a reader of the output.
    console.outlivesReader = drawings.areWanted || memory.isWanted
    let run = SceneRun(
      scene: scene, rules: textbook ? .textbook : .standard, settings: settings, memory: memory,
      drawings: drawings, printer: printer, console: console)
    if let live {
      try run.play(on: live, reading)
    } else {
      try run.play(try readInput(console), madeOf: files, speed)
    }
  }

  private func readInput(_ console: Console) throws(FileError) -> SceneInput {
    var options = SceneInput.Options()
    options.touches = try reading.replayOptions()
    options.limit = SampleLimit(reading.limit)
    let input = try SceneInput(paths: files, offsets: offset, options: options)
    for note in input.notes {
      note.isWarning ? console.warn(note.path, note.text) : console.note(note.path, note.text)
    }
    return input
  }
}
