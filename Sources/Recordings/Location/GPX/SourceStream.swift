import Foundation
import SystemPackage

/// A ``ByteSource`` for parsers that read from a stream.
final class SourceStream: InputStream {
  private let source: ByteSource
  private(set) var failure: Errno?
  private var isAtEnd = false
  private var status = Status.notOpen

  init(_ source: ByteSource) {
    self.source = source
    super.init(data: Data())
  }

  override func open() { status = .open }
  override func close() { status = .closed }
  override var streamStatus: Status { status }
  override var streamError: (any Error)? { failure }
  override var hasBytesAvailable: Bool { !isAtEnd }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
    guard !isAtEnd else { return 0 }
    do throws(Errno) {
      let count = try source.read(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: length))
      isAtEnd = count == 0
      return count
    } catch {
      failure = error
      isAtEnd = true
      return 0
    }
  }
}
