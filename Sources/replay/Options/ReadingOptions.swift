import ArgumentParser
import Contacts
import Evdev
import Foundation
import Pipeline
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
    guard let size = Surface.size(parsing: plain) else {
      throw ValidationError("expected width x height in mm, each from 1 to 10000, as in 100x60mm")
    }
    return size
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
