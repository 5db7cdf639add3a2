import Foundation
import TestSupport
import Testing

@Suite("Console blocks of the documentation")
struct ConsoleBlockTests {
  @Test("A page's commands print what the page shows", arguments: Documentation.pages)
  func page(_ page: String) throws {
    let commands = ConsoleBlocks.commands.filter { $0.page == page }
    let folder = try ConsoleBlocks.makeCheckout()
    var outputs: [(command: DocumentedCommand, lines: [String])] = []
    for command in commands {
      let lines = try ConsoleBlocks.run(command.text, in: folder)
      outputs.append((command, lines))
      #expect(
        ConsoleBlocks.matches(lines, command.output),
        "\(command.testDescription) prints\n\(lines.joined(separator: "\n"))")
    }
    if ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil { try update(page, outputs) }
  }

  /// Writes what commands print into the page; output that contains `...` is unchanged.
  private func update(
    _ page: String, _ outputs: [(command: DocumentedCommand, lines: [String])]
  ) throws {
    let path = ConsoleBlocks.path(page)
    var lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    for (command, output) in outputs.reversed()
    where !ConsoleBlocks.matches(output, command.output) && !command.output.contains("...") {
      lines.replaceSubrange(command.line..<(command.line + command.output.count), with: output)
    }
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test("The pages have commands to run")
  func commands() { #expect(ConsoleBlocks.commands.count >= 10) }

  @Test(
    "Lines are compared one by one, and ... matches any number of them",
    arguments: [
      (["a", "b", "c"], ["a", "b", "c"], true), (["a", "b", "c"], ["a", "...", "c"], true),
      (["a", "c"], ["a", "...", "c"], true), (["a", "b"], ["a"], false),
      (["a"], ["a", "b"], false), (["a", "b", "d"], ["...", "c"], false),
      (["1 file in 0.1 s (5 events/s)"], ["1 file in 0.2 s (7 events/s)"], true),
      (["1 file in 0.1 s (5 events/s)"], ["2 files in 0.1 s (5 events/s)"], false),
    ])
  func matching(_ lines: [String], _ documented: [String], _ matches: Bool) {
    #expect(ConsoleBlocks.matches(lines, documented) == matches)
  }
}
