import ArgumentParser
import Lab
import Playback
import Recordings
import Timeline

/// `replay stress`
struct StressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stress",
    abstract: "Measure how much noise the gestures of a trace survive.",
    discussion: """
      Each gesture is tried, step by step, with tremor (mm), a lower report rate, dropped frames, \
      jitter of the times, smaller, larger and turned paths, fingers that touch down one after the \
      other, lost events (SYN_DROPPED) and a device without resolution. Its margin is the largest \
      step that it survives with every seed.

      EXAMPLES
        replay stress Traces/swipes.evemu
        replay stress --only tremor,rate --seeds 50 Traces/pinch-out.evemu
        replay stress --json Traces/swipes.evemu | jq '.margins[].survived'
      """)

  @Argument(
    help: ArgumentHelp(
      "Recordings, folders of them, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "Only these perturbations: \(StressCommand.names.joined(separator: ", ")).",
      valueName: "names"),
    completion: .list(StressCommand.names), transform: StressCommand.grades)
  var only: [StressGrade] = StressGrade.allCases

  @Option(
    help: ArgumentHelp("The number of seeds for random perturbations.", valueName: "count"))
  var seeds = 8

  @OptionGroup var results: ResultOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup var verbosity: VerbosityOptions

  private static let names = StressGrade.allCases.map(\.name)

  private static func grades(_ text: String) throws -> [StressGrade] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      if let grade = StressGrade.allCases.first(where: { $0.name == word }) { return grade }
      throw Choice.error(word, among: names)
    }
  }

  func validate() throws {
    try reading.refuseOrientation()
    try Files.checkStandardInput(paths + [reading.device, profile.profile])
    try results.check(inputs: paths + [reading.device, profile.profile])
    if !(1...100_000).contains(seeds) {
      throw ValidationError("--seeds takes a number from 1 to 100000")
    }
  }

  func run() throws {
    try withConsole(verbosity, output: results.output) { console in
      let options = try reading.replayOptions(profile: profile)
      console.restrictOutput(toReadersOf: options.files)
      let walk = TraceWalk(paths, console, isFormatGiven: reading.format != nil)
      var isFirst = true
      walk.visit(passes: 1) { file, _ throws(RecordingError) in
        let trace = try LoadedRecording(path: file.path, options: options)
        for note in trace.notes { console.note(file.path, note) }
        let test = StressTest(
          trace, profile: options.profile, grades: only, seeds: seeds, jobs: jobs.count)
        if test.subjects.isEmpty { console.note(file.path, "no gestures to lose") }
        for subject in test.subjects {
          if results.isJSON {
            console.print(subject.json)
            continue
          }
          if !isFirst { console.print("") }
          isFirst = false
          print(subject, of: file.path, console)
        }
        console.flush()
      }
    }
  }

  private func print(_ subject: StressTest.Subject, of path: String, _ console: Console) {
    console.printHeading("\(path): \(subject.title)")
    console.printTable(
      [.left("PERTURBATION", 17), .right("SURVIVES", 12), .left("LOST")],
      subject.margins.map { margin in
        [
          margin.grade.name, margin.survivedText,
          [margin.failedText, margin.loss?.sentence].compactMap { $0 }.joined(separator: ": "),
        ]
      }, indent: 2)
  }
}

extension StressTest.Margin {
  fileprivate var survivedText: String {
    if grade == .missingResolution { return survived == nil ? "no" : "yes" }
    return survived.map(amount) ?? "nothing"
  }

  /// Nil for a perturbation without steps.
  fileprivate var failedText: String? {
    if grade == .missingResolution { return nil }
    return failed.map { "at \(amount($0))" } ?? "never"
  }

  private func amount(_ value: Double) -> String { "\(value.shortestText) \(grade.unit)" }
}
