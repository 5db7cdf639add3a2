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
  private var current: Int?
  private var isDone = false
  /// Whether the last line is truncated.
  private var isCutOff = false

  package init(_ source: ByteSource) { lines = LineBuffer(source) }

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
        let isCutOff = try lines.read { cursor throws(Expectation) in
          try readLines(&cursor, into: &batch)
        }
        if isCutOff { self.isCutOff = true }
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
  ) throws(Expectation) {
    while !cursor.isAtEnd, !isDone, batch.events.count < EventBatch.capacity {
      // Events keep their order, and a batch has one device.
      if cursor.byte != UInt8(ascii: "E"), !batch.events.isEmpty { return }
      try readLine(&cursor, into: &batch)
      if script.hasRecord { return }
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
    case UInt8(ascii: "@"), UInt8(ascii: "E"):
      guard cursor.starts(with: "@DEV ") || cursor.starts(with: "EVIOC") else {
        throw UmockdevReader.foreign
      }
      try ioctl.readLine(&cursor)
    case UInt8(ascii: "#"): break
    default:
      if !cursor.isBlank { try sysfs.readLine(&cursor) }
    }
    cursor.nextLine()
  }

  static let foreign = Expectation(
    "a umockdev line (P: N: E: A: L: S: H: r w f Q d @DEV or EVIOC...)")

  /// Whether a second letter follows, as in ordinary text.
  private static func isWord(_ line: TextCursor) -> Bool {
    var cursor = line
    cursor.advance()
    return cursor.byte.isLetter
  }
}

// MARK: Devices

extension UmockdevReader {
  /// The device of the next event.
  private func eventDevice() throws(Expectation) -> Int {
    if let current { return current }
    try addDevices()
    let index = devices.count == 1 ? 0 : try devices.add(RecordedDevice())
    current = index
    return index
  }

  /// Adds the devices that were described since the last call.
  private func addDevices() throws(Expectation) {
    for device in sysfs.takeDevices() { try add(device, overridesAxes: true) }
    for device in ioctl.takeDevices() { try add(device, overridesAxes: false) }
  }

  private func add(_ device: RecordedDevice, overridesAxes: Bool) throws(Expectation) {
    if let known = devices.firstIndex(where: { $0.node != nil && $0.node == device.node }) {
      devices[known].complete(with: device, overridesAxes: overridesAxes)
    } else {
      _ = try devices.add(device)
    }
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
    cursor = start
    try addDevices()
    if script.dropRest() { anomalies.count(.truncated) }
    let known = devices.firstIndex { $0.node == node }
    current = if let known { known } else { try devices.add(RecordedDevice(node: node)) }
  }
}

extension RecordedDevice {
  /// Adds the properties of the same device from another source: an ioctl file has the ranges of
  /// axes, and sysfs the calibration and the ranges that udev overrides.
  fileprivate mutating func complete(with other: RecordedDevice, overridesAxes: Bool) {
    calibration = calibration ?? other.calibration
    guard let more = other.description else { return }
    var description = description ?? DeviceDescription()
    if description.name.isEmpty { description.name = more.name }
    if description.identity == .init() { description.identity = more.identity }
    description.properties.formUnion(more.properties)
    description.codes.merge(more.codes) { $0.union($1) }
    description.axes.merge(more.axes) { overridesAxes ? $1 : $0 }
    self.description = description
  }
}

// MARK: Events

extension UmockdevReader {
  private static func isEvent(_ line: TextCursor) -> Bool {
    var cursor = line
    guard cursor.skip("E: ") else { return false }
    _ = cursor.skip(UInt8(ascii: "-"))
    return cursor.byte.isDigit
  }

  /// Reads `E: 12.000345 0003 0035 120`, but not its newline; a comment may follow.
  private static func event(_ cursor: inout TextCursor) throws(Expectation) -> InputEvent {
    _ = cursor.skip("E: ")
    let event = try cursor.evemuEvent()
    try cursor.endText()
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
    let isDecoded = decode(&cursor)
    if recordSize == nil, bytes.count >= UmockdevScript.sizes.small {
      recordSize = UmockdevScript.recordSize(of: bytes)
      if recordSize == nil {
        cursor = start
        throw Expectation("`struct input_event` records")
      }
    }
    if !isDecoded { throw Expectation("an escaped byte such as ^@") }
  }

  /// Appends the bytes of the line; false, with the cursor at it, for an escape of no byte.
  private mutating func decode(_ cursor: inout TextCursor) -> Bool {
    while !cursor.isAtLineEnd {
      let start = cursor
      var byte = cursor.byte
      if cursor.skip(UInt8(ascii: "^")) {
        switch cursor.byte {
        case UInt8(ascii: "`"): break
        case UInt8(ascii: "@")...UInt8(ascii: "_"): byte = cursor.byte - 64
        default:
          cursor = start
          return false
        }
      }
      bytes.append(byte)
      cursor.advance()
    }
    return true
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
        events.append(raw.event(at: next, size: size))
        next += size
      }
    }
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
  /// microseconds, seconds of 32 bits and an existing type.
  private static func isPlausible(_ raw: UnsafeRawBufferPointer, size: Int) -> Bool {
    for start in stride(from: 0, through: raw.count - sizes.small, by: size) {
      let (seconds, microseconds) = raw.time(at: start, size: size)
      guard 0..<1_000_000 ~= microseconds else { return false }
      // Small records have no more bits: a time from 1901 to 2038.
      guard size == sizes.small || 0..<(1 << 32) ~= seconds else { return false }
      guard start + size <= raw.count else { return true }
      guard raw.event(at: start, size: size).type.rawValue < 0x20 else { return false }
    }
    return true
  }
}
