import Evdev
import Timeline

/// The bytes that a program read from an input device: records of `struct input_event`.
///
/// umockdev writes bytes up to 32 as `^` and a letter 64 higher (0 is `^@`, 10 is `^J`), and `^`
/// itself as a `^` with a grave accent. All others stand for themselves, whether they are text or
/// not. Whether a record has 24 bytes, as on machines of 64 bits, or 16 is told by the first ones:
/// read with the wrong size, their times and types make no sense.
struct UmockdevScript {
  private var bytes: [UInt8] = []
  private var next = 0
  private var recordSize: Int?

  /// Whether a whole record is there.
  var hasRecord: Bool { recordSize.map { bytes.count - next >= $0 } ?? false }

  /// Forgets a part of a record, and tells whether there was one.
  mutating func dropRest() -> Bool {
    defer {
      bytes.removeAll(keepingCapacity: true)
      next = 0
    }
    return bytes.count > next
  }

  /// Reads the data of an `r` line, to the line's end.
  mutating func read(_ cursor: inout TextCursor) throws(Expectation) {
    bytes.removeSubrange(..<next)
    next = 0
    let start = cursor
    let failure = decode(&cursor)
    if recordSize == nil, bytes.count >= UmockdevScript.sizes.small {
      recordSize = UmockdevScript.recordSize(of: bytes)
      if recordSize == nil {
        cursor.restore(start)
        throw Expectation("records of struct input_event")
      }
    }
    if let failure { throw failure }
  }

  private mutating func decode(_ cursor: inout TextCursor) -> Expectation? {
    while !cursor.isAtLineEnd {
      if cursor.byte == UInt8(ascii: "^") {
        guard let byte = UmockdevScript.unescape(&cursor) else {
          return Expectation("an escaped byte, as in ^@")
        }
        bytes.append(byte)
      } else {
        bytes.append(cursor.byte)
        cursor.advance()
      }
    }
    return nil
  }

  private static func unescape(_ cursor: inout TextCursor) -> UInt8? {
    let start = cursor
    cursor.advance()
    switch cursor.byte {
    case UInt8(ascii: "`"):
      cursor.advance()
      return UInt8(ascii: "^")
    case UInt8(ascii: "@")...UInt8(ascii: "_"):
      let byte = cursor.byte - 64
      cursor.advance()
      return byte
    default:
      cursor.restore(start)
      return nil
    }
  }
}

// MARK: Records

extension UmockdevScript {
  private static let sizes = (large: 24, small: 16)

  /// Adds the records that are complete, as many as fit into a batch.
  mutating func takeRecords(into events: inout [InputEvent]) {
    guard let size = recordSize else { return }
    bytes.withUnsafeBytes { raw in
      while raw.count - next >= size, events.count < EventBatch.capacity {
        events.append(UmockdevScript.event(raw, at: next, size: size))
        next += size
      }
    }
  }

  private static func event(_ raw: UnsafeRawBufferPointer, at start: Int, size: Int) -> InputEvent {
    let time =
      size == sizes.large
      ? Timestamp(seconds: load(raw, start), microseconds: load(raw, start + 8))
      : Timestamp(
        seconds: Int64(load(raw, start) as Int32),
        microseconds: Int64(load(raw, start + 4) as Int32)
      )
    let rest = start + size - 8
    return InputEvent(
      time: time, type: EventType(rawValue: load(raw, rest)), code: load(raw, rest + 2),
      value: load(raw, rest + 4))
  }

  private static func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _ raw: UnsafeRawBufferPointer, _ offset: Int
  ) -> Number {
    Number(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  /// The size with which bytes make sense as records, of at least the smaller size.
  ///
  /// The larger one is asked first: a record of 24 bytes that was cut off may well look like one of
  /// 16, but the other way round a small record needs zero microseconds to look like a large one.
  private static func recordSize(of bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { raw in
      [sizes.large, sizes.small].first { makesSense(raw, size: $0) }
    }
  }

  /// Whether all records have less than a million microseconds, a time before 2106 and a type that
  /// exists, as far as they reach.
  private static func makesSense(_ raw: UnsafeRawBufferPointer, size: Int) -> Bool {
    for start in stride(from: 0, through: raw.count - sizes.small, by: size) {
      let seconds: Int64
      let microseconds: Int64
      if size == sizes.large {
        seconds = load(raw, start)
        microseconds = load(raw, start + 8)
      } else {
        seconds = Int64(load(raw, start) as UInt32)
        microseconds = Int64(load(raw, start + 4) as UInt32)
      }
      guard 0..<1_000_000 ~= microseconds, 0..<(1 << 32) ~= seconds else { return false }
      guard start + size <= raw.count else { return true }
      guard event(raw, at: start, size: size).type.rawValue < 0x20 else { return false }
    }
    return true
  }
}
