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
    do {
      return try source.read(into: UnsafeMutableRawBufferPointer(rebasing: block[filled...]))
    } catch {
      throw RecordingError.unreadable(source.name, error)
    }
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
    for start in stride(from: 0, to: count * 24, by: 24) {
      events.append(
        InputEvent(
          time: Timestamp(
            seconds: Int64(littleEndian: load(start)),
            microseconds: Int64(littleEndian: load(start + 8))),
          type: EventType(rawValue: UInt16(littleEndian: load(start + 16))),
          code: UInt16(littleEndian: load(start + 18)),
          value: Int32(littleEndian: load(start + 20))))
    }
  }

  private func decode32(_ count: Int, into events: inout [InputEvent]) {
    for start in stride(from: 0, to: count * 16, by: 16) {
      events.append(
        InputEvent(
          time: Timestamp(
            seconds: Int64(Int32(littleEndian: load(start))),
            microseconds: Int64(Int32(littleEndian: load(start + 4)))),
          type: EventType(rawValue: UInt16(littleEndian: load(start + 8))),
          code: UInt16(littleEndian: load(start + 10)),
          value: Int32(littleEndian: load(start + 12))))
    }
  }

  @inline(__always) private func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int
  ) -> Number {
    UnsafeRawBufferPointer(block).loadUnaligned(fromByteOffset: offset, as: Number.self)
  }
}
