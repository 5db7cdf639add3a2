import ArgumentParser
import Contacts
import Files
import Lab
import Playback
import TouchFormats
import Touchpads

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
    file: "Recordings, folders or tar archives of them; touches, taps, scroll, typing and thumbs "
      + "in the names of files say what they are.", as: "path")
  var paths: [String] = []

  @Option(file: "A recording of fingers; may be repeated.")
  var fingers: [String] = []

  @Option(file: "A recording of palms; may be repeated.")
  var palms: [String] = []

  @Option(file: "A recording of resting thumbs; may be repeated.")
  var thumbs: [String] = []

  @Option(file: "Labels as for score: recordings without gestures are of palms.")
  var labels: String?

  @Option(file: "A device description (evemu), for recordings that have none.")
  var device: String?

  @Option(
    help: .value("WxHmm", "The size of the touchpad by a ruler, as in 104x75mm."),
    transform: TouchAreaOptions.size)
  var measuredSize: Size?

  var files: [String] { paths + fingers + palms + thumbs }
  /// The files to read besides the recordings.
  var others: [String?] { [labels, device] }

  func validate() throws {
    try reject(if: files.isEmpty, "Missing expected argument '<path> ...'")
  }

  /// Reads the recordings, and reports those that cannot be read.
  ///
  /// - Parameter needsLabels: Whether a recording without a label is an error.
  func read(_ console: Console, needsLabels: Bool = true) throws(FileError) -> [TouchpadRecording] {
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
      file, progress throws(FileError) in
      let part = known.part(of: file.path)
      if part == .unlabelled, needsLabels {
        throw FileError(
          file: file.path, expected: "a recording of fingers, palms or thumbs",
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
