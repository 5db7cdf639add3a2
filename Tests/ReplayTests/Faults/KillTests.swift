import Foundation
import TestSupport
import Testing
import Timeline

/// What is left of an output, and of temporary files, when a command is ended at any system call.
@Suite(
  "Commands that are ended", .enabled(if: TracedProgram.isPossible, "no permission to trace"))
struct KillTests {
  private static let signals = [SIGKILL, SIGTERM, SIGINT, SIGHUP]

  @Test(
    "A command that is ended leaves the previous file or the complete new one, and nothing else",
    arguments: WritingCommand.ways)
  func randomMoments(_ command: WritingCommand) throws {
    let scene = try Scene(command)
    let reference = try scene.reference()
    let all = try run(scene).calls
    var generator = SeededGenerator(seed: 15)
    for round in 0..<12 {
      let signal = Self.signals[round % Self.signals.count]
      let hasPrevious = round % 3 > 0
      try prepare(scene, hasPrevious: hasPrevious)
      let call = Int.random(in: 1...all, using: &generator)
      let ending = try run(scene, signal, at: call).ending
      let comment: Comment = "signal \(signal) at call \(call) of \(all)"
      #expect(ending == .signal(signal) || ending == .exit(0), comment)
      try expectWhole(scene, reference, hasPrevious, signal, comment)
    }
  }

  @Test(
    "A command that is ended at any of its last calls leaves one file or the other",
    arguments: [true, false], signals)
  func lastMoments(hasPrevious: Bool, signal: Int32) throws {
    let scene = try Scene(WritingCommand.all[0])
    let reference = try scene.reference()
    try prepare(scene, hasPrevious: hasPrevious)
    let all = try run(scene).calls
    var previous = 0
    var new = 0
    var leftovers = 0
    for call in (all - 40)...all {
      try prepare(scene, hasPrevious: hasPrevious)
      let ending = try run(scene, signal, at: call).ending
      #expect(ending == .signal(signal) || ending == .exit(0))
      try expectWhole(scene, reference, hasPrevious, signal, "call \(call) of \(all)")
      if scene.text == reference { new += 1 } else { previous += 1 }
      leftovers += try scene.names().filter { $0.hasPrefix(".") }.count
    }
    // The moment at which the file appears is among them.
    #expect(previous > 0 && new > 0)
    // A complete file has its hidden name for one call, when it is about to replace another. Runs
    // differ by a few calls, so that several may be ended there.
    #expect(leftovers <= (hasPrevious && signal == SIGKILL ? 4 : 0))
  }

  private func run(
    _ scene: Scene, _ signal: Int32 = SIGKILL, at call: Int? = nil
  ) throws -> (ending: TracedProgram.Ending, calls: Int) {
    try TracedProgram.run(
      Program.path, scene.command.arguments(input: scene.input, output: scene.output),
      environment: ["TMPDIR": scene.folder.file("tmp")], ending: signal, at: call)
  }

  private func prepare(_ scene: Scene, hasPrevious: Bool) throws {
    for name in try scene.names() {
      try FileManager.default.removeItem(atPath: scene.folder.file("out/\(name)"))
    }
    if hasPrevious { try scene.folder.write("out/\(scene.command.output)", Scene.previous) }
  }

  private func expectWhole(
    _ scene: Scene, _ reference: String, _ hasPrevious: Bool, _ signal: Int32, _ comment: Comment
  ) throws {
    let text = scene.text
    #expect(text == (hasPrevious ? Scene.previous : nil) || text == reference, comment)
    let others = try scene.names().filter { $0 != scene.command.output }
    if hasPrevious, signal == SIGKILL, let other = others.first {
      #expect(others.count == 1 && other.hasPrefix(".replay-") && other.hasSuffix(".part"), comment)
      #expect(try scene.folder.text("out/\(other)") == reference, comment)
    } else {
      #expect(others.isEmpty, comment)
    }
    #expect(try scene.names(in: "tmp").isEmpty, comment)
  }
}
