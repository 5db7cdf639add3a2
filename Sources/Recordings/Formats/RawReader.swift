public import Evdev
import SystemPackage
import Timeline

/// Reads bare `struct input_event` records, little-endian: 24 bytes each as 64-bit
/// machines write them, or 16 bytes as 32-bit ones do.
///
/// | bytes of 24 | bytes of 16 | field |
/// |---|---|---|
/// | 0 ..< 8 | 0 ..< 4 | seconds |
/// | 8 ..< 16 | 4 ..< 8 | microseconds |
/// | 16 ..< 18 | 8 ..< 10 | type |
/// | 18 ..< 20 | 10 ..< 12 | code |
/// | 20 ..< 24 | 12 ..< 16 | value |
///
/// Source: `linux/input.h`. A last record that is cut off is dropped and counted.
public final class RawReader: RecordingReader {
  public let format: RecordingFormat
  public let devices = [RecordedDevice()]
  public private(set) var anomalies = AnomalyCounts()
  private let source: ByteSource
  private let recordSize: Int
  private let block: UnsafeMutableRawBufferPointer
  /// Bytes of `block` that hold something.
  private var filled = 0

  /// Reads records of 24 bytes (`.raw`) or, for `.raw32`, of 16.
  public init(_ source: ByteSource, format: RecordingFormat = .raw) {
    self.source = source
    self.format = format
    recordSize = RawReader.recordSize(format)
    block = .allocate(byteCount: recordSize * EventBatch.capacity, alignment: 16)
  }

  deinit { block.deallocate() }

  static func recordSize(_ format: RecordingFormat) -> Int { format == .raw32 ? 16 : 24 }

  public func read(into batch: inout EventBatch) throws(RecordingError) -> Bool {
    batch.device = 0
    batch.events.removeAll(keepingCapacity: true)
    while filled < recordSize {
      let got = try readMore()
      if got == 0 {
        if filled > 0 { anomalies.count(.truncated) }
        filled = 0
        return false
      }
      filled += got
    }
    let count = filled / recordSize
    if format == .raw32 {
      decode32(count, into: &batch.events)
    } else {
      decode64(count, into: &batch.events)
    }
    keepRest(from: count * recordSize)
    return true
  }

  private func readMore() throws(RecordingError) -> Int {
    try source.read(into: UnsafeMutableRawBufferPointer(rebasing: block[filled...]))
  }

  /// Moves the start of a record that is not complete to the front.
  private func keepRest(from end: Int) {
    let rest = filled - end
    if rest > 0 {
      block.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[end..<filled]))
    }
    filled = rest
  }

  private func decode64(_ count: Int, into events: inout [InputEvent]) {
    let bytes = UnsafeRawBufferPointer(block)
    events.append(addingCapacity: count) { output in
      for start in stride(from: 0, to: count * 24, by: 24) {
        output.append(
          InputEvent(
            time: Timestamp(
              seconds: bytes.little(start, Int64.self),
              microseconds: bytes.little(start + 8, Int64.self)),
            type: EventType(rawValue: bytes.little(start + 16, UInt16.self)),
            code: bytes.little(start + 18, UInt16.self),
            value: bytes.little(start + 20, Int32.self)))
      }
    }
  }

  private func decode32(_ count: Int, into events: inout [InputEvent]) {
    let bytes = UnsafeRawBufferPointer(block)
    events.append(addingCapacity: count) { output in
      for start in stride(from: 0, to: count * 16, by: 16) {
        output.append(
          InputEvent(
            time: Timestamp(
              seconds: Int64(bytes.little(start, Int32.self)),
              microseconds: Int64(bytes.little(start + 4, Int32.self))),
            type: EventType(rawValue: bytes.little(start + 8, UInt16.self)),
            code: bytes.little(start + 10, UInt16.self),
            value: bytes.little(start + 12, Int32.self)))
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The number in the bytes from `offset` on, the lowest first.
  @inline(__always)
  fileprivate func little<Number: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, _ type: Number.Type
  ) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
