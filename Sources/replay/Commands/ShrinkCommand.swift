import ArgumentParser
import Evdev
import Files
import Gestures
import Lab
import Playback
import Timeline
import TouchFormats

/// `replay shrink`
struct ShrinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shrink",
    abstract: "Find the smallest part of a trace that still shows a gesture, or its loss.",
    discussion: """
      First the fewest fingers, then the fewest frames, then the least time, then the least \
      movement: the rest is written as a trace of its own. If --trials ends the search, the smallest \
      trace so far is written, with a warning and exit code 0: it still shows the gesture.

      --expect keeps a gesture, given by its kind and keys of gesture records. --lose is for a trace \
      in which a gesture is missing: it keeps the reason. Ends with exit code 1 if the trace does \
      not show it in the first place.

      EXAMPLES
        replay shrink Traces/swipes.evemu small.evemu --expect swipe,direction=left
        replay shrink Traces/pan.evemu small.evemu --lose swipe
        replay shrink --expect tap,taps=3 Traces/triple-tap.evemu - --to-format raw |
          replay explain -
      """)

  @Argument(help: "The recording; - is standard input.", completion: .file())
  var input: String

  @OptionGroup var output: RecordingOutputOptions

  @Option(help: ArgumentHelp("A gesture to keep, as in tap,taps=2.", valueName: "gesture"))
  var expect: String?

  @Option(
    help: ArgumentHelp("A gesture that stays missing, for the same reason.", valueName: "gesture"))
  var lose: String?

  @Option(
    help: ArgumentHelp(
      "The most replays; \(TraceShrinker.usualTrials) by default.", valueName: "count"))
  var trials = TraceShrinker.usualTrials

  @Flag(help: "Print the result as one JSON object, on standard output.")
  var json = false

  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try reading.refuseOrientation()
    try Files.checkStandardInput([input, reading.device] + profile.files)
    if (expect == nil) == (lose == nil) {
      throw ValidationError("missing what to keep: either --expect or --lose")
    }
    if let lose, Gesture.Kind(rawValue: lose) == nil {
      throw Choice.error(lose, among: Gesture.Kind.allCases.map(\.rawValue))
    }
    do {
      if let expect { _ = try ShrinkGoal.gives(parsing: expect) }
    } catch {
      throw ValidationError("\(error)")
    }
    if !(1...1_000_000).contains(trials) {
      throw ValidationError("--trials takes a number from 1 to 1000000")
    }
    let path = try output.path()
    if json, path == "-" {
      throw ValidationError("--json and the trace both go to standard output")
    }
    try Files.refuse(path, asOneOf: [input, reading.device] + profile.files)
    _ = try output.format(of: path)
  }

  func run() throws {
    let path = try output.path()
    let format = try output.format(of: path)
    try withConsole(verbosity) { console in
      let options = try reading.replayOptions(profile: profile)
      let trace = try LoadedRecording(path: input, options: options)
      for note in trace.notes { console.note(input, note) }
      guard let goal = try goal(trace, options.profile, console) else { return }
      guard
        var shrinker = TraceShrinker(
          trace, goal: goal, profile: options.profile, mostTrials: trials)
      else {
        return console.reportUnmet(input, "does not show it; nothing is written")
      }
      shrinker.run()
      for loss in try shrinker.write(to: path, format: format, madeOf: [input] + options.files) {
        console.warnOfLoss(in: path, "\(format.rawValue) does not hold \(loss)")
      }
      if shrinker.isCutShort {
        console.warn(
          path, "the limit of \(trials) replays ended the search: it may not be the smallest")
      }
      if options.size != nil { console.note(path, ConvertCommand.sizeNote) }
      if json {
        console.print(shrinker.json(input: input, output: path))
      } else {
        console.confirm(
          path,
          "\(text(shrinker.before)) -> \(text(shrinker.after)) (\(shrinker.trials) replays)")
      }
    }
  }

  private func goal(
    _ trace: LoadedRecording, _ profile: Profile, _ console: Console
  ) throws(FileError) -> ShrinkGoal? {
    if let expect { return try .gives(parsing: expect) }
    guard let kind = lose.flatMap(Gesture.Kind.init) else { return nil }
    if trace.records(profile).contains(where: { $0.gesture.kind == kind }) {
      console.reportUnmet(input, "has \(kind.phrase), which is not lost; nothing is written")
      return nil
    }
    guard let loss = trace.loss(of: kind, profile) else {
      console.reportUnmet(input, "has no attempt at \(kind.phrase); nothing is written")
      return nil
    }
    console.note(input, "keeps that \(loss.sentence)")
    return .loses(kind, loss.change.reason)
  }

  private func text(_ measure: TraceShrinker.Measure) -> String {
    "\(measure.fingers.counted("finger")), \(measure.frames.counted("frame")), "
      + "\(Cell.millimetres(measure.movement)), \(Cell.seconds(measure.duration))"
  }
}
