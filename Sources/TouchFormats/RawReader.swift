import Evdev
import Files
import Timeline

/// Reads bare little-endian `struct input_event` records: 24 bytes each from 64-bit machines, or 16
/// bytes from 32-bit ones.
///
/// | bytes of 24 | bytes of 16 | field |
/// |---|---|---|
/// | 0 ..< 8 | 0 ..< 4 | seconds |
/// | 8 ..< 16 | 4 ..< 8 | microseconds |
/// | 16 ..< 18 | 8 ..< 10 | type |
/// | 18 ..< 20 | 10 ..< 12 | code |
/// | 20 ..< 24 | 12 ..< 16 | value |
///
/// Source: `linux/input.h`. A truncated last record is dropped and counted. Bytes that are not
/// input events are an error; see ``RawEvidence``.
package final class RawReader: RecordingReader {
  package let format: RecordingFormat
  package let devices = [RecordedDevice()]
  package private(set) var anomalies = AnomalyCounts()
  private let source: ByteSource
  private let recordSize: Int
  private var evidence = RawEvidence()
  private let block: UnsafeMutableRawBufferPointer
  /// The number of valid bytes in `block`.
  private var filled = 0

  /// Reads records of 24 bytes (`.raw`) or, for `.raw32`, of 16.
  package init(_ source: ByteSource, format: RecordingFormat = .raw) {
    self.source = source
    self.format = format
    recordSize = RawReader.recordSize(format)
    block = .allocate(byteCount: recordSize * EventBatch.capacity, alignment: 16)
  }

  deinit { block.deallocate() }

  static func recordSize(_ format: RecordingFormat) -> Int { format == .raw32 ? 16 : 24 }

  package func read(into batch: inout EventBatch) throws(FileError) -> Bool {
    batch.device = 0
    batch.events.removeAll(keepingCapacity: true)
    while filled < recordSize {
      let got = try readMore()
      if got == 0 {
        if filled > 0 { anomalies.count(.truncated) }
        filled = 0
        try evidence.checkEnd(recordSize, in: source.name)
        return false
      }
      filled += got
    }
    let count = filled / recordSize
    try evidence.examine(
      UnsafeRawBufferPointer(rebasing: block[..<(count * recordSize)]), recordSize: recordSize,
      in: source.name)
    if format == .raw32 {
      decode32(count, into: &batch.events)
    } else {
      decode64(count, into: &batch.events)
    }
    keepRest(from: count * recordSize)
    return true
  }

  private func readMore() throws(FileError) -> Int {
    try source.read(into: UnsafeMutableRawBufferPointer(rebasing: block[filled...]))
  }

  /// Moves the start of an incomplete record to the front.
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
        output.append(bytes.event64(at: start))
      }
    }
  }

  private func decode32(_ count: Int, into events: inout [InputEvent]) {
    let bytes = UnsafeRawBufferPointer(block)
    events.append(addingCapacity: count) { output in
      for start in stride(from: 0, to: count * 16, by: 16) {
        output.append(bytes.event32(at: start))
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The record of 24 bytes at an offset.
  @inline(__always) func event64(at start: Int) -> InputEvent {
    InputEvent(
      time: Timestamp(
        seconds: little(start, Int64.self), microseconds: little(start + 8, Int64.self)),
      type: EventType(rawValue: little(start + 16, UInt16.self)),
      code: little(start + 18, UInt16.self), value: little(start + 20, Int32.self))
  }

  /// The record of 16 bytes at an offset.
  @inline(__always) func event32(at start: Int) -> InputEvent {
    InputEvent(
      time: Timestamp(
        seconds: Int64(little(start, Int32.self)),
        microseconds: Int64(little(start + 4, Int32.self))),
      type: EventType(rawValue: little(start + 8, UInt16.self)),
      code: little(start + 10, UInt16.self), value: little(start + 12, Int32.self))
  }

  /// The little-endian number at an offset.
  @inline(__always) func little<Number: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, _ type: Number.Type
  ) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
