import Foundation
import Recordings
import SystemPackage

/// A recording that can be read more than once: what comes through a pipe is kept in a temporary
/// file.
final class TraceFile {
  /// The path as it was given; `-` is standard input.
  let path: String
  /// Where to read it.
  private let place: String
  /// What came through a pipe; the file has no name any more, and is gone with its descriptor.
  private let spool: FileDescriptor?
  private var source: ByteSource?
  private var bytesOfEarlierPasses = 0

  init(path: String) throws(RecordingError) {
    self.path = path
    if TraceFile.isRepeatable(path) {
      spool = nil
      place = path == "-" ? TraceFile.place(of: .standardInput) : path
    } else {
      let spool = try TraceFile.spool(path)
      self.spool = spool
      place = TraceFile.place(of: spool)
    }
  }

  /// Where a descriptor's own file can be opened anew, with a position of its own.
  private static func place(of descriptor: FileDescriptor) -> String {
    "/proc/self/fd/\(descriptor.rawValue)"
  }

  /// Whether a path leads to a file that can be read from its front, as often as need be.
  private static func isRepeatable(_ path: String) -> Bool {
    var status = stat()
    if path == "-" {
      return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && lseek(STDIN_FILENO, 0, SEEK_CUR) == 0
    }
    // What can't be examined fails when it is opened.
    guard stat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
  }

  deinit {
    try? spool?.close()
  }

  /// How many bytes were read, those of each pass counted.
  var bytesRead: Int { bytesOfEarlierPasses + (source?.position ?? 0) }

  /// Starts reading from the front.
  func open(_ options: ReplayOptions) throws(RecordingError) -> OpenRecording {
    bytesOfEarlierPasses = bytesRead
    let next = try ByteSource(path: place, displayName: path)
    source = next
    return try OpenRecording(next, format: options.format, rate: options.frameRate)
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

extension TracePath {
  /// Whether the file begins like a recording of any format.
  ///
  /// In a folder of recordings lie other things, too: what is none by its content is passed over.
  public func looksLikeRecording() throws(RecordingError) -> Bool {
    let source = try ByteSource(path: path)
    return RecordingFormat.detect(try source.peek(RecordingFormat.detectionLength)) != nil
  }
}
