import ArgumentParser
import Playback
import Recordings

/// `replay script`
struct ScriptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script",
    abstract: "Makes a trace of a text that says what fingers do.",
    discussion: """
      One action a line; # begins a comment. Places are mm from the top left corner.

        size 100x70mm                 hand human seed 7 rate 120Hz
        tap 50,35 count 2             long-press 50,35 for 1s
        swipe left at 50,35 fingers 3 pan from 20,35 to 80,35 for 1s
        pinch 50,35 from 20 to 50     rotation 50,35 by 90 radius 20
        checkmark 50,35               wait 1s

      docs/Testing.md has the whole grammar. The same script gives the same trace.

      EXAMPLES
        replay script taps.touch taps.evemu
        replay script --expectations taps.touch Traces/taps.evemu
        echo 'swipe left fingers 3' | replay script - - | replay run -
      """)

  @Argument(help: "The script; - is standard input.", completion: .file())
  var input: String

  @Argument(
    help: "The trace to write; - is standard output.", completion: .file())
  var output = "-"

  @Option(
    help: ArgumentHelp(
      "The format to write: evemu (the default on standard output), libinput, evtest, getevent, raw or "
        + "raw32.",
      valueName: "name"),
    completion: .list(RecordingFormat.writable.map(\.rawValue)), transform: ConvertCommand.target)
  var toFormat: RecordingFormat?

  @Flag(help: "Writes what the script is meant to give as NAME.gestures.jsonl beside the trace.")
  var expectations = false

  @OptionGroup var verbosity: VerbosityOptions

  private var target: RecordingFormat? {
    toFormat ?? (output == "-" ? .evemu : TraceConversion.target(forName: output))
  }

  func validate() throws {
    guard let target else {
      throw ValidationError(
        "the name \"\(output.printable)\" does not tell a format; --to-format does")
    }
    if !RecordingFormat.writable.contains(target) {
      throw ValidationError("\(target.rawValue) is only read")
    }
    if expectations, output == "-" {
      throw ValidationError("beside standard output stand no expectations")
    }
    if input == output, input != "-" {
      throw ValidationError("OUT is the script itself, which would be lost")
    }
  }

  func run() throws {
    let console = Console(verbosity)
    do {
      let script = try ScriptFile.read(path: input)
      let frames = try script.write(to: output, format: target ?? .evemu)
      if frames == 0 { console.note(input, "no finger does anything") }
      if expectations {
        try TextFile.write(script.expectations, to: ExpectationFile.path(forTrace: output))
      }
    } catch {
      console.report(error)
    }
    try end(console)
  }
}
