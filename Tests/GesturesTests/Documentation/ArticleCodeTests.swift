import Foundation
import Testing

@Suite("Code in articles")
struct ArticleCodeTests {
  private static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url
  }()

  private static let articles: [String] = {
    let folder = root.appendingPathComponent("Sources/Gestures/Gestures.docc").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
  }()

  /// A block of Swift and the file that the comment before it names.
  private struct Block {
    var file: String?
    var lines: [String] = []
  }

  @Test("The articles are found")
  func some() {
    #expect(Self.articles.count >= 6)
  }

  @Test("Every block of Swift is in the tested file that it names", arguments: articles)
  func tested(article: String) throws {
    for block in Self.blocks(of: try String(contentsOfFile: article, encoding: .utf8)) {
      let file = try #require(
        block.file, "a block in \(article) names no file: \(block.lines.first ?? "")")
      let path = Self.root.appendingPathComponent(file).path
      let code = Self.lines(of: try String(contentsOfFile: path, encoding: .utf8))
      #expect(block.lines.count > 1)
      #expect(
        code.indices.contains { Array(code[$0...].prefix(block.lines.count)) == block.lines },
        "\(file) has no such lines: \(block.lines.joined(separator: "\n"))")
    }
  }

  @Test("The article shows the whole recognizer")
  func whole() throws {
    let article = Self.root.appendingPathComponent(
      "Sources/Gestures/Gestures.docc/CustomRecognizer.md")
    let file = "Tests/GesturesTests/Documentation/ScrubRecognizer.swift"
    let code = try String(contentsOf: Self.root.appendingPathComponent(file), encoding: .utf8)
    let blocks = Self.blocks(of: try String(contentsOf: article, encoding: .utf8))
    #expect(blocks.contains { $0.file == file && $0.lines == Self.lines(of: code) })
  }

  /// The blocks between fences; the line before each is `<!-- PATH -->`.
  private static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var file: String?
    var isInside = false
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("<!-- ") && line.hasSuffix(" -->") {
        file = String(line.dropFirst(5).dropLast(4))
      } else if line == "```swift" {
        blocks.append(Block(file: file))
        isInside = true
      } else if line == "```" {
        isInside = false
        file = nil
      } else if isInside {
        blocks[blocks.count - 1].lines.append(trimmed(line))
      }
    }
    return blocks
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.components(separatedBy: "\n").map(trimmed)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// An article's code is indented less than the test's.
  private static func trimmed(_ line: String) -> String {
    String(line.drop { $0 == " " })
  }
}
