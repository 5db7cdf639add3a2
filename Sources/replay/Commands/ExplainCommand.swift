import ArgumentParser
import Contacts
import Gestures
import Playback
import Recordings
import Timeline

/// `replay explain`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tells why a recording gave a gesture, or why it did not.",
    discussion: """
      Prints when fingers came and went, and what each recognizer made of them: what it \
      measured, and the limit. Lengths are points of 1/163 inch (0.156 mm).

      EXAMPLES
        replay explain swipe.evemu
        replay explain swipe.evemu --gesture swipe
        replay explain session.yml --at 1.2
      """)

  @Argument(
    help: ArgumentHelp("Recordings, folders of them, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @Flag(help: "Prints one JSON object a line.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Only the recognizers of this gesture: \(Gesture.Kind.recognized.joined(separator: ", ")).",
      valueName: "kind"),
    completion: .list(Gesture.Kind.recognized), transform: ExplainCommand.kind)
  var gesture: Gesture.Kind?

  @Option(
    help: ArgumentHelp(
      "Only the touches around this moment, in seconds from the first event.",
      valueName: "seconds"),
    transform: ExplainCommand.moment)
  var at: Double?

  @OptionGroup var profile: ProfileOption
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var size: SizeOption
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try StandardInput.check(paths + [reading.device, profile.profile])
  }

  func run() throws {
    let console = Console(verbosity)
    do {
      var options = try reading.replayOptions()
      options.profile = try ProfileFile.find(profile.profile)
      options.size = size.size
      remarkOnProfile(options.profile, console)
      let walk = TraceWalk(paths, console, isFormatGiven: reading.format != nil)
      var isFirst = true
      walk.visit { file, _ throws(RecordingError) in
        let explanation = try Explanation(
          path: file.path, options: options, gesture: gesture, around: at)
        if !json {
          if !isFirst { console.print("") }
          console.print(console.output.styled(file.path.printable, .bold))
        }
        isFirst = false
        for entry in explanation.entries { print(entry, console) }
        console.flush()
        remark(explanation, of: file.path, console)
      }
    } catch {
      console.report(error)
    }
    try end(console)
  }

  private func remark(_ explanation: Explanation, of path: String, _ console: Console) {
    for note in explanation.notes { console.note(path, note.description) }
    guard let first = explanation.entries.first, let last = explanation.entries.last else {
      return console.note(path, "nothing touched the surface")
    }
    if let at, at < first.time || at > last.time {
      let moment = GestureTable.seconds(at)
      console.note(path, "nothing touched it at \(moment); this is what was nearest")
    }
  }

  private func print(_ entry: Explanation.Entry, _ console: Console) {
    switch entry {
    case .touch(let record):
      if json { return console.print(record.appendJSON) }
      let touch = record.touch
      let place =
        "\(touch.location.x.text(decimals: 1)), \(touch.location.y.text(decimals: 1))"
      let text = "touch \(touch.id) \(touch.phase.rawName) at \(place)"
      console.print(console.output.styled(line(entry.time, text, record.device), .dim))
    case .change(let record):
      if json { return console.print(record.appendJSON) }
      let isOutcome = record.change.to == .recognized || record.change.to == .ended
      let text = line(entry.time, "  \(ExplainCommand.sentence(record.change))", record.device)
      console.print(isOutcome ? console.output.styled(text, .bold) : text)
    }
  }

  private func line(_ time: Double, _ text: String, _ device: String?) -> String {
    let device = device.map { " on \($0.printable)" } ?? ""
    return "\(GestureTable.seconds(time).rightAligned(toColumns: 10))  \(text)\(device)"
  }

  /// A change with its recognizer in a column of its own, as wide as most of them.
  private static func sentence(_ change: StateChange) -> String {
    let subject = change.subject
    let rest = change.sentence.dropFirst(subject.count + 1)
    return "\(subject.padded(toColumns: 11)) \(rest)"
  }

  /// A profile without the gesture that was asked for explains nothing of it.
  private func remarkOnProfile(_ profile: Profile, _ console: Console) {
    guard let gesture,
      !RecognizerSet(profile: profile).recognizers.contains(where: { $0.kind == gesture })
    else { return }
    console.note(
      "--gesture", "the profile \(profile.name) has no \(gesture.rawValue): its rule is off")
  }
}

// MARK: Arguments

extension ExplainCommand {
  private static func kind(_ word: String) throws -> Gesture.Kind {
    if let kind = Gesture.Kind(rawValue: word), Gesture.Kind.recognized.contains(word) {
      return kind
    }
    let near = Suggestion.nearest(to: word, among: Gesture.Kind.recognized)
    throw ValidationError(
      "expected one of \(Gesture.Kind.recognized.joined(separator: ", ")), found "
        + "'\(word.printable)'" + (near.map { "; did you mean \($0)?" } ?? ""))
  }

  private static func moment(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds.isFinite, seconds >= 0 else {
      throw ValidationError("expected seconds from the first event, as in 1.2")
    }
    return seconds
  }
}

extension Gesture.Kind {
  /// The gestures that profiles have recognizers for.
  fileprivate static let recognized = Profile.rules.map(\.key).filter { Self(rawValue: $0) != nil }
}
