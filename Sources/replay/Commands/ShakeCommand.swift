import ArgumentParser
import Playback
import Recordings
import Sensors
import Timeline

/// `replay shake`
struct ShakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shake",
    abstract: "Prints the shakes in recordings of accelerometers.",
    discussion: """
      Reads tables of phyphox, Sensor Logger, AndroSensor, ST's tools, and plain columns, recognized \
      by their headers. A folder stands for all files in it; - is standard input.

      TIME is when a shake was recognized, in seconds from the first sample. STRENGTH is the largest \
      acceleration without gravity; > means that the sensor was at the end of its range. The \
      textbook's rules (threshold, counted, break) print each firing.

      EXAMPLES
        replay shake walk.csv
        replay shake --json logs | jq .strength
        replay shake --rule threshold --rate 100 plain.csv
      """)

  @Argument(
    help: ArgumentHelp("Tables, folders of them, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @Flag(help: "Prints one JSON object a line instead of a table.")
  var json = false

  @Option(help: "The rule: standard, or the textbook's threshold, counted or break.")
  var rule = ShakeRuleName.standard

  @OptionGroup var table: AccelerationOptions

  @Option(
    help: ArgumentHelp("The sensor's range, whose ends mean \"at least\".", valueName: "g"))
  var range: Double?

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try StandardInput.check(paths)
    if let range, !(range > 0 && range <= 1000) {
      throw ValidationError("--range takes g above 0, at most 1000")
    }
  }

  func run() throws {
    let console = Console(verbosity)
    let search = ShakeSearch(profile: rule.profile, range: range, rate: table.rate)
    let walk = TraceWalk(paths, console, isFormatGiven: true)
    let printer = ShakeTable(console.output, files: walk.files.map(\.path))
    var shakes = 0
    var samples = 0
    var duration = 0.0
    walk.visit(passes: 1) { file, _ throws(RecordingError) in
      let summary = try search.run(path: file.path) { record in
        if !json, shakes == 0 { console.print(printer.header) }
        shakes += 1
        if json { return console.print(record.appendJSON) }
        console.print(printer.row(record))
      }
      console.flush()
      if summary.samples == 0 { console.note(file.path, "holds no samples") }
      table.note(hasTimes: summary.hasTimes, skippedRows: summary.skippedRows, file.path, console)
      samples += summary.samples
      duration += summary.duration
    }
    if !json {
      let seconds = duration.text(decimals: 1...3)
      console.summarize("\(samples) samples in \(seconds) s, shakes: \(shakes)")
    }
    try end(console)
  }
}

/// The rules by the names that the command line knows.
enum ShakeRuleName: String, CaseIterable, ExpressibleByArgument {
  case standard
  case threshold
  case counted
  case `break`

  var profile: ShakeDetector.Profile {
    switch self {
    case .standard: .standard
    case .threshold: .textbook
    case .counted: .textbookCounted
    case .break: .textbookBreak
    }
  }
}

/// How tables of accelerations are to be read.
struct AccelerationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Samples a second, for tables without times; 26 if nothing is said.", valueName: "hz"),
    transform: AccelerationOptions.rate)
  var rate: Double?

  private static func rate(_ text: String) throws -> Double {
    guard let rate = Double(text), rate > 0, rate <= 100_000 else {
      throw ValidationError("expected samples a second above 0, at most 100000, as in 100")
    }
    return rate
  }

  /// Says what the reader of a table should know.
  func note(hasTimes: Bool, skippedRows: Int, _ path: String, _ console: Console) {
    if !hasTimes, rate == nil {
      console.note(path, "has no times: taken as 26 samples a second (--rate tells others)")
    }
    if skippedRows > 0 {
      console.note(path, "\(skippedRows) rows without numbers passed over")
    }
  }
}

/// Shakes as lines of aligned columns.
private struct ShakeTable {
  private let terminal: Terminal
  private let fileColumn: Int?

  init(_ terminal: Terminal, files: [String]) {
    self.terminal = terminal
    fileColumn = FileColumn.width(files, on: terminal)
  }

  var header: String {
    terminal.styled(line("FILE", "TIME", "START", "DURATION", "STRENGTH"), .dim)
  }

  func row(_ record: ShakeRecord) -> String {
    let strength = record.shake.strength.text(decimals: 2)
    return line(
      record.file ?? "", GestureTable.seconds(record.time), GestureTable.seconds(record.start),
      GestureTable.seconds(record.shake.duration),
      "\(record.shake.isAtLeast ? "> " : "")\(strength) g")
  }

  private func line(
    _ file: String, _ time: String, _ start: String, _ duration: String, _ strength: String
  ) -> String {
    var line = ""
    if let fileColumn {
      line = file.printable.suffix(columns: fileColumn).padded(toColumns: fileColumn) + "  "
    }
    for cell in [time, start] { line += cell.rightAligned(toColumns: 12) + "  " }
    for cell in [duration, strength] { line += cell.rightAligned(toColumns: 10) + "  " }
    while line.hasSuffix(" ") { line.removeLast() }
    return terminal.columns.map { line.prefix(columns: $0) } ?? line
  }
}
