import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import replay

/// The help of every command, with and without subcommands.
struct HelpTests {
  /// The words of each command that has help, as in `simulate motion`.
  static let commands: [[String]] = CommandOverview.groups.flatMap(\.commands)
    .flatMap { commands($0, below: []) }.filter { hasLibrary || $0 != ["library"] }

  private static func commands(
    _ command: any ParsableCommand.Type, below words: [String]
  ) -> [[String]] {
    let words = words + [command.configuration.commandName ?? ""]
    return [words] + command.configuration.subcommands.flatMap { commands($0, below: words) }
  }

  private static func help(_ words: [String], _ option: String) throws -> [Substring] {
    let result = try Program.run(words + [option])
    #expect(result.exitCode == 0)
    return result.output.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("docs/Commands.md has the commands of the overview, in its order")
  func page() throws {
    let page = try String(
      contentsOf: packageFolder.appending(path: "docs/Commands.md"), encoding: .utf8)
    let listed = page.matches(of: /\| `([a-z]+)` \|/).map { String($0.output.1) }
    let names = CommandOverview.names
    #expect(
      listed.filter { names.contains($0) || !CommandOverview.liveNames.contains($0) } == names)
  }

  @Test("Help fits 80 columns, and no line of an example is broken", arguments: commands)
  func width(words: [String]) throws {
    let lines = try Self.help(words, "--help")
    for line in lines { #expect(line.count <= 80, "\(line)") }
    guard let start = lines.firstIndex(of: "EXAMPLES") else { return }
    let examples = lines[(start + 1)...].prefix { !$0.hasPrefix("USAGE") && !$0.hasPrefix("SEE ") }
    for line in examples where !line.isEmpty {
      let isCommand =
        line.contains("replay ") || line.hasPrefix("  cd ") || line.hasSuffix("|")
        || line.hasSuffix("\\")
      #expect(isCommand || line.hasPrefix("    "), "\(line)")
    }
  }

  @Test(
    "Help has no option that the command always refuses",
    arguments: ["info", "libinput", "convert", "shrink", "stress", "tune"])
  func orientation(command: String) throws {
    let help = try Self.help([command], "--help").joined(separator: "\n")
    #expect(!help.contains("--rotate") && !help.contains("--matrix"))
    #expect(help.contains("--from <") == !["info", "libinput"].contains(command))
    #expect(try Program.run([command, "--rotate", "90", "a.evemu"]).exitCode == 64)
  }

  @Test("-h has the usage and a line for each option, and names --help", arguments: commands)
  func short(words: [String]) throws {
    let (short, long) = (try Self.help(words, "-h"), try Self.help(words, "--help"))
    #expect(short.count < long.count)
    for line in short { #expect(line.count <= 80, "\(line)") }
    #expect(short.contains { $0.hasPrefix("USAGE: replay \(words.joined(separator: " "))") })
    #expect(short.contains { $0.hasSuffix("replay \(words.joined(separator: " ")) --help") })
    #expect(!short.contains("EXAMPLES"))
    func options(_ lines: [Substring]) -> [Substring] {
      lines.filter { $0.hasPrefix("  -") }.map { $0.split(separator: " ")[0] }
    }
    #expect(Set(options(long)).isSubset(of: Set(options(short))))
  }

  @Test("No command has hidden options", arguments: commands)
  func hidden(words: [String]) throws {
    let visible = try Program.run(words + ["--help"]).output
    let all = try Program.run(words + ["--help-hidden"]).output
    #expect(all == visible)
  }
}
