import ArgumentParser
import Files
import Lab
import Playback
import TouchFormats
import TouchScript

/// Many recordings of one script, in a tar archive.
struct VariationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a tar archive of this number of recordings, each by the hand of the next seed.",
      valueName: "count"))
  var count: Int?

  @Option(
    help: ArgumentHelp(
      "Perturb each recording as replay stress does, as in tremor=0.3 and rate=60; several are applied "
        + "in turn.", valueName: "kind=amount"),
    transform: StressAmountOption.limits)
  var perturb: [[StressAmountOption]] = []

  @Option(help: ArgumentHelp("The name of the device in the recordings.", valueName: "name"))
  var deviceName: String?

  @Option(
    help: ArgumentHelp(
      "How the names of the recordings begin, as in tap-000001.evemu; by default as the script's name.",
      valueName: "name"))
  var prefix: String?

  @Option(
    help: ArgumentHelp(
      "Also write the labels of the recordings, for replay score.", valueName: "file"),
    completion: .file())
  var labels: String?

  func validate() throws {
    guard let count else {
      if perturb.isEmpty, deviceName == nil, prefix == nil, labels == nil { return }
      throw ValidationError("--perturb, --device-name, --prefix and --labels are for --count")
    }
    if !(1...ScriptVariations.maximumRecordings).contains(count) {
      throw ValidationError(
        "--count takes a number from 1 to \(ScriptVariations.maximumRecordings)")
    }
    if perturb.joined().contains(where: { $0.grade == .missingResolution }) {
      throw ValidationError("--perturb: missingResolution is for replay stress")
    }
    try Files.refuseStandardOutput(labels, for: "--labels")
  }

  /// Throws for options that an archive excludes.
  func check(
    _ path: String, input: String, _ output: RecordingOutputOptions, _ expectations: Bool
  ) throws {
    if expectations || (output.toFormat ?? .evemu) != .evemu {
      throw ValidationError("--count writes evemu without expectations")
    }
    try Files.checkEnding(of: path, among: ["tar"])
    try Files.checkEnding(of: labels, among: ["jsonl", "json"])
    try Files.refuse(path, asOneOf: [input])
    if let labels { try Files.refuse(labels, asOneOf: [input, path]) }
  }

  /// Writes the archive and the labels.
  func write(
    _ script: ScriptFile, to path: String, madeOf input: String
  ) throws(FileError) {
    var variations = ScriptVariations(script, count: count ?? 1)
    variations.deviceName = deviceName
    variations.perturbations = perturb.joined().compactMap { option in
      option.grade.kind.flatMap { kind in
        option.amount.map { Perturbation(kind, amount: $0) }
      }
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
