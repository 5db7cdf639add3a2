import Foundation
import TestSupport
import Testing

@testable import SceneHost

/// What all formats have in common.
struct MemoryFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: memoryEndings)
  func `what was saved is read as it was, numbers bit for bit`(_ ending: String) throws {
    let path = folder.file("sample.\(ending)")
    let memory = try SceneMemory.sample()
    try MemoryFile.write(memory, to: path)
    let copy = try MemoryFile.read(path, of: "Sample")
    #expect(copy == memory)
    let work = try #require(try copy.decode(Work.self, forKey: "work"))
    #expect(bits(work.numbers) == bits(Work().numbers))
    #expect(work == Work())
  }

  @Test(arguments: memoryEndings)
  func `the next save replaces the one before, and leaves no other file`(_ ending: String) throws {
    let path = folder.file("sample.\(ending)")
    try MemoryFile.write(.sample(), to: path)
    var memory = SceneMemory(scene: "Sample")
    try memory.encode([1, 2], forKey: "list")
    try MemoryFile.write(memory, to: path)
    #expect(try MemoryFile.read(path, of: "Sample") == memory)
    let empty = SceneMemory(scene: "Sample")
    try MemoryFile.write(empty, to: path)
    #expect(try MemoryFile.read(path, of: "Sample") == empty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["sample.\(ending)"])
  }

  @Test(arguments: memoryEndings)
  func `the same work makes the same bytes`(_ ending: String) throws {
    let files = try (0..<4).map { number in
      let path = folder.file("\(number).\(ending)")
      try MemoryFile.write(.sample(), to: path)
      return try bytes(path)
    }
    #expect(Set(files).count == 1)
  }

  @Test(arguments: memoryEndings)
  func `another scene's file is neither read nor replaced`(_ ending: String) throws {
    let path = folder.file("sample.\(ending)")
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
  func `the ending of a name has to be that of a format`(_ name: String) throws {
    let error = message { try MemoryFile.checkExtension(of: name) }
    #expect(
      error?.hasPrefix(
        "\(name): expected a name that ends with one of .plist, .json, .sqlite, .db, found ")
        == true)
    #expect(message { _ = try MemoryFile.read(name, of: "Sample") } == error)
    #expect(message { try MemoryFile.write(SceneMemory(scene: "Sample"), to: name) } == error)
  }

  @Test(arguments: ["a.json", "a.b.PLIST", "folder.txt/a.Sqlite", "a.DB"])
  func `the ending of a name is in any case of letters`(_ name: String) throws {
    try MemoryFile.checkExtension(of: name)
  }

  @Test(arguments: memoryEndings)
  func `a missing file and a folder are errors of the system`(_ ending: String) throws {
    let missing = folder.file("missing.\(ending)")
    #expect(
      message { _ = try MemoryFile.read(missing, of: "Sample") }
        == "\(missing): No such file or directory")
    let path = folder.file("folder.\(ending)")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(message { _ = try MemoryFile.read(path, of: "Sample") } == "\(path): Is a directory")
    #expect(
      message { try MemoryFile.write(.sample(), to: path) }
        == "\(path): cannot write: Is a directory")
    let nowhere = folder.file("no/folder.\(ending)")
    #expect(
      message { try MemoryFile.write(.sample(), to: nowhere) }
        == "\(nowhere): cannot write: No such file or directory")
  }

  @Test(arguments: memoryEndings)
  func `a symbolic link stays, and the file that it leads to is replaced`(_ ending: String) throws {
    let path = folder.file("link.\(ending)")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "file.\(ending)")
    for _ in 0..<2 { try MemoryFile.write(.sample(), to: path) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "file.\(ending)")
    #expect(try MemoryFile.read(folder.file("file.\(ending)"), of: "Sample") == .sample())
  }

  @Test(arguments: memoryEndings)
  func `who may not read an input may not read what is made of it`(_ ending: String) throws {
    let input = try folder.write("input", "")
    #expect(chmod(input, 0o600) == 0)
    let path = folder.file("sample.\(ending)")
    try MemoryFile.write(.sample(), to: path, madeOf: [input])
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: memoryEndings)
  func `a file that is too large is refused before it is read`(_ ending: String) throws {
    let path = try folder.write("large.\(ending)", "")
    #expect(truncate(path, off_t(MemoryLimits.largestFile) + 1) == 0)
    #expect(
      message { _ = try MemoryFile.read(path, of: "Sample") }
        == "\(path): expected at most 67108864 bytes, found a larger file")
  }
}
