import LibinputOffline

struct LibinputCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "libinput", abstract: "Print what libinput makes of recordings.",
    discussion: """
      Plays recordings into the unmodified libinput of the system, without root, devices and \
      waiting. Movements and scrolling are summed, and a gesture is one line; -v prints each event. \
      Movements are in mm, from libinput's units of a mouse with 1000 dpi. What was assumed of a \
      device without a complete description is in its line. A part of a recording: write it first \
      with 'replay convert --from 1 --to 3 IN OUT'.

      EXAMPLES
        replay libinput Traces/swipes.evemu
        replay libinput --json --desktop gnome Traces | jq .gesture
        replay libinput -v --log Traces/tap.evemu
        replay libinput --beside Traces/tap.evemu
        replay libinput --quirks local-overrides.quirks Traces/tap.evemu
        replay libinput --compare-library ./libinput.so.10 Traces
        replay libinput --version
      """)

  @OptionGroup var input: RecordingPaths

  @Flag(help: "Print libinput's debug log among the events.")
  var log = false

  @Flag(
    help: "Print our gestures beside libinput's, and why the first that only one has is missing.")
  var beside = false

  @Option(file: "Print where the answers of another libinput differ.")
  var compareLibrary: String?

  @OptionGroup(title: "Library options") var library: LibinputLibraryOptions
  @OptionGroup(title: "Desktop options") var desktop: LibinputDesktopOptions
  @OptionGroup var results: ResultOptions
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if [log, beside, compareLibrary != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--log, --beside and --compare-library exclude each other")
    }
    try results.check(inputs: input.inputs + library.files + [reading.device, compareLibrary])
  }

  func run(_ console: Console) throws {
    let worker = try library.makeWorker()
    var options = try reading.replayOptions()
    // Notes need no recognizers.
    options.detail = .touches
    console.restrictOutput(toReadersOf: library.files)
    let walk = try RecordingWalk(input, console, options)
    if let compareLibrary {
      let other = try library.makeWorker(library: compareLibrary)
      return try compare(walk, options, worker, other, console)
    }
    if beside { return printBeside(walk, options, worker, console) }
    let printer = LibinputPrinter(
      console, results, settings: desktop.settings.given, showsFiles: walk.hasSeveralFiles)
    defer { printer.finish() }
    walk.visit { file, progress throws(FileError) in
      let found = try play(file, progress, options, worker, console, log: log)
      guard let (_, played) = found else { return }
      printer.printDevices(played)
      printer.printEvents(played, eachEvent: verbosity.verbose)
    }
  }

  /// Opens and plays a recording, and prints notes on its anomalies; nil for a recording without
  /// events.
  private func play(
    _ file: WalkedRecording, _ progress: @escaping (Int) -> Void, _ options: ReplayOptions,
    _ worker: LibinputWorker, _ console: Console, log: Bool = false
  ) throws(FileError) -> (Recording, PlayedRecording)? {
    let opened = try file.open(options, progress: progress)
    guard opened.origin != nil else {
      if file.isNamed { for note in opened.notes { console.note(file.path, note) } }
      return nil
    }
    let summary = try Replay(path: file.path, options: options).run(opened) { _ in }
    for note in summary.notes {
      // libinput needs no assumption about our touch area, and no touches.
      switch note {
      case .noTimes, .skippedLines, .anomaly: console.note(file.path, note)
      default: break
      }
    }
    let configuration = desktop.settings.configuration
    return (opened, try PlayedRecording(opened, options, worker, configuration, log: log))
  }

  /// Prints the version of libinput and ends, for `libinput --version` with `--library` or not.
  static func printVersionIfAsked(_ arguments: [String]) throws {
    guard arguments.first == configuration.commandName, arguments.contains("--version") else {
      return
    }
    let rest = arguments.dropFirst().filter { $0 != "--version" }
    let options: LibinputLibraryOptions
    do { options = try LibinputLibraryOptions.parse(Array(rest)) } catch {
      if LibinputLibraryOptions.exitCode(for: error).isSuccess { throw error }
      throw ValidationError(LibinputLibraryOptions.message(for: error))
    }
    do {
      throw CleanExit.message(try options.versionText())
    } catch let error as FileError {
      throw ValidationError(error.description)
    }
  }

  /// Prints this program's gestures beside libinput's.
  private func printBeside(
    _ walk: RecordingWalk, _ options: ReplayOptions, _ worker: LibinputWorker, _ console: Console
  ) {
    let printer = RecordPrinter(
      console, results, [.right("TIME", 9), .left("TOUCHSTONE", 32), .left("LIBINPUT")],
      showsFiles: walk.hasSeveralFiles)
    var (recordings, differences) = (0, 0)
    walk.visit { file, progress throws(FileError) in
      let found = try play(file, progress, options, worker, console, log: true)
      guard let (opened, played) = found else { return }
      let comparison = BesideComparison(played, try opened.load(), options)
      recordings += 1
      if comparison.difference != nil { differences += 1 }
      if results.isJSON { return console.print(comparison.json) }
      comparison.print(by: printer, console)
    }
    console.summarize("\(recordings.counted("recording")), \(differences) with differences")
  }

  /// Prints the first difference of each recording for which two libraries answer differently.
  private func compare(
    _ walk: RecordingWalk, _ options: ReplayOptions, _ worker: LibinputWorker,
    _ other: LibinputWorker, _ console: Console
  ) throws {
    let printer = RecordPrinter(
      console, results, [.right("TIME", 9), .left("BEFORE", 34), .left("AFTER")], showsFiles: true)
    var (recordings, differences) = (0, 0)
    walk.visit { file, progress throws(FileError) in
      guard let (_, old) = try play(file, progress, options, worker, console) else { return }
      var new = old
      try new.play(into: other)
      recordings += 1
      guard let difference = LibinputDifference(old, new) else { return }
      differences += 1
      if results.isJSON { return console.print(difference.json) }
      printer.printRow(difference.cells, of: file.path)
    }
    console.summarize("\(differences) of \(recordings.counted("recording")) differ")
  }
}

/// A recording with libinput's answer under a configuration.
struct PlayedRecording {
  let path: String
  let recording: LibinputRecording
  private let configuration: LibinputConfiguration
  private(set) var answer = LibinputAnswer()

  init(
    _ opened: Recording, _ options: ReplayOptions, _ worker: LibinputWorker,
    _ configuration: LibinputConfiguration, log: Bool = false
  ) throws(FileError) {
    path = opened.path
    recording = try LibinputRecording(opened, size: options.size)
    self.configuration = configuration
    try play(into: worker, log: log)
  }

  /// Plays the recording again, into another libinput.
  mutating func play(into worker: LibinputWorker, log: Bool = false) throws(FileError) {
    do throws(LibinputError) {
      answer = try worker.play(recording.input, configuration, log: log ? .debug : .error)
    } catch {
      throw error.of(path)
    }
  }

  var origin: Timestamp { recording.input.origin }

  var actions: [LibinputAction] {
    answer.actions(swapsTapButtons: configuration.swapsTapButtons ?? false)
  }

  var gestures: [GestureRecord] {
    answer.gestureRecords(file: path, devices: recording.names, origin: origin, configuration)
  }

  func name(_ device: Int) -> String? {
    recording.names.indices.contains(device) ? recording.names[device] : nil
  }

  func record(_ device: Int?, _ content: LibinputRecord.Content) -> LibinputRecord {
    LibinputRecord(file: path, device: device.flatMap(name), origin: origin, content)
  }
}
