import Foundation
import TestSupport
import Testing

/// The pictures of the documentation are what their commands draw. `make pictures` remakes them.
struct DocumentPictureTests {
  /// A picture of `docs/pictures`, and the words of the command that draws it; a tool gets the
  /// program and the name of the picture.
  struct Picture: Sendable, CustomTestStringConvertible {
    var name: String
    var command: [String]
    var testDescription: String { name }
    var url: URL { DocumentPictureTests.folder.appending(path: name) }
  }

  private static let folder = packageFolder.appending(path: "docs/pictures")

  private static let pictures: [Picture] = {
    let url = folder.appending(path: "commands.txt")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      return words.count > 1 ? Picture(name: words[0], command: Array(words.dropFirst())) : nil
    }
  }()

  @Test("A picture of the documentation is what its command draws", arguments: pictures)
  func currentPictures(picture: Picture) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(picture.name)
    let words = picture.command
    let tool = packageFolder.appending(path: words[0]).path
    let result =
      words[0] == "replay"
      ? try Program.run(Array(words.dropFirst()) + ["-q", "-o", path])
      : try Program.run("/usr/bin/env", ["python3", tool, Program.path, path])
    try #require(result.exitCode == 0, "\(result.remarks)")
    let drawn = try Data(contentsOf: URL(fileURLWithPath: path))
    if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] != nil {
      try drawn.write(to: picture.url)
    }
    let kept = try? Data(contentsOf: picture.url)
    #expect(kept == drawn, "\(picture.name) differs: make pictures, and look at it")
  }

  @Test("Every picture is listed with its command, and shown on a page")
  func listedPictures() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(Self.pictures.map(\.name) + ["commands.txt"]))
    let documents = packageFolder.appending(path: "docs")
    let pages =
      try FileManager.default.contentsOfDirectory(at: documents, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" } + [packageFolder.appending(path: "README.md")]
    let text = try pages.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    for picture in Self.pictures { #expect(text.contains("pictures/\(picture.name)")) }
  }
}
