#if Library
  import Files
  import Foundation
  import GRDB
  import Playback
  import SystemPackage
  import TestSupport
  import Testing

  @testable import RecordingLibrary

  @Suite("Files of libraries") struct LibraryFileTests {
    private let sample: LibrarySample

    init() throws {
      sample = try LibrarySample()
      try sample.writeUsual()
    }

    private func error(_ body: () throws -> Void) -> FileError? {
      do {
        try body()
        return nil
      } catch {
        return error as? FileError
      }
    }

    private func fixture(_ version: Int) throws -> String {
      let path = packageFolder.appending(
        path: "Tests/RecordingLibraryTests/Fixtures/version-\(version).sql")
      return try String(contentsOf: path, encoding: .utf8)
    }

    /// A version without a fixture fails here: its tables have to be kept before they change.
    @Test(
      "A library of each version is read, and becomes one of the current version",
      arguments: 1...LibrarySchema.version)
    func olderVersions(
      version: Int
    ) throws {
      let sql = try fixture(version)
      try DatabaseQueue(path: sample.path).write { try $0.execute(sql: sql) }
      let library = try sample.open()
      let entry = try #require(try library.entry(of: "/recordings/a.evemu"))
      #expect(entry.answers.first?.gestures.map(\.gesture) == ["swipe"])
      #expect(entry.labels?.first?.gestures == ["pan", "swipe"])
      #expect(entry.tags == ["slow"])
      #expect(entry.devices.first?.name == "Synaptics TM3276-022")
      #expect(try sample.value("PRAGMA user_version") == "\(LibrarySchema.version)")
      let names =
        "SELECT group_concat(sql, char(10)) FROM (SELECT sql FROM sqlite_schema ORDER BY name)"
      let migrated = try sample.value(names)
      let new = try LibrarySample()
      _ = try new.open()
      #expect(try new.value(names) == migrated)
    }

    @Test("A library of a newer version stays as it is")
    func newerVersion() throws {
      _ = try sample.open()
      try DatabaseQueue(path: sample.path).write { try $0.execute(sql: "PRAGMA user_version = 99") }
      for access in [RecordingLibrary.Access.reading, .writing] {
        let error = error { _ = try sample.open(access) }
        #expect(error?.found == "version 99, which a newer program has written")
      }
      #expect(try sample.value("PRAGMA user_version") == "99")
    }

    @Test("A file that is no library stays as it is", arguments: ["text", "database"])
    func otherFiles(kind: String) throws {
      if kind == "text" {
        try sample.folder.write("library.sqlite", "a text that is no database at all")
      } else {
        try DatabaseQueue(path: sample.path).write { try $0.execute(sql: "CREATE TABLE a (b)") }
      }
      let before = try Data(contentsOf: URL(fileURLWithPath: sample.path))
      for access in [RecordingLibrary.Access.reading, .writing] {
        #expect(error { _ = try sample.open(access) }?.expected == "a library of recordings")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: sample.path)) == before)
    }

    @Test("A library that does not exist is not made by reading")
    func missingLibrary() throws {
      let error = error { _ = try sample.open(.reading) }
      #expect(error?.systemError == .noSuchFileOrDirectory)
      #expect(!FileManager.default.fileExists(atPath: sample.path))
    }

    @Test(
      "A library that does not exist is not made by a command",
      arguments: [["tag", "slow"], ["remove"], ["show"]])
    func missingLibraryOfCommand(command: [String]) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: builtProgram("replay"))
      process.arguments =
        ["library"] + command + ["a.evemu", "--library", sample.path]
      process.environment = testEnvironment()
      process.standardError = Pipe()
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 66)
      #expect(!FileManager.default.fileExists(atPath: sample.path))
    }

    @Test("A new library is for its owner only")
    func permissions() throws {
      try sample.add()
      let attributes = try FileManager.default.attributesOfItem(atPath: sample.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("An empty file becomes a library")
    func emptyFile() throws {
      try sample.folder.write("library.sqlite", "")
      #expect(try sample.add().count == 2)
    }

    /// Two processes, each with a folder of its own, at once.
    @Test("Two processes that add at once lose nothing")
    func concurrentAdditions() throws {
      let count = 120
      for folder in ["one", "two"] {
        for index in 0..<count {
          try sample.folder.write(
            "\(folder)/\(index).evemu",
            SampleTrace.bytes([.tap(x: 10 + Double(index) / 4, y: 20, at: 1)]))
        }
      }
      let processes = try ["one", "two"].map { folder in
        let process = Process()
        process.executableURL = URL(fileURLWithPath: builtProgram("replay"))
        process.arguments = [
          "library", "add", "-q", "--jobs", "1", "--library", sample.path,
          sample.folder.file(folder),
        ]
        process.environment = testEnvironment()
        try process.run()
        return process
      }
      for process in processes {
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
      }
      #expect(try sample.value("SELECT count(*) FROM file") == "\(2 * count)")
      // Both folders have the same contents.
      #expect(try sample.value("SELECT count(*) FROM recording") == "\(count)")
      #expect(try sample.value("SELECT count(*) FROM answer") == "\(count)")
      #expect(try sample.value("PRAGMA integrity_check") == "ok")
    }
  }
#endif
