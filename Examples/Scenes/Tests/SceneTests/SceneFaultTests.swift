import Foundation
import TestSupport
import Testing

/// What `scene` leaves of its outputs where it is ended, or where they cannot be written.
struct SceneFaultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let swipes = checkoutFolder.appending(path: "Traces/swipes.evemu").path
  private static let tilt = checkoutFolder.appending(path: "Examples/Samples/tilt.motion").path

  /// The outputs of a run; `OUT` is the file.
  private static let outputs = [
    ("--json -o OUT", "a.jsonl"), ("--save OUT", "a.json"), ("--save OUT", "a.plist"),
    ("--save OUT", "a.sqlite"), ("--svg OUT", "a.svg"),
  ]

  private var environment: [String: String] { ["XDG_STATE_HOME": folder.file("state")] }

  private func arguments(_ output: (String, String)) -> [String] {
    ["run", "QuartzFun", Self.swipes, "-q"]
      + output.0.split(separator: " ").map { $0 == "OUT" ? folder.file(output.1) : String($0) }
  }

  @Test(
    "A signal ends a run on recordings, whose outputs stay as they were",
    arguments: [SIGINT, SIGTERM, SIGHUP], outputs)
  func signals(_ signal: Int32, _ output: (String, String)) throws {
    let whole = try TracedProgram.run(
      Program.scene, arguments(output), environment: environment)
    #expect(whole.ending == .exit(0))
    let before = try Data(contentsOf: URL(filePath: folder.file(output.1)))
    for share in [0.5, 0.8, 0.9, 0.97] {
      let call = Int(Double(whole.calls) * share)
      let ended = try TracedProgram.run(
        Program.scene, arguments(output), environment: environment, ending: signal, at: call)
      #expect(ended.ending == .signal(signal))
      let after = try Data(contentsOf: URL(filePath: folder.file(output.1)))
      // What a database holds may be paged anew.
      #expect(after == before || output.1.hasSuffix(".sqlite"), "call \(call) of \(whole.calls)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.allSatisfy { $0 == "state" || $0.hasPrefix(output.1) }, "\(names)")
    }
    guard output.1.hasSuffix(".sqlite") else { return }
    #expect(
      try Program.run(
        Program.scene, ["run", "QuartzFun", Self.swipes, "--open", folder.file(output.1)],
        environment: environment
      ).exitCode == 0)
  }

  @Test("Without room for an output, the previous file stays", arguments: outputs)
  func fullDisk(_ output: (String, String)) throws {
    #expect(
      try Program.run(Program.scene, arguments(output), environment: environment).exitCode == 0)
    let before = try Data(contentsOf: URL(filePath: folder.file(output.1)))
    let result = try Program.run(
      "/bin/bash",
      ["-c", "set -o pipefail; (ulimit -f 0; exec \"$@\" 2>&1) | cat", "bash", Program.scene]
        + arguments(output),
      environment: environment)
    #expect(result.exitCode == 74, "\(result.remarks)")
    #expect(try Data(contentsOf: URL(filePath: folder.file(output.1))) == before)
  }

  @Test(
    "Where one of several outputs cannot be written, the others stay as they were",
    arguments: [
      "--save old.json --svg full.svg", "--save old.plist --svg full.svg",
      "--save old.sqlite --svg full.svg", "--save full.json --svg old.svg",
      "--save full.plist --svg old.svg", "--save full.sqlite --svg old.svg",
      "--save old.json -o full.jsonl", "--svg old.svg -o full.jsonl",
      "--save full.json -o old.jsonl", "--svg full.svg -o old.jsonl",
    ])
  func severalOutputs(_ options: String) throws {
    let words = options.split(separator: " ").map(String.init)
    let full = try #require(words.first { $0.hasPrefix("full.") })
    let old = try #require(words.first { $0.hasPrefix("old.") })
    func run(_ color: String) throws -> ProgramResult {
      try Program.run(
        "/bin/sh",
        ["-c", "cd \"$0\"; exec \"$@\"", folder.path, Program.scene]
          + ["run", "QuartzFun", Self.swipes, "--json", "-q", "--set", "color=\(color)"] + words,
        environment: environment)
    }
    let first = try run("red")
    #expect(first.exitCode == 0, "\(first.remarks)")
    let before = try Data(contentsOf: URL(filePath: folder.file(old)))
    try FileManager.default.removeItem(atPath: folder.file(full))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(full), withDestinationPath: "/dev/full")
    let second = try run("blue")
    #expect(second.exitCode != 0)
    #expect(second.remarks.contains(full), "\(second.remarks)")
    #expect(try Data(contentsOf: URL(filePath: folder.file(old))) == before)
  }

  @Test(
    "Output that cannot be written is an error, whether or not its message can be",
    arguments: [
      "\"$@\" >/dev/full", "\"$@\" >/dev/full 2>&1", "ulimit -f 0; \"$@\" >out 2>err",
    ])
  func unwritableStreams(script: String) throws {
    for words in [[], ["TapTaps", Self.swipes]] {
      let result = try Program.run(
        "/bin/bash", ["-c", "cd '\(folder.path)'; \(script)", "bash", Program.scene] + words,
        environment: environment)
      #expect(result.exitCode == 74, "\(words): \(result.remarks)")
    }
  }

  @Test(
    "A state that was to be saved and cannot be is an error",
    arguments: [("--restore", 74), ("--no-restore", 0)])
  func unsavedState(_ option: String, _ code: Int32) throws {
    let result = try Program.run(
      Program.scene, ["run", "QuartzFun", Self.swipes, "-q", option],
      environment: ["XDG_STATE_HOME": "/proc/none"])
    #expect(result.exitCode == code, "\(result.remarks)")
    #expect(result.remarks.contains("/proc/none") == (code != 0), "\(result.remarks)")
  }

  @Test("More frames than may be drawn are refused before the first")
  func tooManyFrames() throws {
    let frames = folder.file("frames")
    let result = try Program.run(
      Program.scene, ["run", "Ball", Self.tilt, "--offset", "100000", "--frames", frames])
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("expected at most 36000 frames"), "\(result.remarks)")
    #expect(!FileManager.default.fileExists(atPath: frames))
  }
}
