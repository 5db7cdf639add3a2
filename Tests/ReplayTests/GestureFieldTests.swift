import Foundation
import Gestures
import TestSupport
import Testing

/// Whatever is written by hand about the keys of gestures is compared with ``GestureField``.
struct GestureFieldTests {
  private static let keys = GestureField.allCases.map(\.key)

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
  }

  @Test(
    "The schemas of gestures have the fields in their order",
    arguments: [
      ("run", ["v", "file"], []),
      ("expectation", ["v"], ["file", "tolerance", "note", "recognizer"]),
    ])
  func schemas(name: String, before: [String], after: [String]) throws {
    let text = try Self.text("docs/schemas/\(name).schema.json")
    // JSONSerialization does not keep the order of keys: properties have an indentation of four.
    let properties = text.matches(of: /\n    "([a-z_]+)": \{/).map { String($0.1) }
    #expect(properties == before + Self.keys + after)
  }

  @Test("The words of the schema are those of the fields")
  func words() throws {
    let data = Data(try Self.text("docs/schemas/run.schema.json").utf8)
    let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    for field in GestureField.allCases {
      let described = properties[field.key]?["enum"] as? [String]
      #expect(described?.sorted() == field.words?.sorted(), "\(field)")
    }
  }

  private static let schemaNames: [String] = {
    let folder = packageFolder.appending(path: "docs/schemas").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }()

  /// The lists of words in a schema.
  private static func lists(in value: Any) -> [Set<String>] {
    if let list = value as? [Any] { return list.flatMap(lists) }
    guard let object = value as? [String: Any] else { return [] }
    let words = (object["enum"] as? [Any])?.compactMap { $0 as? String } ?? []
    return (words.isEmpty ? [] : [Set(words)]) + object.values.flatMap(lists)
  }

  @Test("Lists of kinds and of reasons in a schema are complete", arguments: schemaNames)
  func enumerations(name: String) throws {
    let data = Data(try Self.text("docs/schemas/" + name).utf8)
    let kinds = Set(Gesture.Kind.allCases.map(\.rawValue))
    let causes = Set(FailureReason.Cause.allCases.map(\.rawValue))
    for list in Self.lists(in: try JSONSerialization.jsonObject(with: data)) {
      if list.isSuperset(of: ["pinch", "pan"]) {
        // A score counts unexpected gestures in rows of their own; verdicts exclude the shake.
        #expect(list.symmetricDifference(kinds).isSubset(of: ["nothing", "otherwise", "shake"]))
      }
      if list.contains("prevented") { #expect(list == causes) }
    }
  }

  @Test("Records.md describes each reason in a row of the table of reasons")
  func reasons() throws {
    let table = try #require(
      try Self.text("docs/Records.md").split(separator: "\n| reason | measured |\n").last)
    let cells = table.split(separator: "\n").prefix { $0.hasPrefix("|") }
      .map { $0.dropFirst().prefix { $0 != "|" } }
    let described = cells.flatMap { $0.matches(of: /`([a-zA-Z]+)`/).map { String($0.1) } }
    #expect(described.sorted() == FailureReason.Cause.allCases.map(\.rawValue).sorted())
  }

  @Test("The documentation of the library lists each recognizer")
  func recognizers() throws {
    let page = try Self.text("Sources/Gestures/Gestures.docc/Gestures.md")
    for folder in ["Recognizers", "UIKit"] {
      let path = packageFolder.appending(path: "Sources/Gestures/" + folder).path
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        #expect(page.contains("``\(name.dropLast(6))``"), "\(name)")
      }
    }
  }

  @Test("Records.md describes each field in a row of the table of gestures")
  func records() throws {
    let section = try #require(
      try Self.text("docs/Records.md").split(separator: "\n## ")
        .first { $0.hasPrefix("replay run\n") })
    let cells = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { $0.dropFirst().prefix { $0 != "|" } }
    let described = cells.flatMap { $0.matches(of: /`([a-z_]+)`/).map { String($0.1) } }
    #expect(described.sorted() == (["v", "file"] + Self.keys).sorted())
  }

  @Test("The gesture record of Python has the fields in their order")
  func python() throws {
    let text = try Self.text("Python/src/touchstone/records.py")
    let record = try #require(
      text.split(separator: "\nclass ").first { $0.hasPrefix("GestureRecord(") })
    let members = record.matches(of: #/\n    ([a-z_]+): /#).map { String($0.1) }
    #expect(members == ["v", "file"] + Self.keys)
  }

  @Test("The structure of C has a member for each field, with x and y for vectors")
  func c() throws {
    let header = try Self.text("Sources/CTouchstone/include/touchstone.h")
    let structure = try #require(
      header.firstMatch(of: /\nstruct touchstone_gesture \{(?<body>(?:.|\n)*?)\n\};/))
    let code = structure.body.replacing(/\/\*(?:.|\n)*?\*\//, with: "")
    let members = code.matches(of: /([a-z_]+)\s*[,;]/).map { String($0.1) }
    let expected = GestureField.allCases.flatMap { field -> [String] in
      // Times are in microseconds, the kind has its C name, and an engine has one device.
      switch field {
      case .time: ["time_us"]
      case .start: ["start_us"]
      case .kind: ["kind"]
      case .device: []
      case .translation, .location:
        ["x", "y"].map { field.key.replacing("_mm", with: "_\($0)_mm") }
      case .velocity: ["velocity_x_mm_s", "velocity_y_mm_s"]
      default: [field.key]
      }
    }
    #expect(members.sorted() == (["size"] + expected).sorted())
  }
}
