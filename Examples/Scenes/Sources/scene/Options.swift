import ArgumentParser
import Contacts
import Evdev
import Files
import Foundation
import Gestures
import Playback
import SensorFormats
import TouchFormats

/// How recordings of touches are read.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: "The format of the recordings; by default it is recognized by their content.",
    transform: ReadingOptions.recordingFormat)
  var format: RecordingFormat?

  @Option(
    help: ArgumentHelp("A device description (evemu), for recordings without.", valueName: "file"),
    completion: .file())
  var device: String?

  @Option(
    help: ArgumentHelp("The size of the touch area, as in 100x60mm.", valueName: "WxHmm"),
    transform: ReadingOptions.size)
  var size: Size?

  @Option(
    help: ArgumentHelp("Rotate all positions clockwise, by 90, 180 or 270.", valueName: "degrees"),
    transform: ReadingOptions.rotation)
  var rotate: TouchAreaTransform?

  @Option(
    help: ArgumentHelp("The report rate, for recordings without times.", valueName: "hz"),
    transform: { try ReadingOptions.number($0, in: 0.001...100_000, "a rate in Hz") })
  var rate: Double?

  @Option(
    help: ArgumentHelp("Leave out what comes earlier.", valueName: "seconds"),
    transform: { try ReadingOptions.number($0, in: 0...1e9, "seconds") })
  var from: Double?

  @Option(
    help: ArgumentHelp("Leave out what comes later.", valueName: "seconds"),
    transform: { try ReadingOptions.number($0, in: 0...1e9, "seconds") })
  var to: Double?

  @Option(
    help: ArgumentHelp(
      "The most samples or fixes to make from a short file; 10000000 by default.",
      valueName: "count"))
  var limit = SampleLimit.usual.count

  func validate() throws {
    if let from, let to, from > to { throw ValidationError("--from is after --to") }
    if limit < 1 { throw ValidationError("--limit takes a whole number from 1") }
  }

  func replayOptions() throws(FileError) -> ReplayOptions {
    var options = ReplayOptions()
    options.format = format
    options.reportRate = rate
    options.size = size
    options.transform = rotate
    options.cut = RecordingCut(from: from, to: to)
    if let device { options.device = try EvemuDescription.read(path: device) }
    options.files = [device].compactMap { $0 }
    return options
  }

  private static func recordingFormat(_ text: String) throws -> RecordingFormat {
    if let format = RecordingFormat(rawValue: text) { return format }
    let names = RecordingFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("expected one of \(names)")
  }

  private static func number(
    _ text: String, in range: ClosedRange<Double>, _ expected: String
  ) throws -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw ValidationError("expected \(expected) from \(range.lowerBound), as in 1.5")
    }
    return number
  }

  private static func size(_ text: String) throws -> Size {
    guard let size = TouchArea.size(parsing: text.lowercased()) else {
      throw ValidationError("expected width x height in mm, each from 1 to 10000, as in 100x60mm")
    }
    return size
  }

  private static func rotation(_ text: String) throws -> TouchAreaTransform {
    guard let rotation = Int(text).flatMap({ TouchAreaTransform(degrees: $0) }) else {
      throw ValidationError("expected 0, 90, 180 or 270")
    }
    return rotation
  }
}

/// Where results go, and whether they are a table or JSON Lines.
struct ResultOptions: ParsableArguments {
  @Flag(help: "Print JSON Lines, one object a line, instead of a table.")
  var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the results to a file; - is standard output, NAME.jsonl implies --json.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(name: .shortAndLong, help: "Print only results and errors.")
  var quiet = false

  var isJSON: Bool {
    json || output.map { $0.hasSuffix(".jsonl") || $0.hasSuffix(".json") } == true
  }
}

/// Checks of the files that a command line names.
enum OutputChecks {
  /// Throws if a file to write is one of those that are read.
  static func refuse(_ output: String?, asOneOf inputs: [String]) throws {
    guard let output, output != "-" else { return }
    let target = identity(output)
    for input in inputs where input == output || (target != nil && identity(input) == target) {
      throw ValidationError(
        "the output \(output.printable) is also an input, which would be lost")
    }
  }

  /// What all paths of the same regular file have in common.
  private static func identity(_ path: String) -> [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }
}
