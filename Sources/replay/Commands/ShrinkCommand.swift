import ArgumentParser
import Evdev
import Gestures
import Lab
import Playback
import Recordings
import Timeline

/// `replay shrink`
struct ShrinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shrink",
    abstract: "Finds the smallest part of a trace that still shows something.",
    discussion: """
      The fewest fingers, then the fewest frames, then the least movement: what is left is \
      written as a trace of its own.

      --expect keeps a gesture, given by its kind and keys of gesture records. --lose is for a trace \
      that should have given a gesture and does not: it keeps the reason why not. Ends with 1 if the \
      trace does not show it in the first place.

      EXAMPLES
        replay shrink long.evemu small.evemu --expect swipe,direction=left,touches=3
        replay shrink failed.evemu small.evemu --lose swipe
        replay shrink big.yml - --to-format evemu --expect tap,taps=2 | replay explain -
      """)

  @Argument(help: "The recording; - is standard input.", completion: .file())
  var input: String

  @Argument(help: "The file to write; - is standard output.", completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp("A gesture that must stay, as in tap,taps=2.", valueName: "gesture"))
  var expect: String?

  @Option(
    help: ArgumentHelp("A gesture that must still be lost, for the same reason.", valueName: "kind")
  )
  var lose: String?

  @Option(
    help: ArgumentHelp(
      "The format to write: evemu, libinput, evtest, getevent, raw or raw32.", valueName: "name"),
    completion: .list(RecordingFormat.writable.map(\.rawValue)), transform: ConvertCommand.target)
  var toFormat: RecordingFormat?

  @Flag(help: "Says what was done as one JSON object, on standard output.")
  var json = false

  @OptionGroup var profile: ProfileOption
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var size: SizeOption
  @OptionGroup var verbosity: VerbosityOptions

  private var target: RecordingFormat? { toFormat ?? TraceConversion.target(forName: output) }

  func validate() throws {
    try StandardInput.check([input, reading.device, profile.profile])
    if (expect == nil) == (lose == nil) {
      throw ValidationError("say what must stay: either --expect or --lose")
    }
    if json, output == "-" {
      throw ValidationError("--json and the trace both go to standard output")
    }
    if input == output, input != "-" {
      throw ValidationError("OUT is the recording itself, which would be lost")
    }
    if let lose, Gesture.Kind(rawValue: lose) == nil {
      let kinds = Gesture.Kind.allCases.map(\.rawValue)
      let near = Suggestion.nearest(to: lose, among: kinds)
      throw ValidationError(
        "expected one of \(kinds.joined(separator: ", ")), found '\(lose.printable)'"
          + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    do {
      if let expect { _ = try ShrinkGoal.gives(parsing: expect) }
    } catch {
      throw ValidationError("\(error)")
    }
    guard let target else {
      throw ValidationError(
        "the name \"\(output.printable)\" does not tell a format; --to-format does")
    }
    if !RecordingFormat.writable.contains(target) {
      throw ValidationError("\(target.rawValue) is only read")
    }
  }

  func run() throws {
    let console = Console(verbosity)
    do {
      try shrink(console)
    } catch {
      console.report(error)
    }
    try end(console)
  }

  private func shrink(_ console: Console) throws(RecordingError) {
    var options = try reading.replayOptions()
    options.profile = try ProfileFile.find(profile.profile)
    options.size = size.size
    let trace = try LoadedTrace(path: input, options: options)
    for note in trace.notes { console.note(input, note.description) }
    guard let goal = try goal(trace, options.profile, console) else { return }
    guard var shrinker = TraceShrinker(trace, goal: goal, profile: options.profile) else {
      console.complain(input, "does not show it; nothing is written")
      return
    }
    shrinker.run()
    try shrinker.write(to: output, format: target ?? .evemu)
    if json {
      console.print(shrinker.json(input: input, output: output))
    } else {
      summarize(shrinker, console)
    }
  }

  private func goal(
    _ trace: LoadedTrace, _ profile: Profile, _ console: Console
  ) throws(RecordingError) -> ShrinkGoal? {
    if let expect { return try .gives(parsing: expect) }
    guard let kind = lose.flatMap(Gesture.Kind.init) else { return nil }
    if trace.records(profile).contains(where: { $0.gesture.kind == kind }) {
      console.complain(input, "gives \(kind.phrase), and does not lose it; nothing is written")
      return nil
    }
    guard let loss = trace.loss(of: kind, profile) else {
      console.complain(input, "never came to look for \(kind.phrase); nothing is written")
      return nil
    }
    console.note(input, "keeps that \(loss.sentence)")
    return .loses(kind, loss.change.reason)
  }

  private func summarize(_ shrinker: TraceShrinker, _ console: Console) {
    func text(_ measure: TraceShrinker.Measure) -> String {
      measure.fingers.counted("finger") + ", " + measure.frames.counted("frame") + ", "
        + "\(measure.movement.text(decimals: 1)) mm"
    }
    console.summarize(
      "\(text(shrinker.before)) -> \(text(shrinker.after)) (\(shrinker.trials) replays)")
  }
}
