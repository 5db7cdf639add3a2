import ArgumentParser
import Contacts
import Files
import Lab
import Playback
import TouchFormats
import Touchpads

/// `replay touchpad`
struct TouchpadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchpad",
    abstract: "Measure a touchpad, and find settings that tell its palms from fingers.",
    discussion: """
      From a few short recordings: what a touchpad reports of fingers and of palms, and which \
      quirks of libinput keep palms from acting and lose no fingers. Each setting is played \
      through the real libinput, offline. docs/Touchpads.md has the steps.

      EXAMPLES
        replay touchpad record session
        replay touchpad analyze session
        replay touchpad suggest session -o local-overrides.quirks
        replay touchpad test local-overrides.quirks session
      """,
    subcommands: [
      TouchpadRecordCommand.self, TouchpadAnalyzeCommand.self, TouchpadSuggestCommand.self,
      TouchpadTestCommand.self,
    ])
}

/// The recordings of a touchpad, and the parts of hands in them.
struct TouchpadInput: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Recordings, folders or tar archives of them; touches, taps, scroll, typing and thumbs in "
        + "the names of files say what they are.",
      valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("A recording of fingers; may be repeated.", valueName: "file"),
    completion: .file())
  var fingers: [String] = []

  @Option(
    help: ArgumentHelp("A recording of palms; may be repeated.", valueName: "file"),
    completion: .file())
  var palms: [String] = []

  @Option(
    help: ArgumentHelp("A recording of resting thumbs; may be repeated.", valueName: "file"),
    completion: .file())
  var thumbs: [String] = []

  @Option(
    help: ArgumentHelp(
      "Labels as for score: recordings without gestures are of palms.", valueName: "file"),
    completion: .file())
  var labels: String?

  @Option(
    help: ArgumentHelp(
      "A device description (evemu), for recordings that have none.", valueName: "file"),
    completion: .file())
  var device: String?

  @Option(
    help: ArgumentHelp(
      "The size of the touchpad by a ruler, as in 104x75mm.", valueName: "WxHmm"),
    transform: TouchAreaOptions.size)
  var measuredSize: Size?

  /// The recordings to read.
  var files: [String] { paths + fingers + palms + thumbs }
  /// The files to read besides the recordings.
  var others: [String?] { [labels, device] }

  func validate() throws {
    if files.isEmpty { throw ValidationError("Missing expected argument '<path> ...'") }
  }

  /// Reads the recordings, and reports those that cannot be read.
  ///
  /// - Parameter needsLabels: Whether a recording without a label is an error.
  func read(
    _ console: Console, needsLabels: Bool = true
  ) throws(FileError) -> [TouchpadRecording] {
    var known = TouchpadLabels()
    if let labels { known.add(try LabelledFolder(path: labels)) }
    for (paths, part) in [(fingers, TouchpadPart.fingers), (palms, .palms), (thumbs, .thumbs)] {
      known.label(paths, part)
    }
    var options = ReplayOptions()
    options.size = measuredSize
    if let device { options.device = try EvemuDescription.read(path: device) }
    console.restrictOutput(toReadersOf: others.compactMap(\.self))
    var recordings: [TouchpadRecording] = []
    try RecordingWalk(RecordingPaths(files), console, options).visit {
      file, progress
        throws(FileError) in
      let part = known.part(of: file.path)
      if part == .unlabelled, needsLabels {
        throw FileError(
          file: file.path, position: .file, expected: "a recording of fingers, palms or thumbs",
          found: "no label; give --fingers, --palms or --thumbs, or name it after its step")
      }
      let model = file.canReopen ? try TouchpadRecording.model(file.source) : nil
      let own = try known.options(of: file.path, options)
      recordings.append(
        try TouchpadRecording(
          file.open(own, progress: progress), part: part, size: measuredSize, model: model))
    }
    return recordings
  }
}
