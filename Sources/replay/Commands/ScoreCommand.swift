import ArgumentParser
import Lab
import Playback
import Recordings

/// `replay score`
struct ScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Counts what is found, missed and wrong in a labelled folder.",
    discussion: """
      LABELS is a file of JSON Lines, or a folder with a labels.jsonl. Each line names a recording \
      and the gestures in it:

        {"file": "tap/a.evemu", "expect": [{"gesture": "tap", "touches": 1, "taps": 2, \
      "start": 0.1, "end": 0.5}]}

      Recordings are looked for beside the labels. "device" names a description for those that \
      have none. An empty list says that nothing may be recognized.

      EXAMPLES
        replay score corpus
        replay score corpus/labels.jsonl --profile mine.yml --errors 50
        replay score --json --minimum 0.97 corpus
      """)

  @Argument(
    help: ArgumentHelp("Labels, or the folder of a labels.jsonl.", valueName: "labels"),
    completion: .file())
  var labels: String

  @Flag(help: "Prints one JSON object.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "The folder of the recordings, if it is not that of the labels.", valueName: "folder"),
    completion: .directory)
  var recordings: String?

  @Option(help: ArgumentHelp("How many recordings with errors are listed.", valueName: "count"))
  var errors = 10

  @Option(
    help: ArgumentHelp(
      "Ends with 1 if the F1 of all classes together is below.", valueName: "f1"))
  var minimum: Double?

  @OptionGroup var jobs: JobsOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var size: SizeOption
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try StandardInput.check([reading.device, profile.profile])
    if labels == "-" { throw ValidationError("beside standard input lie no recordings") }
    if errors < 0 { throw ValidationError("--errors takes a number from 0") }
    if let minimum, !(0...1).contains(minimum) {
      throw ValidationError("--minimum takes a share from 0 to 1, as in 0.97")
    }
  }

  func run() throws {
    let console = Console(verbosity)
    do {
      var options = try reading.replayOptions()
      options.profile = try ProfileFile.find(profile.profile)
      options.size = size.size
      let folder = try LabelledFolder(path: labels, recordings: recordings)
      if !folder.missing.isEmpty {
        console.note(
          labels,
          "\(folder.missing.count) of \(folder.missing.count + folder.labels.count) recordings "
            + "are missing and left out, \(folder.missing[0].printable) among them")
      }
      let report = ScoreReport(folder, options: options, jobs: jobs.count)
      for error in report.failures { console.report(error) }
      if json { console.print(report.json) } else { print(report, console) }
      if let minimum, (report.totals.total.f1 ?? 0) < minimum { console.fail(1) }
    } catch {
      console.report(error)
    }
    try end(console)
  }

  private func print(_ report: ScoreReport, _ console: Console) {
    printTable(report.table, console)
    console.print("")
    console.print(
      "\(report.totals.clean) of \(report.totals.empty) recordings without a gesture gave none; "
        + "\(report.totals.exact) of \(report.totals.files) are without any error")
    console.print("")
    console.print(console.output.styled("what is there, and what was reported", .bold))
    printTable(report.matrix, console)
    if report.mistakes.isEmpty || errors == 0 { return }
    console.print("")
    let shown = report.mistakes.prefix(errors)
    console.print(
      console.output.styled(
        "recordings with errors (\(shown.count) of \(report.mistakes.count))", .bold))
    for mistake in shown {
      var parts: [String] = []
      if !mistake.missed.isEmpty { parts.append("missed " + ScoreCommand.some(mistake.missed)) }
      if !mistake.falseReports.isEmpty {
        parts.append("false " + ScoreCommand.some(mistake.falseReports))
      }
      console.print("  \(mistake.file.printable): \(parts.joined(separator: "; ").printable)")
    }
  }

  private func printTable(_ lines: [String], _ console: Console) {
    for (index, line) in lines.enumerated() {
      console.print(index == 0 ? console.output.styled(line, .dim) : line)
    }
  }

  /// The first few of a list, which may be long.
  private static func some(_ texts: [String]) -> String {
    texts.prefix(6).joined(separator: " ") + (texts.count > 6 ? " ..." : "")
  }
}

/// How many threads work.
struct JobsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many threads work; as many as there are processors by default.", valueName: "count"))
  var jobs: Int?

  var count: Int { jobs ?? ParallelWork.usualJobs }

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs takes a number from 1 to 1024")
    }
  }
}
