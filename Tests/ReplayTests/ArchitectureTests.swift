import Foundation
import TestSupport
import Testing

/// Compares the map of the code with the code.
@Suite("docs/Architecture.md")
struct ArchitectureTests {
  private let page: String
  private let modules: [SourceModule]

  init() throws {
    page = try String(
      contentsOf: packageFolder.appending(path: "docs/Architecture.md"), encoding: .utf8)
    modules = try SourceModule.all()
  }

  /// The cells of the table rows between two headings.
  private func rows(from start: String, to end: String) -> [[String]] {
    let section = page.components(separatedBy: "\n## \(start)").last ?? ""
    let lines = section.components(separatedBy: "\n## \(end)")[0].components(separatedBy: "\n")
    let rows = lines.filter { $0.hasPrefix("|") }.dropFirst(2)
    return rows.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private func names(_ cell: String) -> [String] {
    cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
  }

  private var targetRows: [[String]] {
    rows(from: "Targets", to: "Design").filter { $0[0].hasPrefix("`") }
  }

  @Test("Every target of the package has a row, and no other")
  func targets() {
    #expect(modules.count >= 12)
    #expect(targetRows.flatMap { names($0[0]) }.sorted() == modules.map(\.name).sorted())
  }

  @Test("The import column lists the modules that the sources import")
  func imports() throws {
    let modules = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0) })
    func reachable(_ name: String) -> Set<String> {
      let imports = modules[name]?.imports ?? []
      return imports.reduce(imports) { $0.union(reachable($1)) }
    }
    for row in targetRows {
      let module = try #require(modules[names(row[0])[0]])
      let needed = module.imports.filter { name in
        !module.imports.contains { $0 != name && reachable($0).contains(name) }
      }
      #expect(names(row[2]) == needed.sorted(), "the row of \(module.name)")
    }
  }

  @Test("A target imports only targets that are above it in the table")
  func order() {
    var above: Set<String> = []
    let all = Set(modules.map(\.name))
    for row in targetRows {
      let below = names(row[2]).filter { all.contains($0) && !above.contains($0) }
      #expect(below.isEmpty, "\(row[0]) is above \(below)")
      above.formUnion(names(row[0]))
    }
  }

  @Test("The targets without Foundation import neither it nor the C library")
  func foundation() throws {
    let start = try #require(page.range(of: "\n`Timeline`, "))
    let end = try #require(
      page.range(of: " import no Foundation", range: start.upperBound..<page.endIndex))
    let listed = names(String(page[start.lowerBound..<end.lowerBound]))
    #expect(listed.count == 6)
    for name in listed {
      let module = try #require(modules.first { $0.name == name })
      #expect(
        module.systemImports.isDisjoint(with: ["Foundation", "FoundationEssentials", "Glibc"]))
    }
  }

  @Test("The package index documents every target of the Swift libraries that need no C library")
  func packageIndex() throws {
    let settings = try String(
      contentsOf: packageFolder.appending(path: ".spi.yml"), encoding: .utf8)
    let list = try #require(settings.firstMatch(of: /documentation_targets:\s*\[([^\]]*)\]/))
    let documented = list.output.1.matches(of: /\w+/).map { String($0.output) }
    let manifest = try String(
      contentsOf: packageFolder.appending(path: "Package.swift"), encoding: .utf8)
    let products = manifest.matches(of: /\.library\(\s*name: "[A-Z]\w+", targets: \[([^\]]*)\]/)
    let targets = products.flatMap { product in
      product.output.1.matches(of: /\w+/).map { String($0.output) }
    }
    #expect(Set(targets).count >= 12)
    let others: Set = ["Devices", "RecordingLibrary"]
    #expect(documented.sorted() == Set(targets).subtracting(others).sorted())
  }

  @Test("The change table has a row for each usual change, of at most 25 words")
  func changes() {
    let rows = rows(from: "I want to change", to: "Targets")
    let usual = [
      "a touch format", "a location format (reading)", "a recognizer", "a kind of gesture",
      "a threshold", "the palm rule", "an option of all commands that read touch recordings",
      "a table column", "a slot bug", "a sensor", "a subcommand", "a C field", "a scene",
    ]
    for change in usual { #expect(rows.contains { $0[0] == change }, "\(change)") }
    for row in rows {
      #expect(row.joined(separator: " ").split(separator: " ").count <= 25, "\(row[0])")
    }
  }

  @Test("A file that the change table names without a folder is beside the file before it")
  func siblings() {
    for row in rows(from: "I want to change", to: "Targets") {
      var folder: URL?
      for name in names(row[1]) where !name.contains(" ") {
        let file = name.contains("/") ? packageFolder.appending(path: name) : nil
        if let file {
          folder = file.hasDirectoryPath ? file : file.deletingLastPathComponent()
        } else if name.contains(/^\w+\.(?:swift|js|py|css)$/) {
          let path = folder?.appending(path: name).path ?? ""
          #expect(FileManager.default.fileExists(atPath: path), "\(row[0]): \(name)")
        }
      }
    }
  }
}

/// A target of the package other than tests, and what its sources import.
private struct SourceModule {
  /// Modules of the toolchain and the system, which the table leaves out.
  private static let system: Set<String> = [
    "Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Glibc", "Musl",
  ]

  var name: String
  var imports: Set<String>
  var systemImports: Set<String>

  static func all() throws -> [SourceModule] {
    let manifest = try String(
      contentsOf: packageFolder.appending(path: "Package.swift"), encoding: .utf8)
    let heads = manifest.matches(
      of: /\n    \.(target|executableTarget|systemLibrary|testTarget)\(\s*name: "([A-Za-z]+)"/)
    let ends = heads.dropFirst().map(\.range.lowerBound) + [manifest.endIndex]
    return try zip(heads, ends).compactMap { head, end in
      let name = String(head.output.2)
      if head.output.1 == "testTarget" || name == "TestSupport" { return nil }
      let path = manifest[head.range.upperBound..<end].firstMatch(of: /path: "([^"]+)"/)
      return try SourceModule(
        name: name, folder: path.map { String($0.output.1) } ?? "Sources/\(name)")
    }
  }

  private init(name: String, folder: String) throws {
    self.name = name
    var all: Set<String> = []
    let files = FileManager.default.enumerator(
      at: packageFolder.appending(path: folder), includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.split(separator: "\n") where line.contains("import ") {
        let statement =
          /\s*(?:@\w+(?:\(\w+\))? )*(?:(?:public|package|internal|private|fileprivate) )?import (?:(?:struct|class|enum|protocol|func|typealias|var|let) )?(\w+).*/
        if let match = line.wholeMatch(of: statement) { all.insert(String(match.output.1)) }
      }
    }
    imports = all.subtracting(SourceModule.system)
    systemImports = all.intersection(SourceModule.system)
  }
}
