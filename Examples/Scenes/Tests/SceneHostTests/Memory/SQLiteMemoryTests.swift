import Files
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import SceneHost

/// Saved scenes as SQLite databases.
struct SQLiteMemoryTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.sqlite")
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Changes the file as another program would.
  private func execute(_ sql: String) throws {
    let program = try OtherProgram(path)
    try program.execute(sql)
    try program.close()
  }

  /// The texts that another program reads.
  private func texts(_ sql: String) throws -> [String] {
    try OtherProgram(path).texts(sql)
  }

  private func readError() -> String? {
    message { _ = try MemoryFile.read(path, of: "Sample") }?.replacing(path, with: "a.sqlite")
  }

  private func writeError() -> String? {
    message { try MemoryFile.write(.sample(), to: path) }?.replacing(path, with: "a.sqlite")
  }

  // MARK: For people and other programs

  @Test func `tables have a row for each value, and one for each element of a list`() throws {
    try MemoryFile.write(.sample(), to: path)
    #expect(try texts("SELECT name FROM scene") == ["Sample"])
    let values = try texts(
      "SELECT key || ' ' || coalesce(json, 'NULL') FROM value WHERE key != 'work' ORDER BY key")
    #expect(
      values == [
        "count 42", "lines NULL", "negative zero -0", "nothing NULL", "null null",
        "optionals NULL", "title \"text\"",
      ])
    let elements = try texts("SELECT json FROM element WHERE key = 'lines' ORDER BY position")
    #expect(
      elements == [
        #"{"color": "red", "name": "선", "points": [[0, 0.1], [0.30000000000000004, -1.5e-09]]}"#,
        #"{"color": "blue", "points": []}"#,
      ])
    let colors = try texts(
      "SELECT json ->> 'color' FROM element WHERE key = 'lines' ORDER BY position")
    #expect(colors == ["red", "blue"])
  }

  @Test func `the header has the application and the version`() throws {
    try MemoryFile.write(.sample(), to: path)
    // Section 1.3 of <https://sqlite.org/fileformat2.html>.
    let header = try bytes(path)
    #expect(Array(header[68..<72]) == Array("Tscn".utf8))
    #expect(Array(header[60..<64]) == [0, 0, 0, UInt8(SQLiteMemorySchema.version)])
  }

  @Test func `what was replaced is gone from the file`() throws {
    var memory = SceneMemory(scene: "Sample")
    try memory.encode(["a secret line"], forKey: "lines")
    try MemoryFile.write(memory, to: path)
    #expect(try bytes(path).contains("a secret line".utf8))
    try MemoryFile.write(SceneMemory(scene: "Sample"), to: path)
    #expect(try !bytes(path).contains("a secret line".utf8))
  }

  // MARK: Other programs

  @Test func `a copy of the file alone has everything, even if another program chose a log`() throws
  {
    try MemoryFile.write(SceneMemory(scene: "Sample"), to: path)
    try execute("PRAGMA journal_mode = WAL")
    #expect(try MemoryFile.read(path, of: "Sample") == SceneMemory(scene: "Sample"))
    try MemoryFile.write(.sample(), to: path)
    #expect(try names() == ["a.sqlite"])
    let copy = try folder.write("copy.sqlite", bytes(path))
    #expect(try MemoryFile.read(copy, of: "Sample") == .sample())
  }

  @Test
  func `a program that reads the file keeps what it reads, and sees the next state afterward`()
    throws
  {
    try MemoryFile.write(SceneMemory(scene: "Sample"), to: path)
    let reader = try OtherProgram(path)
    #expect(try reader.texts("SELECT count(*) FROM value") == ["0"])
    try MemoryFile.write(.sample(), to: path)
    #expect(try reader.texts("SELECT count(*) FROM value") == ["8"])
  }

  /// Saves several states in each of several programs at once, and waits until all have ended.
  private func save(_ states: Int, to file: String, programs: Int) throws {
    let writers = try (0..<programs).map { number in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: builtProgram("MemoryWriter"))
      process.arguments = [file, try folder.write("progress-\(number)", ""), "\(states)"]
      try process.run()
      return process
    }
    for writer in writers {
      writer.waitUntilExit()
      #expect(writer.terminationStatus == 0)
    }
  }

  @Test func `two programs that save to the same file at once wait for each other`() throws {
    // Each saves states of its own, with a number that nothing else changes.
    try MemoryFile.write(SceneMemory(scene: "Writer"), to: path)
    try save(20, to: path, programs: 3)
    for number in 0..<3 {
      #expect(try folder.text("progress-\(number)").split(separator: "\n").count == 40)
    }
    #expect(try MemoryFile.read(path, of: "Writer").keys == ["elements", "number"])
  }

  @Test func `programs that make the same file at once all save`() throws {
    for round in 0..<4 {
      let file = folder.file("new-\(round).sqlite")
      try save(1, to: file, programs: 6)
      #expect(try MemoryFile.read(file, of: "Writer").keys == ["elements", "number"])
    }
  }

  @Test func `a file that another program has made meanwhile is not replaced`() throws {
    let file = folder.file("a.sqlite")
    let sink = try ByteSink(path: file)
    try sink.append("late".utf8)
    try folder.write("a.sqlite", "first")
    let error = #expect(throws: FileError.self) { try sink.finish(replaces: false) }
    #expect(error?.description.contains("File exists") == true)
    #expect(try folder.text("a.sqlite") == "first")
  }

  // MARK: Other databases

  @Test func `an empty file is no saved scene, and can be saved to`() throws {
    try folder.write("a.sqlite", "")
    #expect(readError() == "a.sqlite: expected a saved scene, found an empty database")
    #expect(writeError() == nil)
    #expect(readError() == nil)
  }

  private static let newer =
    "a saved scene of version \(SQLiteMemorySchema.version) or earlier, found version 9, "
    + "which a newer program has written"

  private static let otherContents: [(String, String)] = [
    ("CREATE TABLE notes (text)", "the tables of a saved scene only, found notes"),
    (
      "CREATE TRIGGER t AFTER INSERT ON value BEGIN DELETE FROM scene; END",
      "the tables of a saved scene only, found t"
    ),
    (
      "DROP TABLE element; CREATE VIEW element AS SELECT 'a' AS key, 0 AS position, '1' AS json",
      "the tables of a saved scene only, found element"
    ),
    ("DROP TABLE element", "the table element, found none"),
    (
      "PRAGMA application_id = 7",
      "a database of a saved scene, found a database of another program"
    ),
    ("PRAGMA user_version = -1", "version 1 or later of a saved scene, found -1"),
    (
      "PRAGMA user_version = 9",
      newer
    ),
  ]

  @Test(arguments: otherContents)
  func `a database with something else in it is refused and stays`(_ sql: String, _ reason: String)
    throws
  {
    try MemoryFile.write(.sample(), to: path)
    try execute(sql)
    let before = try bytes(path)
    #expect(readError() == "a.sqlite: expected \(reason)")
    #expect(writeError() == "a.sqlite: expected \(reason)")
    #expect(try bytes(path) == before)
    #expect(try names() == ["a.sqlite"])
  }

  @Test func `missing elements of a list are an error, at its end, too`() throws {
    for condition in ["position = 0", "position = 1", "position >= 0"] {
      try MemoryFile.write(.sample(), to: path)
      try execute("DELETE FROM element WHERE key = 'lines' AND \(condition)")
      #expect(readError()?.contains("lines") == true, "\(condition)")
      #expect(writeError() == nil)
    }
    try execute("DELETE FROM element WHERE key = 'lines' AND position = 1")
    #expect(readError() == "a.sqlite: expected 2 elements of lines, found 1")
    try execute("UPDATE value SET elements = NULL WHERE key = 'lines'")
    #expect(readError() == "a.sqlite: expected a number of elements of lines, found 1")
  }

  @Test func `a database of version 2 gets the numbers of its elements`() throws {
    try MemoryFile.write(.sample(), to: path)
    try execute(
      """
      ALTER TABLE value DROP COLUMN elements; PRAGMA user_version = 2;
      DELETE FROM grdb_migrations WHERE identifier = 'version 3'
      """)
    #expect(try MemoryFile.read(path, of: "Sample") == .sample())
    #expect(writeError() == nil)
    #expect(try texts("SELECT elements FROM value WHERE key = 'lines'") == ["2"])
  }

  @Test func `a database of another program is refused and stays`() throws {
    try execute("CREATE TABLE notes (text)")
    let before = try bytes(path)
    let reason =
      "a.sqlite: expected a database of a saved scene, found a database of another program"
    #expect(readError() == reason)
    #expect(writeError() == reason)
    #expect(try bytes(path) == before)
  }

  @Test(arguments: ["another program", "another scene", "a newer version"])
  func `a refused database keeps its journal mode`(_ owner: String) throws {
    try MemoryFile.write(SceneMemory(scene: "Other"), to: path)
    switch owner {
    case "another program": try execute("PRAGMA application_id = 7")
    case "a newer version": try execute("PRAGMA user_version = 9")
    default: break
    }
    try execute("PRAGMA journal_mode = WAL")
    let before = try bytes(path)
    #expect(writeError() != nil)
    #expect(try bytes(path) == before)
    #expect(try texts("PRAGMA journal_mode") == ["wal"])
  }

  private static let wrongRows: [(String, String)] = [
    (
      "UPDATE scene SET rules = 'other'",
      "the rules standard or textbook in the table scene, found other"
    ),
    ("DELETE FROM scene", "the name of one scene in the table scene, found no row"),
    (
      "DELETE FROM element WHERE key = 'lines' AND position = 0",
      "the elements of lists, numbered from 0, found element 1 of lines"
    ),
    (
      "UPDATE element SET json = '{\"color\": red}' WHERE key = 'lines' AND position = 1",
      "a JSON value in element 1 of lines, found \"red}\""
    ),
    (
      "UPDATE value SET json = '' WHERE key = 'count'",
      "a JSON value in the value count, found the end of the line"
    ),
    (
      "UPDATE value SET json = 'NaN' WHERE key = 'count'",
      "a JSON value in the value count, found \"NaN\""
    ),
    (
      "UPDATE value SET json = '1' WHERE key = 'lines'",
      "the elements of lists, numbered from 0, found element 0 of lines"
    ),
  ]

  @Test(arguments: wrongRows)
  func `rows that are no saved scene are an error that names them`(_ sql: String, _ reason: String)
    throws
  {
    try MemoryFile.write(.sample(), to: path)
    try execute("PRAGMA foreign_keys = OFF; \(sql)")
    #expect(readError() == "a.sqlite: expected \(reason)")
  }

  @Test func `JSON of too many levels is an error`() throws {
    try MemoryFile.write(.sample(), to: path)
    let deep = String(repeating: "[", count: 10_000)
    try execute("UPDATE element SET json = '\(deep)' WHERE key = 'lines' AND position = 0")
    #expect(readError()?.contains("expected at most 64 levels in element 0 of lines") == true)
  }

  @Test func `what is no database is an error that says so`() throws {
    try folder.write("a.sqlite", String(repeating: "no database ", count: 1000))
    #expect(
      readError() == "a.sqlite: expected a database of a saved scene, found file is not a database")
    #expect(writeError() == readError())
  }

  @Test func `a database that ends early is an error, wherever it ends`() throws {
    try MemoryFile.write(.sample(), to: path)
    let all = try bytes(path)
    for count in stride(from: 1, to: all.count, by: 509) {
      try folder.write("a.sqlite", Array(all[..<count]))
      #expect(readError() != nil, "\(count) bytes of \(all.count)")
    }
  }

  @Test func `pages that are used twice are an error`() throws {
    try MemoryFile.write(.sample(), to: path)
    try execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'value')
      WHERE name = 'grdb_migrations';
      """)
    #expect(readError() != nil)
  }

  // MARK: Permissions

  private static let dropsPrivileges = "/usr/bin/setpriv"

  @Test(
    .enabled(
      if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: dropsPrivileges),
      "no permission to drop privileges"))
  func `a file that may only be read is read, and not saved to`() throws {
    try MemoryFile.write(SceneMemory(scene: "Writer"), to: path)
    let before = try bytes(path)
    let progress = try folder.write("progress", "")
    let modes: [(String, mode_t)] = [("progress", 0o666), ("a.sqlite", 0o444), (".", 0o755)]
    for (name, mode) in modes { #expect(chmod(folder.file(name), mode) == 0) }
    let process = Process()
    process.executableURL = URL(
      fileURLWithPath: geteuid() == 0 ? Self.dropsPrivileges : "/usr/bin/env")
    process.arguments =
      (geteuid() == 0 ? ["--reuid=65534", "--regid=65534", "--clear-groups"] : [])
      + [builtProgram("MemoryWriter"), path, progress, "1"]
    let remarks = try folder.write("remarks", "")
    process.standardError = FileHandle(forWritingAtPath: remarks)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(try folder.text("remarks") == "\(path): cannot write: Permission denied\n")
    #expect(try folder.text("progress") == "begin 1\n")
    #expect(try bytes(path) == before)
  }
}
