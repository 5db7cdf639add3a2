import Foundation
import TestSupport
import Testing
import Timeline

@testable import SceneHost

/// Files of version 1, which the code of version 1 has made.
struct MemoryMigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A copy of a file of version 1.
  private func file(_ fileExtension: String) throws -> String {
    let fixture = packageFolder.appending(
      path: "Tests/SceneHostTests/Memory/Fixtures/version-1.\(fileExtension)")
    return try folder.write("a.\(fileExtension)", bytes(fixture.path))
  }

  /// What version 1 saved, which had values only.
  private func sample() throws -> SceneMemory {
    var memory = try SceneMemory.sample()
    memory.savedAt = nil
    memory.rules = nil
    return memory
  }

  @Test(arguments: ["plist", "json", "sqlite"])
  func `a file of version 1 is read, and stays as it is`(_ fileExtension: String) throws {
    let path = try file(fileExtension)
    let before = try bytes(path)
    let memory = try MemoryFile.read(path, of: "Sample")
    #expect(memory == (try sample()))
    let work = try #require(try memory.decode(Work.self, forKey: "work"))
    #expect(bits(work.numbers) == bits(Work().numbers))
    #expect(try bytes(path) == before)
  }

  @Test(arguments: ["plist", "json", "sqlite"])
  func `saving to a file of version 1 makes it one of the current version`(_ fileExtension: String)
    throws
  {
    let path = try file(fileExtension)
    try MemoryFile.write(.sample(), to: path)
    let memory = try MemoryFile.read(path, of: "Sample")
    #expect(memory == (try SceneMemory.sample()))
    #expect(memory.savedAt == Timestamp(microseconds: 12_345_678))
    #expect(memory.rules == .textbook)
    let new = folder.file("new.\(fileExtension)")
    try MemoryFile.write(.sample(), to: new)
    if fileExtension == "sqlite" {
      #expect(try OtherProgram(path).texts("PRAGMA user_version") == ["3"])
      let names = "SELECT name || coalesce(sql, '') FROM sqlite_schema ORDER BY name"
      let tables = try OtherProgram(path).texts(names)
      let newTables = try OtherProgram(new).texts(names)
      #expect(tables == newTables)
    } else {
      #expect(try bytes(path) == bytes(new))
    }
  }

  @Test(arguments: ["plist", "json", "sqlite"])
  func `another scene's file of version 1 stays as it is`(_ fileExtension: String) throws {
    let path = try file(fileExtension)
    let before = try bytes(path)
    let error = message { try MemoryFile.write(SceneMemory(scene: "Other"), to: path) }
    #expect(error == "\(path): expected a file of the scene Other, found one of Sample")
    #expect(try bytes(path) == before)
  }

  @Test func `a file of version 1 has no keys of version 2`() throws {
    let path = try folder.write(
      "a.json", #"{"v": 1, "scene": "Sample", "values": {}, "rules": "standard"}"#)
    let error = message { _ = try MemoryFile.read(path, of: "Sample") }
    #expect(error == "\(path):1:43: expected a key of version 1: v, scene, values, found \"rules\"")
  }

  @Test(arguments: [
    (#""rules": "other""#, #"1:52: expected standard or textbook as "rules", found "other""#),
    (#""rules": 1"#, #"1:52: expected standard or textbook as "rules", found 1"#),
    (#""saved_at_s": "12""#, #"1:57: expected seconds as "saved_at_s", found "12""#),
  ])
  func `wrong keys of version 2 are errors`(_ key: String, _ reason: String) throws {
    let path = try folder.write(
      "a.json", "{\"v\": 2, \"scene\": \"Sample\", \"values\": {}, \(key)}")
    let error = message { _ = try MemoryFile.read(path, of: "Sample") }
    #expect(error == "\(path):\(reason)")
  }
}
