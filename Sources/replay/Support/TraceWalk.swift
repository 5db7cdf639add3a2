import Checking
import Files
import Playback
import SystemPackage
import Timeline

/// Goes through the recordings that paths lead to: a bad file is reported, and the rest are read.
///
/// In a folder, files that are not recordings by their content are skipped; a file that is named
/// must be one.
struct TraceWalk {
  let console: Console
  /// The files, in order.
  let files: [TracePath]
  private let entries: [TracePaths.Entry]
  private let paths: [String]
  private let filter: ContentFilter
  /// A part of the files may be empty.
  private let isPart: Bool

  /// Creates a walk over the files that paths expand to.
  ///
  /// - Parameters:
  ///   - isFormatGiven: Whether the format is known, so that it need not be detected.
  ///   - shard: The part of the files to read; what cannot be opened is reported by each part.
  init(
    _ paths: [String], _ console: Console, isFormatGiven: Bool, shard: CheckShard? = nil
  ) {
    self.paths = paths
    self.console = console
    filter = ContentFilter(isFormatGiven: isFormatGiven)
    isPart = shard != nil
    let all = TracePaths.expand(paths)
    if let shard {
      let kept = Set(shard.files(all.compactMap(\.file)))
      entries = all.filter { $0.file.map(kept.contains) ?? true }
    } else {
      entries = all
    }
    files = entries.compactMap(\.file)
    console.restrictOutput(toReadersOf: files.map(\.path))
  }

  /// Whether a table has to name the files: a path may lead to several.
  var hasSeveralFiles: Bool { files.count > 1 }

  /// Runs `body` on each file, with a function to call with the number of bytes read.
  ///
  /// - Parameter passes: How many times each file is read.
  func visit(
    passes: Int = 2, _ body: (TracePath, @escaping (Int) -> Void) throws(FileError) -> Void
  ) {
    console.expectWork(files.reduce(0) { $0 + ($1.size ?? 0) * passes })
    var done = 0
    var count = 0
    var skipped: [String] = []
    for entry in entries {
      switch entry {
      case .failure(let error): console.report(error)
      case .skipped(let path, let kind): console.note(path, "skipped, \(kind)")
      case .file(let file):
        do {
          if try filter.accepts(file) {
            count += 1
            let before = done
            try body(file) { [console] in console.showProgress(before + $0) }
          } else {
            skipped.append(file.path)
          }
        } catch {
          console.report(error)
        }
        done += (file.size ?? 0) * passes
      }
    }
    note(skipped)
    if count == 0 { reportNothing() }
  }

  /// Works on the files on several threads, and passes the product of each to `body`, in order.
  ///
  /// - Parameter failed: Called for each error after it was reported; the file is nil for a path
  ///   that could not be listed.
  func visit<Product: Sendable>(
    jobs: Int,
    work: @escaping @Sendable (TracePath) throws(FileError) -> Product,
    failed: (TracePath?, FileError) -> Void = { _, _ in },
    _ body: (TracePath, Product) throws(FileError) -> Void
  ) {
    console.expectWork(files.reduce(0) { $0 + ($1.size ?? 0) })
    var done = 0
    var count = 0
    var skipped: [String] = []
    let (entries, filter) = (entries, filter)
    ParallelWork.run(entries.count, jobs: jobs) { index -> Result<Product?, FileError> in
      do throws(FileError) {
        switch entries[index] {
        case .failure(let error): throw error
        case .skipped: return .success(nil)
        case .file(let file):
          return .success(try filter.accepts(file) ? try work(file) : nil)
        }
      } catch {
        return .failure(error)
      }
    } consume: { index, result in
      let file = entries[index].file
      do throws(FileError) {
        let product = try result.get()
        if let file, let product {
          count += 1
          try body(file, product)
        } else if let file {
          skipped.append(file.path)
        } else if case .skipped(let path, let kind) = entries[index] {
          console.note(path, "skipped, \(kind)")
        }
      } catch {
        console.report(error)
        failed(file, error)
      }
      done += file?.size ?? 0
      console.showProgress(done)
    }
    note(skipped)
    if count == 0 { reportNothing() }
  }

  private func note(_ skipped: [String]) { console.noteSkipped(skipped, kind: "recording") }

  private func reportNothing() {
    if !isPart { console.reportNothingFound(in: paths) }
  }
}

extension Console {
  /// Notes the files of folders that were left out since their content is of another kind.
  ///
  /// - Parameter kind: What they are not, as in `recording`.
  func noteSkipped(_ paths: [String], kind: String, plural: String? = nil) {
    if isVerbose {
      for path in paths { noteSkipped(first: path, count: 1, kind: kind) }
    } else if let first = paths.first {
      noteSkipped(first: first, count: paths.count, kind: kind, plural: plural)
    }
  }

  /// Notes how many files were left out, and the first of them.
  func noteSkipped(first: String, count: Int, kind: String, plural: String? = nil) {
    if count == 1 { return note(first, "skipped, not a \(kind)") }
    note(
      "\(count) files",
      "skipped, not \(plural ?? "\(kind)s"): \(first), … (--verbose names all)")
  }

  /// Reports that paths have no recordings, unless an error has said why.
  func reportNothingFound(in paths: [String]) {
    if exitCode != 0 { return }
    report(
      FileError(
        file: paths.joined(separator: " "), position: .file, expected: "recordings",
        found: "no recordings found", systemError: .noSuchFileOrDirectory))
  }
}

/// Distinguishes recordings from the other files of a folder.
private struct ContentFilter: Sendable {
  let isFormatGiven: Bool

  func accepts(_ file: TracePath) throws(FileError) -> Bool {
    if file.isNamed || isFormatGiven { return true }
    return try file.looksLikeRecording()
  }
}
