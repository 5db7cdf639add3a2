import Foundation
import Recordings
import SystemPackage
import TestSupport
import Testing

@Suite struct ByteSinkTests {
  @Test("A replacement appears complete and under its name when finished")
  func replaces() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.evemu"
    try Data("old".utf8).write(to: URL(filePath: path))
    let sink = try ByteSink(path: path)
    try sink.append(Array(repeating: UInt8(ascii: "x"), count: 200_000))
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
    try sink.finish()
    #expect(try Data(contentsOf: URL(filePath: path)).count == 200_000)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.evemu"])
  }

  @Test(
    "A replacement keeps the permissions of the old file",
    arguments: [0o600, 0o640, 0o664, 0o444])
  func keptPermissions(mode: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.evemu"
    try Data("old".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try ByteSink(path: path).finish()
    #expect(try permissions(path) == mode)
  }

  @Test("A new file has the usual permissions, a recording in progress is private")
  func newPermissions() throws {
    let folder = try TemporaryFolder()
    let other = creat(folder.path + "/other", 0o666)
    try #require(other >= 0)
    close(other)
    try ByteSink(path: folder.path + "/new").finish()
    #expect(try permissions(folder.path + "/new") == permissions(folder.path + "/other"))
    try ByteSink(growing: folder.path + "/growing").finish()
    #expect(try permissions(folder.path + "/growing") == 0o600)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("An unfinished replacement leaves only the old file")
  func abandons() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.evemu"
    try Data("old".utf8).write(to: URL(filePath: path))
    do {
      let sink = try ByteSink(path: path)
      try sink.append(Array("new".utf8))
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.evemu"])
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

  @Test("A missing folder is an error that names the file")
  func missingFolder() {
    #expect(throws: RecordingError.cannotWrite("/no/such/folder/a", .noSuchFileOrDirectory)) {
      try ByteSink(path: "/no/such/folder/a")
    }
  }

  @Test("A replacement of a symbolic link replaces the file that it leads to")
  func symbolicLink() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("target/a.evemu", "old")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: path)
    let sink = try ByteSink(path: folder.file("link"))
    try sink.append("new".utf8)
    try sink.finish()
    #expect(try folder.text("target/a.evemu") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link")) == path)
  }
}
