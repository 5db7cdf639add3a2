import Conversion
import SensorPlayback
import TouchScript

struct ExportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a recording for other programs: trace events, tracks, tables or input.",
    discussion: """
      The format is that of --to-format or of the name of FILE.

      .json is Chrome's trace events (--to-format trace), which ui.perfetto.dev opens: a track for \
      each finger and each recognizer, gestures with their numbers, failures with their reason; of an \
      accelerometer a counter for each axis, and its shakes.

      .gpx, .kml, .geojson and .nmea are tracks of a recording of locations, with every fix; \
      'replay locate -o' writes the same, filtered or smoothed.

      .csv is a table, whose columns are the keys of the records with --json. --table names its rows: \
      touches (each position of each touch), gestures or changes (of recognizers); of an \
      accelerometer samples or shakes.

      --to cdp, w3c, playwright and android write the touches of a recording, or of a script in a \
      .touch file, as the input of other programs: calls of the Chrome DevTools Protocol and touch \
      events of Playwright, one a line with the seconds from the first touch; the actions of WebDriver; \
      and evemu for Android's uinput tool. docs/Browsers.md has players.

      EXAMPLES
        replay export Traces/swipes.evemu -o swipes.json
        replay export Traces/swipes.evemu --table gestures -o swipes.csv
        replay export Examples/Samples/shakes.csv -o shakes.json
        replay export Examples/Samples/walk.nmea -o walk.geojson
        replay export Traces/tap.evemu --to-format csv -o - | head -3
        replay export Traces/pinch-out.evemu --to cdp --viewport 390x844px -o p.jsonl
        replay export Traces/swipes.evemu --to android --screen 1080x2400px -o a.evemu
      """)

  @Argument(file: "The recording; - is standard input.")
  var recording: String

  @Option(name: .shortAndLong, file: "The file to write; - is standard output.")
  var output: String

  @Option(
    help: .format(ExportFormat.allCases.list),
    completion: .list(ExportFormat.allCases.map(\.rawValue)), transform: Choice.parse)
  var toFormat: ExportFormat?

  @Option(
    name: .customLong("table"),
    help: .value("rows", "The rows of a table: \(TableExport.Rows.allCases.list)."))
  var rows: TableExport.Rows?

  @OptionGroup(title: "Input of other programs") var page: PageOptions
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup(title: "Reading options") var orientation: OrientationOptions
  @OptionGroup var verbosity: VerbosityOptions

  private static let generator = "replay \(ReplayCommand.configuration.version)"

  private var format: ExportFormat {
    get throws { try toFormat ?? ExportFormat(forName: output) }
  }

  func validate() throws {
    let inputs = [recording, reading.device] + profile.files
    try Files.checkStandardInput(inputs)
    try Files.refuse(output, asOneOf: inputs)
    let format = try format
    try reject(
      if: rows != nil && format != .csv,
      "--table is for tables; name a .csv file, or use --to-format csv")
    try page.check(format)
    if isScript, format.target != nil { try refuseReadingOptions() }
  }

  private var isScript: Bool { recording.hasSuffix(".touch") }

  /// Throws for options of reading recordings, which have no effect on a script.
  private func refuseReadingOptions() throws {
    let options = [
      ("--format", reading.format != nil), ("--device", reading.device != nil),
      ("--size", reading.size != nil), ("--rotate", orientation.rotate != nil),
      ("--matrix", orientation.matrix != nil), ("--rate", reading.rate != nil),
      ("--from", part.from != nil), ("--to", part.to != nil),
      ("--profile", profile.profile != "standard"), ("--shapes", profile.shapes != nil),
    ]
    let given = options.filter(\.1).map(\.0).joined(separator: ", ")
    try reject(
      if: !given.isEmpty, "\(given): only for recordings; a script contains its own settings")
  }

  func run(_ console: Console) throws {
    if isScript, let target = try format.target {
      let script = try ScriptFile.read(path: recording)
      let touches = PlayedTouches(script, page.mapping, speed: page.speed ?? 1)
      return try write(touches, as: target, madeOf: [recording], console)
    }
    let source = try ByteSource(path: recording)
    let content = try RecordingContent.detect(source, format: reading.format) ?? .touches
    let format = try format(for: content)
    if let rows, !content.tables.contains(rows) {
      let hint =
        content.tables.isEmpty
        ? "its only table is that of its fixes, without --table"
        : "expected one of \(content.tables.list)"
      throw ValidationError(
        "\(recording.printable) is \(content.phrase) and has no \(rows.rawValue); \(hint)")
    }
    try reject(
      if: content != .touches
        && (part.hasCut || orientation.transform != nil || reading.size != nil),
      "--from, --to, --size, --rotate and --matrix are for recordings of touches")
    switch content {
    case .touches: try exportTouches(source, format, console)
    case .accelerations: try exportAccelerations(source, format, console)
    case .locations: try exportLocations(source, format, console)
    case .accelerationsAndLocations:
      if format == .trace || format == .csv {
        console.noteLocations(of: recording)
        try exportAccelerations(source, format, console)
      } else {
        try exportLocations(source, format, console)
      }
    }
  }

  /// The format, which has to suit the content. gpsd's reports are JSON, too.
  private func format(for content: RecordingContent) throws -> ExportFormat {
    var format = try format
    if content == .locations, toFormat == nil, format == .trace { format = .gpsd }
    if content.formats.contains(format) { return format }
    throw ValidationError(
      "\(recording.printable) is \(content.phrase), which \(format.rawValue) cannot hold; expected "
        + "one of \(content.formats.list)")
  }

  // MARK: Touches

  private func exportTouches(
    _ source: ByteSource, _ format: ExportFormat, _ console: Console
  ) throws {
    let options = try reading.replayOptions(profile: profile, part: part, orientation: orientation)
    if let target = format.target {
      let loaded = try Recording(source, options: options).load()
      for note in loaded.notes { console.note(recording, note) }
      let touches = PlayedTouches(
        loaded, page.mapping, speed: page.speed ?? 1, profile: options.profile)
      return try write(touches, as: target, madeOf: [recording] + options.files, console)
    }
    var replay = Replay(path: recording, options: options)
    if InputFiles.expand([recording]).first?.file?.isRegular == true {
      console.progress.expect(readingTwice: recording)
      replay.progress = console.progress.update
    } else {
      // The first bytes of a pipe have been read, and it cannot be read again.
      replay.source = source
    }
    let sink = try ByteSink(path: output, madeOf: [recording] + options.files)
    let summary: ReplaySummary
    let written: String
    if format == .trace {
      summary = try TraceEventExport.write(replay, to: sink, generator: ExportCommand.generator)
      written = summary.gestures.counted("gesture")
    } else {
      let rows = rows ?? .touches
      let table = try TableExport.write(replay, rows, to: sink)
      summary = table.1
      written = table.rows.counted("row")
    }
    for note in summary.notes { console.note(recording, note) }
    console.confirm(output, "\(summary.touches.counted("touch", "touches")), \(written)")
  }

  /// Writes the input of another program.
  private func write(
    _ touches: PlayedTouches, as target: TouchInputExport.Target, madeOf inputs: [String],
    _ console: Console
  ) throws(FileError) {
    let sink = try ByteSink(path: output, madeOf: inputs)
    try TouchInputExport.write(touches, as: target, screen: page.screen, to: sink)
    if touches.touches == 0 { console.warn(recording, "no touches") }
    if let screen = page.screen, case let count = touches.positions(outside: screen), count > 0 {
      let positions = count == 1 ? "1 position is" : "\(count) positions are"
      console.warn(recording, "\(positions) outside the screen, and moved to its edge")
    }
    if touches.mostTouches > TouchInputExport.touchLimit {
      let most = "\(touches.mostTouches) touches at the same time"
      let limit = TouchInputExport.touchLimit
      console.warn(recording, "\(most), of which Chromium and Android take at most \(limit)")
    }
    if !touches.losses.isEmpty {
      console.note(recording, "left out: \(touches.losses.joined(separator: ", "))")
    }
    if touches.pens > 0, target != .android {
      console.note(
        recording, "\(touches.pens.counted("touch", "touches")) of a pen, as of a finger")
    }
    if target == .cdp, case let count = touches.cancelledBesideOthers, count > 0 {
      let lifted = "\(count.counted("touch", "touches")) cancelled beside others"
      console.note(recording, "\(lifted), as lifted: the protocol cancels all at once")
    }
    let written = touches.touches.counted("touch", "touches")
    console.confirm(output, "\(written), \(touches.scale.text(decimals: 1...2)) pixels per mm")
  }

  // MARK: Sensors

  private func exportAccelerations(
    _ source: ByteSource, _ format: ExportFormat, _ console: Console
  ) throws(FileError) {
    let search = ShakeSearch(rate: reading.rate)
    let sink = try ByteSink(path: output, madeOf: [recording])
    let summary: ShakeSearch.Summary
    var written = ""
    if format == .trace {
      summary = try TraceEventExport.write(
        source, search, to: sink, generator: ExportCommand.generator)
    } else {
      let table = try TableExport.write(source, search, rows ?? .samples, to: sink)
      summary = table.1
      written = ", \(table.rows.counted("row"))"
    }
    for remark in summary.remarks { console.note(recording, .table(remark)) }
    console.confirm(output, summary.samples.counted("sample") + written)
  }

  private func exportLocations(
    _ source: ByteSource, _ format: ExportFormat, _ console: Console
  ) throws(FileError) {
    guard let track = format.track else { return }
    let sink = try ByteSink(path: output, madeOf: [recording])
    let locations = LocationOutput(.track(try track.makeWriter(sink), track), console)
    try locations.begin(recording)
    let summary = try LocationReplay.run(source, LocationReplayOptions()) {
      record throws(FileError) in try locations.add(record) { [] }
    }
    locations.end(recording, summary)
    console.note(summary, of: recording)
    try locations.finish(output, summary.sentence)
  }
}

extension Console {
  /// Notes that only the accelerations of a recording with locations are used.
  func noteLocations(of recording: String) {
    note(recording, "also has locations, which 'replay export -o FILE.gpx' writes")
  }
}
