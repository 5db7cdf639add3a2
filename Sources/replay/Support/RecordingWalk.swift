import Files
import Playback
import SystemPackage
import TouchFormats

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A recording to replay: a file, or a member of an archive.
struct WalkedRecording {
  /// The path as it was given; of a member, its path in the archive.
  var path: String
  /// Whether the file was named directly, so that it has to be a recording.
  var isNamed: Bool
  /// The content of a member, or of a file that can be read only once; nil opens the path.
  var source: ByteSource?
}

/// Goes through recordings as they are found: in files, folders, tar archives, and lists of paths.
///
/// Unlike ``TraceWalk`` it does not collect the files first, so that it needs the memory of one
/// recording however many there are. An archive is read like a folder: its members are the
/// recordings, under their own paths, which do not depend on the archive that they were put in.
struct RecordingWalk {
  let console: Console
  /// Whether a table has to name the files: there may be several.
  let hasSeveralFiles: Bool
  /// Whether each file that is found has to be a recording; if not, those of folders and archives
  /// are skipped if their content is of another kind.
  private let refusesOthers: Bool
  private let entries: [TracePaths.Entry]
  private let list: PathList?
  private let paths: [String]
  /// Standard input, if it was looked at.
  private let input: Opened?

  /// - Parameters:
  ///   - list: Further paths, which are read as they come.
  ///   - refusesOthers: Whether a file of another kind in a folder or an archive is an error, and
  ///     whether
  ///     hidden members of archives are read, too.
  init(
    _ paths: [String], list: PathList?, _ console: Console, refusesOthers: Bool
  ) throws(FileError) {
    self.paths = paths
    self.list = list
    self.console = console
    self.refusesOthers = refusesOthers
    entries = TracePaths.expand(paths)
    let files = entries.compactMap(\.file)
    input = try files.contains { $0.path == "-" } ? .standardInput() : nil
    hasSeveralFiles =
      list != nil || files.count > 1 || input?.isArchive == true
      || files.contains { $0.size != nil && ((try? Opened($0))?.isArchive ?? false) }
    console.restrictOutput(toReadersOf: files.map(\.path))
  }

  /// Runs `body` on each recording, with a function to call with the number of bytes read.
  ///
  /// - Parameters:
  ///   - passes: How many times each file is read.
  ///   - failed: Receives each error; the walk continues after it.
  func visit(
    passes: Int = 2, failed: @escaping (FileError) -> Void,
    _ body: @escaping (WalkedRecording, @escaping (Int) -> Void) throws(FileError) -> Void
  ) {
    if list == nil {
      console.expectWork(entries.reduce(0) { $0 + ($1.file?.size ?? 0) * passes })
    }
    var visit = Visit(passes: passes, failed: failed, body: body)
    for entry in entries { self.visit(entry, &visit) }
    visitList(&visit)
    visit.skipped.note(console)
    if visit.count > 0 || visit.errors > 0 || list != nil { return }
    // Where each file has a record, an archive without files is one that has none.
    if !(refusesOthers && visit.hasArchives) { console.reportNothingFound(in: paths) }
  }

  private func visitList(_ visit: inout Visit) {
    guard let list else { return }
    do throws(FileError) {
      while let path = try list.nextPath() {
        switch path {
        case .failure(let error): visit.fail(error)
        case .success(let path):
          console.restrictOutput(toReadersOf: [path])
          for entry in TracePaths.expandFile(path) { self.visit(entry, &visit) }
        }
      }
    } catch {
      visit.fail(error)
    }
  }

  /// What changes during a walk.
  private struct Visit {
    let passes: Int
    let failed: (FileError) -> Void
    let body: (WalkedRecording, @escaping (Int) -> Void) throws(FileError) -> Void
    var done = 0
    var count = 0
    var errors = 0
    var hasArchives = false
    var skipped = SkippedFiles()

    mutating func fail(_ error: FileError) {
      errors += 1
      failed(error)
    }
  }

  private func visit(_ entry: TracePaths.Entry, _ visit: inout Visit) {
    switch entry {
    case .failure(let error): visit.fail(error)
    case .skipped(let path, let kind): console.note(path, "skipped, \(kind)")
    case .file(let file):
      do throws(FileError) {
        try self.visit(file, &visit)
      } catch {
        visit.fail(error)
      }
      visit.done += (file.size ?? 0) * visit.passes
    }
  }

  private func visit(_ file: TracePath, _ visit: inout Visit) throws(FileError) {
    let opened: Opened
    if file.path != "-" {
      opened = try Opened(file)
    } else if let input {
      opened = input
    } else {
      opened = try .standardInput()
    }
    if opened.isArchive || refusesOthers && opened.isPipedZeros {
      return visitMembers(of: opened.source, &visit)
    }
    guard file.isNamed || refusesOthers || opened.looksLikeRecording else {
      return visit.skipped.add(file.path, console)
    }
    visit.count += 1
    let before = visit.done
    let recording = WalkedRecording(
      path: file.path, isNamed: file.isNamed, source: opened.canReopen ? nil : opened.source)
    try visit.body(recording) { [console] in console.showProgress(before + $0) }
  }

  private func visitMembers(of source: ByteSource, _ visit: inout Visit) {
    visit.hasArchives = true
    let reader = TarReader(source)
    if source.name == "-" { reader.willRead = { [console] in console.flushBeforeWaiting() } }
    do throws(FileError) {
      while let entry = try reader.next() {
        switch entry {
        case .failure(let error): visit.fail(error)
        case .skipped(let path, let kind):
          if kind != "a folder" { console.note(path, "skipped, \(kind)") }
        case .file(let path, let bytes): self.visit(path, bytes, &visit)
        }
        if source.name != "-" { console.showProgress(visit.done + source.position * visit.passes) }
      }
    } catch {
      visit.fail(error)
    }
  }

  private func visit(_ path: String, _ bytes: [UInt8], _ visit: inout Visit) {
    if !refusesOthers, TracePaths.isHidden(member: path) { return }
    let isRecording =
      RecordingFormat.detect(bytes.prefix(RecordingFormat.detectionLength)) != nil
    guard refusesOthers || isRecording else { return visit.skipped.add(path, console) }
    visit.count += 1
    let member = WalkedRecording(
      path: path, isNamed: false, source: ByteSource(name: path, bytes: bytes))
    do throws(FileError) {
      try visit.body(member) { _ in }
    } catch {
      visit.fail(error)
    }
  }
}

/// The beginning of a file, which says whether it is an archive.
private struct Opened {
  let source: ByteSource
  let isArchive: Bool
  /// Whether it begins like an archive without members, and a program wrote it: a file of zeros may
  /// be a recording that was lost when the power failed.
  let isPipedZeros: Bool
  let looksLikeRecording: Bool
  /// Whether the path leads to the same bytes again.
  let canReopen: Bool

  init(_ file: TracePath) throws(FileError) {
    try self.init(ByteSource(path: file.path), canReopen: file.size != nil)
  }

  private init(_ source: ByteSource, canReopen: Bool) throws(FileError) {
    self.source = source
    self.canReopen = canReopen
    let head = try source.peek(RecordingFormat.detectionLength)
    isArchive = TarReader.isArchive(head)
    isPipedZeros = !canReopen && source.name == "-" && TarReader.isEnd(head)
    looksLikeRecording = RecordingFormat.detect(head) != nil
  }

  /// Looks at standard input. A file stays at its position, so that it can be read again.
  static func standardInput() throws(FileError) -> Opened {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return try Opened(ByteSource(path: "-"), canReopen: false)
    }
    let start = Int64(lseek(STDIN_FILENO, 0, SEEK_CUR))
    return try Opened(
      ByteSource(file: .standardInput, name: "-", from: max(0, start)), canReopen: true)
  }
}

/// The files that were left out, of which only verbose output has all names.
private struct SkippedFiles {
  private var first: String?
  private var count = 0

  mutating func add(_ path: String, _ console: Console) {
    if console.isVerbose { console.noteSkipped(first: path, count: 1, kind: "recording") }
    if first == nil { first = path }
    count += 1
  }

  func note(_ console: Console) {
    guard let first, !console.isVerbose else { return }
    console.noteSkipped(first: first, count: count, kind: "recording")
  }
}
