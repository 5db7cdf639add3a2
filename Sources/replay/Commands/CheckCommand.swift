import ArgumentParser
import Pipeline
import Recordings

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
      """)

  @Argument(
    help: ArgumentHelp("Traces, or folders of them.", valueName: "path"), completion: .file())
  var paths: [String]

  @Flag(help: "Writes what was recognized where it differs; what matches stays untouched.")
  var update = false

  @OptionGroup var profile: ProfileOption
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var size: SizeOption
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if paths.contains("-") {
      throw ValidationError("beside standard input stand no expectations; check takes files")
    }
    try StandardInput.check([reading.device, profile.profile])
  }

  func run() throws {
    let console = Console(verbosity)
    do {
      var options = try reading.replayOptions()
      options.profile = try ProfileFile.find(profile.profile)
      options.size = size.size
      let walk = TraceWalk(paths, console, isFormatGiven: reading.format != nil)
      let checker = Checker(console, isUpdating: update, files: walk.files)
      walk.visit { file, progress throws(RecordingError) in
        try checker.check(file, options, progress)
      }
      try checker.updateShared()
      checker.checkThatAllAreMet(TracePaths.expectations(paths))
      checker.finish()
    } catch {
      console.report(error)
    }
    try end(console)
  }
}

/// Checks one trace after the other.
private final class Checker {
  private let console: Console
  private let isUpdating: Bool
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

  init(_ console: Console, isUpdating: Bool, files: [TracePath]) {
    self.console = console
    self.isUpdating = isUpdating
    // A file that is named twice is still one.
    let traces = Dictionary(grouping: Set(files.map(\.path)), by: ExpectationFile.path(forTrace:))
    shared = isUpdating ? Set(traces.filter { $0.value.count > 1 }.keys) : []
  }

  func check(
    _ file: TracePath, _ options: ReplayOptions, _ progress: @escaping (Int) -> Void
  ) throws(RecordingError) {
    known.insert(ExpectationFile.path(forTrace: file.path))
    let result = try TraceCheck(path: file.path, options: options, progress: progress)
    if !file.isNamed, result.isDescriptionOnly, result.comparison == nil {
      console.remark(file.path, "passed over, a device without events")
      return
    }
    checked += 1
    if shared.contains(result.expectationPath) { waiting.append((file.path, result)) }
    if result.lacksTimes { console.note(file.path, TraceNote.noTimes.description) }
    if result.isMatch { return }
    if isUpdating {
      if !shared.contains(result.expectationPath) { try write(result) }
    } else if let comparison = result.comparison {
      different += 1
      show(comparison, of: file.path)
    } else {
      unknown += 1
      console.print("\(file.path.printable): no \(result.expectationPath.printable)")
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
      console.print("\(path.printable): no recording beside it")
    }
  }

  private func show(_ comparison: GestureComparison, of path: String) {
    let output = console.output
    console.print(output.styled("\(path.printable): not as expected", .bold))
    for item in comparison.items {
      switch item {
      case .match(let text): console.print(output.styled("    \(text.printable)", .dim))
      case .missing(let text): console.print(output.styled("  - \(text.printable)", .red))
      case .unexpected(let text): console.print(output.styled("  + \(text.printable)", .green))
      case .difference(let expected, let actual, let details):
        console.print(output.styled("  - \(expected.printable)", .red))
        console.print(output.styled("  + \(actual.printable)", .green))
        for detail in details { console.print("      \(detail.printable)") }
      }
    }
  }

  func finish() {
    if different + unknown + orphaned > 0 { console.fail(1) }
    guard checked + orphaned > 0 else { return }
    console.flush()
    var parts = ["\(checked) \(checked == 1 ? "trace" : "traces") checked"]
    parts.append("\(checked - different - unknown - updated) as expected")
    if different > 0 { parts.append("\(different) not") }
    if unknown > 0 { parts.append("\(unknown) without expectations") }
    if orphaned > 0 { parts.append("\(orphaned) expectations without a trace") }
    if updated > 0 { parts.append("\(updated) written") }
    console.summarize(parts.joined(separator: ", "))
  }
}
