#if Live
  import Foundation
  import TestSupport
  import Testing

  /// A running process of the program that was built with the tests.
  final class LiveProgram {
    private let process = Process()
    private let folder: TemporaryFolder
    /// The standard input of an example: it neither ends nor sends anything.
    private let input = Pipe()

    /// Starts it with its streams redirected to files, so that no pipe can fill up.
    ///
    /// - Parameters:
    ///   - name: The program.
    ///   - output: Its standard output, if that is something else, such as a pipe.
    ///   - variables: Environment variables besides those of the tests.
    init(
      _ arguments: [String], named name: String = "replay", output: Pipe? = nil,
      variables: [String: String] = [:]
    ) throws {
      folder = try TemporaryFolder()
      process.executableURL = URL(fileURLWithPath: builtProgram(name))
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
      for name in ["output", "remarks"] {
        _ = FileManager.default.createFile(atPath: "\(folder.path)/\(name)", contents: nil)
      }
      process.standardOutput = FileHandle(forWritingAtPath: folder.path + "/output")
      if let output { process.standardOutput = output }
      process.standardError = FileHandle(forWritingAtPath: folder.path + "/remarks")
      process.standardInput = name == "replay" ? FileHandle.nullDevice : input
      try process.run()
    }

    deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    func send(_ signal: Int32) {
      kill(process.processIdentifier, signal)
    }

    var isRunning: Bool { process.isRunning }

    /// Waits until it exits, and returns its exit code; ends it after a minute, which is a failure.
    func end() -> Int32 {
      for _ in 0..<6000 where process.isRunning { usleep(10_000) }
      if process.isRunning {
        Issue.record("the program does not end: \(output)\(remarks)")
        send(SIGKILL)
      }
      process.waitUntilExit()
      return process.terminationStatus
    }

    var output: String { text("output") }
    var remarks: String { text("remarks") }
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    private func text(_ name: String) -> String {
      (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? ""
    }

    /// Waits until its standard output or standard error contains a text; fails after ten seconds.
    func wait(for text: String) throws {
      for _ in 0..<1000 {
        if output.contains(text) || remarks.contains(text) { return }
        usleep(10_000)
      }
      Issue.record("no \"\(text)\" in \(output)\(remarks)")
    }
  }
#endif
