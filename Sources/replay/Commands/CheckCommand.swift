import ArgumentParser
import Playback
import Recordings
import Timeline

/// `replay check`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compares what traces give with what they must give.",
    discussion: """
      The gestures that swipe.evemu must give stand in swipe.gestures.jsonl beside it, one JSON \
      object a line, in order. Of each only the keys that it has are compared: texts and numbers \
      exactly as printed by run --json. With "tolerance": 0.01, time, start and duration may be \
      off by so many seconds; "note" is for people; "file" is not compared. An empty file says \
      that nothing may be recognized. A trace without such a file is an error, and so is such a file without a trace.

      EXAMPLES
        replay check Traces
        replay check --update new-trace.evemu
        replay check --junit result.xml Traces
        replay check --tap --shard 2/8 Traces
      """)

  @Argument(
    help: ArgumentHelp("Traces, or folders of them.", valueName: "path"), completion: .file())
  var paths: [String]

  @Flag(help: "Writes what was recognized where it differs; what matches stays untouched.")
  var update = false

  @Flag(help: "Prints the results in the Test Anything Protocol (version 13).")
  var tap = false

  @Option(
    help: ArgumentHelp("Writes the results as JUnit XML, too.", valueName: "file"),
    completion: .file())
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Only one of several parts of the traces, as in 2/8: the second of eight.",
      valueName: "part"),
    transform: CheckCommand.shard)
  var shard: CheckShard?

  @OptionGroup var jobs: JobsOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var size: SizeOption
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if paths.contains("-") {
      throw ValidationError("beside standard input stand no expectations; check takes files")
    }
    try StandardInput.check([reading.device, profile.profile])
    try StandardOutput.refuse(junit, for: "--junit")
    if update, tap || junit != nil || shard != nil {
      throw ValidationError("--update excludes --tap, --junit and --shard")
    }
  }

  private static func shard(_ text: String) throws -> CheckShard {
    guard let shard = CheckShard(parsing: text) else {
      throw ValidationError("expected a part and how many there are, as in 2/8")
    }
    return shard
  }

  func run() throws {
    let console = Console(verbosity)
    do {
      var options = try reading.replayOptions()
      options.profile = try ProfileFile.find(profile.profile)
      options.size = size.size
      let all = TraceWalk(paths, console, isFormatGiven: reading.format != nil)
      let walk = TraceWalk(
        paths, console, isFormatGiven: reading.format != nil, shard: shard)
      let checker = Checker(console, isUpdating: update, isTAP: tap, files: walk.files)
      let settled = options
      walk.visit(jobs: jobs.count) { file in
        Result { () throws(RecordingError) in try TraceCheck(path: file.path, options: settled) }
      } failed: { file, error in
        checker.addUnreadable(file?.path ?? error.file, error)
      } _: { file, result throws(RecordingError) in
        try checker.check(file, result)
      }
      try checker.updateShared()
      checker.checkThatAllAreMet(expectations(all.files, walk.files))
      checker.finish()
      if let junit { try checker.writeJUnit(to: junit) }
    } catch {
      console.report(error)
    }
    try end(console)
  }
}

extension CheckCommand {
  /// The expectations in the folders that this part has to answer for: those of its own traces and,
  /// in the first part, those that no file stands beside.
  private func expectations(_ all: [TracePath], _ own: [TracePath]) -> [String] {
    let found = TracePaths.expectations(paths)
    guard let shard else { return found }
    let everyones = Set(all.map { ExpectationFile.path(forTrace: $0.path) })
    let ours = Set(own.map { ExpectationFile.path(forTrace: $0.path) })
    return found.filter { everyones.contains($0) ? ours.contains($0) : shard.number == 1 }
  }
}

/// Checks one trace after the other.
private final class Checker {
  private let console: Console
  private let isUpdating: Bool
  private let isTAP: Bool
  private var results: [CheckResult] = []
  private var checked = 0
  private var different = 0
  private var unknown = 0
  private var updated = 0
  private var orphaned = 0
  /// The expectations of the traces that were met.
  private var known: Set<String> = []
  /// The expectations that more than one file has, which are written when all of them are known.
  private let shared: Set<String>
  private var waiting: [(path: String, check: TraceCheck)] = []

  init(_ console: Console, isUpdating: Bool, isTAP: Bool, files: [TracePath]) {
    self.console = console
    self.isTAP = isTAP
    if isTAP { console.print("TAP version 13") }
    self.isUpdating = isUpdating
    // A file that is named twice is still one.
    let traces = Dictionary(grouping: Set(files.map(\.path)), by: ExpectationFile.path(forTrace:))
    shared = isUpdating ? Set(traces.filter { $0.value.count > 1 }.keys) : []
  }

  /// Takes the result of a trace over.
  func add(_ result: CheckResult) {
    results.append(result)
    if isTAP { for line in result.tap(results.count) { console.print(line) } }
  }

  /// Takes over that a trace, or its expectations, could not be read.
  func addUnreadable(_ path: String, _ error: RecordingError) {
    known.insert(ExpectationFile.path(forTrace: path))
    add(CheckResult(path: path, outcome: .unreadable(error.description)))
  }

  func check(_ file: TracePath, _ result: TraceCheck) throws(RecordingError) {
    known.insert(result.expectationPath)
    if !file.isNamed, result.isDescriptionOnly, result.comparison == nil {
      console.remark(file.path, "passed over, a device without events")
      return
    }
    checked += 1
    if shared.contains(result.expectationPath) { waiting.append((file.path, result)) }
    if result.lacksTimes { console.note(file.path, TraceNote.noTimes.description) }
    if result.isMatch { return add(CheckResult(path: file.path, outcome: .passed)) }
    if isUpdating {
      if !shared.contains(result.expectationPath) { try write(result) }
    } else if let comparison = result.comparison {
      different += 1
      show(comparison, of: file.path)
    } else {
      unknown += 1
      fail(file.path, "no \(result.expectationPath.printable)")
    }
  }

  private func write(_ result: TraceCheck) throws(RecordingError) {
    try result.update()
    updated += 1
    console.print("\(result.expectationPath.printable): written")
  }

  /// Writes expectations that several traces share, where these give the same.
  func updateShared() throws(RecordingError) {
    while let first = waiting.first {
      let group = waiting.filter { $0.check.expectationPath == first.check.expectationPath }
      waiting.removeAll { $0.check.expectationPath == first.check.expectationPath }
      let wrong = group.filter { !$0.check.isMatch }
      guard let any = wrong.first else { continue }
      if group.allSatisfy({ $0.check.givesTheSame(as: first.check) }) {
        try write(any.check)
        // All of them are as they should now, those that were wrong by what was written.
        updated += wrong.count - 1
      } else {
        different += wrong.count
        for (path, check) in group {
          console.print(
            "\(check.expectationPath.printable): not written for \(path.printable), another trace of "
              + "that name gives other gestures")
        }
      }
    }
  }

  /// Expectations whose trace is gone, or is none any more, are not met.
  func checkThatAllAreMet(_ expectations: [String]) {
    for path in expectations where !known.contains(path) {
      orphaned += 1
      fail(path, "no recording beside it")
    }
  }

  private func fail(_ path: String, _ text: String) {
    add(CheckResult(path: path, outcome: .failed(text, details: [])))
    if !isTAP { console.print("\(path.printable): \(text)") }
  }

  private func show(_ comparison: GestureComparison, of path: String) {
    let text = "not as expected"
    let lines = comparison.lines
    add(CheckResult(path: path, outcome: .failed(text, details: lines)))
    if isTAP { return }
    let output = console.output
    console.print(output.styled("\(path.printable): \(text)", .bold))
    for line in lines {
      let style: Terminal.Style? =
        line.hasPrefix("  -")
        ? .red : line.hasPrefix("  +") ? .green : line.hasPrefix("    {") ? .dim : nil
      console.print(style.map { output.styled(line, $0) } ?? line)
    }
  }

  /// Writes the results for continuous integration.
  func writeJUnit(to path: String) throws(RecordingError) {
    try TextFile.write(CheckResult.junit(results), to: path)
  }

  func finish() {
    if isTAP { console.print("1..\(results.count)") }
    if different + unknown + orphaned > 0 { console.fail(1) }
    guard checked + orphaned > 0 else { return }
    console.flush()
    var parts = ["\(checked.counted("trace")) checked"]
    parts.append("\(checked - different - unknown - updated) as expected")
    if different > 0 { parts.append("\(different) not") }
    if unknown > 0 { parts.append("\(unknown) without expectations") }
    if orphaned > 0 { parts.append("\(orphaned.counted("expectation")) without a trace") }
    if updated > 0 { parts.append("\(updated) written") }
    console.summarize(parts.joined(separator: ", "))
  }
}
