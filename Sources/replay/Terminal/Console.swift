import Foundation
import Playback
import Recordings
import SystemPackage

/// Where a command's results and remarks go: results to standard output, in large blocks; remarks
/// to standard error, at once.
final class Console {
  let output = Terminal(STDOUT_FILENO)
  let remarks = Terminal(STDERR_FILENO)
  private let verbosity: VerbosityOptions
  /// Writes each line at once, for people who watch and programs that wait.
  private let flushesLines: Bool
  private var buffer: [UInt8] = []
  private var bar: ProgressBar
  /// The exit code of the first error.
  private(set) var exitCode: Int32 = 0

  private static let blockSize = 64 << 10

  init(_ verbosity: VerbosityOptions, flushesLines: Bool = false) {
    self.verbosity = verbosity
    self.flushesLines = flushesLines || output.isInteractive
    bar = ProgressBar(isShown: remarks.isInteractive && !verbosity.quiet)
    // A closed pipe shall be an error of a write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
  }

  // MARK: Results

  /// Writes a line of results.
  func print(_ line: String) {
    print { $0.append(contentsOf: line.utf8) }
  }

  /// Writes a line of results that `body` appends, without its newline.
  func print(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
    buffer.append(UInt8(ascii: "\n"))
    if flushesLines || buffer.count >= Console.blockSize { flush() }
  }

  /// Writes what was printed so far.
  func flush() {
    if buffer.isEmpty { return }
    if output.isInteractive { bar.clear() }
    do {
      _ = try FileDescriptor.standardOutput.writeAll(buffer)
    } catch let error as Errno where error == .brokenPipe {
      // Whoever read it has seen enough.
      exit(0)
    } catch {
      write("replay: cannot write the output: \(error)")
      exit(Console.outputError)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// `EX_IOERR` of `sysexits.h`: a full disk, and the like.
  fileprivate static let outputError: Int32 = 74

  // MARK: Remarks

  /// Says something about a file that its reader should know.
  func note(_ file: String, _ text: String) {
    if verbosity.quiet { return }
    write("\(remarks.styled("note:", .dim)) \(file.printable): \(text)")
  }

  /// Says something that matters to the curious only.
  func remark(_ file: String, _ text: String) {
    if verbosity.verbose { note(file, text) }
  }

  /// Says how it went.
  func summarize(_ text: String) {
    if !verbosity.quiet { write(remarks.styled(text, .dim)) }
  }

  /// Reports an error, which decides the exit code if it is the first.
  func report(_ error: RecordingError) {
    if error.systemError == .brokenPipe { exit(0) }
    complain(error.description.printable)
    fail(error.exitCode)
  }

  /// Says what went wrong, in text that is fit for a terminal.
  func complain(_ text: String) {
    write("\(remarks.styled("error:", .red)) \(text)")
  }

  /// Says that a file does not have what was asked for, which ends with 1.
  func complain(_ file: String, _ text: String) {
    complain("\(file.printable): \(text)")
    fail(1)
  }

  /// Sets the exit code, if none was set before.
  func fail(_ code: Int32) {
    if exitCode == 0 { exitCode = code }
  }

  private func write(_ line: String) {
    // What was found so far comes first where both go to the same terminal.
    if output.isInteractive { flush() }
    bar.clear()
    _ = try? FileDescriptor.standardError.writeAll(Array((line + "\n").utf8))
  }

  // MARK: Progress

  /// How many bytes there are to read in all.
  func expectWork(_ bytes: Int) {
    bar.total = bytes
  }

  /// How many bytes of all were read.
  func progress(_ bytes: Int) {
    bar.update(bytes)
  }

  /// Writes the rest.
  func finish() {
    flush()
    bar.clear()
  }
}

extension RecordingError {
  /// The exit code for a file with this error.
  fileprivate var exitCode: Int32 {
    switch systemError {
    case .noSuchFileOrDirectory, .notDirectory: 66
    case .permissionDenied, .notPermitted: 77
    case .operationNotSupportedByDevice, .noSuchAddressOrDevice: 69
    case .noSpace, .diskQuotaExceeded, .fileTooLarge, .ioError: Console.outputError
    default: 65
    }
  }
}
