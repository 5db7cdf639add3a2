import ArgumentParser
import Playback
import Recordings

/// `replay info`
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Tells what recordings are: format, device, size, rate, and what is odd.",
    discussion: """
      EXAMPLES
        replay info touchpad.yml
        replay info --json Traces | jq '{file, maxTouches}'
      """)

  @Argument(
    help: ArgumentHelp("Recordings, folders of them, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @Flag(help: "Prints one JSON object a line.")
  var json = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var size: SizeOption
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try StandardInput.check(paths + [reading.device])
  }

  func run() throws {
    let console = Console(verbosity)
    do {
      var options = try reading.replayOptions()
      options.size = size.size
      let walk = TraceWalk(paths, console, isFormatGiven: reading.format != nil)
      var isFirst = true
      walk.visit { file, progress throws(RecordingError) in
        let info = try TraceInfo(path: file.path, options: options, progress: progress)
        for note in info.notes { console.note(file.path, note.description) }
        if json { return console.print(info.json) }
        if !isFirst { console.print("") }
        isFirst = false
        print(info, console)
      }
    } catch {
      console.report(error)
    }
    try end(console)
  }

  private func print(_ info: TraceInfo, _ console: Console) {
    console.print(console.output.styled(info.file.printable, .bold))
    for (name, text) in info.rows {
      console.print("  \(console.output.styled(name.padded(toColumns: 10), .dim))  \(text)")
    }
  }
}
