import ArgumentParser
import Conversion
import Evdev
import Playback
import Timeline
import TouchFormats

/// `replay convert`
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write recordings, or parts of them, in another format.",
    discussion: """
      The format is that of --to-format or of the name of OUT: .evemu and .events are evemu, .yml \
      and .yaml libinput, .raw and .bin raw events of 24 bytes (.raw32 of 16). OUT appears, or is \
      replaced, when it is complete. What the format cannot hold is noted.

      The keys of keyboards are left out, since they may be what somebody typed; --keep-keys keeps \
      them. Buttons are kept, and the keys that interrupt touches: power, sleep, phone, screen lock.

      A part is a recording of its own: touches that are down where it begins touch down there, and \
      those that are down where it ends touch up there. What was assumed of the device for the whole \
      recording is written into the device description of the part.

      The recordings of a folder are written into the folder OUT, which is made if it is missing, \
      each under its name with the ending of --to-format.

      EXAMPLES
        replay convert Traces/swipes-two-fingers.yml swipes.evemu
        replay convert --from 1.5 --to 3 Traces/swipes.evemu part.evemu
        replay convert --fingers 1-2 Traces/swipes-three-fingers.evemu two.evemu
        replay convert --description pad.desc Traces/rotate-clockwise.yml rotation.raw
        replay convert --to-format evemu Traces/swipe-left.raw - | replay run -
        replay convert --to-format libinput Traces converted
      """)

  @Argument(
    help: "The recording, or a folder of recordings; - is standard input.", completion: .file())
  var input: String

  @OptionGroup var output: RecordingOutputOptions

  @Option(
    help: ArgumentHelp(
      "Keep only these touches, by their ids (see run --touches), as in 1-2 or 1,3.",
      valueName: "ids"),
    transform: ConvertCommand.fingers)
  var fingers: [ClosedRange<Int>]?

  @Option(
    help: ArgumentHelp(
      "Write the device description (evemu) to this file, for --device; OUT then holds only events, "
        + "unless its format is libinput.",
      valueName: "file"),
    completion: .file())
  var description: String?

  @Flag(help: "Keep the keys of keyboards, which may be what somebody typed.")
  var keepKeys = false

  @OptionGroup var jobs: JobsOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup var verbosity: VerbosityOptions

  private static func fingers(_ text: String) throws -> [ClosedRange<Int>] {
    guard let fingers = RecordingCut.fingers(parsing: text) else {
      throw ValidationError("expected ids from 1, as in 2, 1-2 or 1,3")
    }
    return fingers
  }

  /// The note on a size: recordings cannot express it in mm, and a resolution in whole units per mm
  /// is inexact.
  static let sizeNote = "no recording holds the size of --size; give it again to read this one"

  func validate() throws {
    try reading.refuseOrientation()
    try Files.checkStandardInput([input, reading.device])
    let path = try output.path()
    _ = try output.format(of: path)
    if InputFiles.isFolder(input) {
      if description != nil { throw ValidationError("--description is for one recording") }
      return try makeFolderConversion(ReplayOptions()).check()
    }
    try Files.refuse(path, asOneOf: [input, reading.device])
    if let description {
      try Files.refuse(description, asOneOf: [input, reading.device, path])
    }
  }

  private func makeFolderConversion(_ options: ReplayOptions) throws -> FolderConversion {
    let path = try output.path()
    let target = try output.format(of: path)
    return FolderConversion(
      input: input, output: path, target: target, options: options, cut: cut,
      keepsKeys: keepKeys, jobs: jobs.count)
  }

  private var cut: RecordingCut {
    RecordingCut(from: reading.from, to: reading.to, fingers: fingers)
  }

  func run() throws {
    let path = try output.path()
    let target = try output.format(of: path)
    try withConsole(verbosity) { console in
      let options = try reading.replayOptions()
      if InputFiles.isFolder(input) { return try makeFolderConversion(options).run(console) }
      var conversion = RecordingConversion(input: input, target: target)
      conversion.options = options
      conversion.descriptionPath = description
      conversion.keepsKeys = keepKeys
      conversion.cut = cut
      let size = InputFiles.expand([input]).reduce(0) { $0 + ($1.file?.size ?? 0) }
      console.expectWork(size * 2)
      conversion.progress = { console.showProgress($0) }
      let outcome = try conversion.run(to: path)
      if options.size != nil { console.note(path, ConvertCommand.sizeNote) }
      ConvertCommand.report(outcome, of: input, in: path, target, console)
      console.confirm(path, path == "-" ? nil : outcome.events.counted("event"))
      if let description { console.confirm(description) }
    }
  }

  /// Notes the anomalies of a recording, and the content that the written one lacks.
  static func report(
    _ outcome: RecordingConversion.Outcome, of input: String, in path: String,
    _ target: RecordingFormat, _ console: Console
  ) {
    for anomaly in outcome.anomalies.occurred {
      console.note(input, .anomaly(anomaly.anomaly, count: anomaly.count))
    }
    for loss in outcome.losses {
      console.warnOfLoss(in: path, "\(target.rawValue) does not hold \(loss)")
    }
    if outcome.keys > 0 {
      console.warnOfLoss(
        in: path, "\(outcome.keys.counted("key event")) left out (--keep-keys keeps them)")
    }
    if outcome.events == 0 { console.note(path, "holds no events") }
  }
}
