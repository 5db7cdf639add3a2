import ArgumentParser
import Gestures
import Lab
import Playback
import Recordings

/// `replay tune`
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Searches the numbers of a profile that score best on a labelled folder.",
    discussion: """
      Tries all combinations of the values of --vary and prints precision, recall and F1 for each \
      value, the best, the values that are as good, and what cross-validation makes of the choice. \
      LABELS is as for replay score. --output writes the best profile, which --profile reads.

      EXAMPLES
        replay tune corpus --vary swipe.minimumLength=10..60
        replay tune corpus --vary tap.slop=10..40 --vary tap.initialSlop=20..60 --steps 9
        replay tune corpus --vary swipe.maximumDeviation=0.2..0.9 --output mine.yml
      """)

  @Argument(
    help: ArgumentHelp("Labels, or the folder of a labels.jsonl.", valueName: "labels"),
    completion: .file())
  var labels: String

  @Option(
    help: ArgumentHelp(
      "A number of the profile and its range; several are tried together.",
      valueName: "number=from..to"))
  var vary: [String]

  @Option(help: ArgumentHelp("How many values of each range are tried.", valueName: "count"))
  var steps = 11

  @Option(help: ArgumentHelp("How many folds the cross-validation has.", valueName: "count"))
  var folds = 5

  @Option(
    help: ArgumentHelp("Writes the best profile.", valueName: "file"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the recordings, if it is not that of the labels.", valueName: "folder"),
    completion: .directory)
  var recordings: String?

  @Flag(help: "Prints one JSON object.")
  var json = false

  @OptionGroup var jobs: JobsOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var size: SizeOption
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try StandardInput.check([reading.device, profile.profile])
    if labels == "-" { throw ValidationError("beside standard input lie no recordings") }
    if vary.isEmpty { throw ValidationError("--vary names what is to be tried") }
    if !(2...10_000).contains(steps) {
      throw ValidationError("--steps takes a number from 2 to 10000")
    }
    if !(2...100).contains(folds) { throw ValidationError("--folds takes a number from 2 to 100") }
    do {
      let ranges = try ranges()
      let keys = ranges.map(\.parameter.key)
      if Set(keys).count < keys.count { throw ValidationError("--vary names a number twice") }
      if ranges.reduce(1.0, { $0 * Double($1.values.count) }) > 10_000 {
        throw ValidationError("at most 10000 combinations are tried; --steps makes them fewer")
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
    let console = Console(verbosity)
    do {
      try tune(console)
    } catch {
      console.report(error)
    }
    try end(console)
  }

  private func tune(_ console: Console) throws(RecordingError) {
    var options = try reading.replayOptions()
    options.profile = try ProfileFile.find(profile.profile)
    options.size = size.size
    let folder = try LabelledFolder(path: labels, recordings: recordings)
    if !folder.missing.isEmpty {
      console.note(labels, "\(folder.missing.count) recordings are missing and left out")
    }
    let tuning = try ProfileTuning(
      folder, ranges: ranges(), options: options, folds: folds, jobs: jobs.count)
    for error in tuning.failures { console.report(error) }
    if json {
      console.print(tuning.json)
    } else {
      for line in tuning.text { console.print(line) }
    }
    guard let output else { return }
    var best = tuning.profile
    best.name = "tuned"
    try TextFile.write(ProfileFile.text(best), to: output)
  }
}
