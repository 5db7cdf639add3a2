import SystemPackage

#if Live
  import Devices
#endif

/// A command with results, notes and errors, which go to a console.
protocol ConsoleCommand: ParsableCommand {
  var verbosity: VerbosityOptions { get }
  /// The file for the results; nil or `-` for standard output.
  var resultsPath: String? { get }
  /// Whether each line of results is written at once.
  var flushesLines: Bool { get }

  func run(_ console: Console) throws
}

extension ConsoleCommand {
  var resultsPath: String? { nil }
  var flushesLines: Bool { false }

  /// Runs the command, reports its errors, writes its results and ends with the exit code.
  func run() throws {
    let console = Console(verbosity, flushesLines: flushesLines)
    do {
      if let resultsPath { try console.write(to: resultsPath) }
      try run(console)
    } catch {
      try console.report(error)
    }
    console.finish()
    if console.exitCode != 0 { throw ExitCode(console.exitCode) }
  }
}

/// A command whose results are a table, JSON Lines or perhaps a drawing.
protocol ResultsCommand: ConsoleCommand {
  var results: ResultOptions { get }
}

extension ResultsCommand {
  var resultsPath: String? { results.drawing == nil ? results.output : nil }
}

/// An output of a command on another thread, which the console of the command prints in turn.
struct ConsoleEvent: Sendable {
  /// The bytes of the results.
  var size = 0
  var print: @Sendable (Console) -> Void
}

/// The outputs of a command: results to standard output or a file, in large blocks; notes, errors
/// and progress to standard error, at once and each on a separate line.
final class Console {
  /// The terminal of the results; not interactive if they go to a file or a pipe.
  private(set) var output: Terminal
  private let errors: Terminal
  private let verbosity: VerbosityOptions
  /// Whether each line is written at once, for terminals and for programs that wait for it.
  private var flushesLines: Bool
  private var buffer: [UInt8] = []
  /// The file of `--output`; nil for standard output.
  private var file: ByteSink?
  /// Whether another output failed, so that the file of `--output` does not appear.
  private var isDiscarding = false
  private var path = "-"
  private var isEmpty = true
  /// Whether the command continues after the reader of its output has closed the pipe.
  var outlivesReader = false
  private var isReaderGone = false
  #if Live
    /// The output of live commands' results.
    private var live: LiveOutput?
  #endif
  let progress: ProgressBar
  private var notes = NoteGroups()
  private let record: ((ConsoleEvent) -> Void)?
  private var onceLines: Set<String> = []
  /// The exit code of the first error, or else of an unmet expectation.
  private(set) var exitCode: Int32 = 0

  private static let blockSize = 64 << 10

  /// Without `record`, which receives the events for another console, they are printed.
  init(
    _ verbosity: VerbosityOptions, flushesLines: Bool = false,
    output: Terminal = Terminal(STDOUT_FILENO), errors: Terminal = Terminal(STDERR_FILENO),
    recording record: ((ConsoleEvent) -> Void)? = nil
  ) {
    self.verbosity = verbosity
    self.output = output
    self.errors = errors
    self.record = record
    self.flushesLines = flushesLines || record == nil && output.isInteractive
    progress = ProgressBar(on: errors, isShown: record == nil && !verbosity.quiet)
  }

  // MARK: Results

  /// Sends results to a file, which appears when the command ends; `-` is standard output.
  func write(to path: String) throws(FileError) {
    if path == "-" { return }
    file = try ByteSink(path: path)
    self.path = path
    output = .file
    flushesLines = false
  }

  /// Limits the permissions of a file of results by those of the files that they derive from.
  func restrictOutput(toReadersOf inputs: [String]) {
    if pass({ $0.restrictOutput(toReadersOf: inputs) }) { return }
    file?.restrict(toReadersOf: inputs)
  }

  func print(_ line: String) { print { $0.append(contentsOf: line.utf8) } }

  /// Writes a line of results that `body` appends without a newline.
  func print(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
    buffer.append(UInt8(ascii: "\n"))
    endLine()
  }

  func append(_ lines: [UInt8]) {
    if lines.isEmpty { return }
    buffer += lines
    endLine()
  }

  private func endLine() {
    isEmpty = false
    if flushesLines || buffer.count >= Console.blockSize { flush() }
  }

  /// Writes a line of results, such as the header of a table, unless it was written before.
  func printOnce(_ line: String) {
    if pass({ $0.printOnce(line) }) { return }
    guard onceLines.insert(line).inserted else { return }
    // A header is no result.
    let wasEmpty = isEmpty
    print(line)
    isEmpty = wasEmpty
  }

  /// Writes an empty line before further results, except before the first.
  func printGap() {
    if pass({ $0.printGap() }) { return }
    if !isEmpty { print("") }
  }

  /// Passes on an event after the results so far; returns whether this console records.
  private func pass(_ event: @escaping @Sendable (Console) -> Void) -> Bool {
    guard let record else { return false }
    flush()
    record(ConsoleEvent(print: event))
    return true
  }

  /// Writes the results printed so far.
  func flush() {
    if isReaderGone { buffer.removeAll() }
    if buffer.isEmpty { return }
    if let record {
      record(ConsoleEvent(size: buffer.count) { [buffer] in $0.append(buffer) })
      return buffer.removeAll(keepingCapacity: true)
    }
    #if Live
      if let live {
        live.write(buffer)
        return buffer.removeAll(keepingCapacity: true)
      }
    #endif
    if output.isInteractive { progress.clear() }
    do throws(FileError) {
      if !isDiscarding { try Console.write(buffer, to: file) }
    } catch {
      // A program that closes the pipe, such as `head`, needs no more results.
      if error.systemError == .brokenPipe {
        if !outlivesReader { exit(0) }
        isReaderGone = true
        return buffer.removeAll()
      }
      complain(error.description.printable)
      // An unfinished file is removed with its sink.
      file = nil
      exit(ExitStatus.cannotWrite)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the results to the unfinished file of `--output`, before a further output: that is
  /// written only if there is room for the results.
  func settle() throws(FileError) {
    flush()
    try file?.flush()
  }

  /// Writes results to a file, or else to standard output.
  private static func write(_ bytes: [UInt8], to file: ByteSink?) throws(FileError) {
    if let file { return try file.append(bytes) }
    _ = try FileError.writing("standard output") {
      try FileDescriptor.standardOutput.writeAll(bytes)
    }
  }

  /// Writes the rest of the results. Their file appears now, unless an error left it empty.
  func finish() {
    flush()
    showNotes()
    progress.end()
    #if Live
      if let live {
        do throws(FileError) {
          try live.finish()
        } catch {
          // An unfinished file is removed with its sink.
          file = nil
          return report(error)
        }
      }
    #endif
    guard let file, !(isEmpty && exitCode != 0) else { return }
    self.file = nil
    do throws(FileError) {
      try file.finish()
      confirm(path)
    } catch {
      report(error)
    }
  }

  /// Confirms a written file with its path, unless it is standard output, and its contents.
  func confirm(_ path: String, _ contents: String? = nil) {
    let written = path == "-" ? [] : ["wrote \(path.printable)"]
    let parts = written + [contents].compactMap(\.self)
    if parts.isEmpty { return }
    flush()
    summarize(parts.joined(separator: ": "))
  }

  // MARK: Notes

  /// Prints a note about a recording. The same note about several is printed once, with their
  /// number, by the next summary or at the end; verbose output prints each of them.
  func note(_ recording: String, _ note: RecordingNote) {
    if pass({ $0.note(recording, note) }) { return }
    if verbosity.verbose {
      return write(note.description, of: recording, isWarning: note.isWarning)
    }
    notes.add(note, of: recording)
  }

  /// Prints a note about a file or a device at once, unless output is quiet.
  func note(_ subject: String, _ text: String) { write(text, of: subject, isWarning: false) }

  /// Prints a warning about a file without readable content, unless output is quiet.
  func warn(_ subject: String, _ text: String) { write(text, of: subject, isWarning: true) }

  /// Prints a warning that a file lacks something, even if output is quiet.
  func warnOfLoss(in file: String, _ text: String) {
    write(text, of: file, isWarning: true, isLoss: true)
  }

  private func write(_ text: String, of subject: String, isWarning: Bool, isLoss: Bool = false) {
    if pass({ $0.write(text, of: subject, isWarning: isWarning, isLoss: isLoss) }) { return }
    if verbosity.quiet, !isLoss { return }
    let label = isWarning ? errors.styled("warning:", .yellow) : errors.styled("note:", .dim)
    write("\(label) \(subject.printable): \(text.printable)")
  }

  /// Makes consoles that record for this one, each for one thread.
  var makeRecorder: @Sendable (@escaping (ConsoleEvent) -> Void) -> Console {
    { [verbosity, output, errors] in
      Console(verbosity, output: output, errors: errors, recording: $0)
    }
  }

  var isVerbose: Bool { verbosity.verbose }

  /// Prints a note if output is verbose.
  func remark(_ file: String, _ text: String) { if isVerbose { note(file, text) } }

  /// Prints the summary of a command, after the notes.
  func summarize(_ text: String) {
    showNotes()
    if !verbosity.quiet { write(errors.styled(text, .dim)) }
  }

  private func showNotes() {
    for (subject, text, isWarning) in notes.takeAll() {
      write(text, of: subject, isWarning: isWarning)
    }
  }

  // MARK: Errors

  /// Reports an error of a recording or device as below; throws other errors.
  func report(_ error: any Error) throws {
    #if Live
      if let error = error as? DeviceError {
        let lines = error.message.split(separator: "\n", omittingEmptySubsequences: false)
        let message = lines.map { String($0).printable }.joined(separator: "\n")
        complain("\(error.device.printable): \(message)")
        return fail(error.problem.exitCode)
      }
    #endif
    guard let error = error as? FileError else { throw error }
    report(error)
  }

  /// Reports an error; the first one sets the exit code. Where an output fails, the file of results
  /// does not appear either.
  func report(_ error: FileError) {
    if error.isOutput, file != nil {
      file = nil
      isDiscarding = true
    }
    if pass({ $0.report(error) }) { return fail(error.exitCode) }
    if error.systemError == .brokenPipe { exit(0) }
    complain(error.description.printable)
    fail(error.exitCode)
  }

  /// Reports that a file does not meet an expectation, which ends the command with exit code 1.
  func reportUnmet(_ file: String, _ text: String) {
    complain("\(file.printable): \(text)")
    fail(ExitStatus.unmet)
  }

  private func complain(_ text: String) { write("\(errors.styled("error:", .red)) \(text)") }

  /// Sets the exit code, unless an earlier error has. An error outranks an unmet expectation.
  func fail(_ code: Int32) {
    if exitCode == 0 || exitCode == ExitStatus.unmet { exitCode = code }
  }

  private func write(_ line: String) {
    // Results come first if both go to the same terminal.
    if output.isInteractive { flush() }
    progress.clear()
    #if Live
      if let live, !live.isReadyForNote(afterResults: output.isInteractive) { return }
    #endif
    _ = try? FileDescriptor.standardError.writeAll(Array((line + "\n").utf8))
  }

  /// Ends the line on which a terminal shows the `^C` of the signal that ended a command.
  func endInterruptedLine(_ signal: Int32?) {
    if signal == SIGINT, errors.isInteractive { write("") }
  }
}

#if Live
  extension Console {
    /// Ends a loop on the signals that end a program; output is written in the background now.
    func end(with loop: EventLoop) throws {
      try loop.stop(on: [SIGINT, SIGTERM, SIGHUP])
      nonisolated(unsafe) let file = file
      live = try LiveOutput(loop) { bytes throws(FileError) in
        try Console.write(bytes, to: file)
      }
    }

    /// Notes that a recording lacks frames.
    func noteLostFrames(_ frames: Int, of recording: String) {
      if frames == 0 { return }
      warnOfLoss(
        in: recording, "\(frames.counted("frame")) left out: too many could not be written in time")
    }
  }
#endif
