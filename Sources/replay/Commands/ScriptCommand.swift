import ArgumentParser
import Checking
import Conversion
import Files
import Playback
import TouchFormats
import TouchScript

/// `replay script`
struct ScriptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script",
    abstract: "Make a trace from a script of what fingers do.",
    discussion: """
      One action a line; # begins a comment. Positions are in mm from the top left corner.

        size 100x70mm                 hand human seed 7 rate 120Hz
        tap 50,35 count 2             long-press 50,35 for 1s
        swipe left at 50,35 fingers 3 pan from 20,35 to 80,35 for 1s
        pinch 50,35 from 20 to 50     rotation 50,35 by 90 radius 20
        checkmark 50,35               wait 1s

      docs/Testing.md has the whole grammar. The same script makes the same trace.

      EXAMPLES
        echo 'swipe left fingers 3' | replay script - | replay run -
        replay script Examples/Samples/session.touch session.evemu
        echo 'tap count 2' | replay script - taps.evemu --expectations
        echo 'tap count 2' | replay script - taps.tar --count 1000 --labels taps.jsonl
      """)

  @Argument(help: "The script; - is standard input.", completion: .file())
  var input: String

  @OptionGroup var output: RecordingOutputOptions

  @Flag(
    help:
      "Write the gestures that the script should produce to NAME.gestures.jsonl beside the trace.")
  var expectations = false

  @Option(
    help: ArgumentHelp(
      "The most frames of touches to make; 2000000 by default.", valueName: "count"),
    transform: LimitOption.count)
  var limit = ScriptFile.usualFrameLimit

  @OptionGroup(title: "Many recordings") var many: VariationOptions
  @OptionGroup var verbosity: VerbosityOptions

  /// The format of the output; evemu by default on standard output.
  private func format(of path: String) throws -> RecordingFormat {
    path == "-" ? output.toFormat ?? .evemu : try output.format(of: path)
  }

  func validate() throws {
    let path = try output.path(fallback: "-")
    if many.count != nil { return try many.check(path, input: input, output, expectations) }
    _ = try format(of: path)
    if expectations, path == "-" {
      throw ValidationError("standard output has no expectations beside it; name a file to write")
    }
    try Files.refuse(path, asOneOf: [input])
    if expectations {
      try Files.refuse(ExpectationFile.path(forTrace: path), asOneOf: [input, path])
    }
  }

  func run() throws {
    let path = try output.path(fallback: "-")
    if many.count != nil {
      return try withConsole(verbosity) { console in
        let script = try ScriptFile.read(path: input, frameLimit: limit)
        console.beginWork()
        try many.write(script, to: path, madeOf: input)
        console.confirm(path)
        if let labels = many.labels { console.confirm(labels) }
      }
    }
    let format = try format(of: path)
    try withConsole(verbosity) { console in
      let script = try ScriptFile.read(path: input, frameLimit: limit)
      // The sink is written before the trace and gets its name after it: either both are new or
      // none is.
      let sink =
        try expectations
        ? ByteSink(path: ExpectationFile.path(forTrace: path), madeOf: [input]) : nil
      try sink?.append(script.expectations.utf8)
      try sink?.flush()
      let frames = try script.write(to: path, format: format, madeOf: [input])
      try sink?.finish()
      if frames == 0 { console.note(input, "no actions, so the trace is empty") }
      if script.script.leaves(script.touchArea) {
        let size = script.touchArea
        console.warn(
          input,
          "fingers are beside the touch area of \(Cell.size(size)) mm; the recording has its edge")
      }
      console.confirm(path)
      if expectations { console.confirm(ExpectationFile.path(forTrace: path)) }
    }
  }
}
