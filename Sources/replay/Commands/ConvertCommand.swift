import ArgumentParser
import Evdev
import Foundation
import Playback
import Recordings

/// `replay convert`
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Writes a recording, or a piece of it, in another format.",
    discussion: """
      The format is that of --to-format, or what the name of OUT tells: .evemu and .events are \
      evemu, .yml and .yaml libinput, .raw and .bin raw events of 24 bytes (raw32 has 16). OUT \
      appears, or is replaced, when it is complete. What the format cannot hold is said.

      A piece is a recording of its own: touches that are down at its start land there, and those \
      that are down where it was cut off are lifted there.

      EXAMPLES
        replay convert touchpad.yml touchpad.evemu
        replay convert --from 1.5 --to 3 long.evemu piece.evemu
        replay convert --fingers 1-2 three.evemu two.evemu
        replay convert --description pad.desc touchpad.yml touchpad.raw
        replay convert --to-format evemu log.json - | replay run -
      """)

  @Argument(help: "The recording; - is standard input.", completion: .file())
  var input: String

  @Argument(help: "The file to write; - is standard output.", completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "The format to write: evemu, libinput, evtest, getevent, raw or raw32.", valueName: "name"),
    completion: .list(RecordingFormat.writable.map(\.rawValue)), transform: ConvertCommand.target)
  var toFormat: RecordingFormat?

  @Option(help: ArgumentHelp("Leaves out what comes before.", valueName: "seconds"))
  var from: Double?

  @Option(help: ArgumentHelp("Leaves out what comes after.", valueName: "seconds"))
  var to: Double?

  @Option(
    help: ArgumentHelp(
      "Keeps these touches only, by their ids (see run --touches), as in 1-2 or 1,3.",
      valueName: "ids"),
    transform: ConvertCommand.fingers)
  var fingers: [ClosedRange<Int>]?

  @Option(
    help: ArgumentHelp(
      "Writes the description of the device to this file (evemu), which --device reads back; OUT "
        + "holds events only, unless it is libinput's.",
      valueName: "file"),
    completion: .file())
  var description: String?

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var verbosity: VerbosityOptions

  private static func isSameFile(_ first: String, _ second: String) -> Bool {
    var one = stat()
    var other = stat()
    guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
      && one.st_mode & S_IFMT == S_IFREG
  }

  static func target(_ text: String) throws -> RecordingFormat {
    let names = RecordingFormat.writable.map(\.rawValue).joined(separator: ", ")
    guard let format = RecordingFormat(rawValue: text) else {
      throw ValidationError("expected one of \(names)")
    }
    guard RecordingFormat.writable.contains(format) else {
      throw ValidationError("\(text) is only read; written are \(names)")
    }
    return format
  }

  private static func fingers(_ text: String) throws -> [ClosedRange<Int>] {
    guard let fingers = TraceCut.fingers(parsing: text) else {
      throw ValidationError("expected ids from 1, as in 2, 1-2 or 1,3")
    }
    return fingers
  }

  func validate() throws {
    try StandardInput.check([input, reading.device])
    for (name, value) in [("--from", from), ("--to", to)] {
      guard let value else { continue }
      if !value.isFinite || value < 0 { throw ValidationError("\(name) takes seconds from 0") }
    }
    if let from, let to, from > to { throw ValidationError("--from is after --to") }
    if toFormat == nil, TraceConversion.target(forName: output) == nil {
      throw ValidationError(
        "the name \"\(output.printable)\" does not tell a format; --to-format does")
    }
    if ConvertCommand.isSameFile(input, output) {
      throw ValidationError("OUT is the recording itself, which would be lost")
    }
  }

  func run() throws {
    let console = Console(verbosity)
    do {
      let target = toFormat ?? TraceConversion.target(forName: output) ?? .evemu
      var conversion = TraceConversion(input: input, target: target)
      conversion.options = try reading.replayOptions()
      conversion.descriptionPath = description
      conversion.cut = TraceCut(from: from, to: to, fingers: fingers)
      let size = TracePaths.expand([input]).reduce(0) { sum, entry in
        if case .file(let file) = entry { sum + (file.size ?? 0) } else { sum }
      }
      console.expectWork(size * 2)
      conversion.progress = { console.progress($0) }
      let outcome = try conversion.run(to: output)
      for anomaly in outcome.anomalies.occurred {
        console.note(input, TraceNote.anomaly(anomaly.anomaly, count: anomaly.count).description)
      }
      for loss in outcome.losses {
        console.note(output, "\(target.rawValue) does not hold \(loss.printable)")
      }
      if outcome.events == 0 { console.note(output, "holds no events") }
    } catch {
      console.report(error)
    }
    try end(console)
  }
}
