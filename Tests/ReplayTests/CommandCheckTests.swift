import Foundation
import TestSupport
import Testing

/// A row of the table of checks in docs/Tests.md.
struct CheckedCommand: CustomTestStringConvertible, Sendable {
  var command: String
  /// In the order of the columns.
  var cells: [String]

  var testDescription: String { command }

  static let all: [CheckedCommand] = {
    let page = try? String(contentsOfFile: ConsoleBlocks.path("docs/Tests.md"), encoding: .utf8)
    let part = page?.components(separatedBy: "## Checks of each command").last
    let table = part?.components(separatedBy: "\n## ").first ?? ""
    return table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return CheckedCommand(
        command: cells[0].replacing("`", with: ""), cells: Array(cells.dropFirst()))
    }
  }()

  /// What a cell names; empty for one that says why there is nothing.
  func names(_ column: Int) -> [String] {
    if cells[column].hasPrefix("none: ") { return [] }
    return cells[column].split(separator: "`").enumerated().filter { $0.offset % 2 == 0 }
      .map { String($0.element) }.filter { $0 != ", " }
  }

  func says(_ column: Int) -> Bool { cells[column] == "yes" }

  /// Whether the command is one of the program `scene`, whose tests and schemas are in its package.
  var isOfScenes: Bool { command.hasPrefix("scene ") }

  /// The folder of schemas in the package.
  var schemaFolder: String { isOfScenes ? "Examples/Scenes/docs/schemas" : "docs/schemas" }
}

/// Each command has its fault case, fuzz target, growth case, limit and schema, or a reason.
struct CommandCheckTests {
  private static func source(_ path: String) throws -> String {
    try String(contentsOfFile: ConsoleBlocks.path(path), encoding: .utf8)
  }

  /// The commands without subcommands that the program has.
  private func commands() throws -> [String] {
    let help = try Program.run(["--experimental-dump-help"]).output
    let root = try JSONSerialization.jsonObject(with: Data(help.utf8)) as? [String: Any]
    func leaves(_ command: [String: Any], _ path: [String]) -> [String] {
      let all = command["subcommands"] as? [[String: Any]] ?? []
      let subcommands = all.filter { $0["commandName"] as? String != "help" }
      if subcommands.isEmpty { return [path.joined(separator: " ")] }
      return subcommands.flatMap { leaves($0, path + [$0["commandName"] as? String ?? ""]) }
    }
    return leaves(try #require(root?["command"] as? [String: Any]), [])
  }

  @Test("Each command of the program has a row")
  func rows() throws {
    // A test of the package of scenes compares the rows of `scene`.
    let rows = CheckedCommand.all.filter { !$0.isOfScenes }.map(\.command)
    #expect(Set(rows).count == rows.count)
    let live = ["devices", "live", "record", "play"]
    #if Library
      let missing = try Set(rows).subtracting(commands()).subtracting(live)
      #expect(missing.isEmpty, "\(missing)")
    #endif
    #expect(try Set(commands()).subtracting(rows).isSubset(of: hasLibrary ? [] : ["library"]))
  }

  @Test("What a row names exists, and what it lacks has a reason", arguments: CheckedCommand.all)
  func entries(row: CheckedCommand) throws {
    try #require(row.cells.count == 5)
    for cell in row.cells {
      let isNamed = cell == "yes" || cell.hasPrefix("`") || cell.hasPrefix("none: ")
      #expect(isNamed, "\(cell)")
    }
    let start = row.command + " "
    if row.isOfScenes {
      #expect(try row.says(0) == Self.sceneHasFault(row.command), "fault case")
    } else {
      #if Library
        let hasFault = WritingCommand.all.contains { $0.text.hasPrefix(start) }
        #expect(row.says(0) == hasFault, "fault case")
      #endif
    }
    for target in row.names(1) {
      let folder = ConsoleBlocks.path("Fuzz/Sources/fuzz")
      let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      let declares = try files.filter { $0.hasSuffix("Target.swift") }.contains {
        try Self.source("Fuzz/Sources/fuzz/" + $0).contains("static let \(target) = FuzzTarget(")
      }
      #expect(declares, "fuzz target \(target)")
      #expect(try Self.source("docs/Fuzzing.md").contains("| `\(target)` |"))
    }
    let growth = try Self.source("Growth/Sources/growth/CommandCases.swift")
    let hasGrowth = growth.contains(try Regex("\"\(row.command)[ \":]"))
    #expect(row.says(2) == hasGrowth, "growth case")
    for limit in row.names(3) {
      #expect(try Self.source("docs/Limits.md").contains(limit), "limit \(limit)")
    }
    for schema in row.names(4) {
      let path = ConsoleBlocks.path("\(row.schemaFolder)/\(schema).schema.json")
      #expect(FileManager.default.fileExists(atPath: path), "schema \(schema)")
    }
    let validated = SchemaCase.all.filter { $0.testDescription.hasPrefix("replay " + start) }
      .flatMap(\.schemas)
    #expect(Set(validated).subtracting(row.names(4)).isEmpty)
  }

  /// Whether a test of faults runs a command of `scene`.
  private static func sceneHasFault(_ command: String) throws -> Bool {
    let name = command.split(separator: " ").last ?? ""
    let file = command == "scene run" ? "SceneFaultTests" : "SettingsFaultTests"
    let tests = try source("Examples/Scenes/Tests/SceneTests/\(file).swift")
    return tests.contains(try Regex("\"\(name)[ \"]"))
  }

  @Test("Each schema and each fuzz target of a format belongs to a command")
  func schemas() throws {
    let rows = CheckedCommand.all
    for (folder, rows) in Dictionary(grouping: rows, by: \.schemaFolder) {
      let files = try FileManager.default.contentsOfDirectory(atPath: ConsoleBlocks.path(folder))
      let schemas = files.map { $0.replacing(".schema.json", with: "") }
      #expect(Set(schemas).subtracting(rows.flatMap { $0.names(4) }) == [])
    }
    let targets = try Self.source("docs/Fuzzing.md").matches(of: /\n\| `([a-z]+)` \|/).map {
      String($0.output.1)
    }
    // These feed the library, not a command.
    let others = ["recordings", "shakes", "engine", "interface"]
    #expect(Set(targets).subtracting(rows.flatMap { $0.names(1) }).subtracting(others) == [])
  }
}
