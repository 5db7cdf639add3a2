public import Files
import SystemPackage
import TouchFormats

/// A file to read, and whether it was named directly.
public struct InputFile: Hashable, Sendable {
  /// The path as it was given, or the path of the folder and the path in it; `-` is standard input.
  public var path: String
  /// Whether it was named directly, not found in a folder.
  public var isNamed: Bool
  /// The size in bytes; nil if unknown, as for standard input.
  public var size: Int?

  public init(path: String, isNamed: Bool, size: Int? = nil) {
    self.path = path
    self.isNamed = isNamed
    self.size = size
  }
}

/// Expands paths to files.
///
/// A folder expands to all files in it and in its subfolders, ordered by the bytes of their names,
/// so that the order is the same on every machine. Hidden files are skipped, and so are JSON Lines
/// (`*.jsonl`), which contain expected gestures, labels or results, unless their content is the
/// pointer events of a page. Links to folders are not followed, and pipes and devices in a folder
/// are not opened. A name that is not UTF-8 is a failure, since no message could name the file.
public enum InputFiles {
  /// A file, or a path that failed.
  public enum Entry: Hashable, Sendable {
    case file(InputFile)
    /// A file or folder that cannot be read.
    case failure(FileError)
    /// An entry of a folder that is neither a file nor a folder, with its kind, as in
    /// `a link to a folder`.
    case skipped(String, kind: String)

    /// The file, if this is one.
    public var file: InputFile? { if case .file(let file) = self { file } else { nil } }
  }

  /// The files that the paths expand to, in order.
  public static func expand(_ paths: [String]) -> [Entry] {
    var entries: [Entry] = []
    for path in paths {
      if path == "-" {
        entries.append(.file(InputFile(path: path, isNamed: true)))
      } else {
        add(path, isNamed: true, to: &entries)
      }
    }
    return entries
  }

  /// The files of one path; `-` is a file of that name.
  package static func expandFile(_ path: String) -> [Entry] {
    var entries: [Entry] = []
    add(path == "-" ? "./-" : path, isNamed: true, to: &entries)
    return entries
  }

  /// Whether a member of an archive is left out as it would be in a folder: a hidden file, or JSON
  /// Lines without pointer events.
  ///
  /// The folders of an absolute path are those where the recording was, not parts of the archive.
  package static func isHidden(member path: String, _ bytes: [UInt8]) -> Bool {
    let names = path.split(separator: "/")
    let inside = path.hasPrefix("/") ? names.suffix(1) : names[...]
    if inside.contains(where: { $0.hasPrefix(".") && $0 != "." && $0 != ".." }) { return true }
    return path.hasSuffix(lines)
      && (path.hasSuffix(gestures) || !isPointerEvents(ByteSource(name: path, bytes: bytes)))
  }

  private static let lines = ".jsonl"
  private static let gestures = ".gestures.jsonl"

  /// Whether the content is the pointer events of a page; false if it cannot be read.
  private static func isPointerEvents(_ source: ByteSource) -> Bool {
    guard let head = try? source.peek(RecordingFormat.detectionLength) else { return false }
    return RecordingFormat.detect(head) == .pointerEvents
  }

  /// Whether a name in a folder is that of JSON Lines without pointer events.
  private static func isResult(_ name: [UInt8], in folder: String) -> Bool {
    guard name.suffix(lines.utf8.count).elementsEqual(lines.utf8) else { return false }
    guard !name.suffix(gestures.utf8.count).elementsEqual(gestures.utf8),
      let text = String(validating: name, as: UTF8.self)
    else { return true }
    let path = inside(folder, text)
    var status = stat()
    guard lstatOrTarget(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let source = try? ByteSource(path: path)
    else { return true }
    return !isPointerEvents(source)
  }

  /// The files in the folders among the paths whose names have an ending, in order.
  package static func files(in paths: [String], endingWith ending: String) -> [String] {
    var found: [String] = []
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      addFiles(in: path, endingWith: ending, to: &found)
    }
    return found
  }

  /// Whether a file or folder of this path exists.
  package static func exists(_ path: String) -> Bool {
    // The system would look at the path before the NUL.
    if path.utf8.contains(0) { return false }
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Whether the path leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func addFiles(
    in folder: String, endingWith ending: String, to found: inout [String]
  ) {
    // A folder that cannot be read is an error of ``expand(_:)``.
    guard let names = try? list(folder) else { return }
    for bytes in names {
      guard let name = String(validating: bytes, as: UTF8.self) else { continue }
      let path = inside(folder, name)
      var status = stat()
      guard lstatOrTarget(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        addFiles(in: path, endingWith: ending, to: &found)
      } else if name.hasSuffix(ending) {
        found.append(path)
      }
    }
  }

  private static func add(_ path: String, isNamed: Bool, to entries: inout [Entry]) {
    var status = stat()
    guard (isNamed ? stat(path, &status) : lstatOrTarget(path, &status)) == 0 else {
      let error = Errno(rawValue: errno)
      if !isNamed, isFolder(path) {
        entries.append(.skipped(path, kind: "a link to a folder"))
      } else {
        entries.append(.failure(.cannotRead(path, error)))
      }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: addFolder(path, to: &entries)
    case S_IFREG:
      entries.append(
        .file(InputFile(path: path, isNamed: isNamed, size: Int(status.st_size))))
    default:
      // Pipes and devices are read if they are named directly: `<(...)` of a shell is a pipe.
      if isNamed {
        entries.append(.file(InputFile(path: path, isNamed: true)))
      } else {
        entries.append(.skipped(path, kind: "not a regular file"))
      }
    }
  }

  /// The status of a file, or of the target of a link unless it is a folder.
  private static func lstatOrTarget(_ path: String, _ status: inout stat) -> CInt {
    guard lstat(path, &status) == 0 else { return -1 }
    if status.st_mode & S_IFMT != S_IFLNK { return 0 }
    var target = stat()
    guard stat(path, &target) == 0, target.st_mode & S_IFMT != S_IFDIR else { return -1 }
    status = target
    return 0
  }

  private static func addFolder(_ path: String, to entries: inout [Entry]) {
    let names: [[UInt8]]
    do {
      names = try list(path)
    } catch {
      entries.append(.failure(.cannotRead(path, error)))
      return
    }
    for name in names where !isResult(name, in: path) {
      if let text = String(validating: name, as: UTF8.self) {
        add(inside(path, text), isNamed: false, to: &entries)
      } else {
        entries.append(.failure(unreadableName(name, in: path)))
      }
    }
  }

  private static func unreadableName(_ name: [UInt8], in folder: String) -> FileError {
    FileError(
      file: inside(folder, FileError.escaped(name)), position: .file,
      expected: "a file name in UTF-8",
      found: "other bytes")
  }

  private static func inside(_ folder: String, _ name: String) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + name
  }

  /// The names in a folder except hidden ones, as raw bytes, in the order of bytes.
  private static func list(_ path: String) throws(Errno) -> [[UInt8]] {
    guard let folder = opendir(path) else { throw Errno(rawValue: errno) }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self)
        return Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    if errno != 0 { throw Errno(rawValue: errno) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension InputFile {
  /// Whether the file is a recording of touches by its content; folders also contain other files,
  /// which are skipped.
  public func looksLikeRecording() throws(FileError) -> Bool {
    try RecordingContent.detect(ByteSource(path: path)) == .touches
  }
}
