/// Writes regular files into a tar archive of the ustar format (POSIX.1-1988).
///
/// The same files produce the same bytes: owners and times are zero, and each file is writable for
/// its owner and readable for all.
public final class TarWriter {
  private static let blockSize = 512
  /// The most bytes of a name without its prefix.
  private static let maximumNameLength = 100

  private let sink: ByteSink

  public init(_ sink: ByteSink) { self.sink = sink }

  /// Appends a file; throws for a path of more than 100 bytes.
  public func add(_ path: String, _ bytes: [UInt8]) throws(FileError) {
    let name = Array(path.utf8)
    guard !name.isEmpty, name.count <= TarWriter.maximumNameLength else {
      throw FileError(
        file: sink.name,
        expected: "a name of 1 to \(TarWriter.maximumNameLength) bytes in a tar archive",
        found: "\(name.count) bytes")
    }
    try sink.append(TarWriter.header(name, size: bytes.count))
    try sink.append(bytes)
    let rest = bytes.count % TarWriter.blockSize
    if rest > 0 { try sink.append([UInt8](repeating: 0, count: TarWriter.blockSize - rest)) }
  }

  /// Ends the archive and its sink.
  public func finish() throws(FileError) {
    try sink.append([UInt8](repeating: 0, count: 2 * TarWriter.blockSize))
    try sink.finish()
  }

  private static func header(_ name: [UInt8], size: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: blockSize)
    func put(_ bytes: some Collection<UInt8>, at offset: Int) {
      for (index, byte) in bytes.enumerated() { block[offset + index] = byte }
    }
    put(name, at: 0)
    put(octal(0o644, digits: 7), at: 100)
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    put(octal(size, digits: 11), at: 124)
    put(octal(0, digits: 11), at: 136)
    put("        0".utf8, at: 148)
    put("ustar\u{0}00".utf8, at: 257)
    put(octal(block.reduce(0) { $0 + Int($1) }, digits: 6) + [0], at: 148)
    return block
  }

  private static func octal(_ value: Int, digits: Int) -> [UInt8] {
    let text = String(value, radix: 8)
    return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
  }
}
