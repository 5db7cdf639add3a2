import SystemPackage

/// A file to read, and whether it was named directly.
public struct InputFile: Hashable, Sendable {
  /// The path as it was given, or the path of the folder and the path in it; `-` is standard input.
  public var path: String
  /// Whether it was named directly, not found in a folder.
  public var isNamed: Bool
  /// Whether it is a regular file, which can be opened again; false for standard input and pipes.
  public var isRegular: Bool

  public init(path: String, isNamed: Bool, isRegular: Bool) {
    self.path = path
    self.isNamed = isNamed
    self.isRegular = isRegular
  }

  /// The present size in bytes; 0 if unknown, as for standard input.
  package var size: Int { isRegular ? InputFiles.status(of: path).map { Int($0.st_size) } ?? 0 : 0 }

  /// Whether the file is a recording of touches by its content.
  public func looksLikeRecording() throws(FileError) -> Bool {
    try RecordingContent.detect(ByteSource(path: path)) == .touches
  }
}

/// Expands paths to files.
///
/// A folder expands to all files in it and in its subfolders, ordered by the bytes of their names.
/// Hidden files are skipped, and so are JSON Lines (`*.jsonl`) unless they are the pointer events
/// of a page. Links to folders are not followed, and pipes and devices in a folder are not opened.
public enum InputFiles {
  /// A file, or a path that failed.
  public enum Entry: Hashable, Sendable {
    case file(InputFile)
    /// A file or folder that cannot be read.
    case failure(FileError)
    /// Neither a file nor a folder, with its kind, as in `a link to a folder`.
    case skipped(String, kind: String)

    /// The file, if this is one.
    public var file: InputFile? { if case .file(let file) = self { file } else { nil } }
  }

  /// The files that the paths expand to, in order.
  public static func expand(_ paths: [String]) -> [Entry] {
    paths.flatMap { path in
      path == "-"
        ? [.file(InputFile(path: path, isNamed: true, isRegular: false))]
        : entries(of: path, isNamed: true)
    }
  }

  /// The files of one path; `-` is a file of that name.
  package static func expandFile(_ path: String) -> [Entry] {
    entries(of: path == "-" ? "./-" : path, isNamed: true)
  }

  /// Whether a member of an archive is left out as it would be in a folder. The folders of an
  /// absolute path are those where the recording was.
  package static func isHidden(member path: String, _ bytes: [UInt8]) -> Bool {
    let names = path.split(separator: "/")
    let inside = path.hasPrefix("/") ? names.suffix(1) : names[...]
    if inside.contains(where: { $0.hasPrefix(".") && $0 != "." && $0 != ".." }) { return true }
    return path.hasSuffix(lines)
      && (path.hasSuffix(gestures) || !isPointerEvents(ByteSource(name: path, bytes: bytes)))
  }

  private static let lines = ".jsonl"
  private static let gestures = ".gestures.jsonl"

  private static func isPointerEvents(_ source: ByteSource) -> Bool {
    guard let head = try? source.peek(RecordingFormat.detectionLength) else { return false }
    return RecordingFormat.detect(head) == .pointerEvents
  }

  private static func isResult(_ name: [UInt8], in folder: String) -> Bool {
    guard name.suffix(lines.utf8.count).elementsEqual(lines.utf8) else { return false }
    guard !name.suffix(gestures.utf8.count).elementsEqual(gestures.utf8),
      let text = String(validating: name, as: UTF8.self)
    else { return true }
    let path = inside(folder, text)
    guard let status = statusInFolder(path), status.isFile,
      let source = try? ByteSource(path: path)
    else { return true }
    return !isPointerEvents(source)
  }

  /// The files in the folders among the paths whose names have an ending, in order.
  package static func files(in paths: [String], endingWith ending: String) -> [String] {
    paths.filter(isFolder).flatMap { files(inFolder: $0, endingWith: ending) }
  }

  /// Whether a file or folder of this path exists.
  package static func exists(_ path: String) -> Bool {
    // The system would look at the path before the NUL.
    !path.utf8.contains(0) && status(of: path) != nil
  }

  /// Whether the path leads to a folder.
  package static func isFolder(_ path: String) -> Bool { status(of: path)?.isFolder == true }

  /// Whether the path leads to a regular file, which can be opened without waiting.
  package static func isFile(_ path: String) -> Bool {
    !path.utf8.contains(0) && status(of: path)?.isFile == true
  }

  private static func files(inFolder folder: String, endingWith ending: String) -> [String] {
    // A folder that cannot be read is an error of ``expand(_:)``.
    let items = (try? list(folder)) ?? []
    return items.flatMap { item -> [String] in
      guard let name = String(validating: item.name, as: UTF8.self) else { return [] }
      let path = inside(folder, name)
      guard let status = statusInFolder(path) else { return [] }
      if status.isFolder { return files(inFolder: path, endingWith: ending) }
      return name.hasSuffix(ending) ? [path] : []
    }
  }

  private static func entries(of path: String, isNamed: Bool) -> [Entry] {
    guard let status = isNamed ? status(of: path) : statusInFolder(path) else {
      let error = Errno(rawValue: errno)
      if !isNamed, isFolder(path) { return [.skipped(path, kind: "a link to a folder")] }
      return [.failure(.cannotRead(path, error))]
    }
    if status.isFolder { return entries(inFolder: path) }
    if status.isFile { return [.file(InputFile(path: path, isNamed: isNamed, isRegular: true))] }
    // Pipes and devices are read if they are named directly: `<(...)` of a shell is a pipe.
    return isNamed
      ? [.file(InputFile(path: path, isNamed: true, isRegular: false))]
      : [.skipped(path, kind: "not a regular file")]
  }

  private static func entries(inFolder path: String) -> [Entry] {
    do {
      return try list(path).filter { !isResult($0.name, in: path) }.flatMap { item -> [Entry] in
        guard let name = String(validating: item.name, as: UTF8.self) else {
          let error = FileError(
            file: inside(path, FileError.escaped(item.name)), position: .file,
            expected: "a file name in UTF-8", found: "other bytes")
          return [.failure(error)]
        }
        let file = inside(path, name)
        return item.isFile
          ? [.file(InputFile(path: file, isNamed: false, isRegular: true))]
          : entries(of: file, isNamed: false)
      }
    } catch {
      return [.failure(.cannotRead(path, error))]
    }
  }

  fileprivate static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// The status of an entry of a folder: of the target of a link, unless it is a folder.
  private static func statusInFolder(_ path: String) -> stat? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT != S_IFLNK { return status }
    return self.status(of: path).flatMap { $0.isFolder ? nil : $0 }
  }

  private static func inside(_ folder: String, _ name: String) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + name
  }

  /// The names in a folder except hidden ones, in the order of bytes, and whether the folder says
  /// that it is a regular file's, which saves asking for the status of each of thousands of files.
  private static func list(_ path: String) throws(Errno) -> [(name: [UInt8], isFile: Bool)] {
    guard let folder = opendir(path) else { throw Errno(rawValue: errno) }
    defer { closedir(folder) }
    var items: [(name: [UInt8], isFile: Bool)] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self)
        return Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      }
      if name.first == UInt8(ascii: ".") { continue }
      items.append((name, isFile: Int(entry.pointee.d_type) == Int(DT_REG)))
    }
    if errno != 0 { throw Errno(rawValue: errno) }
    return items.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }
}

extension stat {
  fileprivate var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  fileprivate var isFile: Bool { st_mode & S_IFMT == S_IFREG }
}
