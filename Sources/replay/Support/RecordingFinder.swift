import Checking
import SystemPackage

/// A recording of a walk: an opened file, or a member of an archive.
struct WalkedRecording {
  /// The path as given; for a member, its path in the archive.
  let path: String
  /// Whether the command line names the file, so that it has to be a recording.
  let isNamed: Bool
  /// The kind of the content; nil for a named recording, whose content was not examined.
  fileprivate(set) var content: RecordingContent?
  /// Whether the path leads to the same bytes again.
  let canReopen: Bool
  fileprivate var file: ByteSource?
  fileprivate var bytes: [UInt8] = []
  /// The expectations in the archive of a member by their paths, if they are searched.
  fileprivate(set) var expectations: [String: [UInt8]] = [:]

  var isMember: Bool { file == nil }

  /// The content from its start; the content of a pipe can be read once.
  var source: ByteSource { file ?? ByteSource(name: path, bytes: bytes) }

  func open(
    _ options: ReplayOptions, keepsEvents: Bool = true, progress: ((Int) -> Void)? = nil
  ) throws(FileError) -> Recording {
    try Recording(source, options: options, keepsEvents: keepsEvents, progress: progress)
  }
}

/// The content of the recordings that a command reads.
enum SoughtContent {
  case touches, accelerations, locations, any

  func includes(_ content: RecordingContent?) -> Bool {
    switch content {
    case nil: false
    case .touches: self == .any || self == .touches
    case .accelerations: self == .any || self == .accelerations
    case .locations: self == .any || self == .locations
    case .accelerationsAndLocations: self != .touches
    }
  }

  var name: String {
    switch self {
    case .touches, .any: "recording"
    case .accelerations: "table of accelerations"
    case .locations: "recording of locations"
    }
  }

  var names: String { name.replacing(/^\w+/) { "\($0.output)s" } }

  /// The error for a file of other content, which says what that is; other errors stay as they are.
  func naming(_ error: FileError) -> FileError {
    guard error.systemError == nil, error.file != "-", InputFiles.isFile(error.file),
      let source = try? ByteSource(path: error.file), let start = try? source.peek(1),
      let content = try? RecordingContent.detect(source), !includes(content),
      !error.found.hasPrefix(content.phrase)
    else { return error }
    return FileError(
      file: error.file, expected: self == .touches ? error.expected : "a \(name)",
      found: start.isEmpty ? "an empty file" : content.phrase)
  }
}

/// What a walk finds besides recordings.
enum Found: Sendable {
  /// An error, with the path of the recording, or of the item that cannot be opened.
  case failure(FileError, of: String)
  /// A path to something other than a file or a folder, with a phrase for its kind.
  case skipped(String, kind: String)
  /// A file of other content.
  case other(String)
  /// Expectations in an archive, if they are searched.
  case expectations(String)
}

/// Finds the recordings in a file or an archive, by their content.
struct RecordingFinder: Sendable {
  /// A file with its beginning, which shows whether it is an archive.
  struct Opened {
    let source: ByteSource
    let isArchive: Bool
    /// Whether piped input begins like an archive without members: it may also be a recording of
    /// zeros, lost when the power failed.
    let isPipedZeros: Bool
    let canReopen: Bool

    fileprivate init(_ source: ByteSource, canReopen: Bool) throws(FileError) {
      self.source = source
      self.canReopen = canReopen
      // Of a file, the bytes that show its content are read at once; a pipe may have no more yet.
      let length = canReopen ? OpenRecording.headLength : TarReader.detectionLength
      let head = try source.peek(length).prefix(TarReader.detectionLength)
      isArchive = TarReader.isArchive(head)
      isPipedZeros = !canReopen && source.name == "-" && TarReader.isEnd(head)
    }
  }

  let content: SoughtContent
  let refusesOthers: Bool
  /// Whether the expectations in an archive are read before its recordings.
  let findsExpectations: Bool
  /// Standard input, whose beginning can be read once. Only one path leads to it.
  private nonisolated(unsafe) let input: Opened?

  init(
    content: SoughtContent, refusesOthers: Bool, findsExpectations: Bool, readsInput: Bool
  ) throws(FileError) {
    self.content = content
    self.refusesOthers = refusesOthers
    self.findsExpectations = findsExpectations
    input = readsInput ? try RecordingFinder.standardInput() : nil
  }

  func open(_ file: InputFile) throws(FileError) -> Opened {
    if file.path == "-", let input { return input }
    return try Opened(ByteSource(path: file.path), canReopen: file.isRegular)
  }

  /// Reads the beginning of standard input; a file stays at its position, to be read again.
  private static func standardInput() throws(FileError) -> Opened {
    let source = try ByteSource.input(path: "-")
    return try Opened(source, canReopen: source.file != nil)
  }

  /// Passes on the recordings of a path in order, and what else is found with the errors of `body`;
  /// returns whether it leads to an archive. `willRead` precedes a read of standard input that may
  /// wait; `progress` receives the bytes of an archive read so far.
  func find(
    _ entry: InputFiles.Entry, willRead: (() -> Void)? = nil, progress: (Int) -> Void = { _ in },
    _ body: (WalkedRecording) throws(FileError) -> Void, besides: (Found) -> Void
  ) -> Bool {
    switch entry {
    case .failure(let error): besides(.failure(error, of: error.file))
    case .skipped(let path, let kind): besides(.skipped(path, kind: kind))
    case .file(let file):
      do throws(FileError) {
        let opened = try open(file)
        if opened.isArchive || refusesOthers && opened.isPipedZeros {
          findMembers(of: opened.source, willRead, progress, body, besides)
          return true
        }
        try visit(
          WalkedRecording(
            path: file.path, isNamed: file.isNamed, canReopen: opened.canReopen,
            file: opened.source), body, besides)
      } catch {
        besides(.failure(error, of: file.path))
      }
    }
    return false
  }

  private func findMembers(
    of source: ByteSource, _ willRead: (() -> Void)?, _ progress: (Int) -> Void,
    _ body: (WalkedRecording) throws(FileError) -> Void, _ besides: (Found) -> Void
  ) {
    do throws(FileError) {
      let expectations = try expectations(in: source)
      let reader = TarReader(source)
      if source.name == "-" { reader.willRead = willRead }
      while let entry = try reader.next() {
        switch entry {
        case .failure(let error): besides(.failure(error, of: error.file))
        case .skipped(let path, let kind):
          if kind != "a folder" { besides(.skipped(path, kind: kind)) }
        case .file(let path, let bytes):
          // A hidden member would be hidden in a folder, too.
          if !refusesOthers, InputFiles.isHidden(member: path, bytes) { break }
          do throws(FileError) {
            try visit(
              WalkedRecording(
                path: path, isNamed: false, canReopen: false, bytes: bytes,
                expectations: expectations), body, besides)
          } catch {
            besides(.failure(error, of: path))
          }
        }
        if source.name != "-" { progress(source.position) }
      }
      for path in expectations.keys.sorted() { besides(.expectations(path)) }
    } catch {
      besides(.failure(error, of: source.name))
    }
  }

  /// The expectations in an archive, which may come after their recordings.
  private func expectations(in source: ByteSource) throws(FileError) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    if !findsExpectations { return found }
    let reader = TarReader(source)
    while let entry = try reader.next() {
      if case .file(let path, let bytes) = entry, path.hasSuffix(ExpectationFile.ending) {
        found[path] = bytes
      }
    }
    if source.rewind() { return found }
    throw FileError(
      file: source.name, expected: "an archive that can be read twice", found: "a pipe")
  }

  /// Passes on a recording, unless it has other content and need not be a recording.
  private func visit(
    _ found: WalkedRecording, _ body: (WalkedRecording) throws(FileError) -> Void,
    _ besides: (Found) -> Void
  ) throws(FileError) {
    var recording = found
    if !recording.isNamed, !refusesOthers {
      recording.content = try RecordingContent.detect(recording.source)
      guard content.includes(recording.content) else { return besides(.other(recording.path)) }
    }
    try body(recording)
  }
}
