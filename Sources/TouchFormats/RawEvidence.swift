/// Distinguishes `struct input_event` records from programs, pictures and other data.
///
/// A record is plausible if the kernel can send it: microseconds below a million, a time within
/// 2^33 seconds of zero (any clock's until 2242), and a type and code of
/// `linux/input-event-codes.h`; keys and `EV_SYN` have values of one byte. A `SYN_REPORT`, all
/// zeros except for its time, is no evidence, since files contain zeros for many reasons. A file is
/// not a recording if the first of its other records is implausible, or at least two and more than
/// a tenth of them are. Fewer implausible records are read, and counted as anomalies.
struct RawEvidence {
  private var plausible = 0
  private var implausible = 0
  /// The number of records, and of records that are all zeros.
  private var count = 0
  private var zeros = 0
  /// The index of the first implausible record, and the values that make it implausible.
  private var firstImplausible: (index: Int, problem: String)?
  private var startsImplausible = false

  /// Whether the records so far are input events; false without any evidence.
  var isConvincing: Bool { plausible > 0 && !isRefuted }

  private var isRefuted: Bool {
    startsImplausible || implausible > 1 && implausible * 10 > plausible + implausible
  }

  mutating func examine(_ bytes: UnsafeRawBufferPointer, recordSize: Int) {
    for start in stride(from: 0, to: bytes.count - recordSize + 1, by: recordSize) {
      if !bytes.isPlausibleEvent(at: start, size: recordSize) {
        if firstImplausible == nil {
          startsImplausible = plausible == 0
          firstImplausible = (count, bytes.problem(at: start, size: recordSize))
        }
        implausible += 1
      } else if bytes.little(start + recordSize - 8, UInt64.self) != 0 {
        plausible += 1
      } else if bytes.isZero(at: start, size: recordSize) {
        zeros += 1
      }
      count += 1
    }
  }

  /// Examines complete records; throws as soon as they cannot be a recording.
  mutating func examine(
    _ bytes: UnsafeRawBufferPointer, recordSize: Int, in file: String
  ) throws(FileError) {
    examine(bytes, recordSize: recordSize)
    guard isRefuted, let (index, problem) = firstImplausible else { return }
    throw FileError(
      file: file, position: .byte(index * recordSize),
      expected: """
        an input event of \(recordSize) bytes (less than a million microseconds, a type and a code \
        of the kernel)
        """,
      found: problem)
  }

  /// Throws, at the end of a file, if the file contains nothing but zeros.
  func checkEnd(_ recordSize: Int, in file: String) throws(FileError) {
    guard count > 0, zeros == count else { return }
    throw FileError(
      file: file, position: .byte(0), expected: "input events of \(recordSize) bytes",
      found: "nothing but zeros")
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always) fileprivate func hasPlausibleTime(at start: Int, size: Int) -> Bool {
    let (seconds, microseconds) = time(at: start, size: size)
    return 0..<1_000_000 ~= microseconds && -(1 << 33)...(1 << 33) ~= seconds
  }

  @inline(__always) fileprivate func isPlausibleEvent(at start: Int, size: Int) -> Bool {
    guard hasPlausibleTime(at: start, size: size) else { return false }
    let type = little(start + size - 8, UInt16.self)
    let code = little(start + size - 6, UInt16.self)
    guard let last = RawEvidence.lastCode(of: type), code <= last else { return false }
    return type > EventType.key.rawValue || 0...0xff ~= little(start + size - 4, Int32.self)
  }

  @inline(__always) fileprivate func isZero(at start: Int, size: Int) -> Bool {
    little(start, UInt64.self) == 0 && little(start + 8, UInt64.self) == 0
      && (size == 16 || little(start + 16, UInt64.self) == 0)
  }

  /// The values that make a record implausible.
  fileprivate func problem(at start: Int, size: Int) -> String {
    guard hasPlausibleTime(at: start, size: size) else {
      let (seconds, microseconds) = time(at: start, size: size)
      return "\(seconds) seconds and \(microseconds) microseconds"
    }
    let event = event(at: start, size: size)
    return "type \(event.type.rawValue), code \(event.code), value \(event.value)"
  }
}

extension RawEvidence {
  /// The largest code of a type: its `*_MAX` in `linux/input-event-codes.h`, or the largest code
  /// that is sent where that is a round number; nil for types that do not exist.
  fileprivate static func lastCode(of type: UInt16) -> UInt16? {
    switch type {
    case 0x00, 0x02, 0x11: 0x0f
    case 0x01: 0x2ff
    case 0x03: 0x3f
    case 0x04, 0x12: 0x07
    case 0x05: 0x1f
    case 0x14, 0x17: 0x01
    case 0x15: 0x7f
    case 0x16: 0xff
    default: nil
    }
  }
}
