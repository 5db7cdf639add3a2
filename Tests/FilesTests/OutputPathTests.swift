import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Files

@Suite struct OutputPathTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func link(_ name: String, _ target: String) throws -> String {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(name), withDestinationPath: target)
    return folder.file(name)
  }

  @Test("Forty links are followed, and no more")
  func links() throws {
    var target = "file"
    for number in 1...40 {
      _ = try link("\(number)", target)
      target = "\(number)"
    }
    guard case .file(let file) = try OutputPath(folder.file("40")) else {
      Issue.record("no file")
      return
    }
    #expect(file.lastComponent == "file")
    #expect(throws: Errno.tooManySymbolicLinkLevels) { try OutputPath(try link("41", "40")) }
  }

  @Test("Links in a circle are an error")
  func circle() throws {
    _ = try link("a", "b")
    #expect(throws: Errno.tooManySymbolicLinkLevels) { try OutputPath(try link("b", "a")) }
  }

  @Test("Folders, empty paths and files in missing folders are errors")
  func noFiles() throws {
    for path in ["/", ".", "..", folder.path, folder.path + "/", folder.file("new/")] {
      #expect(throws: Errno.isDirectory, "\(path)") { try OutputPath(path) }
    }
    #expect(throws: Errno.noSuchFileOrDirectory) { try OutputPath("") }
    #expect(throws: Errno.noSuchFileOrDirectory) { try OutputPath(folder.file("no/a")) }
    #expect(throws: Errno.notDirectory) { try OutputPath("/dev/null/a") }
    #expect(throws: Errno.fileNameTooLong) {
      try OutputPath(folder.file(String(repeating: "n", count: 256)))
    }
  }

  @Test("Names of open descriptors are these, not the files that they lead to")
  func descriptors() throws {
    let path = try folder.write("a", "text")
    let file = try FileDescriptor.open(path, .writeOnly)
    defer { try? file.close() }
    for folder in ["/dev/fd", "/proc/self/fd", "/proc/\(getpid())/fd"] {
      guard case .descriptor(let own) = try OutputPath("\(folder)/\(file.rawValue)") else {
        Issue.record("no descriptor")
        continue
      }
      #expect(own == file)
    }
    for (name, number) in [("/dev/stdout", STDOUT_FILENO), ("/dev/stderr", STDERR_FILENO)] {
      guard case .descriptor(let own) = try OutputPath(name) else {
        Issue.record("no descriptor")
        continue
      }
      #expect(own.rawValue == number)
    }
  }

  @Test("Devices and pipes are streams, also through links")
  func streams() throws {
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    for path in [folder.file("pipe"), try link("a", "pipe"), try link("null", "/dev/null")] {
      guard case .stream = try OutputPath(path) else {
        Issue.record("\(path) is no stream")
        continue
      }
    }
  }
}
