import Files
import SystemPackage

/// A file with the events of one device of a libinput recording in progress.
///
/// When the recording ends, the events are copied into it, and the file is deleted. A file that is
/// left behind is itself a recording of the device.
final class LibinputPart {
  private let path: FilePath
  private let sink: ByteSink
  /// The length of the header, which a recording of several devices contains only once.
  private let header: Int

  /// Creates the file with its head, whose first bytes are the header.
  init(path: String, head: [UInt8], header: Int) throws(FileError) {
    self.path = FilePath(path)
    self.header = header
    sink = try ByteSink(growing: path)
    try append(head)
  }

  /// Appends bytes in one write.
  func append(_ bytes: [UInt8]) throws(FileError) {
    try sink.append(bytes)
    try sink.flush()
  }

  /// Copies everything after the header.
  func copy(to other: ByteSink) throws(FileError) {
    try sink.finish()
    var block = [UInt8](repeating: 0, count: 64 << 10)
    var offset = Int64(header)
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      defer { try? file.close() }
      while true {
        let count = try block.withUnsafeMutableBytes {
          try file.read(fromAbsoluteOffset: offset, into: $0)
        }
        if count == 0 { return }
        offset += Int64(count)
        try other.append(block[..<count])
      }
    } catch let error as FileError {
      throw error
    } catch {
      throw .cannotRead(path.string, error as? Errno ?? .ioError)
    }
  }

  /// Deletes the file, once the recording that it is part of is complete.
  func remove() {
    _ = path.withPlatformString { unlink($0) }
  }
}
