import Lab
import Pictures
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

  @Option(touchArea: "The size of the touchpad by a ruler, as in 104x75mm.") var measuredSize: Size?

  var files: [String] { paths + fingers + palms + thumbs }
  /// The files to read besides the recordings.
  var others: [String?] { [labels, device] }

  func validate() throws { try reject(if: files.isEmpty, "Missing expected argument '<path> ...'") }

  /// Reads the recordings, and reports those that cannot be read, or lack a label that is needed.
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
      let model = file.canReopen ? try TouchpadRecording.model(file.source) : nil
      let own = try known.options(of: file.path, options)
      let recording = try file.open(own, progress: progress)
      if !file.isNamed, recording.notes.contains(.noEvents) {
        return console.note(file.path, RecordingNote.noEvents)
      }
      let part = known.part(of: file.path)
      if part == .unlabelled, needsLabels {
        throw FileError(
          file: file.path, expected: "a recording of fingers, palms or thumbs",
          found: "no label; give --fingers, --palms or --thumbs, or name it after its step")
      }
      recordings.append(
        try TouchpadRecording(recording, part: part, size: measuredSize, model: model))
    }
    return recordings
  }
}

struct TouchpadAnalyzeCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze", abstract: "Print the size, the values and the faults of a touchpad.",
    discussion: """
      The size comes first, since everything else is measured with it. Values are the greatest of \
      each touch, in the device's own units, in which libinput has its thresholds.

      EXAMPLES
        replay touchpad analyze session --measured-size 104x75mm
        replay touchpad analyze session -o values.svg
        replay touchpad analyze --json session | jq .parts
        replay touchpad analyze --palms a.evemu --fingers b.evemu
      """)

  @OptionGroup var input: TouchpadInput
  @OptionGroup var results: ResultOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws { try results.check(inputs: input.files + input.others, draws: true) }

  func run(_ console: Console) throws {
    let recordings = try input.read(console, needsLabels: false)
    if recordings.isEmpty { return }
    let analysis = try TouchpadAnalysis(recordings, measuredSize: input.measuredSize)
    if results.drawing != nil {
      return try results.draw(Plot.values(of: analysis), madeOf: input.files, console)
    }
    if results.isJSON { return console.print(analysis.json) }
    console.printHeading(analysis.device.name)
    console.printProperties(analysis.rows)
    console.printGap()
    let titles = TouchpadAnalysis.distributionTitles
    console.printTable(
      titles.prefix(2).map { .left($0) } + titles.dropFirst(2).map { .right($0) },
      analysis.distributionRows, indent: 2)
  }
}

extension Plot {
  /// Plots the share of the touches of fingers, palms and thumbs that do not exceed each value.
  static func values(of analysis: TouchpadAnalysis) -> [Plot] {
    TouchpadAnalysis.Measure.allCases.compactMap { measure in
      let parts = analysis.parts.filter { $0.distributions[measure] != nil }
      let ends = parts.compactMap { $0.distributions[measure]?.quantile(1) }
      guard let most = ends.max(), most > 0 else { return nil }
      var plot = Plot(title: "\(analysis.device.name): \(measure.title)")
      plot.axis = Axis(title: measure.title, unit: measure == .duration ? "s" : "")
      plot.range = 0...most
      plot.lanes = parts.enumerated().map { color, part in
        let title = "\(part.touches) \(part.part)"
        let values = part.distributions[measure]?.values ?? []
        let shares = values.indices.map { Double($0 + 1) / Double(values.count) * 100 }
        let line = Lane.Series(
          name: title, color: color, isPalm: part.part.isUnintended,
          times: [0, values[0]] + values + [most], values: [0, 0] + shares + [100])
        return Lane(
          title: title, unit: "%", group: "result", height: 4, range: 0...104, series: [line])
      }
      return plot
    }
  }
}
