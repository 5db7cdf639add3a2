public import Evdev

/// Reads what umockdev records of an input device: scripts, device files, ioctl files and events.
///
/// ```
/// P: /devices/platform/i8042/serio1/input/input12      a device file: UmockdevSysfs
/// @DEV /dev/input/event5                                an ioctl file: UmockdevIoctl
/// d /dev/input/event5                                   a script, maybe with its device
/// r 100 ^@^@...                                         what a program read: UmockdevScript
/// E: 12.000345 0003 0035 120                            an event in the words of evemu
/// ```
///
/// The kinds may stand in one file; a description counts if it comes before the first event. What
/// programs wrote (`w`) and umockdev's own settings (`f`) are skipped, `Q` ends the script. Source:
/// umockdev's `script-format.txt` and what umockdev 0.8 to 0.19 records.
public final class UmockdevReader: RecordingReader {
  public let format = RecordingFormat.umockdev
  public private(set) var devices: [RecordedDevice] = []
  public private(set) var anomalies = AnomalyCounts()
  private let lines: LineBuffer
  private var sysfs = UmockdevSysfs()
  private var ioctl = UmockdevIoctl()
  private var script = UmockdevScript()
  /// The device that events are of.
  private var current: Int?
  private var isDone = false
  /// Whether the last line ended too early.
  private var isCutOff = false

  public init(_ source: ByteSource) {
    lines = LineBuffer(source)
  }

  public func read(into batch: inout EventBatch) throws(RecordingError) -> Bool {
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

  private func finish() throws(RecordingError) {
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
  ) throws(RecordingError) {
    do throws(Expectation) {
      while !cursor.isAtEnd, !isDone, batch.events.count < EventBatch.capacity {
        // Events keep their order, and a batch is of one device.
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
  /// Whether a letter stands behind the one here, as in ordinary text.
  private static func isWord(_ line: TextCursor) -> Bool {
    var cursor = line
    cursor.advance()
    return (cursor.byte | 0x20) &- UInt8(ascii: "a") <= 25
  }
}

// MARK: Devices

extension UmockdevReader {
  /// The device of the event that comes next.
  private func eventDevice() throws(Expectation) -> Int {
    if let current { return current }
    try addDevices()
    if devices.count != 1 { try add(RecordedDevice()) }
    let index = devices.count - 1
    current = index
    return index
  }

  /// Adds the devices that were described since the last time.
  private func addDevices() throws(Expectation) {
    for device in sysfs.takeDevices() + ioctl.takeDevices() {
      let known = devices.firstIndex { $0.node != nil && $0.node == device.node }
      if let known {
        // An ioctl file knows the ranges; sysfs does not.
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

  /// `d /dev/input/event5`, in old scripts with a number before it.
  private func readNode(_ cursor: inout TextCursor) throws(Expectation) {
    guard cursor.skip("d ") else { throw Expectation("`d` and a device") }
    _ = cursor.skip("0 ")
    guard cursor.byte == UInt8(ascii: "/") else {
      throw Expectation("a device, as in /dev/input/event5")
    }
    let start = cursor
    let node = String(decoding: cursor.word(), as: UTF8.self)
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
      throw Expectation("a line of umockdev (P: N: E: A: L: S: H: r w f Q d @DEV or EVIOC...)")
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

  /// `E: 12.000345 0003 0035 120`, not to its newline; a comment may follow.
  private static func event(_ cursor: inout TextCursor) throws(Expectation) -> InputEvent {
    _ = cursor.skip("E: ")
    let event = try cursor.evemuEvent()
    cursor.skipSpaces()
    guard cursor.isAtLineEnd || cursor.byte == UInt8(ascii: "#") else {
      throw Expectation("the end of the line or a comment")
    }
    return event
  }

  /// The letter of an operation, its number and the space after it.
  private static func skipOperation(_ cursor: inout TextCursor) throws(Expectation) {
    cursor.advance()
    guard cursor.skip(UInt8(ascii: " ")), cursor.decimal() != nil else {
      throw Expectation("the number of an operation, as in `r 100 `")
    }
    guard cursor.skip(UInt8(ascii: " ")) else { throw Expectation("a space and the data") }
  }
}
