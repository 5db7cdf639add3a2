import Checking
import Conversion
import FoundationEssentials
import Pictures
import SensorFormats

/// The options of all commands that read recordings of touches. Those that can read a part, or turn
/// the positions, have ``PartOptions`` and ``OrientationOptions`` as well.
struct ReadingOptions: ParsableArguments {
  @Option(help: "The format of the recordings; by default it is recognized by their content.")
  var format: RecordingFormat?

  @Option(file: "A device description (evemu), for recordings that have none or a wrong one.")
  var device: String?

  @Option(
    touchArea: "The size of the touchpad or touchscreen, as in 100x60mm; overrides the device's.")
  var size: Size?

  @Option(
    help: .value("hz", "The report rate, for getevent recordings without times."),
    transform: number("a rate in Hz above 0, at most 100000, as in 60", where: isSampleRate))
  var rate: Double?

  /// The options of a replay; throws if the device description or the profile is invalid.
  func replayOptions(
    profile: ProfileOption? = nil, part: PartOptions? = nil,
    orientation: OrientationOptions? = nil
  ) throws(FileError) -> ReplayOptions {
    var options = ReplayOptions()
    options.format = format
    options.reportRate = rate
    options.size = size
    options.transform = orientation?.transform
    options.cut = RecordingCut(from: part?.from, to: part?.to)
    if let device { options.device = try EvemuDescription.read(path: device) }
    if let profile {
      options.profile = try ProfileFile.find(profile.profile)
      options.shapes = try profile.recognizedShapes()
    }
    options.files = ([device] + (profile?.files ?? [])).compactMap { $0 }
    return options
  }
}

/// The part of each recording that is read.
struct PartOptions: ParsableArguments {
  @Option(
    help: .value("seconds", "Leave out what comes earlier, in seconds from the first event."),
    transform: PartOptions.seconds)
  var from: Double?

  @Option(
    help: .value("seconds", "Leave out what comes later, in seconds from the first event."),
    transform: PartOptions.seconds)
  var to: Double?

  func validate() throws {
    if let from, let to, from > to { throw ValidationError("--from is after --to") }
  }

  var hasCut: Bool { from != nil || to != nil }

  private static func seconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds.isFinite, seconds >= 0 else {
      let hint =
        RecordingFormat(rawValue: text) != nil
        ? " (the format to write is --to-format \(text))"
        : text.hasPrefix("event") || text.hasPrefix("/dev/")
          ? " (the device to play onto is --onto \(text.printable))" : ""
      throw ValidationError("expected seconds from the first event, as in 1.5\(hint)")
    }
    return seconds
  }
}

/// Whether a rate in Hz is possible: 100 kHz is faster than any sensor, at 10 µs a frame.
@Sendable func isSampleRate(_ rate: Double) -> Bool { rate > 0 && rate <= 100_000 }

extension RecordingFormat: ExpressibleByArgument {}

/// The orientation of the positions in recordings.
struct OrientationOptions: ParsableArguments {
  @Option(
    help: .value("degrees", "Rotate all positions clockwise, by 90, 180 or 270."),
    transform: parsed("0, 90, 180 or 270") { text in
      Int(text).flatMap { TouchAreaTransform(degrees: $0) }
    })
  var rotate: TouchAreaTransform?

  // A matrix may begin with a minus sign.
  @Option(
    parsing: .unconditional,
    help: .value("a b c d e f", "Map all positions by libinput's calibration matrix, six numbers."),
    transform: parsed("six numbers, as in \"0 -1 1 1 0 0\"") { TouchAreaTransform(parsing: $0) })
  var matrix: TouchAreaTransform?

  var transform: TouchAreaTransform? { rotate ?? matrix }

  func validate() throws {
    try reject(if: rotate != nil && matrix != nil, "--rotate and --matrix exclude each other")
  }
}

struct ProfileOption: ParsableArguments {
  @Option(
    help: .value(
      "name|file",
      "The rules: standard, textbook, uikit, or a file such as 'replay profile' prints."),
    completion: .custom(ProfileOption.completions))
  var profile = "standard"

  @Option(
    file: "The shapes by which drawings are named: standard, or a file such as 'replay shapes "
      + "learn' writes; none by default.", as: "name|file")
  var shapes: String?

  /// The names of profiles, and of the files that begin with a word.
  @Sendable private static func completions(
    _ words: [String], _ index: Int, _ prefix: String
  ) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    return (Profile.named.map(\.name) + (files ?? []).sorted().map { folder + $0 })
      .filter { $0.hasPrefix(prefix) }
  }

  /// The values that may be files.
  var files: [String?] { [profile, shapes] }

  /// The shapes for recognizers; nil if drawings are not named.
  func recognizedShapes() throws(FileError) -> ShapeSet? {
    guard let shapes else { return nil }
    // The coordinates of the standard set have no unit.
    let set = try ShapeFile.find(shapes)
    return shapes == ShapeFile.standardName ? set : set.inPoints
  }
}

struct JobsOption: ParsableArguments {
  @Option(
    help: .value(
      "count",
      "The number of threads; by default as many as there are processors (convert: twice as many).")
  )
  var jobs: Int?

  var count: Int { jobs ?? ParallelWork.usualJobs }
  /// Of work that writes files: half of the threads wait for the disk.
  var writingCount: Int { jobs ?? 2 * ParallelWork.usualJobs }

  func validate() throws {
    try reject(jobs, unless: (1...1024).contains, "--jobs takes a number from 1 to 1024")
  }
}

struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only results, errors and warnings of lost data.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print skipped files, and each file's notes.")
  var verbose = false

  func validate() throws {
    try reject(if: quiet && verbose, "--quiet and --verbose exclude each other")
  }
}

/// The destination of results, and their form: a table or JSON Lines.
struct ResultOptions: ParsableArguments {
  @Flag(help: "Print JSON Lines, one object a line, instead of a table.")
  var json = false

  @Option(
    name: .shortAndLong,
    file: "Write the results to a file; - is standard output, NAME.jsonl implies --json.")
  var output: String?

  var isJSON: Bool { json || ["jsonl", "json"].contains(Files.ending(of: output)) }

  /// Whether the records are comma-separated values, for commands with columns.
  var isCSV: Bool { !json && Files.ending(of: output) == "csv" }

  /// The path of a drawing to write instead, by its name; nil for other results.
  var drawing: String? { output.flatMap { PictureFormat(path: $0) != nil ? $0 : nil } }

  /// Writes plots to ``drawing``, if there is one.
  func draw(_ plots: [Plot], madeOf inputs: [String], _ console: Console) throws(FileError) {
    guard let drawing, let format = PictureFormat(path: drawing), !plots.isEmpty else { return }
    try PictureFile.write(plots, to: drawing, format: format, madeOf: inputs)
    console.confirm(drawing)
  }

  /// Throws if the file of the results is an input, or of a kind that the command does not write:
  /// text, JSON, drawings and files with the other endings.
  func check(inputs: [String?], draws: Bool = false, others: [String] = []) throws {
    try Files.checkStandardInput(inputs)
    if let output { try Files.refuse(output, asOneOf: inputs) }
    guard let drawing else {
      let kinds = json ? [] : others + (draws ? PictureFormat.endings : [])
      return try Files.checkEnding(of: output, among: ["txt", "jsonl", "json"] + kinds)
    }
    try reject(
      if: !draws,
      "\(drawing.printable): plot, ball, locate, score, shake, stress, tune and shapes show draw; "
        + "name another file")
    try reject(if: json, "\(drawing.printable) is a drawing, which excludes --json")
  }
}

/// The file that a command writes, named by an argument or by `--output`.
struct OutputPath: ParsableArguments {
  @Argument(file: "The file to write; - is standard output.")
  var out: String?

  @Option(name: .shortAndLong, file: "The same as OUT: the file to write.")
  var output: String?

  /// - Parameter fallback: The path without either; nil makes that an error.
  func path(fallback: String? = nil) throws -> String {
    try reject(
      if: out != nil && output != nil,
      "OUT and --output both name the file to write; one is enough")
    if let path = out ?? output ?? fallback { return path }
    throw ValidationError("missing the file to write, as OUT or --output; - is standard output")
  }
}

/// The path and the format of a recording that a command makes.
struct RecordingOutputOptions: ParsableArguments {
  @OptionGroup var file: OutputPath

  @Option(
    help: .format(RecordingFormat.writable.list),
    completion: .list(RecordingFormat.writable.map(\.rawValue)),
    transform: RecordingOutputOptions.target)
  var toFormat: RecordingFormat?

  static func target(_ text: String) throws -> RecordingFormat {
    guard let format = RecordingFormat(rawValue: text) else {
      throw ValidationError("expected one of \(RecordingFormat.writable.list)")
    }
    try reject(
      if: !RecordingFormat.writable.contains(format),
      "\(text) is only read; the formats to write are \(RecordingFormat.writable.list)")
    return format
  }

  func path(fallback: String? = nil) throws -> String { try file.path(fallback: fallback) }

  /// The format of `--to-format`, or that of the file's name.
  func format(of path: String) throws -> RecordingFormat {
    if let format = toFormat ?? RecordingConversion.target(forName: path) { return format }
    throw Files.undetermined(path)
  }
}

extension Sequence where Element: RawRepresentable<String> {
  /// The words of choices, as in `csv, gpx`.
  var list: String { map(\.rawValue).joined(separator: ", ") }
}

/// Errors of options that name one of several choices.
enum Choice {
  /// The error for a word that is not among the choices, with the nearest choice.
  static func error(_ word: some StringProtocol, among choices: [String]) -> ValidationError {
    let near = Suggestion.nearest(to: String(word), among: choices)
    return ValidationError(
      "expected one of \(choices.joined(separator: ", ")), found '\(String(word).printable)'"
        + (near.map { "; did you mean \($0)?" } ?? ""))
  }

  static func parse<Value: CaseIterable & RawRepresentable<String>>(
    _ word: String
  ) throws -> Value {
    if let value = Value(rawValue: word) { return value }
    throw error(word, among: Value.allCases.map(\.rawValue))
  }
}

struct ExpectedOption: ParsableArguments {
  @Option(
    help: .value(
      "gesture",
      "The gesture that was expected: a kind, then touches, direction, taps, name or at, as in "
        + "swipe,touches=3,direction=left."),
    completion: .list(ExpectedGesture.kinds.map(\.rawValue)), transform: ExpectedOption.parse)
  var expected: ExpectedGesture?

  /// The option on a command line.
  var arguments: [String] { expected.map { ["--expected", $0.text] } ?? [] }

  static func parse(_ text: String) throws -> ExpectedGesture {
    do {
      return try ExpectedGesture(parsing: text)
    } catch {
      throw ValidationError("expected \(error.expected), found \(error.found)")
    }
  }
}

/// The most samples, fixes or steps that a short file may produce.
struct LimitOption: ParsableArguments {
  @Option(
    help: .value(
      "count", "The most samples, fixes or steps to make from a short file; 10000000 by default."),
    transform: LimitOption.count)
  var limit = SampleLimit.usual.count

  var samples: SampleLimit { SampleLimit(limit) }

  static let count = parsed("a whole number from 1") { text in
    Int(text).flatMap { $0 >= 1 ? $0 : nil }
  }
}

struct TrackFormatOption: ParsableArguments {
  @Option(help: .format(TrackFormat.allCases.list))
  var toFormat: TrackFormat?

  /// The endings of tracks; any for `--to-format`.
  func endings(of path: String?) -> [String] {
    toFormat == nil ? TrackFormat.endings : [Files.ending(of: path)]
  }

  /// The format of `--to-format` or of the file's name; `.json` is that of gpsd.
  func format(of path: String) throws -> TrackFormat {
    if let format = toFormat ?? TrackFormat(forName: path) { return format }
    if ["json", "jsonl"].contains(path.split(separator: ".").last ?? "") { return .gpsd }
    if path.hasSuffix(".log") { return .nmea }
    throw Files.undetermined(path)
  }
}

extension TrackFormat: ExpressibleByArgument {}

#if Live
  /// The options of reading devices, for the commands that record.
  struct CaptureOptions: ParsableArguments {
    @Flag(
      help: ArgumentHelp(
        "Grab the device: other programs do not get its events. Starts once no key and no "
          + "touch is down; the only keyboard is grabbed only with --duration."))
    var grab = false

    @Option(
      help: .value("seconds", "Stop after this time."),
      transform: number("seconds above 0, at most 1000000, as in 30") { $0 > 0 && $0 <= 1_000_000 })
    var duration: Double?

    @Flag(help: "Record which keys were typed, passwords included, instead of KEY_A for all.")
    var showKeycodes = false
  }
#endif
