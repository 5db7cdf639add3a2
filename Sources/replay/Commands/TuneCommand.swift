import ArgumentParser
import Gestures
import Lab
import Playback
import Recordings
import Timeline

/// `replay tune`
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Search the profile values that score best on a labelled folder.",
    discussion: """
      Tries all combinations of the values of --vary and prints precision, recall and F1 for each \
      value, the best one, the values that are as good, and the cross-validated score of the \
      choice. LABELS is as for replay score. --output writes the best profile, for --profile.

      EXAMPLES
        replay tune Examples/Samples/labels.jsonl --vary swipe.minimumLength=1.5..10
        replay tune Examples/Samples --vary tap.slop=2..6 --vary tap.initialSlop=3..9
        replay tune Examples/Samples --vary swipe.maximumDeviation=0.2..0.9 -o mine.yml
      """)

  @Argument(
    help: ArgumentHelp("Labels, or the folder of a labels.jsonl.", valueName: "labels"),
    completion: .file())
  var labels: String

  @Option(
    help: ArgumentHelp(
      "A value of the profile and its range; several are tried together.",
      valueName: "value=from..to"))
  var vary: [String]

  @Option(help: ArgumentHelp("The number of steps in each range.", valueName: "count"))
  var steps = 11

  @Option(help: ArgumentHelp("The number of folds of the cross-validation.", valueName: "count"))
  var folds = 5

  @Option(
    help: ArgumentHelp(
      "The folder of the recordings, if it is not that of the labels.", valueName: "folder"),
    completion: .directory)
  var recordings: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the best profile; - is standard output, instead of the table.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Print one JSON object instead of a table.")
  var json = false

  @OptionGroup var jobs: JobsOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try reading.refuseOrientation()
    try Files.checkStandardInput([reading.device, profile.profile])
    if labels == "-" { throw ValidationError("standard input has no recordings beside it") }
    if json, output == "-" {
      throw ValidationError("--json and the profile both go to standard output")
    }
    if let output { try Files.refuse(output, asOneOf: [labels]) }
    if vary.isEmpty { throw ValidationError("missing --vary, which names the values to try") }
    if !(2...10_000).contains(steps) {
      throw ValidationError("--steps takes a number from 2 to 10000")
    }
    if !(2...100).contains(folds) { throw ValidationError("--folds takes a number from 2 to 100") }
    do {
      let ranges = try ranges()
      let keys = ranges.map(\.parameter.key)
      if Set(keys).count < keys.count { throw ValidationError("--vary names a value twice") }
      if ranges.reduce(1.0, { $0 * Double($1.values.count) }) > 10_000 {
        throw ValidationError("at most 10000 combinations are tried; reduce --steps")
      }
    } catch let error as RecordingError {
      throw ValidationError("\(error)")
    }
  }

  private func ranges() throws(RecordingError) -> [TuneRange] {
    var ranges: [TuneRange] = []
    for text in vary { ranges.append(try TuneRange(parsing: text, steps: steps)) }
    return ranges
  }

  func run() throws {
    try withConsole(verbosity) { console in
      let options = try reading.replayOptions(profile: profile)
      let folder = try LabelledFolder(path: labels, recordings: recordings)
      folder.noteMissing(console)
      let tuning = try ProfileTuning(
        folder, ranges: ranges(), options: options, folds: folds, jobs: jobs.count)
      for error in tuning.failures { console.report(error) }
      if json {
        console.print(tuning.json)
      } else if output != "-" {
        print(tuning, console)
      }
      guard let output else { return }
      var best = tuning.profile
      best.name = "tuned"
      try TextFile.write(ProfileFile.text(best), to: output)
    }
  }

  private func print(_ tuning: ProfileTuning, _ console: Console) {
    let shares = tuning.folds.map { ScoreNumber.share($0.counts.f1) }.joined(separator: " ")
    console.print("\(tuning.files.counted("recording")), \(tuning.points.counted("profile"))")
    console.print("F1 before           \(ScoreNumber.share(tuning.before.f1))")
    console.print("F1 of the best      \(ScoreNumber.share(tuning.best.f1))")
    console.print(
      "F1 cross-validated  \(ScoreNumber.share(tuning.validated.f1))  (\(tuning.folds.count) folds: "
        + "\(shares))")
    if !tuning.makesDifference { console.print("No value makes any difference.") }
    for index in tuning.curves.indices { printCurve(index, tuning, console) }
  }

  private func printCurve(_ index: Int, _ tuning: ProfileTuning, _ console: Console) {
    let curve = tuning.curves[index]
    let unit = curve.parameter.unit.isEmpty ? "" : " \(curve.parameter.unit)"
    let low = curve.flat.lowerBound.shortestText
    let high = curve.flat.upperBound.shortestText
    let chosen = tuning.folds.map { $0.values[index].shortestText }.joined(separator: " ")
    console.print("")
    console.printHeading("\(curve.parameter.key) = \(curve.best.shortestText)\(unit)")
    let lines = Table([.left("")], on: console.output, indent: 2)
    console.print(
      lines.row([
        "as good (F1 within \(ProfileTuning.tolerance.shortestText)) from \(low) to "
          + "\(high)\(unit)"
          + (curve.isOpen && tuning.makesDifference
            ? "; it reaches the end of the range, the best may lie beyond" : "")
      ]))
    console.print(lines.row(["chosen by the folds: \(chosen)"]))
    console.printTable(
      [.right("VALUE", 8), .right("PRECISION"), .right("RECALL", 9), .right("F1", 9), .left("")],
      curve.steps.map { step in
        [step.value.shortestText]
          + [step.counts.precision, step.counts.recall, step.counts.f1].map(ScoreNumber.share)
          + [step.value == curve.best ? "<" : curve.flat.contains(step.value) ? "~" : ""]
      }, indent: 2)
  }
}
