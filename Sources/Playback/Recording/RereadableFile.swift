import Files
import SensorFormats
import SystemPackage
import TouchFormats

/// A recording that can be read more than once, in passes of the same file and length, even if its
/// path or its size changes. The bytes of a pipe or a device are spooled first.
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
  private let size: Int64
  /// Where the first pass ended.
  private var end: Int64?
  private var source: ByteSource?
  private var bytesOfEarlierPasses = 0

  /// Opens a file; a pipe or a device must begin like a recording.
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

  /// Whether a file can be read repeatedly. A folder cannot, and fails when it is read.
  private static func isRepeatable(_ file: FileDescriptor) -> Bool {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
  }

  deinit { if case .file(let file, isOwned: true) = content { try? file.close() } }

  var bytesRead: Int { bytesOfEarlierPasses + (source?.position ?? 0) }

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

  /// Throws if the file was cut since it was opened, or a pass has read less than the first.
  func checkPass() throws(FileError) {
    guard case .file(let file, _) = content else { return }
    if RereadableFile.size(of: file) < size { throw changeError }
    if let end, let position = source?.filePosition, position < end { throw changeError }
  }

  var changeError: FileError {
    FileError(
      file: path, position: .file, expected: "a file that stays as it is while it is read",
      found: "a change since its first bytes were read")
  }
}

/// Copies of sources that can be read only once, in files without a name in `TMPDIR` or `/tmp`.
enum Spool {
  /// The most bytes that are copied: 16 million events.
  static let limit = 1 << 30

  private static let blockSize = 256 << 10

  static func copy(_ input: ByteSource, limit: Int = limit) throws(FileError) -> FileDescriptor {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let file = try TemporaryFile.open(in: folder.isEmpty ? "/tmp" : folder)
    do throws(FileError) {
      var block = [UInt8](repeating: 0, count: blockSize)
      var total = 0
      while true {
        let count = try input.read(into: &block)
        if count == 0 { return file.descriptor }
        total += count
        guard total <= limit else {
          throw FileError(
            file: input.name, position: .file,
            expected: "at most \(limit) bytes from a pipe or a device",
            found: "more (write them to a file first: files have no limit)")
        }
        try file.write(block[..<count])
      }
    } catch {
      try? file.descriptor.close()
      throw error
    }
  }
}
