import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Files

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

  @Test("A missing folder is an error that names the file")
  func missingFolder() {
    #expect(throws: FileError.cannotWrite("/no/such/folder/a", .noSuchFileOrDirectory)) {
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

  @Test("What is written to a descriptor follows what others wrote to it")
  func descriptor() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", "")
    let file = try FileDescriptor.open(path, .writeOnly)
    defer { try? file.close() }
    _ = try file.writeAll(Array("first ".utf8))
    let sink = try ByteSink(path: "/dev/fd/\(file.rawValue)")
    try sink.append("second".utf8)
    try sink.finish()
    #expect(try folder.text("a") == "first second")
  }

  @Test(
    "The permissions of the inputs limit those of the output",
    arguments: [
      ([0o644], 0o644), ([0o644, 0o640], 0o640), ([0o604], 0o604), ([0o640, 0o604], 0o600),
      ([0o444], 0o644), ([0o400], 0o600), ([0o666], 0o644), ([], 0o644),
    ] as [([mode_t], Int)])
  func derivedPermissions(inputs: [mode_t], expected: Int) throws {
    let folder = try TemporaryFolder()
    let paths = try inputs.enumerated().map { index, mode in
      let path = try folder.write("in\(index)", "text")
      #expect(chmod(path, mode) == 0)
      return path
    }
    // As if the umask were 022, whatever it is: a replaced file keeps its permissions.
    let path = try folder.write("out", "old")
    #expect(chmod(path, 0o644) == 0)
    try ByteSink(path: path, madeOf: paths + [folder.file("missing")]).finish()
    #expect(try permissions(path) == expected)
  }

  @Test("What comes through a pipe is for the owner only")
  func derivedFromPipe() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("pipe"), 0o666) == 0 && chmod(folder.file("pipe"), 0o666) == 0)
    try ByteSink(path: folder.file("a"), madeOf: [folder.file("pipe")]).finish()
    #expect(try permissions(folder.file("a")) == 0o600)
  }

  @Test("Only the group of the input has the access that the group has")
  func derivedFromGroup() {
    var permissions = DerivedPermissions()
    #expect(permissions.limiting(0o664, group: 1) == 0o664)
    permissions.restrict(mode: 0o640, group: 7)
    #expect(permissions.limiting(0o664, group: 7) == 0o660)
    #expect(permissions.limiting(0o664, group: 1) == 0o600)
    permissions.restrict(mode: 0o644, group: 1)
    #expect(permissions.limiting(0o664, group: 7) == 0o660)
    permissions.restrict(mode: 0o640, group: 8)
    #expect(permissions.limiting(0o664, group: 7) == 0o600)
  }

  @Test(
    "A file with a hidden name is replaced, abandoned and private as one without",
    arguments: [true, false])
  func hiddenName(isFinished: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.evemu", "old")
    do {
      let resolved = try #require(realpath(path, nil))
      defer { free(resolved) }
      let file = try ReplacementFile(FilePath(platformString: resolved), isNamed: true)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let hidden = try #require(names.first { $0.hasPrefix(".replay-") && $0.hasSuffix(".part") })
      #expect(try permissions(folder.file(hidden)) == 0o600)
      _ = try file.descriptor.writeAll("new".utf8)
      if isFinished { try file.commit(DerivedPermissions()) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.evemu"])
    #expect(try folder.text("a.evemu") == (isFinished ? "new" : "old"))
  }

  @Test(
    "A replaced file keeps its group, which has no more access than the input gives it",
    .enabled(if: geteuid() == 0, "only root has groups to try"),
    arguments: [(0o640, 0o600), (0o644, 0o664)] as [(mode_t, Int)])
  func keptGroup(mode: mode_t, expected: Int) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("in", "text")
    let path = try folder.write("out", "old")
    #expect(chown(input, 0, 1) == 0 && chmod(input, mode) == 0)
    #expect(chown(path, 0, 2) == 0 && chmod(path, 0o664) == 0)
    try ByteSink(path: path, madeOf: [input]).finish()
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_gid == 2)
    #expect(try permissions(path) == expected)
  }

  @Test("A process that a signal ends leaves no hidden name")
  func signal() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGTERM), observing: [\.standardOutputContent]
    ) {
      TemporaryNames.removeAtExit()
      let file = try ByteSinkTests.makeHiddenFile()
      withExtendedLifetime(file) { _ = raise(SIGTERM) }
    }
    try expectEmptyFolder(result)
  }

  @Test("A process that exits leaves no hidden name")
  func exit() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(3), observing: [\.standardOutputContent]
    ) {
      TemporaryNames.removeAtExit()
      let file = try ByteSinkTests.makeHiddenFile()
      withExtendedLifetime(file) { Foundation.exit(3) }
    }
    try expectEmptyFolder(result)
  }

  /// A file with a hidden name, in a folder whose path is printed.
  private static func makeHiddenFile() throws -> ReplacementFile {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hidden-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let file = try ReplacementFile(FilePath(folder + "/a"), isNamed: true)
    try #require(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    print("folder \(folder)")
    fflush(nil)
    return file
  }

  /// Expects that the folder that a process printed is empty, and removes it.
  private func expectEmptyFolder(_ result: ExitTest.Result?) throws {
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let line = output.split(separator: "\n").first { $0.hasPrefix("folder ") }
    let folder = String(try #require(line).dropFirst(7))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }
}
