import Lab
import Pictures
import SystemPackage

struct ScoreCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "score", abstract: "Count found, missed and false gestures in a labelled folder.",
    discussion: """
      LABELS is a file of JSON Lines, or a folder with a labels.v2.jsonl or labels.jsonl. Each line names a recording, \
      relative to the labels, and the gestures in it; docs/Testing.md describes them. "device" \
      names a device description for recordings without one. An empty list expects no gestures. \
      -o draws the recordings with mistakes, if it names an .svg, .png or .html, besides the \
      table. The recordings in an archive have to be extracted first, as by tar xf taps.tar.

      EXAMPLES
        replay score Examples/Samples
        replay score --profile textbook --errors 50 Examples/Samples
        replay score --strict --group-by device --errors 0 Examples/Samples
        replay score --profile uikit --against standard Examples/Samples
        replay score --minimum 0.97 --minimum swipe=0.95 Examples/Samples
        replay score Examples/Samples -o mistakes.html
        replay score --recognizer libinput --against standard Examples/Samples
        replay score --json Examples/Samples > old.json
        replay score --baseline old.json Examples/Samples
      """)

  @Argument(file: "Labels, or the folder of a labels.v2.jsonl or labels.jsonl.")
  var labels: String

  @Option(folder: "The folder of the recordings, if it is not that of the labels.")
  var recordings: String?

  @Option(help: .value("count", "The number of recordings with errors to list."))
  var errors = 10

  @Flag(
    help: ArgumentHelp(
      "Tell swipes from pans by their own duration: a movement that may be either has to be a "
        + "swipe if it takes at most 0.5 s from its departure, else a pan."))
  var strict = false

  @Option(file: "Compare with another profile on the same recordings.", as: "name|file")
  var against: String?

  @Option(
    help: .value(
      "[class=]f1",
      "End with exit code 1 if the F1 of all classes together, or of one class, is lower, as in "
        + "0.97 and swipe=0.95; several are checked."), transform: ScoreMinimum.init(parsing:))
  var minimum: [ScoreMinimum] = []

  @Option(
    file: "End with exit code 1 if the F1 of any class is lower than in an earlier result of "
      + "--json, or a recording has errors that had none.")
  var baseline: String?

  @Flag(help: "Let --minimum and --baseline pass without the recordings that are missing.")
  var allowMissing = false

  @Option(help: .value("what", "Also score each device, person or folder by itself."))
  var groupBy: ScoreGrouping?

  @Option(
    help: .value(
      "name", "Who recognizes: touchstone, with a profile, or libinput (docs/Libinput.md)."))
  var recognizer = RecognizerName.touchstone

  @Flag(help: "Print a record for each recording, the sums of which are the score; with --json.")
  var each = false

  @OptionGroup var results: ResultOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Options of --recognizer libinput") var library: LibinputLibraryOptions
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup(title: "Reading options") var orientation: OrientationOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try results.check(
      inputs: [labels, reading.device, against, baseline] + profile.files + library.files,
      draws: true)
    try reject(if: labels == "-", "standard input has no recordings beside it")
    if let recordings, InputFiles.isFile(recordings) {
      throw ValidationError("--recordings names a folder; extract an archive first (tar xf)")
    }
    try reject(if: errors < 0, "--errors takes a number from 0")
    for minimum in minimum { try minimum.check(isStrict: strict) }
    let names = minimum.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("--minimum names \(twice) twice")
    }
    try reject(
      if: each && (!results.isJSON || against != nil || baseline != nil || !minimum.isEmpty),
      "--each is for --json, without --against, --minimum and --baseline")
    try reject(
      if: recognizer != .libinput && !library.files.isEmpty,
      "--library and --quirks are for --recognizer libinput")
    try reject(
      if: recognizer == .libinput && (part.hasCut || orientation.transform != nil),
      "--from, --to, --rotate and --matrix are not for --recognizer libinput")
    try reject(
      if: allowMissing && minimum.isEmpty && baseline == nil,
      "--allow-missing is for --minimum and --baseline")
  }

  func run(_ console: Console) throws {
    if let drawing = results.drawing { try ByteSink.check(drawing) }
    let options = try reading.replayOptions(profile: profile, part: part, orientation: orientation)
    let others = [against, baseline].compactMap(\.self) + library.files
    console.restrictOutput(toReadersOf: options.files + others)
    let folder = try LabelledFolder(path: labels, recordings: recordings)
    try results.check(inputs: folder.files, draws: true)
    folder.noteMissing(console)
    console.restrictOutput(toReadersOf: folder.files)
    let former = try baseline.map { path throws(FileError) in try ScoreBaseline(path: path) }
    let libinput = recognizer == .libinput ? LibinputRecognizer(library) : nil
    try libinput?.load()
    let report = score(folder, options, libinput)
    for scored in report.scores {
      if let lack = scored.score.lack { console.note(folder.path(scored.label), lack) }
    }
    if each {
      for scored in report.scores { console.print(scored.json(isStrict: strict)) }
      for error in report.failures { console.print(ErrorRecord(error).appendJSON) }
      return
    }
    for error in report.failures { console.report(error) }
    if let note = libinput?.note { console.note(labels, note) }
    let comparison = try against.map { name throws(FileError) in
      var options = options
      options.profile = try ProfileFile.find(name)
      return ScoreComparison(
        report, libinput == nil ? profile.profile : recognizer.rawValue,
        against: score(folder, options), name, grouping: groupBy)
    }
    let change = try former.map { former throws(FileError) in try former.change(to: report) }
    if results.isJSON {
      console.print(report.json(against: comparison, since: change))
    } else {
      console.print(report, errors: errors)
      if let comparison { console.print(comparison) }
    }
    if results.drawing != nil {
      let plots = Plot.mistakes(report, in: folder, options: options) { console.report($0) }
      try results.draw(plots, madeOf: folder.files + options.files + others, console)
    }
    judge(report, change, console)
  }

  private func score(
    _ folder: LabelledFolder, _ options: ReplayOptions, _ libinput: LibinputRecognizer? = nil
  ) -> ScoreReport {
    ScoreReport(
      folder, options: options, grouping: groupBy, isStrict: strict, jobs: jobs.count,
      recognize: libinput?.recognize)
  }

  /// Reports the values below a minimum or a baseline.
  private func judge(_ report: ScoreReport, _ change: ScoreBaseline.Change?, _ console: Console) {
    if minimum.isEmpty, change == nil { return }
    if report.missing > 0, !allowMissing {
      console.reportUnmet(
        labels, "\(report.missing.counted("recording")) missing, which --allow-missing would allow")
    }
    for minimum in minimum {
      if let text = minimum.shortfall(of: report.totals) { console.reportUnmet(labels, text) }
    }
    guard let change, let baseline else { return }
    if !change.isSameRecordings {
      console.warn(
        baseline,
        "made of \(change.formerFiles.counted("recording")), which are others than these "
          + "\(report.totals.files) or have other labels: only the F1 of classes is compared")
    }
    for fall in change.falls {
      let now = fall.now.text(decimals: 3...6)
      console.reportUnmet(
        baseline,
        fall.before.map { "F1 of \(fall.name) was \($0.text(decimals: 3...6)), is \(now)" }
          ?? "\(fall.name) had neither gestures nor reports, has an F1 of \(now)")
    }
    for file in change.brokenFiles.prefix(max(1, errors)) {
      console.reportUnmet(baseline, "\(file) had no errors, has some")
    }
    let rest = change.brokenFiles.count - max(1, errors)
    if rest > 0 { console.reportUnmet(baseline, "so have \(rest.counted("more recording"))") }
  }
}

/// A lower limit for the F1 of a class, or of all together.
struct ScoreMinimum: Sendable {
  /// The name of a class, or `all`.
  var name: String
  var f1: Double

  /// Reads `0.97` or `swipe=0.95`.
  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = parts.count == 2 ? String(parts[0]) : ScoreMinimum.all
    guard let f1 = Double(parts[parts.count - 1]), (0...1).contains(f1) else {
      throw ValidationError("expected a share from 0 to 1, as in 0.97 and swipe=0.95")
    }
    self.f1 = f1
  }

  /// Throws for the name of no class; pans are a separate class if scoring is strict.
  func check(isStrict: Bool) throws {
    let names = ScoreClass.all(isStrict: isStrict) + [ScoreMinimum.all]
    if names.contains(name) { return }
    let hint =
      name == "pan"
      ? "pans count as swipes without --strict"
      : Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
    throw ValidationError(
      "--minimum: \(name.printable) is no class of gestures; "
        + (hint ?? "those are \(names.joined(separator: ", "))"))
  }

  static let all = "all"

  /// The F1 below the minimum, in words; nil if it is not below.
  func shortfall(of totals: ScoreTotals) -> String? {
    let counts = name == ScoreMinimum.all ? totals.total : totals.classes[name]
    guard let found = counts?.f1 else {
      return "\(name) has neither gestures nor reports, at least \(f1.shortestText) expected"
    }
    if found >= f1 { return nil }
    return "F1 of \(name) is \(found.text(decimals: 3...6)), at least \(f1.shortestText) expected"
  }
}

extension LabelledFolder {
  func noteMissing(_ console: Console) {
    guard let first = missing.first else { return }
    console.note(
      path,
      "\(missing.count) of \(missing.count + labels.count) recordings are missing: \(first)"
        + (missing.count > 1 ? ", ..." : ""))
  }
}

extension ScoreGrouping: ExpressibleByArgument {}
