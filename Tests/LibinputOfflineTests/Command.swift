import Foundation
import TestSupport

/// Runs the program that was built with the tests.
enum Command {
  static let program = Libinput.program

  static func run(
    _ arguments: [String]
  ) throws -> (status: Int32, output: String, remarks: String) {
    try run(program, arguments)
  }

  static func run(
    _ executable: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String, remarks: String) {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = testEnvironment()
    process.standardOutput = FileHandle(forWritingAtPath: try folder.write("output", ""))
    process.standardError = FileHandle(forWritingAtPath: try folder.write("remarks", ""))
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try folder.text("output"), try folder.text("remarks"))
  }
}
