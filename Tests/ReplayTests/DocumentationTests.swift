import Foundation
import TestSupport
import Testing

/// Checks that pages name files that exist, and evidence that tests need.
@Suite("Files that the documentation names")
struct DocumentationTests {
  private static func text(_ page: String) throws -> String {
    try String(contentsOf: packageFolder.appending(path: page), encoding: .utf8)
  }

  @Test(
    "Every file that a page names in code font exists",
    arguments: [
      "README.md", "CONTRIBUTING.md", "docs/Authors.md", "docs/Architecture.md", "docs/Evidence.md",
      "docs/Hands.md", "docs/ShapeAccuracy.md", "docs/Tests.md",
    ] + Documentation.pages.filter { $0.hasPrefix("docs/design/") })
  func files(page: String) throws {
    let folders =
      /`((?:Sources|Tests|docs|Tools|Benchmarks|Examples|Traces|Fuzz|Growth|Mutants|Python|packaging)\/[A-Za-z0-9_.\/-]*)`/
    let files = try Self.text(page).matches(of: folders).map { String($0.output.1) }
    for file in files {
      let path = packageFolder.appending(path: file).path
      #expect(FileManager.default.fileExists(atPath: path), "\(page) names \(file)")
    }
  }

  @Test("Every link of a page leads to a file", arguments: Documentation.pages)
  func links(page: String) throws {
    guard let text = try? Self.text(page) else { return }
    let folder = packageFolder.appending(path: page).deletingLastPathComponent()
    for match in text.matches(of: /\]\(([^)#\s]+)/) {
      let target = String(match.output.1)
      if target.hasPrefix("http") { continue }
      let path = folder.appending(path: target).path
      #expect(FileManager.default.fileExists(atPath: path), "\(page) links to \(target)")
    }
  }

  @Test("README.md has at most 100 lines")
  func length() throws {
    let lines = try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
    // The text ends with a newline, behind which there is no line.
    #expect(lines.count - 1 <= 100)
  }

  @Test("docs/Files.md has every exit code, and no other")
  func exitCodes() throws {
    let section = try #require(
      Self.text("docs/Files.md").components(separatedBy: "\n## ").first {
        $0.hasPrefix("Exit codes")
      })
    let listed = section.matches(of: /\n\| (\d+) \|/).map { String($0.output.1) }
    let declared = try Self.text("Sources/Files/ExitStatus.swift")
      .matches(of: /static let \w+: Int32 = (\d+)/).map { String($0.output.1) }
    // Success, and EX_USAGE of the argument parser.
    #expect(Set(listed) == Set(declared + ["0", "64"]))
    #expect(Set(listed).count == listed.count)
  }

  @Test("THIRD-PARTY-NOTICES.md has every package that the manifest names")
  func notices() throws {
    let page = try Self.text("THIRD-PARTY-NOTICES.md")
    let packages = try Self.text("Package.swift").matches(of: /\.package\(url: "([^"]+)"/)
    #expect(packages.count >= 4)
    for package in packages { #expect(page.contains("](\(package.output.1)) |")) }
  }

  @Test(
    "A workflow runs actions of a fixed commit, and may only read where its jobs do not say more",
    arguments: ["ci", "release"])
  func workflow(name: String) throws {
    let text = try Self.text(".github/workflows/\(name).yml")
    #expect(text.contains(#/\npermissions:(\n  contents: read| {})\n/#))
    let actions = text.matches(of: /uses: \S+@(\S+)/)
    #expect(!actions.isEmpty)
    for action in actions {
      #expect(action.output.1.wholeMatch(of: /[0-9a-f]{40}/) != nil, "\(action.output.0)")
    }
  }

  @Test("docs/Evidence.md lists all evidence that tests require, and no other")
  func evidence() throws {
    let page = try Self.text("docs/Evidence.md")
    let listed = Set(page.matches(of: /\n\| `([^`]+)` \|/).map { String($0.output.1) })
    let tests = packageFolder.appending(path: "Tests")
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    var required: Set<String> = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      if file.lastPathComponent == "SharedFolder.swift" { continue }
      for match in text.matches(of: /requiresShared\("([^"]+)"\)/) {
        required.insert(String(match.output.1))
      }
    }
    // The file of strokes is named in `DrawnStroke.file`.
    required.insert("data/strokes/unistrokes.ndjson.gz")
    #expect(listed == required)
  }
}
