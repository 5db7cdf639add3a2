import Checking
import Conversion
import Lab
import TouchScript

struct ScriptCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "script", abstract: "Make a trace from a script of what fingers do.",
    discussion: """
      One action a line; # begins a comment. Positions are in mm from the top left corner.

        size 100x70mm                 hand human seed 7 rate 120Hz
        tap 50,35 count 2             long-press 50,35 for 1s
        swipe left at 50,35 fingers 3 pan from 20,35 to 80,35 for 1s
        pinch 50,35 from 20 to 50     rotation 50,35 by 90 radius 20
        checkmark 50,35               wait 1s

      docs/Testing.md has the whole grammar. The same script makes the same trace.

      EXAMPLES
        echo 'swipe left fingers 3' | replay script - | replay run -
        replay script Examples/Samples/session.touch session.evemu
        echo 'tap count 2' | replay script - taps.evemu --expectations
        echo 'tap count 2' | replay script - taps.tar --count 1000 --labels taps.jsonl
      """)

  @Argument(file: "The script; - is standard input.")
  var input: String

  @OptionGroup var output: RecordingOutputOptions

  @Flag(
    help:
      "Write the gestures that the script should produce to NAME.gestures.jsonl beside the trace.")
  var expectations = false

  @Option(
    help: .value("count", "The most frames of touches to make; 2000000 by default."),
    transform: LimitOption.count)
  var limit = ScriptFile.usualFrameLimit

  @OptionGroup(title: "Many recordings") var many: VariationOptions
  @OptionGroup var verbosity: VerbosityOptions

  /// The format of the output; evemu by default on standard output.
  private func format(of path: String) throws -> RecordingFormat {
    path == "-" ? output.toFormat ?? .evemu : try output.format(of: path)
  }

  func validate() throws {
    let path = try output.path(fallback: "-")
    if many.count != nil { return try many.check(path, input: input, output, expectations) }
    _ = try format(of: path)
    try reject(
      if: expectations && path == "-",
      "standard output has no expectations beside it; name a file to write")
    try Files.refuse(path, asOneOf: [input])
    if expectations {
      try Files.refuse(ExpectationFile.path(forTrace: path), asOneOf: [input, path])
    }
  }

  func run(_ console: Console) throws {
    let path = try output.path(fallback: "-")
    let script = try ScriptFile.read(path: input, frameLimit: limit)
    if many.count != nil {
      console.progress.begin(0)
      try many.write(script, to: path, madeOf: input)
      warnOfLosses(script, in: path, console)
      console.confirm(path)
      if let labels = many.labels { console.confirm(labels) }
      return
    }
    // The sink is written before the trace, and named after it: either both are new or none is.
    let sink =
      try expectations ? ByteSink(path: ExpectationFile.path(forTrace: path), madeOf: [input]) : nil
    try sink?.append(script.expectations.utf8)
    try sink?.flush()
    let frames = try script.write(to: path, format: format(of: path), madeOf: [input])
    try sink?.finish()
    if frames == 0 { console.note(input, "no touches, so the recording is empty") }
    warnOfLosses(script, in: path, console)
    console.confirm(path)
    if expectations { console.confirm(ExpectationFile.path(forTrace: path)) }
  }

  /// Warns of positions and shakes of the script that its recordings lack.
  private func warnOfLosses(_ script: ScriptFile, in path: String, _ console: Console) {
    if script.script.leaves(script.touchArea) {
      let size = Cell.size(script.touchArea)
      console.warnOfLoss(
        in: input, "fingers are beside the touch area of \(size) mm; the recording has its edge")
    }
    if script.script.shakesDevice {
      console.warnOfLoss(in: path, "recordings of touches do not contain shakes")
    }
  }
}

/// Many recordings of one script, in a tar archive.
struct VariationOptions: ParsableArguments {
  @Option(
    help: .value(
      "count",
      "Write a tar archive of this number of recordings, each by the hand of the next seed."))
  var count: Int?

  @Option(
    help: .value(
      "kind=amount",
      "Perturb each recording as replay stress does, as in tremor=0.3 and rate=60; several are "
        + "applied in turn."),
    transform: StressAmountOption.limits)
  var perturb: [[StressAmountOption]] = []

  @Option(help: .value("name", "The name of the device in the recordings."))
  var deviceName: String?

  @Option(
    help: .value(
      "name",
      "How the names of the recordings begin, as in tap-000001.evemu; by default as the script's "
        + "name."))
  var prefix: String?

  @Option(file: "Also write the labels of the recordings, for replay score.")
  var labels: String?

  func validate() throws {
    guard let count else {
      if perturb.isEmpty, deviceName == nil, prefix == nil, labels == nil { return }
      throw ValidationError("--perturb, --device-name, --prefix and --labels are for --count")
    }
    try reject(
      if: !(1...ScriptVariations.maximumRecordings).contains(count),
      "--count takes a number from 1 to \(ScriptVariations.maximumRecordings)")
    if perturb.joined().contains(where: { $0.grade == .missingResolution }) {
      throw ValidationError("--perturb: missingResolution is for replay stress")
    }
    let parts = prefix?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    try reject(
      if: parts.contains("..") || prefix?.hasPrefix("/") == true,
      "--prefix takes a name within the archive, without .. and without / at its start")
    try Files.refuseStandardOutput(labels, for: "--labels")
  }

  /// Throws for options that an archive excludes.
  func check(
    _ path: String, input: String, _ output: RecordingOutputOptions, _ expectations: Bool
  ) throws {
    try reject(
      if: expectations || (output.toFormat ?? .evemu) != .evemu,
      "--count writes evemu without expectations")
    try Files.checkEnding(of: path, among: ["tar"])
    try Files.checkEnding(of: labels, among: ["jsonl", "json"])
    try Files.refuse(path, asOneOf: [input])
    if let labels { try Files.refuse(labels, asOneOf: [input, path]) }
  }

  func write(_ script: ScriptFile, to path: String, madeOf input: String) throws(FileError) {
    var variations = ScriptVariations(script, count: count ?? 1)
    variations.deviceName = deviceName
    variations.perturbations = perturb.joined().compactMap { option in
      option.grade.kind.flatMap { kind in option.amount.map { Perturbation(kind, amount: $0) } }
    }
    try variations.write(
      to: path, name: prefix ?? VariationOptions.name(ofScript: input), labels: labels,
      madeOf: [input])
  }

  /// The script's name without its extension; `recording` for standard input.
  private static func name(ofScript path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = file.hasSuffix(".touch") ? String(file.dropLast(".touch".count)) : file
    return stem.isEmpty || stem == "-" ? "recording" : stem
  }
}
