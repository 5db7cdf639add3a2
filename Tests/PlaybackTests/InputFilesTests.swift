import Files
import Foundation
import Playback
import SystemPackage
import TestSupport
import Testing

struct InputFilesTests {
  private func names(_ entries: [InputFiles.Entry], in folder: TemporaryFolder) -> [String] {
    entries.map { entry in
      switch entry {
      case .file(let file): file.path.replacingOccurrences(of: folder.path + "/", with: "")
      case .failure(let error): "error \(error.systemError?.rawValue ?? 0)"
      case .skipped(let path, let kind):
        path.replacingOccurrences(of: folder.path + "/", with: "") + ": \(kind)"
      }
    }
  }

  @Test("A folder expands to its files and those of its subfolders, in the order of bytes")
  func order() throws {
    let folder = try TemporaryFolder()
    for name in ["b.evemu", "a/z.evemu", "a.evemu", "B.evemu", "a/10.evemu", "a/9.evemu"] {
      try folder.write(name, "")
    }
    #expect(
      names(InputFiles.expand([folder.path]), in: folder)
        == ["B.evemu", "a/10.evemu", "a/9.evemu", "a/z.evemu", "a.evemu", "b.evemu"])
  }

  @Test("Hidden files and gestures in a folder are skipped, but not if they are named directly")
  func leftOut() throws {
    let folder = try TemporaryFolder()
    try folder.write(".hidden.evemu", "")
    try folder.write("a.evemu", "")
    let expectations = try folder.write("a.gestures.jsonl", "")
    #expect(names(InputFiles.expand([folder.path]), in: folder) == ["a.evemu"])
    #expect(names(InputFiles.expand([expectations]), in: folder) == ["a.gestures.jsonl"])
  }

  @Test("JSON Lines in a folder are recordings if their content is pointer events")
  func pointerEvents() throws {
    let folder = try TemporaryFolder()
    let pointers = #"{"type":"pointerdown","pointerId":1,"timeStamp":0,"clientX":1,"clientY":2}"#
    try folder.write("touches.jsonl", pointers + "\n")
    try folder.write("viewport.jsonl", #"{"type":"viewport","innerWidth":390}"# + "\n")
    try folder.write("touches.gestures.jsonl", pointers + "\n")
    try folder.write("out.jsonl", #"{"v":2,"file":"a.evemu","gesture":"tap"}"# + "\n")
    try folder.write("labels.jsonl", #"{"file":"a.evemu","gesture":"tap"}"# + "\n")
    try folder.write("empty.jsonl", "")
    try folder.write("folder.jsonl/a.evemu", "")
    #expect(
      names(InputFiles.expand([folder.path]), in: folder) == ["touches.jsonl", "viewport.jsonl"])
  }

  @Test("A missing path is a failure in order, and the rest follows")
  func missing() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.evemu", "abc")
    let entries = InputFiles.expand([folder.path + "/none", file])
    #expect(names(entries, in: folder) == ["error 2", "a.evemu"])
    #expect(entries.last == .file(InputFile(path: file, isNamed: true, isRegular: true)))
  }

  @Test("A name that is not UTF-8 is a failure in order, unless it is skipped anyway")
  func foreignNames() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.evemu", "")
    try folder.write("c.evemu", "")
    for name in ["b\u{fc}.evemu", ".\u{fc}", "\u{fc}.jsonl"] {
      // Latin-1 has one byte for the letter.
      let path = folder.path.utf8.map { $0 } + [0x2f] + name.unicodeScalars.map { UInt8($0.value) }
      let file = (path + [0]).withUnsafeBytes { bytes in
        bytes.baseAddress.map { creat($0.assumingMemoryBound(to: CChar.self), 0o600) } ?? -1
      }
      try #require(file >= 0)
      close(file)
    }
    let entries = InputFiles.expand([folder.path])
    #expect(names(entries, in: folder) == ["a.evemu", "error 0", "c.evemu"])
    guard case .failure(let error) = entries[1] else { return }
    #expect(error.file == folder.path + #"/b\xfc.evemu"#)
    #expect(error.expected == "a file name in UTF-8")
  }

  @Test("A link to the parent folder is skipped by name, and causes no loop")
  func circle() throws {
    let folder = try TemporaryFolder()
    try folder.write("sub/a.evemu", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/sub/up", withDestinationPath: folder.path)
    #expect(
      names(InputFiles.expand([folder.path]), in: folder) == [
        "sub/a.evemu", "sub/up: a link to a folder",
      ])
  }

  @Test("A pipe in a folder is skipped by name, and read if it is named directly")
  func pipe() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/p.evemu"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(names(InputFiles.expand([folder.path]), in: folder) == ["p.evemu: not a regular file"])
    #expect(
      InputFiles.expand([pipe]) == [.file(InputFile(path: pipe, isNamed: true, isRegular: false))])
  }

  @Test("A link in a folder whose file is missing is a failure")
  func brokenLink() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.evemu", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/b.evemu", withDestinationPath: "missing.evemu")
    #expect(names(InputFiles.expand([folder.path]), in: folder) == ["a.evemu", "error 2"])
  }

  @Test("Files that begin like a recording are distinguished from others")
  func content() throws {
    let folder = try TemporaryFolder()
    let trace = try folder.write("a.txt", "E: 0.000000 0000 0000 0\n")
    let text = try folder.write("README.md", "# Traces\n\nThese are traces.\n")
    #expect(try InputFile(path: trace, isNamed: false, isRegular: true).looksLikeRecording())
    #expect(try !InputFile(path: text, isNamed: false, isRegular: true).looksLikeRecording())
  }
}
