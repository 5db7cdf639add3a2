import Files
import SystemPackage

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
