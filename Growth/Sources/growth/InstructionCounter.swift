import Foundation

/// Counts the instructions of programs with valgrind, which gives the same count on every run and
/// on every machine, with or without hardware counters.
struct InstructionCounter: Sendable {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Copies of the programs without the debug information that older valgrinds cannot read.
  let folder: String

  /// Adds a program; returns its path for ``count(_:_:input:)``.
  func prepare(_ program: String) throws -> String {
    let copy = folder + "/" + (program as NSString).lastPathComponent
    _ = try Self.run("/usr/bin/env", ["strip", "--strip-debug", "-o", copy, program], input: nil)
    return copy
  }

  /// The number of instructions of a run.
  func count(_ program: String, _ arguments: [String], input: String?) throws -> Int {
    let report = try Self.run(
      "/usr/bin/env",
      ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        + [program] + arguments, input: input)
    for line in report.split(separator: "\n") where line.contains("I   refs:") {
      let digits = line.split(separator: ":").last?.filter(\.isNumber) ?? ""
      if let count = Int(digits) { return count }
    }
    throw Failure(description: "valgrind counted nothing:\n\(report.suffix(2000))")
  }

  /// Runs a program; returns what it writes to standard error.
  private static func run(
    _ program: String, _ arguments: [String], input: String?
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput =
      try input.map {
        try FileHandle(forReadingFrom: URL(fileURLWithPath: $0))
      } ?? FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationReason == .exit else {
      throw Failure(description: "signal \(process.terminationStatus)")
    }
    return String(decoding: text, as: UTF8.self)
  }
}
