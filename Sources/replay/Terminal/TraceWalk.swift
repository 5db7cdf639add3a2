import ArgumentParser
import Pipeline
import Recordings
import SystemPackage

/// Goes through the files that some paths stand for: one bad file is reported, and the rest run.
struct TraceWalk {
  let console: Console
  private let entries: [TracePaths.Entry]
  private let paths: [String]
  private let isFormatGiven: Bool

  init(_ paths: [String], _ console: Console, isFormatGiven: Bool) {
    self.paths = paths
    self.console = console
    self.isFormatGiven = isFormatGiven
    entries = TracePaths.expand(paths)
  }

  /// The files, in order.
  var files: [TracePath] {
    entries.compactMap { if case .file(let file) = $0 { file } else { nil } }
  }

  /// Runs `body` on each file with a function that tells how many of its bytes were read.
  ///
  /// - Parameter passes: how many times each file is read.
  func visit(
    passes: Int = 2, _ body: (TracePath, @escaping (Int) -> Void) throws(RecordingError) -> Void
  ) {
    console.expectWork(files.reduce(0) { $0 + ($1.size ?? 0) * passes })
    var done = 0
    var count = 0
    for entry in entries {
      switch entry {
      case .failure(let error): console.report(error)
      case .file(let file):
        do {
          if try isWorthReading(file) {
            count += 1
            let before = done
            try body(file) { [console] in console.progress(before + $0) }
          } else {
            console.remark(file.path, "passed over, no recording")
          }
        } catch {
          console.report(error)
        }
        done += (file.size ?? 0) * passes
      }
    }
    if count == 0, console.exitCode == 0 {
      console.report(
        RecordingError(
          file: paths.joined(separator: " "), position: .file, expected: "recordings",
          found: "no recordings there", systemError: .noSuchFileOrDirectory))
    }
  }

  private func isWorthReading(_ file: TracePath) throws(RecordingError) -> Bool {
    if file.isNamed || isFormatGiven { return true }
    return try file.looksLikeRecording()
  }
}

extension ParsableCommand {
  /// Ends with the exit code of what was reported.
  func end(_ console: Console) throws {
    console.finish()
    if console.exitCode != 0 { throw ExitCode(console.exitCode) }
  }
}
