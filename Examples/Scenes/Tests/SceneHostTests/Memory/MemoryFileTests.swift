import Foundation
import TestSupport
import Testing

@testable import SceneHost

/// What all formats have in common.
struct MemoryFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: memoryExtensions)
  func `what was saved is read as it was, numbers bit for bit`(_ fileExtension: String) throws {
    let path = folder.file("sample.\(fileExtension)")
    let memory = try SceneMemory.sample()
    try MemoryFile.write(memory, to: path)
    let copy = try MemoryFile.read(path, of: "Sample")
    #expect(copy == memory)
    let work = try #require(try copy.decode(Work.self, forKey: "work"))
    #expect(bits(work.numbers) == bits(Work().numbers))
    #expect(work == Work())
  }

  @Test(arguments: memoryExtensions)
  func `the next save replaces the one before, and leaves no other file`(_ fileExtension: String)
    throws
  {
    let path = folder.file("sample.\(fileExtension)")
    try MemoryFile.write(.sample(), to: path)
    var memory = SceneMemory(scene: "Sample")
    try memory.encode([1, 2], forKey: "list")
    try MemoryFile.write(memory, to: path)
    #expect(try MemoryFile.read(path, of: "Sample") == memory)
    let empty = SceneMemory(scene: "Sample")
    try MemoryFile.write(empty, to: path)
    #expect(try MemoryFile.read(path, of: "Sample") == empty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == [
        "sample.\(fileExtension)"
      ])
  }

  @Test(arguments: memoryExtensions)
  func `the same work makes the same bytes`(_ fileExtension: String) throws {
    let files = try (0..<4).map { number in
      let path = folder.file("\(number).\(fileExtension)")
      try MemoryFile.write(.sample(), to: path)
      return try bytes(path)
    }
    #expect(Set(files).count == 1)
  }

  @Test(arguments: memoryExtensions)
  func `another scene's file is neither read nor replaced`(_ fileExtension: String) throws {
    let path = folder.file("sample.\(fileExtension)")
    try MemoryFile.write(.sample(), to: path)
    let before = try bytes(path)
    #expect(
      message { _ = try MemoryFile.read(path, of: "Other") }
        == "\(path): expected a file of the scene Other, found one of Sample")
    #expect(
      message { try MemoryFile.write(SceneMemory(scene: "Other"), to: path) }
        == "\(path): expected a file of the scene Other, found one of Sample")
    #expect(try bytes(path) == before)
  }

  @Test(arguments: ["sample", "sample.txt", "-", ".json", "a.json/b", "sample.", "sample.JSON "])
  func `the extension has to be that of a format`(_ name: String) throws {
    let error = message { try MemoryFile.checkExtension(of: name) }
    #expect(
      error?.hasPrefix(
        "\(name): expected a file with the extension .plist, .json, .sqlite, .db, found ")
        == true)
    #expect(message { _ = try MemoryFile.read(name, of: "Sample") } == error)
    #expect(message { try MemoryFile.write(SceneMemory(scene: "Sample"), to: name) } == error)
  }

  @Test(arguments: ["a.json", "a.b.PLIST", "folder.txt/a.Sqlite", "a.DB"])
  func `the extension is in any case of letters`(_ name: String) throws {
    try MemoryFile.checkExtension(of: name)
  }

  @Test(arguments: memoryExtensions)
  func `a missing file and a folder are errors of the system`(_ fileExtension: String) throws {
    let missing = folder.file("missing.\(fileExtension)")
    #expect(
      message { _ = try MemoryFile.read(missing, of: "Sample") }
        == "\(missing): No such file or directory")
    let path = folder.file("folder.\(fileExtension)")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(message { _ = try MemoryFile.read(path, of: "Sample") } == "\(path): Is a directory")
    #expect(
      message { try MemoryFile.write(.sample(), to: path) }
        == "\(path): cannot write: Is a directory")
    let nowhere = folder.file("no/folder.\(fileExtension)")
    #expect(
      message { try MemoryFile.write(.sample(), to: nowhere) }
        == "\(nowhere): cannot write: No such file or directory")
  }

  @Test(arguments: memoryExtensions)
  func `a symbolic link stays, and the file that it leads to is replaced`(_ fileExtension: String)
    throws
  {
    let path = folder.file("link.\(fileExtension)")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "file.\(fileExtension)")
    for _ in 0..<2 { try MemoryFile.write(.sample(), to: path) }
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path) == "file.\(fileExtension)")
    #expect(try MemoryFile.read(folder.file("file.\(fileExtension)"), of: "Sample") == .sample())
  }

  @Test(arguments: memoryExtensions)
  func `who may not read an input may not read what is made of it`(_ fileExtension: String) throws {
    let input = try folder.write("input", "")
    #expect(chmod(input, 0o600) == 0)
    let path = folder.file("sample.\(fileExtension)")
    try MemoryFile.write(.sample(), to: path, madeOf: [input])
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: memoryExtensions)
  func `a scene with more values than a file can have is refused, and the file stays`(
    _ fileExtension: String
  ) throws {
    let path = folder.file("sample.\(fileExtension)")
    try MemoryFile.write(.sample(), to: path)
    var memory = SceneMemory(scene: "Sample")
    // Each key is within the limit.
    let half = MemoryValue.array(
      Array(repeating: .null, count: MemoryLimits.maximumValues / 2))
    memory.values = ["a": half, "b": half]
    #expect(
      message { try MemoryFile.write(memory, to: path) }
        == "\(path): expected at most 4000000 values to save, found more")
    #expect(try MemoryFile.read(path, of: "Sample") == .sample())
  }

  @Test(arguments: memoryExtensions)
  func `a file that is too large is refused before it is read`(_ fileExtension: String) throws {
    let path = try folder.write("large.\(fileExtension)", "")
    #expect(truncate(path, off_t(MemoryLimits.maximumFileSize) + 1) == 0)
    #expect(
      message { _ = try MemoryFile.read(path, of: "Sample") }
        == "\(path): expected at most 67108864 bytes, found a larger file")
  }
}
