import Foundation
import Recordings
import SystemPackage
import Testing

/// A folder that is gone after the test.
private final class TemporaryFolder {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

@Suite struct ByteSinkTests {
  @Test("A file appears whole, with its name, at the end")
  func replaces() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.evemu"
    try Data("old".utf8).write(to: URL(filePath: path))
    let sink = try ByteSink(replacing: path)
    try sink.append(Array(repeating: UInt8(ascii: "x"), count: 200_000))
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
    try sink.finish()
    #expect(try Data(contentsOf: URL(filePath: path)).count == 200_000)
    #expect(folder.files == ["a.evemu"])
  }

  @Test(
    "A file keeps the permissions of the one that it replaces",
    arguments: [0o600, 0o640, 0o664, 0o444])
  func keptPermissions(mode: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.evemu"
    try Data("old".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try ByteSink(replacing: path).finish()
    #expect(try permissions(path) == mode)
  }

  @Test("A new file has those of any other new file, a recording in progress is the owner's")
  func newPermissions() throws {
    let folder = try TemporaryFolder()
    let other = creat(folder.path + "/other", 0o666)
    try #require(other >= 0)
    close(other)
    try ByteSink(replacing: folder.path + "/new").finish()
    #expect(try permissions(folder.path + "/new") == permissions(folder.path + "/other"))
    try ByteSink(growing: folder.path + "/growing").finish()
    #expect(try permissions(folder.path + "/growing") == 0o600)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("What was never finished leaves the old file and no other behind")
  func abandons() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.evemu"
    try Data("old".utf8).write(to: URL(filePath: path))
    do {
      let sink = try ByteSink(replacing: path)
      try sink.append(Array("new".utf8))
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
    #expect(folder.files == ["a.evemu"])
  }

  @Test("A recording in progress can be read up to its last flush")
  func grows() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.evemu"
    let sink = try ByteSink(growing: path)
    let writer = EvemuWriter(sink)
    try writer.begin([RecordedDevice(description: sampleDevice)])
    try writer.write(sampleEvents, device: 0)
    try sink.flush()
    guard case .events(let reader) = try OpenRecording(path: path) else { return }
    #expect(try readAll(reader).events == [sampleEvents])
    try writer.finish()
  }

  @Test("A folder that does not exist is the system's error")
  func missingFolder() {
    #expect(throws: RecordingError.cannotWrite("/no/such/folder/a", .noSuchFileOrDirectory)) {
      try ByteSink(replacing: "/no/such/folder/a")
    }
  }
}
