#if Library
  import Foundation
  import TestSupport
  import Testing
  import Timeline

  @testable import RecordingLibrary

  /// What is left of a library when a process that adds to it is killed at any system call.
  @Suite(
    "Libraries that are killed", .enabled(if: TracedProgram.isPossible, "no permission to trace"))
  struct LibraryKillTests {
    /// `KILLS=1000 swift test --filter LibraryKillTests` kills a thousand times and prints what was
    /// left.
    private static let kills =
      ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 20

    private let sample: LibrarySample

    init() throws {
      sample = try LibrarySample()
      for index in 0..<4 {
        try sample.write("\(index).evemu", [.tap(x: 10 + Double(index) * 5, y: 20, at: 1)])
      }
    }

    private func run(endingAt call: Int? = nil) throws -> (
      ending: TracedProgram.Ending, calls: Int
    ) {
      let arguments = [
        "library", "add", "-q", "--jobs", "1", "--library", sample.path, sample.recordings,
      ]
      return try TracedProgram.run(builtProgram("replay"), arguments, at: call)
    }

    private func removeLibrary() {
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: sample.path + ending)
      }
    }

    @Test("A library that is killed opens, with all of a transaction or nothing")
    func kills() throws {
      let whole = try run().calls
      let reference = try sample.names()
      #expect(reference.count == 4)
      removeLibrary()
      var counts: [Int: Int] = [:]
      var logs = 0
      var generator = SeededGenerator(seed: 20)
      for round in 0..<Self.kills {
        // Every other run begins anew; the others continue with what the one before has left.
        if round % 2 == 0 { removeLibrary() }
        let call = Int.random(in: whole / 3...whole, using: &generator)
        let ending = try run(endingAt: call).ending
        let comment: Comment = "round \(round), call \(call) of \(whole)"
        let isExpected = ending == TracedProgram.Ending.signal(SIGKILL) || ending == .exit(0)
        #expect(isExpected, comment)
        if FileManager.default.fileExists(atPath: sample.path + "-wal") { logs += 1 }
        let names = try sample.names()
        #expect(names.isEmpty || names == reference, comment)
        #expect(try sample.value("PRAGMA integrity_check") == "ok", comment)
        counts[names.count, default: 0] += 1
      }
      // Whatever was left, adding completes it.
      #expect(try run().ending == .exit(0))
      #expect(try sample.names() == reference)
      print(
        "\(Self.kills) kills: \(counts[0] ?? 0) before the recordings, "
          + "\(counts[4] ?? 0) after; \(logs) logs were left")
    }
  }
#endif
