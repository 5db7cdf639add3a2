import Foundation
import TestSupport
import Testing

/// The rows of `scene` in the table of checks, whose entries a test of the main package compares.
struct SceneCheckTests {
  /// The commands without subcommands that the program has.
  private func commands() throws -> [String] {
    let help = try Program.run(Program.scene, ["--experimental-dump-help"]).output
    let root = try JSONSerialization.jsonObject(with: Data(help.utf8)) as? [String: Any]
    func leaves(_ command: [String: Any], _ path: String) -> [String] {
      let all = command["subcommands"] as? [[String: Any]] ?? []
      let subcommands = all.compactMap { command in
        (command["commandName"] as? String).map { ($0, command) }
      }
      .filter { $0.0 != "help" }
      if subcommands.isEmpty { return [path] }
      return subcommands.flatMap { leaves($0.1, "\(path) \($0.0)") }
    }
    return leaves(try #require(root?["command"] as? [String: Any]), "scene")
  }

  @Test("Each command of the program has a row in docs/Tests.md, and each row has its command")
  func rows() throws {
    let page = try String(
      contentsOf: checkoutFolder.appending(path: "docs/Tests.md"), encoding: .utf8)
    let rows = page.matches(of: /\n\| `(scene [a-z ]+)` \|/).map { String($0.output.1) }
    #expect(try rows.sorted() == commands().sorted())
  }
}
