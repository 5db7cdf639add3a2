import Foundation
import TestSupport
import Testing

private let canRun = ["python3", "readelf", "cc", "pkg-config", "git"].allSatisfy { name in
  FileManager.default.isExecutableFile(atPath: "/usr/bin/" + name)
}

@Suite("Tools/sbom", .enabled(if: canRun, "needs python3, binutils and cc"))
struct BillOfMaterialsTests {
  /// The names of the components of a program without shared libraries, whose modules are given.
  private func components(modules: [String]) throws -> [String] {
    let folder = try TemporaryFolder()
    // Found by its identity: SwiftPM has named the same package GRDB.swift and GRDB.
    try folder.write(
      "workspace-state.json",
      """
      {"object":{"dependencies":[{
        "packageRef":{"identity":"grdb.swift","name":"GRDB","location":"https://example.org/GRDB.swift.git"},
        "state":{"checkoutState":{"version":"7.10.0"}}}]}}
      """)
    let objects = modules.map { "/build/release/\($0).build/file.o\n" }
    try folder.write("release/replay.product/Objects.LinkFileList", objects.joined())
    let program = folder.file("program")
    let source = try folder.write("program.c", "int main(void) { return 0; }\n")
    let compiled = try Program.run("/usr/bin/cc", ["-static", source, "-o", program])
    try #require(compiled.exitCode == 0, "\(compiled.remarks)")
    let result = try Program.run(
      packageFolder.appending(path: "Tools/sbom").path,
      ["bin/replay=\(program)=\(folder.file("release/replay.product"))"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    try #require(result.exitCode == 0, "\(result.remarks)")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let components = try #require(document["components"] as? [[String: Any]])
    return components.compactMap { $0["name"] as? String }
  }

  @Test("SQLite that is linked into a program is a component of it")
  func sqlite() throws {
    let names = try components(modules: ["replay", "Files", "GRDB"])
    #expect(names.contains("GRDB"))
    #expect(names.contains("SQLite"))
  }

  @Test("A program without libraries of recordings has no SQLite")
  func withoutSQLite() throws {
    let names = try components(modules: ["replay", "Files"])
    #expect(!names.contains("SQLite"))
    #expect(names.contains("Swift runtime"))
  }
}
