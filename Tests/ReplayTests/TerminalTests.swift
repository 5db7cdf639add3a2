import Foundation
import TestSupport
import Testing

/// `TIOCSPTLCK` and `TIOCGPTN` of `asm-generic/ioctls.h`, whose macros Swift does not see.
private let setLock: UInt = 0x4004_5431
private let getNumber: UInt = 0x8004_5430

/// A run of the program with a terminal for its streams.
private func runInTerminal(
  _ arguments: [String], columns: UInt16, environment: [String: String] = [:]
) throws -> String {
  let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
  try #require(master >= 0)
  var isLocked: CInt = 0
  var number: CUnsignedInt = 0
  try #require(ioctl(master, setLock, &isLocked) == 0 && ioctl(master, getNumber, &number) == 0)
  let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
  try #require(slave >= 0)
  var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
  _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: Program.path)
  process.arguments = arguments
  process.environment = testEnvironment(
    ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 })
  let handle = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
  process.standardOutput = handle
  process.standardError = handle
  process.standardInput = FileHandle.nullDevice
  try process.run()
  close(slave)
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = read(master, &block, block.count)
    // The end of a terminal whose other side is closed is an error.
    if count <= 0 { break }
    bytes += block[..<count]
  }
  process.waitUntilExit()
  close(master)
  return String(decoding: bytes, as: UTF8.self)
}

struct TerminalTests {
  @Test("Output on a terminal has colors, except with NO_COLOR or on a dumb terminal")
  func colors() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("both.evemu", SampleRecording.both)
    #expect(try runInTerminal(["run", path], columns: 80).contains("\u{1b}[1m"))
    let refused = try runInTerminal(["run", path], columns: 80, environment: ["NO_COLOR": "1"])
    #expect(refused.contains("swipe"))
    #expect(!refused.contains("\u{1b}"))
    let dumb = try runInTerminal(["run", path], columns: 80, environment: ["TERM": "dumb"])
    #expect(!dumb.contains("\u{1b}"))
  }

  @Test("No line of a score is wider than the terminal, with long lists of errors")
  func scoreWidth() throws {
    let samples = packageFolder.appending(path: "Examples/Samples/labels.jsonl").path
    let text = try runInTerminal(
      ["score", "--profile", "textbook", samples], columns: 80, environment: ["NO_COLOR": "1"])
    let lines = text.split(whereSeparator: \.isNewline)
    for line in lines { #expect(line.count <= 80, "\(line)") }
    #expect(
      lines.contains { $0.hasSuffix("  ../../Traces/swipe-up-three-fingers.evemu") }, "\(text)")
  }

  @Test("No line of a table is wider than the terminal", arguments: [60, 80, 120] as [UInt16])
  func width(columns: UInt16) throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write("a-folder-with-a-rather-long-name/\(name).evemu", SampleRecording.both)
    }
    let text = try runInTerminal(
      ["run", "--quiet", folder.path], columns: columns, environment: ["NO_COLOR": "1"])
    let lines = text.split(whereSeparator: \.isNewline)
    #expect(lines.count(where: { $0.contains("swipe") }) == 2)
    for line in lines { #expect(line.count <= min(100, Int(columns)), "\(line)") }
    #expect(lines.count(where: { $0.hasSuffix("-long-name/a.evemu") }) == 1)
    if columns < 100 { #expect(lines[1].hasPrefix("…")) }
  }
}
