import Checking

struct CheckCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Compare the gestures in traces with the expected ones.",
    discussion: """
      The gestures expected in swipe.evemu are in swipe.gestures.jsonl beside it, one JSON object a \
      line, in order. Only the keys that a line has are compared: texts and numbers exactly as run \
      --json prints them. With "tolerance": 0.01, time_s, start_s and duration_s may be off by that \
      many seconds; "note" is a comment; "file" is not compared. An empty file expects no gestures. \
      A trace without such a file is an error, and so is such a file without a trace. Standard \
      input has to be a tar archive that contains both.

      EXAMPLES
        replay check Traces
        replay check --update Traces/pan.evemu
        replay check --junit result.xml Traces
        replay check --tap --shard 2/8 Traces
        replay check --github --junit result.xml Traces
        replay check --json Traces | jq 'select(.outcome != "passed")'
      """)

  @OptionGroup var input: RecordingPaths

  @Flag(
    help:
      "Write the recognized gestures as expectations where they differ; lines that are met stay.")
  var update = false

  @Flag(help: "Print the results in the Test Anything Protocol (version 13).")
  var tap = false

  @Flag(
    help: "Also print errors as annotations for GitHub Actions, at the expected gestures' lines.")
  var github = false

  @Option(file: "Also write the results as JUnit XML.")
  var junit: String?

  @Option(
    help: .value("part", "Check only one part of the traces, as in 2/8: the second of eight."),
    transform: parsed("a part and the number of parts, as in 2/8") { CheckShard(parsing: $0) })
  var shard: CheckShard?

  @OptionGroup var results: ResultOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Options for expectations of libinput")
  var library: LibinputLibraryOptions
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup(title: "Reading options") var orientation: OrientationOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try Files.refuseStandardOutput(junit, for: "--junit")
    let inputs =
      input.inputs + ExpectationFile.files(in: input.paths) + [reading.device] + profile.files
    try results.check(inputs: inputs, others: tap ? ["tap"] : [])
    if let junit { try Files.refuse(junit, asOneOf: inputs + [results.output]) }
    try reject(
      if: update && (tap || results.isJSON || github || junit != nil || shard != nil),
      "--update excludes --tap, --json, --github, --junit and --shard")
    if [tap, results.isJSON, github].count(where: { $0 }) > 1 {
      throw ValidationError(
        "--tap, --json and --github exclude each other: standard output has one of them")
    }
  }

  func run(_ console: Console) throws {
    // The exit code is that of all traces, even if the reader of the output leaves early.
    console.outlivesReader = true
    let options = try reading.replayOptions(profile: profile, part: part, orientation: orientation)
    let walk = try RecordingWalk(input, console, options, isCheck: true)
    let all = walk.files
    let expectations = all.map { ExpectationFile.path(forTrace: $0.path) }
    for output in [results.output, junit].compactMap(\.self) {
      try Files.refuse(output, asOneOf: expectations)
    }
    if let shard { walk.keep(shard.files(all)) }
    var archived: [String] = []
    let form: CheckForm = tap ? .tap : results.isJSON ? .json : github ? .annotatedTables : .tables
    let checker = Checker(console, isUpdating: update, form: form, files: walk.files)
    let libinput = LibinputRecognizer(library)
    let failed = { (path: String, error: FileError) in
      console.report(error)
      checker.addUnreadable(path, error)
    }
    let addExpectations = { (path: String) in archived.append(path) }
    walk.visit(jobs: jobs.count, passes: 1, failed: failed, expectations: addExpectations) {
      file, _, _ throws(FileError) in
      if file.path == "-", !file.isMember {
        let head = try file.source.peek(OtherFile.maximumSignatureLength)
        throw FileError(
          file: "-", expected: "a tar archive of traces with their expectations",
          found: OtherFile.kind(of: head) ?? "a file without expectations beside it")
      }
      let check = try RecordingCheck(
        path: file.path, options: options, source: file.source,
        archived: file.isMember ? file.expectations : nil, libinput: libinput.check)
      return (file.isNamed, check)
    } _: { isNamed, result in
      checker.check(result, isNamed: isNamed)
    }
    checker.updateShared()
    checker.reportUnused(self.expectations(all, walk.files) + archived)
    checker.finish()
    if let junit {
      try console.settle()
      try ByteSink.write(
        CheckResult.junit(checker.results).utf8, to: junit,
        madeOf: walk.sources + options.files)
      console.confirm(junit)
    }
  }

  /// The expectations in the folders that belong to this part: those of its own traces and, in the
  /// first part, those without a trace.
  private func expectations(_ all: [InputFile], _ own: [InputFile]) -> [String] {
    let found = ExpectationFile.files(in: input.paths)
    guard let shard else { return found }
    let ofAll = Set(all.map { ExpectationFile.path(forTrace: $0.path) })
    let ofOwn = Set(own.map { ExpectationFile.path(forTrace: $0.path) })
    return found.filter { ofAll.contains($0) ? ofOwn.contains($0) : shard.number == 1 }
  }
}

private enum CheckForm {
  case tables
  /// Tables with workflow commands of GitHub Actions below each.
  case annotatedTables
  case tap
  case json

  var hasTables: Bool { self == .tables || self == .annotatedTables }
}

/// Collects the results of a check and prints the differences.
private final class Checker {
  private let console: Console
  private let isUpdating: Bool
  private let form: CheckForm
  private(set) var results: [CheckResult] = []
  private var checked = 0
  private var passed = 0
  private var different = 0
  private var unknown = 0
  /// The traces without touches, which every expectation of nothing would match.
  private var empty = 0
  private var updated = 0
  private var unused = 0
  /// The expectations with a trace that was read.
  private var known: Set<String> = []
  /// The expectations of several traces, which are written when all of these have been read.
  private let shared: Set<String>
  private var waiting: [RecordingCheck] = []

  init(_ console: Console, isUpdating: Bool, form: CheckForm, files: [InputFile]) {
    self.console = console
    self.form = form
    if form == .tap { console.print("TAP version 13") }
    self.isUpdating = isUpdating
    // A file that is named twice counts once.
    let traces = Dictionary(grouping: Set(files.map(\.path)), by: ExpectationFile.path(forTrace:))
    shared = isUpdating ? Set(traces.filter { $0.value.count > 1 }.keys) : []
  }

  private func add(_ path: String, _ outcome: CheckResult.Outcome, gestures: Int? = nil) {
    let result = CheckResult(path: path, outcome: outcome, gestures: gestures)
    results.append(result)
    switch form {
    case .tables: break
    case .annotatedTables: for line in result.gitHubAnnotations { console.print(line) }
    case .tap: for line in result.tap(results.count) { console.print(line) }
    case .json: console.print(result.json)
    }
  }

  /// Adds a trace that could not be read, or whose expectations could not.
  func addUnreadable(_ path: String, _ error: FileError) {
    known.insert(ExpectationFile.path(forTrace: path))
    add(path, .unreadable(error))
  }

  func check(_ result: RecordingCheck, isNamed: Bool) {
    let path = result.path
    known.insert(result.expectationPath)
    if !isNamed, result.lack == .noEvents, result.comparison == nil {
      return console.note(path, RecordingNote.noEvents)
    }
    checked += 1
    if let lack = result.lack {
      empty += 1
      return fail(path, "no touches to check: \(lack)")
    }
    if shared.contains(result.expectationPath) { waiting.append(result) }
    for note in result.notes { console.note(path, note) }
    if result.isMatch {
      passed += 1
      return add(path, .passed, gestures: result.records.count)
    }
    if isUpdating {
      if !shared.contains(result.expectationPath) { write(result) }
    } else if let difference = result.difference {
      different += 1
      if form.hasTables { show(difference.table, of: path) }
      add(path, .different(difference), gestures: result.records.count)
    } else {
      unknown += 1
      fail(path, "no \(result.expectationPath)", gestures: result.records.count)
    }
  }

  /// Writes expectations for a number of traces, which count as updated, or else as different.
  private func write(_ result: RecordingCheck, for traces: Int = 1) {
    do throws(FileError) {
      try result.update()
      updated += traces
      console.confirm(result.expectationPath)
    } catch {
      different += traces
      console.report(error)
    }
  }

  /// Writes the expectations that several traces share, if all of these have the same gestures.
  func updateShared() {
    while let first = waiting.first {
      let group = waiting.filter { $0.expectationPath == first.expectationPath }
      waiting.removeAll { $0.expectationPath == first.expectationPath }
      let wrong = group.filter { !$0.isMatch }
      guard let any = wrong.first else { continue }
      // One file serves all of these traces.
      if group.allSatisfy({ $0.hasSameGestures(as: first) }) {
        write(any, for: wrong.count)
        continue
      }
      different += wrong.count
      for check in group {
        console.print(
          "\(check.expectationPath.printable): not written for \(check.path.printable), another "
            + "trace of that name has other gestures")
      }
    }
  }

  /// Reports the expectations whose trace is missing, or is no longer a recording.
  func reportUnused(_ expectations: [String]) {
    for path in expectations where !known.contains(path) {
      unused += 1
      fail(path, "no recording beside it")
    }
  }

  private func fail(_ path: String, _ text: String, gestures: Int? = nil) {
    if form.hasTables { console.print("\(path.printable): \(text.printable)") }
    add(path, .incomplete(text), gestures: gestures)
  }

  private func show(_ table: GestureTable, of path: String) {
    console.printHeading("\(path): not as expected")
    for sentence in table.explanations { console.printWrapped(sentence) }
    for (mark, line) in table.lines {
      let style: Terminal.Style? =
        switch mark {
        case .match: nil
        case .missing: .red
        case .unexpected: .green
        case .different: .yellow
        }
      console.print(style.map { console.output.styled(line, $0) } ?? line)
    }
  }

  func finish() {
    if form == .tap { console.print("1..\(results.count)") }
    if different + unknown + empty + unused > 0 { console.fail(ExitStatus.unmet) }
    guard checked + unused > 0 || console.exitCode == 0 else { return }
    var parts = ["\(checked.counted("trace")) checked", "\(passed) as expected"]
    if different > 0 { parts.append("\(different) not") }
    if unknown > 0 { parts.append("\(unknown) without expectations") }
    if empty > 0 { parts.append("\(empty) without touches") }
    if unused > 0 { parts.append("\(unused.counted("expectation")) without a trace") }
    if updated > 0 { parts.append("\(updated) written") }
    console.summarize(parts.joined(separator: ", "))
  }
}
