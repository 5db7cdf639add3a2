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

/// The `console` blocks of the pages of documentation: in them, lines that begin with `$ ` are
/// commands, and the lines up to the next one are what they print. Commands that need hardware,
/// root or another program are in `sh` blocks, which are not run.
enum ConsoleBlocks {
  static let commands: [DocumentedCommand] = Documentation.pages.flatMap { page in
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

  /// A folder that looks like a checkout with the program on the path, so that commands that write
  /// leave the checkout alone.
  static func makeCheckout() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["bin", "Examples"] {
      try files.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    for name in ["Traces", "Examples/Samples"] {
      try files.copyItem(
        atPath: Documentation.checkout.appending(path: name).path, toPath: folder.file(name))
    }
    try files.createSymbolicLink(
      atPath: folder.file("bin/" + Documentation.program),
      withDestinationPath: builtProgram(Documentation.program))
    // `make demo` builds, and then runs this.
    let make = try folder.write("bin/make", "#!/bin/sh\nexec replay run \(try demoTraces())\n")
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: make)
    return folder
  }

  /// The recordings of `make demo`.
  private static func demoTraces() throws -> String {
    let makefile = Documentation.checkout.appending(path: "Makefile")
    let text = try String(contentsOf: makefile, encoding: .utf8).replacing("\\\n", with: " ")
    let line = text.split(separator: "\n").first { $0.hasPrefix("DEMO = ") } ?? ""
    return line.split(separator: " ").dropFirst(2).map { "Traces/\($0)" }.joined(separator: " ")
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
