public import Evdev

/// Reads what `evtest` prints: a header about the device, or none, and a line for each event.
///
/// ```
/// Event: time 22197.960354, type 1 (EV_KEY), code 330 (BTN_TOUCH), value 1
/// Event: time 22197.960359, -------------- SYN_REPORT ------------
/// ```
///
/// Numbers are decimal, but values of `MSC_RAW` and `MSC_SCAN` are hexadecimal. A header after
/// events, of a second run of evtest into the same file, begins another device. Lines of other
/// programs in between are skipped and counted. Source: what evtest 1.0 to 1.35 prints.
public final class EvtestReader: RecordingReader {
  public let format = RecordingFormat.evtest
  public private(set) var anomalies = AnomalyCounts()
  private let lines: LineBuffer
  private var header = EvtestHeader()
  /// The devices of the headers before ``header``.
  private var earlierDevices: [RecordedDevice] = []
  private var hasEvents = false
  private var own = OwnLines()

  public init(_ source: ByteSource) {
    lines = LineBuffer(source)
  }

  /// One device for each header; without any header it is one without a description.
  public var devices: [RecordedDevice] { earlierDevices + [header.device] }

  public func read(into batch: inout EventBatch) throws(RecordingError) -> Bool {
    batch.events.removeAll(keepingCapacity: true)
    while batch.events.isEmpty {
      guard try lines.fill() else {
        try own.check()
        return false
      }
      var cursor = lines.cursor
      try readLines(&cursor, into: &batch)
      lines.consume(to: cursor)
    }
    hasEvents = true
    own.meet()
    return true
  }

  private func readLines(
    _ cursor: inout TextCursor, into batch: inout EventBatch
  ) throws(RecordingError) {
    batch.device = earlierDevices.count
    do throws(Expectation) {
      while !cursor.isAtEnd, batch.events.count < EventBatch.capacity {
        if cursor.skip("Event: ") {
          batch.events.append(try event(&cursor))
        } else if EvtestHeader.begins(cursor), hasEvents || !batch.events.isEmpty {
          // The next device's events belong into the next batch.
          if !batch.events.isEmpty { return }
          try beginNextDevice()
          batch.device = earlierDevices.count
        } else {
          try readOther(&cursor)
        }
      }
    } catch {
      guard lines.isCutOff(cursor) else { throw lines.error(at: cursor, error) }
      anomalies.count(.truncated)
      cursor.nextLine()
    }
  }

  private static let expected =
    "evtest, with lines as in `Event: time 12.000345, type 3 (EV_ABS), ...`"

  private func beginNextDevice() throws(Expectation) {
    try Expectation.checkRoom(after: earlierDevices.count + 1)
    earlierDevices.append(header.device)
    header = EvtestHeader()
    hasEvents = false
  }

  /// A line that is no event.
  private func readOther(_ cursor: inout TextCursor) throws(Expectation) {
    if EvtestReader.isBrokenEvent(cursor) {
      throw Expectation("an event, as in `Event: time 12.000345, type 3 (EV_ABS), code ...`")
    }
    let line = cursor
    if try header.readLine(&cursor) {
      own.meet()
    } else if !EvtestReader.isNoise(cursor) {
      anomalies.count(.foreignLine)
      if !lines.isCutOff(line) { own.pass(lines.error(at: line, expected: EvtestReader.expected)) }
    }
    cursor.nextLine()
  }

  /// Whether a line that is no event was one before something happened to it.
  private static func isBrokenEvent(_ cursor: TextCursor) -> Bool {
    cursor.starts(with: "Event:") || cursor.contains(", value ") || cursor.contains(" SYN_")
      || cursor.contains("vent: time ")
  }

  /// Whether a line is one of those that evtest itself prints around header and events.
  private static func isNoise(_ line: TextCursor) -> Bool {
    var cursor = line
    cursor.skipSpaces()
    return cursor.isAtLineEnd || cursor.starts(with: "***") || cursor.starts(with: "/dev/input/")
      || cursor.starts(with: "Available devices") || cursor.starts(with: "Select the device")
      || cursor.starts(with: "No device specified") || cursor.starts(with: "Not running as root")
      || cursor.starts(with: "This device is grabbed")
      || cursor.starts(with: "No events are available")
      || cursor.starts(with: "other grab is active") || cursor.starts(with: "In most cases")
      || cursor.starts(with: "Run the following command")
  }
}

extension EvtestReader {
  /// An event, from behind `Event: ` to its newline.
  @inline(__always)
  private func event(_ cursor: inout TextCursor) throws(Expectation) -> InputEvent {
    guard cursor.skip("time "), let time = cursor.seconds() else {
      throw Expectation("`time` and a time in seconds, as in 12.000345")
    }
    guard cursor.skip(", ") else { throw Expectation("a comma and a space") }
    guard cursor.skip("type ") else {
      let code = try synchronization(&cursor)
      cursor.nextLine()
      return InputEvent(time: time, type: .synchronization, code: code, value: 0)
    }
    let type = EventType(rawValue: try EvtestReader.number(&cursor))
    guard cursor.skip("), code ") else { throw Expectation("`), code ` and its number") }
    let code = try EvtestReader.number(&cursor)
    guard cursor.skip("), value ") else { throw Expectation("`), value ` and the value") }
    let value = try EvtestReader.value(&cursor, type: type, code: code)
    guard cursor.isAtLineEnd else { throw Expectation("the end of the line") }
    cursor.nextLine()
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  /// A number and its name, as in `47 (ABS_MT_SLOT)`, to the closing parenthesis.
  @inline(__always)
  private static func number(_ cursor: inout TextCursor) throws(Expectation) -> UInt16 {
    let start = cursor
    guard let number = cursor.decimal(), let narrow = UInt16(exactly: number) else {
      cursor.restore(start)
      throw Expectation("a decimal number of 16 bits")
    }
    guard cursor.skip(" (") else { throw Expectation("a name in parentheses") }
    while cursor.byte != UInt8(ascii: ")") {
      if cursor.isAtLineEnd { throw Expectation("a closing parenthesis") }
      cursor.advance()
    }
    return narrow
  }

  /// Whether evtest prints values in hexadecimal: those of `MSC_RAW` and `MSC_SCAN`.
  @inline(__always)
  static func isHexadecimal(_ type: EventType, _ code: UInt16) -> Bool {
    type == .miscellaneous && (code == 3 || code == 4)
  }

  @inline(__always)
  private static func value(
    _ cursor: inout TextCursor, type: EventType, code: UInt16
  ) throws(Expectation) -> Int32 {
    if isHexadecimal(type, code) {
      guard let bits = cursor.hexadecimal(most: 0xffff_ffff) else {
        throw Expectation("a hexadecimal value of 32 bits")
      }
      return Int32(truncatingIfNeeded: bits)
    }
    guard let value = cursor.int32() else { throw Expectation("a decimal value of 32 bits") }
    return value
  }

  /// The code of a line as in `-------------- SYN_REPORT ------------`, to the line's end.
  @inline(__always)
  private func synchronization(_ cursor: inout TextCursor) throws(Expectation) -> UInt16 {
    let start = cursor
    if cursor.skip("-------------- SYN_REPORT ------------"), cursor.isAtLineEnd {
      return SynchronizationCode.report
    }
    cursor.restore(start)
    return try rareSynchronization(&cursor)
  }

  /// evtest frames `SYN_MT_REPORT` with `+`, `SYN_DROPPED` with `>` and `<`, all others with `-`.
  private func rareSynchronization(_ cursor: inout TextCursor) throws(Expectation) -> UInt16 {
    let opening = cursor.byte
    guard opening == UInt8(ascii: "-") || opening == UInt8(ascii: "+") || opening == Self.less + 2,
      cursor.skipRun(of: opening) > 1, cursor.skip(UInt8(ascii: " "))
    else { throw Expectation("`type` and a number, or `-------------- SYN_REPORT ------------`") }
    let start = cursor
    guard let code = EvtestReader.synchronizationName(&cursor) else {
      cursor.restore(start)
      throw Expectation("the name of a code of EV_SYN")
    }
    cursor.skipSpaces()
    let count = cursor.skipRun(of: opening == Self.less + 2 ? Self.less : opening)
    guard cursor.isAtLineEnd, count >= (lines.isCutOff(cursor) ? Self.closingRun : 1) else {
      throw Expectation("the dashes that end the line")
    }
    return code
  }

  private static let less = UInt8(ascii: "<")
  /// So many dashes (or plus signs) end a line of synchronization.
  private static let closingRun = 12

  private static func synchronizationName(_ cursor: inout TextCursor) -> UInt16? {
    // Names of evtest before 1.30.
    if cursor.skip("Report Sync") { return SynchronizationCode.report }
    if cursor.skip("Config Sync") { return SynchronizationCode.config }
    guard let name = EventNames.code(named: cursor.word().span), name.type == .synchronization
    else { return nil }
    return name.code
  }
}
