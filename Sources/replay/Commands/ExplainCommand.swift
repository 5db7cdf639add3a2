import ArgumentParser
import Contacts
import Files
import Gestures
import Playback
import Timeline

/// `replay explain`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain why a gesture was recognized, or why it was not.",
    discussion: """
      Prints when fingers touched down and up and what each recognizer decided: the value that it \
      measured and its limit, in mm, seconds and degrees, with the name of the limit in the profile.

      EXAMPLES
        replay explain Traces/tap.evemu
        replay explain Traces/swipes.evemu --gesture swipe
        replay explain Traces/phone-session.evemu --at 1.2
      """)

  @OptionGroup var input: RecordingPaths

  @Option(
    help: ArgumentHelp(
      "Only the recognizers of this gesture: \(Gesture.Kind.recognized.joined(separator: ", ")).",
      valueName: "gesture"),
    completion: .list(Gesture.Kind.recognized), transform: ExplainCommand.kind)
  var gesture: Gesture.Kind?

  @Option(
    help: ArgumentHelp(
      "Only the touches around this time, in seconds from the first event.",
      valueName: "seconds"),
    transform: ExplainCommand.seconds)
  var at: Double?

  @OptionGroup var results: ResultOptions
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup var verbosity: VerbosityOptions

  /// The gesture of a name that profiles have recognizers for.
  static func kind(_ word: String) throws -> Gesture.Kind {
    if let kind = Gesture.Kind(rawValue: word), Gesture.Kind.recognized.contains(word) {
      return kind
    }
    throw Choice.error(word, among: Gesture.Kind.recognized)
  }

  private static func seconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds.isFinite, seconds >= 0 else {
      throw ValidationError("expected seconds from the first event, as in 1.2")
    }
    return seconds
  }

  func validate() throws {
    try results.check(inputs: input.inputs + [reading.device] + profile.files)
  }

  func run() throws {
    try withConsole(verbosity, output: results.output) { console in
      let options = try reading.replayOptions(profile: profile)
      noteMissingRecognizer(options, console)
      let walk = try RecordingWalk(input, console, options)
      var isFirst = true
      walk.visit { file, _ throws(FileError) in
        let explanation = try Explanation(
          file.open(options), options: options, gesture: gesture, around: at)
        if !results.isJSON, walk.hasSeveralFiles {
          if !isFirst { console.print("") }
          console.printHeading(file.path)
        }
        isFirst = false
        let subjects = explanation.entries.map { entry in
          if case .change(let record) = entry {
            "  \(record.change.phrase.subject)".count
          } else {
            0
          }
        }
        let table = Table(
          [.right("TIME", 9), .left("", max(12, subjects.max() ?? 0)), .left("")],
          on: console.output)
        for entry in explanation.entries { print(entry, table, console) }
        note(explanation, of: file.path, console)
      }
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

  private func print(_ entry: Explanation.Entry, _ table: Table, _ console: Console) {
    switch entry {
    case .touch(let record):
      if results.isJSON { return console.print(marked(record)) }
      let touch = record.touch
      let position = Point(
        x: touch.location.x / Window.pointsPerMillimeter,
        y: touch.location.y / Window.pointsPerMillimeter)
      console.print(
        table.row(
          [
            Cell.seconds(entry.time), "touch \(touch.id)",
            touch.phase.rawName + Cell.position(position)
              + (touch.isDown ? Cell.contact(pressure: touch.pressure, size: record.size) : "")
              + suffix(record.device),
          ], style: .dim))
    case .palm(let record):
      if results.isJSON { return console.print(marked(record)) }
      let contact = record.palm.contact
      console.print(
        table.row(
          [
            Cell.seconds(entry.time), "touch \(record.palm.touchID)",
            "palm" + Cell.position(contact.position)
              + Cell.contact(
                pressure: record.palm.exceedsPressure ? nil : contact.pressure, size: contact.size)
              + ": \(record.sentence)" + suffix(record.device),
          ], style: .dim))
    case .change(let record):
      if results.isJSON { return console.print(record.appendJSON) }
      let isOutcome = record.change.to == .recognized || record.change.to == .ended
      let (subject, rest) = record.change.phrase
      console.print(
        table.row(
          [Cell.seconds(entry.time), "  \(subject)", rest + suffix(record.device)],
          style: isOutcome ? .bold : nil))
    }
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

  /// Notes that no recognizer reports the gesture, which leaves nothing to explain.
  private func noteMissingRecognizer(_ options: ReplayOptions, _ console: Console) {
    guard let gesture else { return }
    let set = RecognizerSet(profile: options.profile, classifier: options.classifier)
    if set.recognizers.contains(where: { $0.kind == gesture }) { return }
    if gesture == .path, options.profile.path.rule != .off {
      console.note("--gesture", "no shapes to recognize a path by: --shapes names them")
    } else {
      console.note(
        "--gesture",
        "the profile \(options.profile.name) has no \(gesture.rawValue): its rule is off")
    }
  }
}

extension Gesture.Kind {
  /// The gestures that profiles have recognizers for.
  static let recognized = Profile.sections.map(\.name).filter {
    Self(rawValue: $0) != nil
  }
}
