import SensorFormats
import SystemPackage

/// A recording that can be read more than once, in passes of the same file and length, even if its
/// path or its size changes. The bytes of a pipe or a device are spooled first.
final class RereadableFile {
  /// The path as it was given; `-` is standard input.
  let path: String
  /// The opened source, which closes its file. Its peeked bytes serve the first pass.
  private let opened: ByteSource
  private let content: Content
  /// The source of the latest pass.
  private var source: ByteSource?
  /// Where the first pass ended.
  private var end: Int64?
  private var bytesOfEarlierPasses = 0

  private enum Content {
    case memory([UInt8])
    case file(FileDescriptor, start: Int64, size: Int64)
    /// The copy of a source that can be read only once.
    case spooled(FileDescriptor)
  }

  /// Reads all of an opened file, or the rest of a pipe or a device, which must begin like a
  /// recording.
  init(_ source: ByteSource, format: RecordingFormat?) throws(FileError) {
    path = source.name
    if let bytes = source.wholeBytes {
      content = .memory(bytes)
    } else if let (file, position) = source.file {
      content = .file(file, start: position - Int64(source.position), size: file.size ?? 0)
    } else {
      content = .spooled(try RereadableFile.spool(source, format: format))
    }
    opened = source
  }

  deinit { if case .spooled(let file) = content { try? file.close() } }

  private static func spool(
    _ input: ByteSource, format: RecordingFormat?
  ) throws(FileError) -> FileDescriptor {
    let head = try input.peek(OpenRecording.headLength)
    try OpenRecording.check(
      head: head, name: input.name, format: format, otherKind: LocationFormat.kind(of:))
    return try Spool.copy(input)
  }

  var bytesRead: Int { bytesOfEarlierPasses + (source?.position ?? 0) }

  func open(_ options: ReplayOptions) throws(FileError) -> OpenRecording {
    bytesOfEarlierPasses = bytesRead
    end = end ?? source?.file?.position
    let next = nextPass()
    source = next
    return try OpenRecording(
      next, format: options.format, rate: options.reportRate, otherKind: LocationFormat.kind(of:))
  }

  private func nextPass() -> ByteSource {
    switch content {
    case .memory(let bytes): ByteSource(name: path, bytes: bytes)
    case .file where opened.position == 0: opened
    case .file(let file, let start, _): ByteSource(file: file, name: path, from: start, to: end)
    case .spooled(let file): ByteSource(file: file, name: path, to: end)
    }
  }

  /// Throws if the file was cut since it was opened, or a pass has read less than the first.
  func checkPass() throws(FileError) {
    if case .file(let file, _, let size) = content, file.size ?? 0 < size { throw changeError }
    if let end, let position = source?.file?.position, position < end { throw changeError }
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

  static func copy(_ input: ByteSource, limit: Int = limit) throws(FileError) -> FileDescriptor {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let file = try TemporaryFile.open(in: folder.isEmpty ? "/tmp" : folder)
    do throws(FileError) {
      var total = 0
      try input.forEachBlock { block throws(FileError) in
        total += block.count
        guard total <= limit else {
          throw FileError(
            file: input.name, position: .file,
            expected: "at most \(limit) bytes from a pipe or a device",
            found: "more (write them to a file first: files have no limit)")
        }
        try file.write(block)
      }
      return file.descriptor
    } catch {
      try? file.descriptor.close()
      throw error
    }
  }
}
