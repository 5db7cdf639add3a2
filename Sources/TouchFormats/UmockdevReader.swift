import Evdev
import Files

/// Reads umockdev's recordings of an input device: scripts, device files, ioctl files and events.
///
/// ```
/// P: /devices/platform/i8042/serio1/input/input12      a device file: UmockdevSysfs
/// @DEV /dev/input/event5                                an ioctl file: UmockdevIoctl
/// d /dev/input/event5                                   a script, optionally with its device
/// r 100 ^@^@...                                         bytes read by a program: UmockdevScript
/// E: 12.000345 0003 0035 120                            an event in evemu's format
/// ```
///
/// One file may contain all of them; a description counts if it precedes the first event. Writes
/// (`w`) and umockdev's settings (`f`) are skipped; `Q` ends the script. Source: umockdev's
/// `script-format.txt` and the recordings of umockdev 0.8 to 0.19.
package final class UmockdevReader: RecordingReader {
  package let format = RecordingFormat.umockdev
  package private(set) var devices: [RecordedDevice] = []
  package private(set) var anomalies = AnomalyCounts()
  private let lines: LineBuffer
  private var sysfs = UmockdevSysfs()
  private var ioctl = UmockdevIoctl()
  private var script = UmockdevScript()
  /// The device of the events.
  private var current: Int?
  private var isDone = false
  /// Whether the last line is truncated.
  private var isCutOff = false

  package init(_ source: ByteSource) {
    lines = LineBuffer(source)
  }

  package func read(into batch: inout EventBatch) throws(FileError) -> Bool {
    batch.events.removeAll(keepingCapacity: true)
    while batch.events.isEmpty {
      if script.hasRecord {
        script.takeRecords(into: &batch.events)
        batch.device = current ?? 0
      } else {
        guard !isDone, try lines.fill() else {
          try finish()
          return false
        }
        var cursor = lines.cursor
        try readLines(&cursor, into: &batch)
        lines.consume(to: cursor)
      }
    }
    return true
  }

  private func finish() throws(FileError) {
    do throws(Expectation) {
      try addDevices()
    } catch {
      throw lines.error(at: lines.cursor, error)
    }
    if script.dropRest() || isCutOff { anomalies.count(.truncated) }
    isCutOff = false
  }

  private func readLines(
    _ cursor: inout TextCursor, into batch: inout EventBatch
  ) throws(FileError) {
    do throws(Expectation) {
      while !cursor.isAtEnd, !isDone, batch.events.count < EventBatch.capacity {
        // Events keep their order, and a batch has one device.
        if cursor.byte != UInt8(ascii: "E"), !batch.events.isEmpty { return }
        try readLine(&cursor, into: &batch)
        if script.hasRecord { return }
      }
    } catch {
      guard lines.isCutOff(cursor) else { throw lines.error(at: cursor, error) }
      isCutOff = true
      cursor.nextLine()
    }
  }

  private func readLine(
    _ cursor: inout TextCursor, into batch: inout EventBatch
  ) throws(Expectation) {
    switch cursor.byte {
    case UInt8(ascii: "E") where cursor.starts(with: "E: "):
      if UmockdevReader.isEvent(cursor) {
        batch.device = try eventDevice()
        batch.events.append(try UmockdevReader.event(&cursor))
      } else {
        try sysfs.readLine(&cursor)
      }
    case UInt8(ascii: "r"):
      try UmockdevReader.skipOperation(&cursor)
      _ = try eventDevice()
      try script.read(&cursor)
    case UInt8(ascii: "w"), UInt8(ascii: "f"): try UmockdevReader.skipOperation(&cursor)
    case UInt8(ascii: "Q") where !UmockdevReader.isWord(cursor): isDone = true
    case UInt8(ascii: "d"): try readNode(&cursor)
    case UInt8(ascii: "@"), UInt8(ascii: "E"): try readIoctl(&cursor)
    case UInt8(ascii: "#"): break
    default:
      if !cursor.isBlank { try sysfs.readLine(&cursor) }
    }
    cursor.nextLine()
  }
}

extension UmockdevReader {
  /// Whether a second letter follows, as in ordinary text.
  private static func isWord(_ line: TextCursor) -> Bool {
    var cursor = line
    cursor.advance()
    return (cursor.byte | 0x20) &- UInt8(ascii: "a") <= 25
  }
}

// MARK: Devices

extension UmockdevReader {
  /// The device of the next event.
  private func eventDevice() throws(Expectation) -> Int {
    if let current { return current }
    try addDevices()
    if devices.count != 1 { try add(RecordedDevice()) }
    let index = devices.count - 1
    current = index
    return index
  }

  /// Adds the devices that were described since the last call.
  private func addDevices() throws(Expectation) {
    for device in sysfs.takeDevices() + ioctl.takeDevices() {
      let known = devices.firstIndex { $0.node != nil && $0.node == device.node }
      if let known {
        // An ioctl file has the ranges; sysfs does not.
        if devices[known].description?.axes.isEmpty ?? true { devices[known] = device }
      } else {
        try add(device)
      }
    }
  }

  private func add(_ device: RecordedDevice) throws(Expectation) {
    try Expectation.checkRoom(after: devices.count)
    devices.append(device)
  }

  /// Reads `d /dev/input/event5`; old scripts have a number before the device.
  private func readNode(_ cursor: inout TextCursor) throws(Expectation) {
    guard cursor.skip("d ") else { throw Expectation("`d` and a device") }
    _ = cursor.skip("0 ")
    guard cursor.byte == UInt8(ascii: "/") else {
      throw Expectation("a device such as /dev/input/event5")
    }
    let start = cursor
    let node = try Expectation.checkedName(String(decoding: cursor.word(), as: UTF8.self))
    cursor.restore(start)
    try addDevices()
    if script.dropRest() { anomalies.count(.truncated) }
    if let known = devices.firstIndex(where: { $0.node == node }) {
      current = known
    } else {
      try add(RecordedDevice(node: node))
      current = devices.count - 1
    }
  }

  private func readIoctl(_ cursor: inout TextCursor) throws(Expectation) {
    guard cursor.starts(with: "@DEV ") || cursor.starts(with: "EVIOC") else {
      throw Expectation("a umockdev line (P: N: E: A: L: S: H: r w f Q d @DEV or EVIOC...)")
    }
    try ioctl.readLine(&cursor)
  }
}

// MARK: Events

extension UmockdevReader {
  private static func isEvent(_ line: TextCursor) -> Bool {
    var cursor = line
    return cursor.skip("E: ") && cursor.byte &- UInt8(ascii: "0") <= 9
  }

  /// Reads `E: 12.000345 0003 0035 120`, but not its newline; a comment may follow.
  private static func event(_ cursor: inout TextCursor) throws(Expectation) -> InputEvent {
    _ = cursor.skip("E: ")
    let event = try cursor.evemuEvent()
    cursor.skipSpaces()
    guard cursor.isAtLineEnd || cursor.byte == UInt8(ascii: "#") else {
      throw Expectation("the end of the line or a comment")
    }
    return event
  }

  /// Skips the letter of an operation, its number and the space after it.
  private static func skipOperation(_ cursor: inout TextCursor) throws(Expectation) {
    cursor.advance()
    guard cursor.skip(UInt8(ascii: " ")), cursor.decimal() != nil else {
      throw Expectation("the number of an operation, such as `r 100 `")
    }
    guard cursor.skip(UInt8(ascii: " ")) else { throw Expectation("a space before the data") }
  }
}

/// Decodes the bytes that a program read from an input device: `struct input_event` records.
///
/// umockdev escapes bytes below 32 as `^` and a character 64 higher (0 is `^@`, 10 is `^J`), and
/// `^` itself as a `^` with a grave accent. All other bytes are literal, whether they are text or
/// not. The first records show whether the size is 24 bytes, as on 64-bit machines, or 16: with the
/// wrong size their times and types are implausible.
struct UmockdevScript {
  private var bytes: [UInt8] = []
  private var next = 0
  private var recordSize: Int?

  /// Whether a complete record is available.
  var hasRecord: Bool { recordSize.map { bytes.count - next >= $0 } ?? false }

  /// Drops an incomplete record; returns whether there was one.
  mutating func dropRest() -> Bool {
    defer {
      bytes.removeAll(keepingCapacity: true)
      next = 0
    }
    return bytes.count > next
  }

  /// Reads the data of an `r` line, up to the line's end.
  mutating func read(_ cursor: inout TextCursor) throws(Expectation) {
    bytes.removeSubrange(..<next)
    next = 0
    let start = cursor
    let failure = decode(&cursor)
    if recordSize == nil, bytes.count >= UmockdevScript.sizes.small {
      recordSize = UmockdevScript.recordSize(of: bytes)
      if recordSize == nil {
        cursor.restore(start)
        throw Expectation("`struct input_event` records")
      }
    }
    if let failure { throw failure }
  }

  private mutating func decode(_ cursor: inout TextCursor) -> Expectation? {
    while !cursor.isAtLineEnd {
      if cursor.byte == UInt8(ascii: "^") {
        guard let byte = UmockdevScript.unescape(&cursor) else {
          return Expectation("an escaped byte such as ^@")
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

  /// Appends the complete records, as many as fit into a batch.
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
    size == sizes.large ? raw.event64(at: start) : raw.event32(at: start)
  }

  /// The record size for which the bytes are plausible; there must be at least one small record.
  ///
  /// The larger size is tried first: a truncated record of 24 bytes may look like one of 16, but a
  /// small record needs zero microseconds to look like a large one.
  private static func recordSize(of bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { raw in
      [sizes.large, sizes.small].first { isPlausible(raw, size: $0) }
    }
  }

  /// Whether all records, the last of which may be incomplete, have less than a million
  /// microseconds, a time before 2106 and an existing type.
  private static func isPlausible(_ raw: UnsafeRawBufferPointer, size: Int) -> Bool {
    for start in stride(from: 0, through: raw.count - sizes.small, by: size) {
      let isLarge = size == sizes.large
      let seconds =
        isLarge ? raw.little(start, Int64.self) : Int64(raw.little(start, UInt32.self))
      let microseconds =
        isLarge ? raw.little(start + 8, Int64.self) : Int64(raw.little(start + 4, UInt32.self))
      guard 0..<1_000_000 ~= microseconds, 0..<(1 << 32) ~= seconds else { return false }
      guard start + size <= raw.count else { return true }
      guard event(raw, at: start, size: size).type.rawValue < 0x20 else { return false }
    }
    return true
  }
}
