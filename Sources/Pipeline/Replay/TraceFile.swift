import Foundation
import Recordings
import SystemPackage

/// A recording that can be read more than once: standard input is kept in a temporary file.
final class TraceFile {
  /// The path as it was given; `-` is standard input.
  let path: String
  /// What standard input held; the file has no name any more, and is gone with its descriptor.
  private let spool: FileDescriptor?
  private var source: ByteSource?
  private var bytesOfEarlierPasses = 0

  init(path: String) throws(RecordingError) {
    self.path = path
    spool = path == "-" ? try TraceFile.spoolStandardInput() : nil
  }

  deinit {
    try? spool?.close()
  }

  /// How many bytes were read, those of each pass counted.
  var bytesRead: Int { bytesOfEarlierPasses + (source?.position ?? 0) }

  /// Starts reading from the front.
  func open(_ options: ReplayOptions) throws(RecordingError) -> OpenRecording {
    bytesOfEarlierPasses = bytesRead
    let next: ByteSource
    do {
      // A descriptor's own file is opened anew, with a position of its own.
      let place = spool.map { "/proc/self/fd/\($0.rawValue)" } ?? path
      next = try ByteSource(path: place, displayName: path)
    } catch {
      throw RecordingError.unreadable(path, error)
    }
    source = next
    return try OpenRecording(next, format: options.format, rate: options.frameRate)
  }

  private static func spoolStandardInput() throws(RecordingError) -> FileDescriptor {
    let folder = FileManager.default.temporaryDirectory.path
    let path = "\(folder)/replay-\(UUID().uuidString)"
    defer { unlink(path) }
    do {
      let input = try ByteSource(path: "-")
      let sink = try ByteSink(growing: path)
      var block = [UInt8](repeating: 0, count: 256 << 10)
      while true {
        let count = try block.withUnsafeMutableBytes { buffer in try input.read(into: buffer) }
        if count == 0 { break }
        try sink.append(block[..<count])
      }
      let spool = try FileDescriptor.open(path, .readOnly)
      try sink.finish()
      return spool
    } catch {
      throw RecordingError.unreadable("-", error as? Errno ?? .ioError)
    }
  }
}

extension TracePath {
  /// Whether the file begins like a recording of any format.
  ///
  /// In a folder of recordings lie other things, too: what is none by its content is passed over.
  public func looksLikeRecording() throws(RecordingError) -> Bool {
    do {
      let source = try ByteSource(path: path)
      return RecordingFormat.detect(try source.peek(RecordingFormat.detectionLength)) != nil
    } catch {
      throw RecordingError.unreadable(path, error)
    }
  }
}
