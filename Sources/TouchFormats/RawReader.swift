/// Reads bare little-endian `struct input_event` records: 24 bytes each from 64-bit machines, or 16
/// bytes from 32-bit ones.
///
/// A record has seconds and microseconds of 8 (or 4) bytes each, type and code of 2 bytes each, and
/// a value of 4 bytes. Source: `linux/input.h`. A truncated last record is dropped and counted.
/// Bytes that are not input events are an error; see ``RawEvidence``.
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
      let got = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: block[filled...]))
      if got == 0 {
        if filled > 0 { anomalies.count(.truncated) }
        filled = 0
        try evidence.checkEnd(recordSize, in: source.name)
        return false
      }
      filled += got
    }
    let count = filled / recordSize
    let end = count * recordSize
    let records = UnsafeRawBufferPointer(rebasing: block[..<end])
    try evidence.examine(records, recordSize: recordSize, in: source.name)
    batch.events.append(addingCapacity: count) { output in
      // Each loop has a constant size, with which a record is decoded without branches.
      if recordSize == 24 {
        for start in stride(from: 0, to: end, by: 24) {
          output.append(records.event(at: start, size: 24))
        }
      } else {
        for start in stride(from: 0, to: end, by: 16) {
          output.append(records.event(at: start, size: 16))
        }
      }
    }
    // The start of an incomplete record moves to the front.
    block.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[end..<filled]))
    filled -= end
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// The record of 24 or 16 bytes at an offset.
  @inline(__always) func event(at start: Int, size: Int) -> InputEvent {
    let (seconds, microseconds) = time(at: start, size: size)
    return InputEvent(
      time: Timestamp(seconds: seconds, microseconds: microseconds),
      type: EventType(rawValue: little(start + size - 8, UInt16.self)),
      code: little(start + size - 6, UInt16.self), value: little(start + size - 4, Int32.self))
  }

  @inline(__always) func time(at start: Int, size: Int) -> (seconds: Int64, microseconds: Int64) {
    size == 24
      ? (little(start, Int64.self), little(start + 8, Int64.self))
      : (Int64(little(start, Int32.self)), Int64(little(start + 4, Int32.self)))
  }

  /// The little-endian number at an offset.
  @inline(__always) func little<Number: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, _ type: Number.Type
  ) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
