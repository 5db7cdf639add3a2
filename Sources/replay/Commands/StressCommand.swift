import ArgumentParser
import Lab
import Playback
import Recordings

/// `replay stress`
struct StressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stress",
    abstract: "Tells how much worse a trace may get before its gestures are lost.",
    discussion: """
      Each gesture is tried with tremor (mm), a lower sampling rate, dropped frames, time jitter, \
      smaller, larger and turned paths, fingers that land one after the other, lost events \
      (SYN_DROPPED) and a device that does not tell its resolution, step by step. What is printed is \
      its margin: the largest step that it survives, whatever the seed.

      EXAMPLES
        replay stress swipe.evemu
        replay stress --only tremor,rate --seeds 50 Traces
        replay stress --json swipe.evemu | jq .margins.tremor
      """)

  @Argument(
    help: ArgumentHelp("Recordings, folders of them, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @Flag(help: "Prints one JSON object a gesture.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Only these perturbations: \(StressGrade.allCases.map(\.name).joined(separator: ", ")).",
      valueName: "names"),
    completion: .list(StressGrade.allCases.map(\.name)), transform: StressCommand.grades)
  var only: [StressGrade] = StressGrade.allCases

  @Option(
    help: ArgumentHelp("How many seeds are tried where chance has a part.", valueName: "count"))
  var seeds = 8

  @OptionGroup var jobs: JobsOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var size: SizeOption
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try StandardInput.check(paths + [reading.device, profile.profile])
    if !(1...100_000).contains(seeds) {
      throw ValidationError("--seeds takes a number from 1 to 100000")
    }
  }

  private static func grades(_ text: String) throws -> [StressGrade] {
    let names = StressGrade.allCases.map(\.name)
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      if let grade = StressGrade.allCases.first(where: { $0.name == word }) { return grade }
      let near = Suggestion.nearest(to: String(word), among: names)
      throw ValidationError(
        "expected some of \(names.joined(separator: ", ")), found '\(String(word).printable)'"
          + (near.map { "; did you mean \($0)?" } ?? ""))
    }
  }

  func run() throws {
    let console = Console(verbosity)
    do {
      var options = try reading.replayOptions()
      options.profile = try ProfileFile.find(profile.profile)
      options.size = size.size
      let walk = TraceWalk(paths, console, isFormatGiven: reading.format != nil)
      var isFirst = true
      walk.visit(passes: 1) { file, _ throws(RecordingError) in
        let trace = try LoadedTrace(path: file.path, options: options)
        for note in trace.notes { console.note(file.path, note.description) }
        let test = StressTest(
          trace, profile: options.profile, grades: only, seeds: seeds, jobs: jobs.count)
        if test.subjects.isEmpty { console.note(file.path, "gives no gesture to be lost") }
        for subject in test.subjects {
          if json {
            console.print(subject.json)
            continue
          }
          if !isFirst { console.print("") }
          isFirst = false
          let title = "\(file.path): \(subject.title)"
          console.print(console.output.styled(title.printable, .bold))
          for row in subject.rows { console.print(row) }
        }
        console.flush()
      }
    } catch {
      console.report(error)
    }
    try end(console)
  }
}
