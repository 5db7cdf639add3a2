import Foundation
import GestureTesting
import TestSupport
import Testing

@Suite("The documentation of the library")
struct DocumentationTests {
  private static func lines(_ path: String) throws -> [Substring] {
    try String(contentsOf: packageFolder.appendingPathComponent(path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The blocks of code in a language, each as its lines.
  private static func blocks(_ language: String) throws -> [[Substring]] {
    var blocks: [[Substring]] = []
    var current: [Substring]?
    for line in try lines("docs/GestureTesting.md") {
      if line == "```\(language)" {
        current = []
      } else if line == "```", let block = current {
        blocks.append(block)
        current = nil
      } else {
        current?.append(line)
      }
    }
    return blocks
  }

  @Test("Each block of code is in a test, verbatim")
  func code() throws {
    let sources = try [
      "Tests/GestureTestingTests/DocumentedTests.swift",
      "Tests/GestureTestingTests/Properties/DocumentedPropertyTests.swift", "Tools/test-fresh",
    ].map(Self.lines)
    let blocks = try Self.blocks("swift")
    #expect(blocks.count >= 8)
    for block in blocks {
      #expect(sources.contains { $0.contains(block) }, "\(block.joined(separator: "\n"))")
    }
  }

  @Test("A double tap is tested in under 12 lines")
  func doubleTap() throws {
    let first = try #require(try Self.blocks("swift").first)
    #expect(first.contains("import Testing") && first.count < 12)
  }

  @Test("The failure in the documentation is the library's message")
  func failure() throws {
    let script = FingerScript {
      Tap(count: 2)
      Wait(1)
      Swipe(.left, duration: 0.8, fingers: 3)
    }
    let check = GestureCheck(of: script, on: Stage(hand: .perfect)) { _ in
      [Tap(count: 2).expectation, Swipe(.left, fingers: 3).expectation]
    }
    let shown = try #require(try Self.blocks("text").first)
    #expect(check.failure == shown.joined(separator: "\n"))
  }
}
