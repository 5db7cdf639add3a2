import Foundation
import Recordings
import SystemPackage

/// A recording that can be read more than once: the bytes of a pipe are spooled to a temporary file.
final class RereadableFile {
  /// The path as it was given; `-` is standard input.
  let path: String
  /// The path to open.
  private let readPath: String
  /// The spooled bytes of a pipe; the file has no name any more and vanishes with its descriptor.
  private let spool: FileDescriptor?
  private var source: ByteSource?
  private var bytesOfEarlierPasses = 0

  init(path: String) throws(RecordingError) {
    self.path = path
    if RereadableFile.isRepeatable(path) {
      spool = nil
      readPath = path == "-" ? RereadableFile.path(of: .standardInput) : path
    } else {
      let spool = try RereadableFile.spool(path)
      self.spool = spool
      readPath = RereadableFile.path(of: spool)
    }
  }

  /// A path that opens the file of a descriptor anew, with a position of its own.
  private static func path(of descriptor: FileDescriptor) -> String {
    "/proc/self/fd/\(descriptor.rawValue)"
  }

  /// Whether a path leads to a file that can be read from its start repeatedly.
  private static func isRepeatable(_ path: String) -> Bool {
    var status = stat()
    if path == "-" {
      return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && lseek(STDIN_FILENO, 0, SEEK_CUR) == 0
    }
    // A path that cannot be examined fails when it is opened.
    guard stat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
  }

  deinit {
    try? spool?.close()
  }

  /// The number of bytes read, those of each pass counted.
  var bytesRead: Int { bytesOfEarlierPasses + (source?.position ?? 0) }

  /// Starts reading from the start.
  func open(_ options: ReplayOptions) throws(RecordingError) -> OpenRecording {
    bytesOfEarlierPasses = bytesRead
    let next = try ByteSource(path: readPath, displayName: path)
    source = next
    return try OpenRecording(next, format: options.format, rate: options.reportRate)
  }

  private static func spool(_ path: String) throws(RecordingError) -> FileDescriptor {
    let folder = FileManager.default.temporaryDirectory.path
    let copy = "\(folder)/replay-\(UUID().uuidString)"
    defer { unlink(copy) }
    let input = try ByteSource(path: path)
    let sink = try ByteSink(growing: copy)
    var block = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = try input.read(into: &block)
      if count == 0 { break }
      try sink.append(block[..<count])
    }
    try sink.finish()
    do {
      return try FileDescriptor.open(copy, .readOnly)
    } catch {
      throw RecordingError.cannotRead(copy, error as? Errno ?? .ioError)
    }
  }
}
