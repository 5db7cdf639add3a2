import ArgumentParser
import Lab
import Playback
import Recordings

/// `replay score`
struct ScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Count found, missed and false gestures in a labelled folder.",
    discussion: """
      LABELS is a file of JSON Lines, or a folder with a labels.v2.jsonl or labels.jsonl. Each line names a recording, \
      relative to the labels, and the gestures in it; docs/Testing.md describes them. "device" \
      names a device description for recordings without one. An empty list expects no gestures.

      EXAMPLES
        replay score Examples/Samples/labels.jsonl
        replay score --profile textbook --errors 50 Examples/Samples/labels.jsonl
        replay score --group-by device --errors 0 Examples/Samples/labels.jsonl
        replay score --json --minimum 0.97 Examples/Samples/labels.jsonl
      """)

  @Argument(
    help: ArgumentHelp(
      "Labels, or the folder of a labels.v2.jsonl or labels.jsonl.", valueName: "labels"),
    completion: .file())
  var labels: String

  @Option(
    help: ArgumentHelp(
      "The folder of the recordings, if it is not that of the labels.", valueName: "folder"),
    completion: .directory)
  var recordings: String?

  @Option(
    help: ArgumentHelp("The number of recordings with errors to list.", valueName: "count"))
  var errors = 10

  @Option(
    help: ArgumentHelp(
      "End with exit code 1 if the F1 of all classes together is lower.", valueName: "f1"))
  var minimum: Double?

  @Option(
    help: ArgumentHelp(
      "Also score each device, person or folder by itself.", valueName: "what"))
  var groupBy: ScoreGrouping?

  @OptionGroup var results: ResultOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try Files.checkStandardInput([reading.device, profile.profile])
    try results.check(inputs: [labels, reading.device, profile.profile])
    if labels == "-" { throw ValidationError("standard input has no recordings beside it") }
    if errors < 0 { throw ValidationError("--errors takes a number from 0") }
    if let minimum, !(0...1).contains(minimum) {
      throw ValidationError("--minimum takes a share from 0 to 1, as in 0.97")
    }
  }

  func run() throws {
    try withConsole(verbosity, output: results.output) { console in
      let options = try reading.replayOptions(profile: profile)
      console.restrictOutput(toReadersOf: options.files)
      let folder = try LabelledFolder(path: labels, recordings: recordings)
      try results.check(inputs: folder.files)
      folder.noteMissing(console)
      console.restrictOutput(toReadersOf: folder.files)
      let report = ScoreReport(folder, options: options, grouping: groupBy, jobs: jobs.count)
      for error in report.failures { console.report(error) }
      if results.isJSON { console.print(report.json) } else { print(report, console) }
      if let minimum, (report.totals.total.f1 ?? 0) < minimum { console.fail(ExitStatus.unmet) }
    }
  }

  private func print(_ report: ScoreReport, _ console: Console) {
    let totals = report.totals
    printClasses(totals, console)
    console.print("")
    console.print(
      "\(totals.clean) of \(totals.empty) recordings without gestures have no reports; "
        + "\(totals.exact) of \(totals.files) are without errors")
    console.print("")
    console.printHeading("expected gestures (rows) and reported ones (columns)")
    printConfusion(totals, console)
    if let grouped = report.grouped { print(grouped, console) }
    if report.mistakes.isEmpty || errors == 0 { return }
    let shown = report.mistakes.prefix(errors)
    console.print("")
    console.printHeading("recordings with errors (\(shown.count) of \(report.mistakes.count))")
    let table = Table([.left("")], on: console.output, indent: 2)
    for mistake in shown {
      var parts: [String] = []
      if !mistake.missed.isEmpty {
        parts.append("missed " + ScoreCommand.list(mistake.missed.map(\.phrase)))
      }
      if !mistake.falseReports.isEmpty {
        parts.append("false " + ScoreCommand.list(mistake.falseReports.map(\.phrase)))
      }
      console.print(table.row(["\(mistake.file): \(parts.joined(separator: "; "))"]))
    }
  }

  private func printClasses(_ totals: ScoreTotals, _ console: Console) {
    let classes = totals.names.map { ($0, totals.classes[$0] ?? ScoreCounts()) }
    let titles = ["EXPECTED", "FOUND", "FALSE", "MISSED", "PRECISION", "RECALL", "F1"]
    console.printTable(
      [.left("CLASS", 9)] + titles.map { .right($0, 8) },
      (classes + [("all", totals.total)]).map { name, counts in
        [name]
          + [counts.expected, counts.hits, counts.falseReports, counts.missed].map(String.init)
          + [counts.precision, counts.recall, counts.f1].map(ScoreNumber.share)
      })
  }

  private func print(_ grouped: GroupedScore, _ console: Console) {
    let word = grouped.grouping.rawValue
    console.print("")
    console.printHeading("each \(word) by itself")
    let titles = [
      "RECORDINGS", "EXPECTED", "FOUND", "FALSE", "MISSED", "PRECISION", "RECALL", "F1",
    ]
    var rows = grouped.groups.map { group in
      let counts = group.totals.total
      let numbers = [
        group.totals.files, counts.expected, counts.hits, counts.falseReports, counts.missed,
      ]
      return [group.name ?? "(not named)"] + numbers.map(String.init)
        + [counts.precision, counts.recall, counts.f1].map(ScoreNumber.share)
    }
    let blank = Array(repeating: "", count: titles.count - 1)
    rows.append(["mean"] + blank + [ScoreNumber.share(grouped.mean)])
    console.printTable([.left(word.uppercased(), 9)] + titles.map { .right($0) }, rows)
    if let worst = grouped.worst {
      console.print(
        "lowest F1: \((worst.name ?? "(not named)").printable), "
          + ScoreNumber.share(worst.totals.total.f1))
    }
  }

  /// Columns and rows without a count are left out.
  private func printConfusion(_ totals: ScoreTotals, _ console: Console) {
    let columns = totals.names + [ScoreTotals.other, ScoreTotals.nothing]
    let rows = (totals.names + [ScoreTotals.nothing]).filter { row in
      columns.contains { totals.confusion(row, $0) > 0 }
    }
    let shown = columns.filter { column in rows.contains { totals.confusion($0, column) > 0 } }
    console.printTable(
      [.left("", 9)] + shown.map { .right($0, 5) },
      rows.map { row in
        [row]
          + shown.map { column in
            let count = totals.confusion(row, column)
            return count > 0 ? String(count) : "."
          }
      })
  }

  /// The first of a list that may be long.
  private static func list(_ texts: [String]) -> String {
    texts.prefix(6).joined(separator: " ") + (texts.count > 6 ? " ..." : "")
  }
}

extension LabelledFolder {
  /// Notes the labels without a recording.
  func noteMissing(_ console: Console) {
    guard let first = missing.first else { return }
    console.note(
      path,
      "\(missing.count) of \(missing.count + labels.count) recordings are missing: \(first)"
        + (missing.count > 1 ? ", ..." : ""))
  }
}

extension ScoreGrouping: ExpressibleByArgument {}
