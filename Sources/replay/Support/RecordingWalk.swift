import SystemPackage

/// A walk through recordings as they are found: in files, folders, archives, and lists of paths.
///
/// An invalid file is reported, and the rest are read. In folders and archives, files of other
/// content are skipped; a named file must be a recording. The members of an archive have their own
/// paths. The walk needs the memory of one recording, whatever their number.
final class RecordingWalk {
  private let console: Console
  private let finder: RecordingFinder
  private let paths: [String]
  /// The path of the list of further paths.
  private let listPath: String?
  private let list: PathList?
  private var entries: [InputFiles.Entry]
  /// The known files; those of a list are added as they are read.
  private(set) var files: [InputFile] = []
  /// Whether these are a part of the files, which may be empty.
  private var isPart = false
  private var skipped: SkippedFiles
  /// Whether there was neither a recording nor an error.
  private var isEmpty = true
  private var hasArchives = false
  /// The bytes read so far.
  private var done = 0
  /// The path of the current file; for members, the path of their archive.
  private(set) var inputPath: String?

  /// - Parameters:
  ///   - options: The options of reading recordings. If they contain a format, files of another
  ///     kind are errors, too.
  ///   - content: The content that recordings in folders and archives have.
  ///   - refusesOthers: Whether a file of another kind in a folder or an archive is an error, and
  ///     whether hidden members of archives are read, too.
  ///   - isCheck: Whether the paths of a list are read now, not during a visit, and the
  ///     expectations in archives with them.
  init(
    _ inputs: RecordingPaths, _ console: Console, _ options: ReplayOptions = ReplayOptions(),
    _ content: SoughtContent = .touches, refusesOthers: Bool = false, isCheck: Bool = false
  ) throws(FileError) {
    self.console = console
    paths = inputs.paths
    listPath = inputs.filesFrom
    skipped = SkippedFiles(content)
    entries = InputFiles.expand(inputs.paths)
    let list = try inputs.openList(console)
    self.list = isCheck ? nil : list
    if isCheck {
      while let more = try list?.next() { entries += more }
    }
    files = entries.compactMap(\.file)
    finder = try RecordingFinder(
      content: content, refusesOthers: refusesOthers || options.format != nil,
      findsExpectations: isCheck, readsInput: files.contains { $0.path == "-" })
    console.restrictOutput(toReadersOf: sources + options.files)
  }

  /// The paths of the files found so far and of the list of `--files-from`, from which the results
  /// derive.
  var sources: [String] { files.map(\.path) + [listPath].compactMap(\.self) }

  /// Whether a table has to name the files: there may be several.
  lazy var hasSeveralFiles =
    list != nil || files.count > 1
    || files.contains {
      ($0.isRegular || $0.path == "-") && (try? finder.open($0).isArchive) ?? false
    }

  /// Removes all files except some. Paths that cannot be opened stay.
  func keep(_ part: [InputFile]) {
    let kept = Set(part)
    entries.removeAll { $0.file.map { !kept.contains($0) } ?? false }
    files = entries.compactMap(\.file)
    isPart = true
  }

  /// Runs `body` on each recording, with a function to call with the number of bytes read in all
  /// passes over the file so far. Errors, with the path of the recording or item, are reported or
  /// go to `failed`; `expectations` receives the paths of those in archives.
  func visit(
    passes: Int = 2, failed: ((String, FileError) -> Void)? = nil,
    expectations: (String) -> Void = { _ in },
    _ body: (WalkedRecording, @escaping (Int) -> Void) throws(FileError) -> Void
  ) {
    expectWork(passes: passes)
    let next = makeEntries()
    while let (entry, isListed) = next() {
      begin(entry.file, isListed: isListed)
      let progress = { [console, done] (bytes: Int) in console.progress.update(done + bytes) }
      let passProgress = { (bytes: Int) in progress(bytes * passes) }
      let isArchive = finder.find(
        entry, willRead: console.flushBeforeWaiting, progress: passProgress
      ) { recording throws(FileError) in
        isEmpty = false
        try body(recording, recording.isMember ? { _ in } : progress)
      } besides: {
        take($0, failed, expectations)
      }
      end(console.progress.size(of: entry.file) * passes, isArchive: isArchive)
    }
    finish()
  }

  /// Works on each recording, on several threads, and passes the product of each to `body` on the
  /// caller's; products, and the output on the console that `work` receives, are in order. A list
  /// on standard input is read without threads, since a result must not wait for the next path.
  func visit<Product: Sendable>(
    jobs: Int, passes: Int = 2, failed: ((String, FileError) -> Void)? = nil,
    expectations: (String) -> Void = { _ in },
    work:
      @escaping @Sendable (WalkedRecording, Console, @escaping (Int) -> Void)
      throws(FileError) -> Product,
    _ body: (Product) -> Void = { _ in }
  ) {
    if jobs == 1 || list == nil && entries.count < 2 || list?.path == "-" {
      return visit(passes: passes, failed: failed, expectations: expectations) {
        file, progress throws(FileError) in body(try work(file, console, progress))
      }
    }
    expectWork(passes: 1)
    let makeRecorder = console.makeRecorder
    ParallelStreams<WalkEvent<Product>>().run(
      jobs: jobs, nextMayWait: list != nil, next: makeEntries()
    ) { [finder] item, emit in
      let (entry, isListed) = item
      emit(.begun(entry.file, isListed: isListed), 0)
      let isArchive = finder.find(entry) { file throws(FileError) in
        let recorder = makeRecorder { emit(.printed($0), $0.size) }
        let product: Product
        do {
          defer { recorder.flush() }
          product = try work(file, recorder) { _ in }
        }
        emit(.product(product), 0)
      } besides: {
        emit(.besides($0), 0)
      }
      emit(.ended(entry.file, isArchive: isArchive), 0)
    } consume: { event in
      switch event {
      case .begun(let file, let isListed): begin(file, isListed: isListed)
      case .printed(let event): event.print(console)
      case .product(let product):
        isEmpty = false
        body(product)
      case .besides(let found): take(found, failed, expectations)
      case .ended(let file, let isArchive):
        end(console.progress.size(of: file), isArchive: isArchive)
      }
    }
    finish()
  }

  /// Starts to count the bytes to be read, if the files are known.
  private func expectWork(passes: Int) {
    if list != nil { return }
    console.progress.expect(files.reduce(0) { $0 + console.progress.size(of: $1) * passes })
  }

  private func begin(_ file: InputFile?, isListed: Bool) {
    inputPath = file?.path
    guard isListed, let file else { return }
    files.append(file)
    console.restrictOutput(toReadersOf: [file.path])
  }

  private func end(_ bytes: Int, isArchive: Bool) {
    hasArchives = hasArchives || isArchive
    done += bytes
    console.progress.update(done)
  }

  /// Returns a function that returns the entries one after the other, and then those of the list.
  private func makeEntries() -> () -> (entry: InputFiles.Entry, isListed: Bool)? {
    var waiting = entries[...]
    var list = list
    var isListed = false
    return {
      while waiting.isEmpty {
        isListed = true
        do throws(FileError) {
          guard let more = try list?.next() else { return nil }
          waiting = more[...]
        } catch {
          list = nil
          return (.failure(error), true)
        }
      }
      return (waiting.removeFirst(), isListed)
    }
  }

  private func take(
    _ found: Found, _ failed: ((String, FileError) -> Void)?, _ expectations: (String) -> Void
  ) {
    switch found {
    case .failure(let error, let path):
      isEmpty = false
      let error = finder.content.naming(error)
      if let failed { failed(path, error) } else { console.report(error) }
    case .skipped(let path, let kind): console.note(path, "skipped, \(kind)")
    case .other(let path): skipped.add(path, console)
    case .expectations(let path): expectations(path)
    }
  }

  private func finish() {
    skipped.note(console)
    // An archive without files is no error if every file has a record: it has no records.
    let mayBeEmpty = finder.refusesOthers && !finder.findsExpectations && hasArchives
    if !isEmpty || mayBeEmpty || isPart || list != nil { return }
    // An error may have reported the reason.
    if console.exitCode != 0 { return }
    console.report(
      FileError(
        file: paths.joined(separator: " "), expected: "recordings",
        found: "no recordings found", systemError: .noSuchFileOrDirectory))
  }
}

/// A piece of the work on one path.
private enum WalkEvent<Product: Sendable>: Sendable {
  /// Reading of an entry begins; nil for a path without a readable file.
  case begun(InputFile?, isListed: Bool)
  case printed(ConsoleEvent)
  case product(Product)
  case besides(Found)
  case ended(InputFile?, isArchive: Bool)
}

/// The skipped files, whose content is of another kind; only verbose output has all names.
struct SkippedFiles {
  /// The searched content, which the files lack.
  private let content: SoughtContent
  private var first: String?
  private var count = 0

  init(_ content: SoughtContent = .touches) { self.content = content }

  mutating func add(_ path: String, _ console: Console) {
    if console.isVerbose { console.note(path, "skipped, not a \(content.name)") }
    first = first ?? path
    count += 1
  }

  /// Notes the number of skipped files, and the first of them.
  func note(_ console: Console) {
    guard let first, !console.isVerbose else { return }
    if count == 1 { return console.note(first, "skipped, not a \(content.name)") }
    console.note(
      "\(count) files", "skipped, not \(content.names): \(first), … (--verbose names all)")
  }
}
