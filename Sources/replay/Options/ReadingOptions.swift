import ArgumentParser
import Contacts
import Evdev
import Foundation
import Playback
import Recordings

/// How recordings are to be read.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of the recordings; without it they are recognized by their content.",
      valueName: "name"))
  var format: RecordingFormat?

  @Option(
    help: ArgumentHelp(
      "A description of the device (evemu), for recordings that have none or the wrong one.",
      valueName: "file"),
    completion: .file())
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Frames a second, for getevent recordings without times.", valueName: "hz"),
    transform: ReadingOptions.rate)
  var rate: Double?

  /// The options of a replay; throws what is wrong with the description.
  func replayOptions() throws(RecordingError) -> ReplayOptions {
    var options = ReplayOptions()
    options.format = format
    options.frameRate = rate
    if let device { options.device = try EvemuDescription.read(path: device) }
    return options
  }

  /// Faster than any sensor, and still more than a microsecond a frame.
  private static let largestRate = 100_000.0

  private static func rate(_ text: String) throws -> Double {
    guard let rate = Double(text), rate > 0, rate <= largestRate else {
      throw ValidationError("expected frames a second above 0, at most 100000, as in 60")
    }
    return rate
  }
}

extension RecordingFormat: ExpressibleByArgument {}

/// The size of the surface, where the user knows it better.
struct SizeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The size of the surface, as in 100x60mm; overrides what the device tells.",
      valueName: "WxHmm"),
    transform: SizeOption.parse)
  var size: Size?

  /// A size such as `100x60mm`, `100x60` or `69.5x50`.
  static func parse(_ text: String) throws -> Size {
    let plain = text.lowercased().replacingOccurrences(of: "×", with: "x")
    guard let size = TouchArea.size(parsing: plain) else {
      throw ValidationError("expected width x height in mm, each from 1 to 10000, as in 100x60mm")
    }
    return size
  }
}

/// How the surface lies, where it is not upright.
struct TurnOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Turns the surface clockwise, by 90, 180 or 270.", valueName: "degrees"),
    transform: TurnOption.rotation)
  var rotate: TouchAreaTransform?

  @Option(
    help: ArgumentHelp(
      "Maps places as libinput's calibration matrix does: six numbers.", valueName: "a b c d e f"),
    transform: TurnOption.matrix)
  var matrix: TouchAreaTransform?

  var transform: TouchAreaTransform? { rotate ?? matrix }

  func validate() throws {
    if rotate != nil, matrix != nil {
      throw ValidationError("--rotate and --matrix exclude each other")
    }
  }

  private static func rotation(_ text: String) throws -> TouchAreaTransform {
    guard let turn = Int(text).flatMap({ TouchAreaTransform(degrees: $0) }) else {
      throw ValidationError("expected 0, 90, 180 or 270")
    }
    return turn
  }

  private static func matrix(_ text: String) throws -> TouchAreaTransform {
    guard let transform = TouchAreaTransform(parsing: text) else {
      throw ValidationError("expected six numbers, as in \"0 -1 1 1 0 0\"")
    }
    return transform
  }
}

/// Which rules recognize.
struct ProfileOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The rules: standard, textbook, uikit, or a file such as `replay profile` prints.",
      valueName: "name|file"),
    completion: .file())
  var profile = "standard"
}

/// What is said besides the results.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Says nothing but results and errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Says what was passed over, too.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }
}

/// Standard input, which can be read once only.
enum StandardInput {
  /// Throws if more than one of some paths is `-`.
  static func check(_ paths: [String?]) throws {
    if paths.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("- stands for standard input, which can be read once only")
    }
  }
}

/// Standard output as a path.
enum StandardOutput {
  /// Throws if a file that is written beside standard output is `-`.
  static func refuse(_ path: String?, for option: String) throws {
    if path == "-" {
      throw ValidationError("\(option) takes a file: standard output has the results")
    }
  }
}
