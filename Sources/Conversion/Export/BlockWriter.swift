import Files

/// Writes text to a sink in blocks; its errors are kept until ``finish()``.
struct BlockWriter {
  private let sink: ByteSink
  private var bytes: [UInt8] = []
  private var error: FileError?

  /// The number of bytes that triggers a write: large enough for few system calls.
  private static let blockSize = 64 << 10

  init(_ sink: ByteSink) { self.sink = sink }

  /// Writes the text that a closure appends.
  mutating func write(_ append: (inout [UInt8]) -> Void) {
    append(&bytes)
    if bytes.count >= BlockWriter.blockSize { flush() }
  }

  /// Ends the file; throws the first error of the sink.
  mutating func finish() throws(FileError) {
    flush()
    if let error { throw error }
    try sink.finish()
  }

  private mutating func flush() {
    defer { bytes.removeAll(keepingCapacity: true) }
    if error != nil { return }
    do throws(FileError) {
      try sink.append(bytes)
    } catch {
      self.error = error
    }
  }
}
