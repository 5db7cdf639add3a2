import ArgumentParser
import Files
import Foundation
import Playback
import SystemPackage

#if Live
  import Devices
#endif

/// Where the program writes: results to standard output or a file, notes and errors to standard
/// error.
final class Console {
  /// Whether the program continues after the reader of its output has closed the pipe.
  var outlivesReader = false
  /// The exit code of the first error.
  private(set) var exitCode: Int32 = 0
  private let isQuiet: Bool
  private let flushesLines: Bool
  private var buffer: [UInt8] = []
  /// The file of `--output`; nil for standard output.
  private var file: ByteSink?
  private var isReaderGone = false

  private static let blockSize = 64 << 10

  init(isQuiet: Bool, flushesLines: Bool = false) {
    self.isQuiet = isQuiet
    self.flushesLines = flushesLines || isatty(STDOUT_FILENO) == 1
  }

  // MARK: Results

  /// Sends results to a file, which appears or is replaced when the program ends.
  func write(to path: String) throws(FileError) {
    if path != "-" { file = try ByteSink(path: path) }
  }

  /// Limits the permissions of a file of results to users who can read the inputs.
  func restrictOutput(toReadersOf inputs: [String]) {
    file?.restrict(toReadersOf: inputs)
  }

  func print(_ line: String) {
    print { $0.append(contentsOf: line.utf8) }
  }

  /// Writes a line of results that `body` appends, without its newline.
  func print(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
    buffer.append(UInt8(ascii: "\n"))
    if flushesLines || buffer.count >= Console.blockSize { flush() }
  }

  /// Writes a table whose rows are all known.
  func printTable(_ columns: [Table.Column], _ rows: [[String]]) {
    let table = Table(columns, rows: rows)
    print(table.header)
    for row in rows { print(table.row(row)) }
  }

  /// Writes the results printed so far.
  func flush() {
    if buffer.isEmpty { return }
    // The error of a write flushes, too: what could not be written must not be written again.
    let bytes = buffer
    buffer = []
    if isReaderGone { return }
    do {
      if let file {
        try file.append(bytes)
      } else {
        _ = try FileDescriptor.standardOutput.writeAll(bytes)
      }
    } catch Errno.brokenPipe {
      // A reader such as `head` needs no more results.
      if !outlivesReader { exit(0) }
      isReaderGone = true
    } catch {
      complain((error as? FileError)?.description ?? "standard output: \(error)")
      // An unfinished file is removed with its sink.
      file = nil
      exit(ExitStatus.cannotWrite)
    }
  }

  /// Writes all results to the disk, but does not put the file of results in place.
  func settle() throws(FileError) {
    flush()
    try file?.flush()
  }

  /// Writes the buffered results, and puts the file of results in place unless an error occurred.
  func finish() {
    flush()
    guard let file, exitCode == 0 else { return }
    do throws(FileError) { try file.finish() } catch { report(error) }
  }

  // MARK: Notes and errors

  func note(_ subject: String, _ text: String) {
    if !isQuiet { write("note: \(subject.printable): \(text.printable)") }
  }

  func warn(_ subject: String, _ text: String) {
    if !isQuiet { write("warning: \(subject.printable): \(text.printable)") }
  }

  func summarize(_ text: String) {
    if !isQuiet { write(text) }
  }

  /// Reports an error of a file; throws other errors.
  func report(_ error: any Error) throws {
    #if Live
      if let error = error as? DeviceError {
        complain("\(error.device): \(error.message)")
        return fail(error.problem.exitCode)
      }
    #endif
    guard let error = error as? FileError else { throw error }
    report(error)
  }

  func report(_ error: FileError) {
    complain(error.description)
    fail(error.exitCode)
  }

  func complain(_ text: String) {
    write("error: \(text.printable)")
  }

  /// Sets the exit code, unless an earlier error has.
  func fail(_ code: Int32) {
    if exitCode == 0 { exitCode = code }
  }

  private func write(_ line: String) {
    flush()
    _ = try? FileDescriptor.standardError.writeAll(Array((line + "\n").utf8))
  }
}

extension ParsableCommand {
  /// Runs a command, reports its errors, writes the buffered results, and ends with the exit code
  /// of the first error.
  ///
  /// - Parameters:
  ///   - output: The file for the results; nil or `-` for standard output.
  ///   - inputs: The files that the results are made of.
  ///   - flushesLines: Whether each line of results is written at once.
  func withConsole(
    quiet: Bool, output: String? = nil, madeOf inputs: [String] = [], flushesLines: Bool = false,
    _ body: (Console) throws -> Void
  ) throws {
    let console = Console(isQuiet: quiet, flushesLines: flushesLines)
    do {
      if let output { try console.write(to: output) }
      console.restrictOutput(toReadersOf: inputs)
      try body(console)
    } catch {
      try console.report(error)
    }
    console.finish()
    if console.exitCode != 0 { throw ExitCode(console.exitCode) }
  }
}

/// A table of text whose rows may be printed as they come; a longer cell shifts the rest of its
/// row.
struct Table {
  struct Column {
    var title: String
    var width: Int
    var isRightAligned: Bool

    static func left(_ title: String, _ width: Int = 0) -> Column {
      Column(title: title, width: max(width, title.columns), isRightAligned: false)
    }

    static func right(_ title: String, _ width: Int = 0) -> Column {
      Column(title: title, width: max(width, title.columns), isRightAligned: true)
    }
  }

  private let columns: [Column]

  /// - Parameter rows: All rows where they are known; each column is as wide as its longest cell.
  init(_ columns: [Column], rows: [[String]] = []) {
    var columns = columns
    for row in rows {
      for (index, cell) in zip(columns.indices, row) {
        columns[index].width = max(columns[index].width, cell.printable.columns)
      }
    }
    self.columns = columns
  }

  var header: String { row(columns.map(\.title)) }

  func row(_ cells: [String]) -> String {
    let padded = zip(columns, cells).map { column, cell in
      let text = cell.printable
      let padding = String(repeating: " ", count: max(0, column.width - text.columns))
      return column.isRightAligned ? padding + text : text + padding
    }
    var line = padded.joined(separator: "  ")
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}

#if Live
  extension Console {
    /// Ends a loop on the signals that end a program.
    func end(with loop: EventLoop) throws {
      try loop.stop(on: [SIGINT, SIGTERM, SIGHUP])
    }
  }
#endif
