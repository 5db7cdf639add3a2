import ArgumentParser
import Contacts
import Gestures
import Pipeline
import Recordings

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

  @Option(help: ArgumentHelp("Only the recognizers of this gesture.", valueName: "kind"))
  var gesture: Gesture.Kind?

  @Option(
    help: ArgumentHelp(
      "Only the touches around this moment, in seconds from the first event.",
      valueName: "seconds"))
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
        "\(GestureTable.decimal(touch.location.x, 1)), \(GestureTable.decimal(touch.location.y, 1))"
      let text = "touch \(touch.id) \(touch.phase.rawName) at \(place)"
      console.print(console.output.styled(line(entry.time, text, record.device), .dim))
    case .change(let record):
      if json { return console.print(record.appendJSON) }
      console.print(line(entry.time, "  \(record.change.sentence)", record.device))
    }
  }

  private func line(_ time: Double, _ text: String, _ device: String?) -> String {
    let device = device.map { " on \($0.printable)" } ?? ""
    return "\(GestureTable.seconds(time).rightAligned(toColumns: 10))  \(text)\(device)"
  }
}

extension Gesture.Kind: ExpressibleByArgument {}
