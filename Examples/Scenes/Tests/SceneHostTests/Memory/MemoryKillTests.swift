import Foundation
import TestSupport
import Testing
import Timeline

@testable import SceneHost

/// What is left of a file when a program that saves to it is killed at any system call.
@Suite("Scenes that are killed", .enabled(if: TracedProgram.isPossible, "no permission to trace"))
struct MemoryKillTests {
  /// `KILLS=1000 swift test --filter MemoryKillTests` kills a thousand times in each format and
  /// prints what was left.
  private static let kills =
    ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 20

  /// What was found after kills.
  private struct Tally: CustomStringConvertible {
    var previous = 0
    var next = 0
    var betweenSaves = 0
    var hiddenFiles = 0
    var journals = 0

    var description: String {
      "\(previous) the previous state, \(next) the next state, \(betweenSaves) killed between saves; "
        + "left behind: \(hiddenFiles) hidden files, \(journals) journals"
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ ending: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder.file("out"), withIntermediateDirectories: true)
    return folder.file("out/a.\(ending)")
  }

  /// The system calls of a program that saves some times.
  private func calls(_ path: String, saves: Int) throws -> Int {
    try run(path, saves: saves).calls
  }

  private func run(
    _ path: String, saves: Int, endingAt call: Int? = nil
  ) throws -> (ending: TracedProgram.Ending, calls: Int) {
    try TracedProgram.run(
      builtProgram("MemoryWriter"), [path, try folder.write("progress", ""), "\(saves)"], at: call)
  }

  /// The numbers of the last save that began, and of the last that ended; nil for none.
  private func progress() throws -> (begun: Int?, ended: Int?) {
    let lines = try folder.text("progress").split(separator: "\n").map { $0.split(separator: " ") }
    func last(_ event: Substring) -> Int? {
      guard let line = lines.last(where: { $0.first == event }) else { return nil }
      return Int(line[1])
    }
    return (last("begin"), last("end"))
  }

  /// The number of the state in a file, all of which has to be of that state; 0 if nothing was
  /// saved yet.
  private func number(_ path: String) throws -> Int {
    guard FileManager.default.fileExists(atPath: path) else { return 0 }
    // A database that was never saved to has no tables yet.
    if let error = message({ _ = try MemoryFile.read(path, of: "Writer") }),
      error.hasSuffix("found an empty database")
    {
      return 0
    }
    let memory = try MemoryFile.read(path, of: "Writer")
    let number = try #require(try memory.decode(Int.self, forKey: "number"))
    let elements = try memory.decode([[Int]].self, forKey: "elements")
    let count = number * 37 % 400
    let expected: [[Int]] = (0..<count).map { [number, $0] }
    #expect(elements == expected)
    return number
  }

  @Test(
    "A scene that is killed leaves the state before or the one that it was saving, complete",
    arguments: ["plist", "json", "sqlite"])
  func kills(_ ending: String) throws {
    let path = try path(ending)
    let saves = 3
    let beforeSaves = try calls(path, saves: 0)
    let whole = try calls(path, saves: saves)
    // A file is made anew in every tenth run.
    var tally = Tally()
    var generator = SeededGenerator(seed: 18)
    for round in 0..<Self.kills {
      if round % 10 == 0 { try? FileManager.default.removeItem(atPath: path) }
      let before = try number(path)
      let call = Int.random(in: beforeSaves - 20...whole, using: &generator)
      let ending = try run(path, saves: saves, endingAt: call).ending
      let comment: Comment = "round \(round), call \(call) of \(whole)"
      let isExpected = ending == TracedProgram.Ending.signal(SIGKILL) || ending == .exit(0)
      #expect(isExpected, comment)
      try countLeftovers(&tally)
      let (begun, ended) = try progress()
      let number = try number(path)
      let previous = ended ?? before
      let isWhole = number == previous || number == begun
      #expect(isWhole, comment)
      if begun == ended {
        tally.betweenSaves += 1
      } else if number == begun {
        tally.next += 1
      } else {
        tally.previous += 1
      }
      try expectCopyIsWhole(path, number, comment)
    }
    print("\(ending), \(Self.kills) kills: \(tally)")
    #expect(tally.previous > 0)
    #expect(tally.next + tally.betweenSaves > 0)
  }

  /// Counts the files beside the one that is saved, and removes hidden ones.
  private func countLeftovers(_ tally: inout Tally) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("out")) {
      if name.hasSuffix("-journal") { tally.journals += 1 }
      guard name.hasPrefix(".replay-") else { continue }
      tally.hiddenFiles += 1
      try FileManager.default.removeItem(atPath: folder.file("out/\(name)"))
    }
  }

  /// Once a file has been opened, no other file belongs to it: a journal that stays beside it is
  /// not used.
  private func expectCopyIsWhole(
    _ path: String, _ expected: Int, _ comment: Comment
  ) throws {
    guard expected > 0 else { return }
    let copy = try folder.write("copy-" + (path as NSString).lastPathComponent, bytes(path))
    #expect(try number(copy) == expected, comment)
  }
}
