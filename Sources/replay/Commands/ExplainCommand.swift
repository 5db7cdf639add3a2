import Checking

struct ExplainCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain why a gesture was recognized, or why it was not.",
    discussion: """
      Prints when fingers touched down and up and what each recognizer decided: the value that it \
      measured and its limit, in mm, seconds and degrees, with the name of the limit in the profile.

      With --expected, the verdict comes first: the measures of the whole movement that are beyond \
      a limit, what was reported instead, and the smallest changes of a setting and of the movement \
      with which the gesture is recognized, each confirmed by a replay. Then only the recognizers \
      of this gesture are listed. --against tells which recordings the changed setting affects.

      EXAMPLES
        replay explain Traces/tap.evemu
        replay explain Traces/pan.evemu --expected swipe,direction=right
        replay explain Traces/pan.evemu --expected swipe --against Traces
        replay explain Traces/phone-session.evemu --at 1.2
      """)

  @OptionGroup var input: RecordingPaths
  @OptionGroup var question: ExpectedOption

  @Option(
    folder: "With --expected: list the recordings in this folder whose gestures differ with the "
      + "setting that the verdict suggests.")
  var against: String?

  @Option(
    help: .value("seconds", "Only the touches around this time, in seconds from the first event."),
    transform: number("seconds from the first event, as in 1.2") { $0.isFinite && $0 >= 0 })
  var at: Double?

  @OptionGroup var jobs: JobsOption
  @OptionGroup var results: ResultOptions
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup(title: "Reading options") var orientation: OrientationOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try reject(
      if: at != nil && question.expected != nil,
      "--at and --expected exclude each other; --expected takes a time, as in pan,at=1.2")
    try reject(
      if: against != nil && question.expected == nil,
      "--against takes the setting of a verdict: --expected asks for one")
    try results.check(inputs: input.inputs + [reading.device, against] + profile.files)
  }

  func run(_ console: Console) throws {
    let options = try reading.replayOptions(profile: profile, part: part, orientation: orientation)
    let walk = try RecordingWalk(input, console, options)
    let isHeaded = !results.isJSON && walk.hasSeveralFiles
    walk.visit(jobs: jobs.count) { [self] file, console, _ throws(FileError) in
      let recording = try file.open(options)
      let explanation = try Explanation(
        recording, options: options, gesture: question.expected?.kind, around: at)
      if isHeaded {
        console.printGap()
        console.printHeading(file.path)
      }
      if let expected = question.expected {
        try answer(expected, recording, options, hasHistory: !explanation.entries.isEmpty, console)
      }
      let subjects = explanation.entries.compactMap { entry in
        if case .change(let record) = entry { record.change.phrase.subject.count + 2 } else { nil }
      }
      let table = Table(
        [.right("TIME", 9), .left("", max(12, subjects.max() ?? 0)), .left("")], on: console.output)
      for entry in explanation.entries { print(entry, table, console) }
      note(explanation, of: file.path, console)
    }
  }

  private func note(_ explanation: Explanation, of path: String, _ console: Console) {
    for note in explanation.notes { console.note(path, note) }
    guard let first = explanation.entries.first, let last = explanation.entries.last else {
      if !explanation.notes.contains(where: \.isWarning) { console.note(path, "no touches") }
      return
    }
    if let at, at < first.time || at > last.time {
      console.note(path, "no touches at \(Cell.seconds(at)); these are the nearest")
    }
  }

  private func print(_ entry: GestureEngine.Report, _ table: Table, _ console: Console) {
    let subject: String
    let text: String
    let style: Terminal.Style?
    switch entry {
    case .touch(let record):
      if results.isJSON { return console.print(marked(record)) }
      let touch = record.touch
      let position = Point(
        x: touch.location.x / Window.pointsPerMillimetre,
        y: touch.location.y / Window.pointsPerMillimetre)
      let details = touch.isDown ? Cell.contact(pressure: touch.pressure, size: record.size) : ""
      subject = "touch \(touch.id)"
      style = .dim
      text = touch.phase.rawName + Cell.position(position) + details + suffix(record.device)
    case .palm(let record):
      if results.isJSON { return console.print(marked(record)) }
      let contact = record.palm.contact
      let pressure = record.palm.exceedsPressure ? nil : contact.pressure
      subject = "touch \(record.palm.touchID)"
      style = .dim
      text =
        "palm" + Cell.position(contact.position)
        + Cell.contact(pressure: pressure, size: contact.size)
        + ": \(record.sentence)" + suffix(record.device)
    case .change(let record):
      if results.isJSON { return console.print(record.appendJSON) }
      let phrase = record.change.phrase
      subject = "  \(phrase.subject)"
      text = phrase.rest + suffix(record.device)
      style = [.recognized, .ended].contains(record.change.to) ? .bold : nil
    case .gesture: return
    }
    console.print(table.row([Cell.seconds(entry.time), subject, text], style: style))
  }

  /// The record of a touch or a palm, marked among those of changes.
  private func marked(_ record: some JSONRecord) -> String {
    var line = JSONLine()
    line.add("v", 2)
    line.add("record", "touch")
    line.add(membersOf: record.json, without: "v")
    return line.object
  }

  private func suffix(_ device: String?) -> String { device.map { " on \($0)" } ?? "" }

  // MARK: - The verdict

  private func answer(
    _ expected: ExpectedGesture, _ recording: Recording, _ options: ReplayOptions,
    hasHistory: Bool, _ console: Console
  ) throws(FileError) {
    let verdict = Verdict(expected, in: try recording.load(), profile: options.profile)
    if results.isJSON {
      console.print(verdict.json)
    } else {
      for (index, sentence) in verdict.sentences.enumerated() {
        console.printWrapped(sentence, style: index == 0 ? .bold : nil)
      }
      for assumption in verdict.assumptions where !verdict.isRecognized {
        console.printWrapped(assumption.sentence, style: .yellow)
      }
      if hasHistory { console.print("") }
    }
    guard let against else { return }
    if verdict.settings.isEmpty {
      return console.note(recording.path, "the verdict suggests no setting for --against to try")
    }
    try reportSideEffects(of: verdict.settings, in: against, options, console)
  }

  /// Lists the recordings whose gestures differ under the changed settings.
  private func reportSideEffects(
    of settings: [SettingChange], in folder: String, _ options: ReplayOptions, _ console: Console
  ) throws(FileError) {
    let changed = options.profile.changed(by: settings)
    let walk = try RecordingWalk(RecordingPaths([folder]), console, options)
    var (count, differing) = (0, 0)
    walk.visit { file, _ throws(FileError) in
      let recording = try file.open(options).load()
      let effect = SideEffect(recording, options.profile, changed)
      count += 1
      guard let effect else { return }
      differing += 1
      if results.isJSON { return console.print(effect.json) }
      console.printWrapped(effect.text)
    }
    guard !results.isJSON else { return }
    console.print(
      "\(differing) of \(count.counted("recording")) in \(folder.printable) differ with "
        + settings.map(\.text).joined(separator: " and "))
    console.print("")
  }
}
