import Foundation
import TestSupport
import Testing

/// A command in a `console` block of a page, and the output printed below it.
struct DocumentedCommand: CustomTestStringConvertible {
  var page: String
  /// The line of the page that holds the command, from 1.
  var line: Int
  var text: String
  /// Its output; a line `...` matches any number of lines.
  var output: [String]

  var testDescription: String { "\(page):\(line): \(text)" }
}

/// The `console` blocks of README.md and docs: in them, lines that begin with `$ ` are commands, and
/// the lines up to the next one are what they print. Commands that need hardware, root or another
/// program are in `sh` blocks, which are not run.
enum ConsoleBlocks {
  static let pages: [String] = {
    let pages = ["docs", "docs/design"].flatMap { folder in
      let files = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
      return files.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }
    return ["README.md", "Examples/Samples/README.md", "Traces/README.md"] + pages
  }()

  static let commands: [DocumentedCommand] = pages.flatMap { page in
    commands(of: (try? String(contentsOfFile: path(page), encoding: .utf8)) ?? "", page: page)
  }

  static func path(_ file: String) -> String { packageFolder.appending(path: file).path }

  static func commands(of text: String, page: String) -> [DocumentedCommand] {
    var commands: [DocumentedCommand] = []
    var isInBlock = false
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        isInBlock = line == "```console"
      } else if isInBlock, line.hasPrefix("$ ") {
        commands.append(
          DocumentedCommand(
            page: page, line: index + 1, text: String(line.dropFirst(2)), output: []))
      } else if isInBlock, !commands.isEmpty {
        commands[commands.count - 1].output.append(line)
      }
    }
    return commands
  }

  /// A folder that looks like a checkout with `replay` on the path, so that commands that write
  /// leave the checkout alone.
  static func makeCheckout() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["Traces", "Examples"] {
      try files.copyItem(atPath: path(name), toPath: folder.file(name))
    }
    try files.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: folder.file("bin/replay"), withDestinationPath: Program.path)
    // `make demo` builds, and then runs this.
    let make = try folder.write("bin/make", "#!/bin/sh\nexec replay run Traces\n")
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: make)
    return folder
  }

  /// What a command prints on both streams.
  static func run(_ command: String, in folder: TemporaryFolder) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", "exec 2>&1; export PATH=\"$PWD/bin:$PATH\"; \(command)"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    // Settings that a page changes are in a new folder; `~` stands for it in what is printed.
    process.environment = testEnvironment(
      ["HOME": folder.path], configuration: folder.file(".config"))
    let output = FileHandle(forWritingAtPath: try folder.write("bin/output", ""))
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    var lines = try folder.text("bin/output").components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Whether lines are as documented; how long something took is not compared.
  static func matches(_ lines: some Collection<String>, _ documented: some Collection<String>)
    -> Bool
  {
    guard let expected = documented.first else { return lines.isEmpty }
    let rest = documented.dropFirst()
    if expected == "..." {
      return (0...lines.count).contains { matches(lines.dropFirst($0), rest) }
    }
    guard let line = lines.first, withoutDuration(line) == withoutDuration(expected) else {
      return false
    }
    return matches(lines.dropFirst(), rest)
  }

  private static func withoutDuration(_ line: String) -> String {
    var text = line
    while text.last == " " { text.removeLast() }
    guard line.hasSuffix(" events/s)"), let range = text.range(of: " in ", options: .backwards)
    else { return text }
    return String(text[..<range.lowerBound])
  }
}

@Suite("Console blocks of the documentation")
struct ConsoleBlockTests {
  @Test("A page's commands print what the page shows", arguments: ConsoleBlocks.pages)
  func page(_ page: String) throws {
    let commands = ConsoleBlocks.commands.filter { $0.page == page }
    if commands.isEmpty { return }
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
