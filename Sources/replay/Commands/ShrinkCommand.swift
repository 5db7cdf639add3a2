import Checking
import Lab

struct ShrinkCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "shrink",
    abstract: "Find the smallest part of a trace that still shows a gesture, or its loss.",
    discussion: """
      First the fewest fingers, then the fewest frames, then the least time, then the least \
      movement: the rest is written as a trace of its own. If --trials ends the search, the smallest \
      trace so far is written, with a warning and exit code 0: it still shows the gesture.

      The trace keeps what it shows of the expected gesture: that it is recognized, or, where it is \
      missing, the reason of its recognizer in the movement that is most like the gesture. Ends \
      with exit code 1 if the trace shows neither. With at=SECONDS the search begins with the \
      movement at this time.

      EXAMPLES
        replay shrink Traces/swipes.evemu small.evemu --expected swipe,direction=left
        replay shrink Traces/pan.evemu small.evemu --expected swipe
        replay shrink --expected tap,taps=3 Traces/triple-tap.evemu - \\
          --to-format raw | replay explain -
      """)

  @Argument(file: "The recording; - is standard input.")
  var input: String

  @OptionGroup var output: RecordingOutputOptions

  @OptionGroup var question: ExpectedOption

  @Option(help: .value("count", "The most replays; \(RecordingShrinker.usualTrials) by default."))
  var trials = RecordingShrinker.usualTrials

  @Flag(help: "Print the result as one JSON object, on standard output.")
  var json = false

  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try Files.checkStandardInput([input, reading.device] + profile.files)
    try reject(if: question.expected == nil, "missing what to keep: --expected names a gesture")
    try reject(if: !(1...1_000_000).contains(trials), "--trials takes a number from 1 to 1000000")
    let path = try output.path()
    try reject(if: json && path == "-", "--json and the trace both go to standard output")
    try Files.refuse(path, asOneOf: [input, reading.device] + profile.files)
    _ = try output.format(of: path)
  }

  func run(_ console: Console) throws {
    let path = try output.path()
    let format = try output.format(of: path)
    let options = try reading.replayOptions(profile: profile, part: part)
    console.progress.begin(0)
    let whole = try LoadedRecording(path: input, options: options)
    for note in whole.notes { console.note(input, note) }
    guard let expected = question.expected else { return }
    let verdict = Verdict(expected, in: whole, profile: options.profile, searches: false)
    let trace = part(of: whole, verdict)
    guard let goal = goal(trace, verdict, options.profile, console) else { return }
    guard
      var shrinker = RecordingShrinker(
        trace, goal: goal, profile: options.profile, maximumTrials: trials)
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
        path, "\(text(shrinker.before)) -> \(text(shrinker.after)) (\(shrinker.trials) replays)")
    }
  }

  /// The movement at a given time, with the time around it in which recognizers may wait.
  private func part(of recording: LoadedRecording, _ verdict: Verdict) -> LoadedRecording {
    guard verdict.expected.at != nil, let span = verdict.span else { return recording }
    return recording.cut(to: span.lowerBound - 0.5...span.upperBound + 1)
  }

  private func goal(
    _ trace: LoadedRecording, _ verdict: Verdict, _ profile: Profile, _ console: Console
  ) -> ShrinkGoal? {
    let expected = verdict.expected
    if trace.records(profile).contains(where: { expected.matches($0.gesture) }) {
      return .recognized(expected)
    }
    guard let loss = trace.loss(of: expected.kind, in: verdict.span, profile),
      let reason = loss.change.reason
    else {
      console.reportUnmet(
        input, "has no \(expected.phrase), and no attempt at one; nothing is written")
      return nil
    }
    console.note(input, "has no \(expected.phrase); keeps that \(loss.sentence)")
    return .lost(expected, reason)
  }

  private func text(_ measure: RecordingShrinker.Measure) -> String {
    "\(measure.fingers.counted("finger")), \(measure.frames.counted("frame")), "
      + "\(Cell.millimetres(measure.movement)), \(Cell.seconds(measure.duration))"
  }
}
