import ArgumentParser
import Foundation
import Pictures
import Playback
import Recordings

/// `replay plot`
struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw recordings: paths, measurements and what recognizers decided.",
    discussion: """
      Touches: the fingers' paths in mm, and below them the gestures, each finger's pressure, \
      displacement and speed with the limits that decided, and every recognizer.

      An .svg or .png is a picture, an .html plays the recording in a browser without network. \
      Without -o, the name of the first recording with .html is written into the current folder.

      EXAMPLES
        replay plot Traces/swipes.evemu
        replay plot Traces/palm.evemu -o palm.svg
        replay plot --from 0.9 --to 1.3 Traces/swipes.evemu -o part.png
      """)

  @Argument(
    help: ArgumentHelp("Recordings; - is standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @OptionGroup var picture: PictureOutputOptions
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup var verbosity: VerbosityOptions

  private var inputs: [String] { paths + ([reading.device] + profile.files).compactMap { $0 } }

  func validate() throws {
    try Files.checkStandardInput(inputs)
    try picture.check(inputs: inputs)
  }

  func run() throws {
    try withConsole(verbosity, output: nil) { console in
      let output = picture.path(for: paths)
      try Files.refuse(output, asOneOf: inputs)
      try ByteSink.check(output)
      let options = try reading.replayOptions(profile: profile)
      var plots: [Plot] = []
      for path in paths { plots += try Plot.touches(path: path, options: options) }
      try PictureFile.write(
        plots, to: output, format: picture.format(of: output), madeOf: options.files + paths)
      if output != "-" { console.summarize("wrote \(output.printable)") }
    }
  }
}

/// Where a picture is written, and in which format.
struct PictureOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The picture to write: NAME.svg, NAME.png or NAME.html.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The format to write: svg, png or html. By default the name of the file decides.",
      valueName: "format"))
  var toFormat: PictureFormat?

  func check(inputs: [String?]) throws {
    guard let output else { return }
    try Files.refuse(output, asOneOf: inputs)
    if toFormat != nil || PictureFormat(path: output) != nil { return }
    throw ValidationError(
      output == "-"
        ? "standard output has no name that determines the format; use --to-format"
        : "the name \"\(output.printable)\" does not determine the format: .svg, .png and .html do, or --to-format"
    )
  }

  /// The file to write: by default named after the first recording, in the current folder.
  func path(for recordings: [String]) -> String {
    if let output { return output }
    let name = recordings.first.map { URL(fileURLWithPath: $0) } ?? URL(fileURLWithPath: "-")
    let base = name.deletingPathExtension().lastPathComponent
    return "\(base == "-" ? "recording" : base).\((toFormat ?? .html).rawValue)"
  }

  func format(of path: String) -> PictureFormat { toFormat ?? PictureFormat(path: path) ?? .svg }
}

extension PictureFormat: ExpressibleByArgument {}
