import Files
import SensorFormats
import SystemPackage
import TouchFormats

/// A recording that can be read more than once, in passes.
///
/// All passes read the file that was opened, even if its path leads to another file by then, and
/// as many bytes as the first pass, even if the file grows. The bytes of a pipe or a device are
/// spooled first; bytes in memory stay there.
final class RereadableFile {
  /// The path as it was given; `-` is standard input.
  let path: String
  private enum Content {
    case file(FileDescriptor, isOwned: Bool)
    case memory([UInt8])
  }

  private let content: Content
  /// Where the recording begins; not at 0 if a part of standard input was read before.
  private let start: Int64
  /// The number of bytes in the file when it was opened.
  private let size: Int64
  /// Where the first pass ended.
  private var end: Int64?
  private var source: ByteSource?
  private var bytesOfEarlierPasses = 0

  /// Opens a file. Throws for a pipe or a device that does not begin like a recording, before it
  /// reads on.
  init(path: String, format: RecordingFormat?) throws(FileError) {
    self.path = path
    let opened = path == "-" ? .standardInput : try ByteSource.open(path, name: path)
    if RereadableFile.isRepeatable(opened) {
      content = .file(opened, isOwned: path != "-")
      start = path == "-" ? Int64(lseek(opened.rawValue, 0, SEEK_CUR)) : 0
      size = RereadableFile.size(of: opened)
      return
    }
    defer { if path != "-" { try? opened.close() } }
    let input = ByteSource(stream: opened, name: path)
    content = .file(try RereadableFile.spool(input, format: format), isOwned: true)
    start = 0
    size = 0
  }

  /// Spools a source that can be read only once; bytes in memory need no copy.
  init(spooling input: ByteSource, format: RecordingFormat?) throws(FileError) {
    path = input.name
    if let bytes = input.wholeBytes {
      content = .memory(bytes)
    } else {
      content = .file(try RereadableFile.spool(input, format: format), isOwned: true)
    }
    start = 0
    size = 0
  }

  private static func spool(
    _ input: ByteSource, format: RecordingFormat?
  ) throws(FileError) -> FileDescriptor {
    let head = try input.peek(OpenRecording.headLength)
    try OpenRecording.check(
      head: head, name: input.name, format: format, otherKind: LocationFormat.kind(of:))
    return try Spool.copy(input)
  }

  private static func size(of file: FileDescriptor) -> Int64 {
    var status = stat()
    return fstat(file.rawValue, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Whether a file can be read from its start repeatedly. A folder cannot, and fails when it is
  /// read.
  private static func isRepeatable(_ file: FileDescriptor) -> Bool {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
  }

  deinit {
    if case .file(let file, isOwned: true) = content { try? file.close() }
  }

  /// The number of bytes read in all passes.
  var bytesRead: Int { bytesOfEarlierPasses + (source?.position ?? 0) }

  /// Starts a pass.
  func open(_ options: ReplayOptions) throws(FileError) -> OpenRecording {
    bytesOfEarlierPasses = bytesRead
    end = end ?? source?.filePosition
    let next =
      switch content {
      case .file(let file, _): ByteSource(file: file, name: path, from: start, to: end)
      case .memory(let bytes): ByteSource(name: path, bytes: bytes)
      }
    source = next
    return try OpenRecording(
      next, format: options.format, rate: options.reportRate, otherKind: LocationFormat.kind(of:))
  }

  /// Throws if the file was cut since it was opened, or a pass that is over has read less than the
  /// first.
  func checkPass() throws(FileError) {
    guard case .file(let file, _) = content else { return }
    if RereadableFile.size(of: file) < size { throw changeError }
    if let end, let position = source?.filePosition, position < end { throw changeError }
  }

  /// The error for a file that has changed since the first pass.
  var changeError: FileError {
    FileError(
      file: path, position: .file, expected: "a file that stays as it is while it is read",
      found: "a change since its first bytes were read")
  }
}

/// Copies of sources that can be read only once, in files without a name that vanish when they
/// are closed.
///
/// The folder is that of the environment variable `TMPDIR`, or `/tmp`.
enum Spool {
  /// The most bytes that are copied: 1 GiB, more than 16 million events. A recording in a file has
  /// no such limit.
  static let limit = 1 << 30

  private static let blockSize = 256 << 10

  /// Copies the rest of a source; throws if it has more than `limit` bytes.
  static func copy(
    _ input: ByteSource, limit: Int = limit
  ) throws(FileError) -> FileDescriptor {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let file = try TemporaryFile.open(in: folder.isEmpty ? "/tmp" : folder)
    do throws(FileError) {
      try copy(input, to: file, limit)
      return file.descriptor
    } catch {
      try? file.descriptor.close()
      throw error
    }
  }

  private static func copy(
    _ input: ByteSource, to file: TemporaryFile, _ limit: Int
  ) throws(FileError) {
    var block = [UInt8](repeating: 0, count: blockSize)
    var total = 0
    while true {
      let count = try input.read(into: &block)
      if count == 0 { return }
      total += count
      guard total <= limit else {
        throw FileError(
          file: input.name, position: .file,
          expected: "at most \(limit) bytes from a pipe or a device",
          found: "more (write them to a file first: files have no limit)")
      }
      try file.write(block[..<count])
    }
  }
}
