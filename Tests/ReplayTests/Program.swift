import Foundation
import TestSupport
import Testing

/// The result of a run of the program.
struct ProgramResult {
  var exitCode: Int32
  var output: String
  var remarks: String

  var lines: [Substring] { output.split(separator: "\n") }
}

/// The program that was built with the tests.
enum Program {
  static let path = builtProgram("replay")

  /// Runs the program with its streams in files, so that no pipe can fill up.
  static func run(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
  ) throws -> ProgramResult {
    try run(path, arguments, input: input, environment: environment)
  }

  static func run(
    _ executable: String, _ arguments: [String], input: String? = nil,
    environment: [String: String] = [:]
  ) throws -> ProgramResult {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = testEnvironment(environment, configuration: folder.file("config"))
    process.standardOutput = FileHandle(forWritingAtPath: try folder.write("output", ""))
    process.standardError = FileHandle(forWritingAtPath: try folder.write("remarks", ""))
    process.standardInput = FileHandle(forReadingAtPath: try folder.write("input", input ?? ""))
    try process.run()
    process.waitUntilExit()
    return ProgramResult(
      exitCode: process.terminationStatus, output: try folder.text("output"),
      remarks: try folder.text("remarks"))
  }
}

/// Recordings in evemu's format.
enum SampleRecording {
  /// A touchpad of 100 by 60 mm.
  static let description = """
    # EVEMU 1.3
    N: Sample
    P: 01 00 00 00 00 00 00 00
    A: 2f 0 4 0 0 0
    A: 35 0 3999 0 0 40
    A: 36 0 2399 0 0 40
    A: 39 0 65535 0 0 0

    """

  /// A finger that moves straight from one position to another, in device units, at 100 Hz.
  static func touch(_ id: Int, x: ClosedRange<Int>, y: Int, start: Double, frames: Int) -> String {
    var text = ""
    for frame in 0...frames {
      let time = String(format: "E: %.6f ", start + Double(frame) / 100)
      if frame == 0 { text += "\(time)0003 0039 \(id)\n\(time)0003 0036 \(y)\n" }
      if frame == frames {
        text += "\(time)0003 0039 -1\n"
      } else {
        let place = x.lowerBound + (x.upperBound - x.lowerBound) * frame / frames
        text += "\(time)0003 0035 \(place)\n"
      }
      text += "\(time)0000 0000 0\n"
    }
    return text
  }

  static let tap = description + touch(1, x: 400...400, y: 400, start: 10, frames: 8)
  static let swipe = description + touch(1, x: 800...2000, y: 800, start: 10, frames: 20)
  static let both = swipe + touch(2, x: 400...400, y: 400, start: 11, frames: 8)
}

/// Whether the program is built with libraries of recordings: without them, `library` only says how
/// to get them.
var hasLibrary: Bool {
  #if Library
    true
  #else
    false
  #endif
}
