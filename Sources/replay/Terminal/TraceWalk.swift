import ArgumentParser
import Playback
import Recordings
import SystemPackage

/// Goes through the files that some paths stand for: one bad file is reported, and the rest run.
struct TraceWalk {
  let console: Console
  private let entries: [TracePaths.Entry]
  private let paths: [String]
  private let isFormatGiven: Bool
  /// A part of the files may be none at all.
  private let isPart: Bool

  init(_ paths: [String], _ console: Console, isFormatGiven: Bool) {
    self.init(paths, console, isFormatGiven: isFormatGiven, shard: nil)
  }

  /// Only a part of the files; what could not be opened is told by each part.
  init(
    _ paths: [String], _ console: Console, isFormatGiven: Bool, shard: CheckShard?
  ) {
    self.paths = paths
    self.console = console
    self.isFormatGiven = isFormatGiven
    isPart = shard != nil
    let all = TracePaths.expand(paths)
    guard let shard else {
      entries = all
      return
    }
    let files = all.compactMap { if case .file(let file) = $0 { file } else { nil } }
    let kept = Set(shard.files(files))
    entries = all.filter { if case .file(let file) = $0 { kept.contains(file) } else { true } }
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
    if count == 0, console.exitCode == 0 { reportNothing() }
  }

  /// Works on the files on several threads, and hands what came of each to `body`, in order.
  ///
  /// - Parameter failed: hears of each error, after it was reported; the file is nil for what could
  ///   not even be listed.
  func visit<Product: Sendable>(
    jobs: Int,
    work: @escaping @Sendable (TracePath) -> Result<Product, RecordingError>,
    failed: (TracePath?, RecordingError) -> Void,
    _ body: (TracePath, Product) throws(RecordingError) -> Void
  ) {
    console.expectWork(files.reduce(0) { $0 + ($1.size ?? 0) })
    var done = 0
    var count = 0
    let entries = entries
    let walk = WorthReading(isFormatGiven: isFormatGiven)
    ParallelWork.run(entries.count, jobs: jobs) { index -> Result<Product?, RecordingError> in
      switch entries[index] {
      case .failure(let error): return .failure(error)
      case .file(let file):
        do throws(RecordingError) {
          guard try walk.accepts(file) else { return .success(nil) }
          return .success(try work(file).get())
        } catch {
          return .failure(error)
        }
      }
    } consume: { index, result in
      do throws(RecordingError) {
        guard case .file(let file) = entries[index] else {
          _ = try result.get()
          return
        }
        done += file.size ?? 0
        if let product = try result.get() {
          count += 1
          try body(file, product)
        } else {
          console.remark(file.path, "passed over, no recording")
        }
      } catch {
        console.report(error)
        if case .file(let file) = entries[index] { failed(file, error) } else { failed(nil, error) }
      }
      console.progress(done)
    }
    if count == 0, console.exitCode == 0 { reportNothing() }
  }

  private func reportNothing() {
    if isPart { return }
    console.report(
      RecordingError(
        file: paths.joined(separator: " "), position: .file, expected: "recordings",
        found: "no recordings there", systemError: .noSuchFileOrDirectory))
  }

  private func isWorthReading(_ file: TracePath) throws(RecordingError) -> Bool {
    try WorthReading(isFormatGiven: isFormatGiven).accepts(file)
  }
}

/// Tells recordings from what else lies in folders.
private struct WorthReading: Sendable {
  let isFormatGiven: Bool

  func accepts(_ file: TracePath) throws(RecordingError) -> Bool {
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
