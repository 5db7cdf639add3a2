import Foundation
import TestSupport
import Testing

/// Checks that each number whose comment says "(measured)" is in the table of docs/Evidence.md,
/// which says on what it was measured, and how it does on data that had no part in it.
@Suite("Numbers chosen with data in view")
struct TrainingDataTests {
  /// What a doc comment is about, with the file where it is declared, as in
  /// `TapRecognizer.interval`.
  static func measured(in text: String, file: String) -> [String] {
    var names: [String] = []
    var comment = ""
    for line in text.split(separator: "\n") {
      let code = line.trimmingPrefix { $0 == " " }
      if code.hasPrefix("///") {
        comment += " " + code.dropFirst(3).trimmingPrefix { $0 == " " }
        continue
      }
      if comment.contains("(measured") || comment.contains("measured)") {
        names += declared(String(code)).map { "\(file).\($0)" }
      }
      comment = ""
    }
    return names
  }

  /// The names that a declaration declares: several of a tuple.
  private static func declared(_ code: String) -> [String] {
    guard let match = code.firstMatch(of: /\b(?:var|let|func|struct|class|enum) \(?([\w, ]+)/)
    else { return [code] }
    return match.output.1.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// All of them in the sources.
  private static func measured() throws -> Set<String> {
    let sources = packageFolder.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      names.formUnion(measured(in: text, file: file.deletingPathExtension().lastPathComponent))
    }
    return names
  }

  @Test("A comment that says so is found, wherever its lines break, and others are not")
  func reading() {
    let text = """
      /// Points: 3 of 4 people
      /// (measured).
      public var slop = 3.0
      /// What is measured.
      var other = 1
      /// Both were (measured on 9 strokes).
      private static let (first, second) = (1, 2)
      """
    #expect(Self.measured(in: text, file: "A") == ["A.slop", "A.first", "A.second"])
  }

  @Test("docs/Evidence.md has the training data of every measured number, and no other")
  func table() throws {
    let url = packageFolder.appending(path: "docs/Evidence.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: "\n## ").first { $0.hasPrefix("Training data\n") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }
    let listed = rows.flatMap { row in
      row.matches(of: /`([A-Z]\w+\.\w+)`/).map { String($0.output.1) }
    }
    #expect(Set(listed).count == listed.count, "a number is listed twice")
    #expect(try Self.measured() == Set(listed))
  }
}
