/// Reads the output of `evtest`: an optional header with the device, and a line per event.
///
/// ```
/// Event: time 22197.960354, type 1 (EV_KEY), code 330 (BTN_TOUCH), value 1
/// Event: time 22197.960359, -------------- SYN_REPORT ------------
/// ```
///
/// Numbers are decimal, except hexadecimal values of `MSC_RAW` and `MSC_SCAN`. A header after
/// events, from another run of evtest into the same file, begins another device. Other lines in
/// between are skipped and counted. Source: the output of evtest 1.0 to 1.35.
package final class EvtestReader: RecordingReader {
  package let format = RecordingFormat.evtest
  package private(set) var anomalies = AnomalyCounts()
  private let lines: LineBuffer
  private var header = EvtestHeader()
  /// The devices of the headers before ``header``.
  private var earlierDevices: [RecordedDevice] = []
  private var hasEvents = false
  private var evidence = FormatEvidence()
  package var skippedLines: SkippedLines { evidence.skipped }

  package init(_ source: ByteSource) { lines = LineBuffer(source) }

  /// One device per header, or a single undescribed one without a header.
  package var devices: [RecordedDevice] { earlierDevices + [header.device] }

  package func read(into batch: inout EventBatch) throws(FileError) -> Bool {
    batch.events.removeAll(keepingCapacity: true)
    while batch.events.isEmpty {
      guard try lines.fill() else {
        try evidence.check()
        return false
      }
      let isCutOff = try lines.read { cursor throws(Expectation) in
        try readLines(&cursor, into: &batch)
      }
      if isCutOff { anomalies.count(.truncated) }
    }
    hasEvents = true
    evidence.confirm()
    return true
  }

  private func readLines(
    _ cursor: inout TextCursor, into batch: inout EventBatch
  ) throws(Expectation) {
    batch.device = earlierDevices.count
    while !cursor.isAtEnd, batch.events.count < EventBatch.capacity {
      if cursor.skip("Event: ") {
        batch.events.append(try event(&cursor))
      } else if cursor.starts(with: EvtestHeader.firstLine), hasEvents || !batch.events.isEmpty {
        // The next device's events go into the next batch.
        if !batch.events.isEmpty { return }
        try Expectation.checkRoom(after: earlierDevices.count + 1)
        earlierDevices.append(header.device)
        header = EvtestHeader()
        hasEvents = false
        batch.device = earlierDevices.count
      } else {
        try readOther(&cursor)
      }
    }
  }

  private static let expected =
    "evtest output, with lines such as `Event: time 12.000345, type 3 (EV_ABS), ...`"

  /// Reads a line that is not an event.
  private func readOther(_ cursor: inout TextCursor) throws(Expectation) {
    if EvtestReader.isBrokenEvent(cursor) {
      throw Expectation("an event such as `Event: time 12.000345, type 3 (EV_ABS), code ...`")
    }
    let line = cursor
    if try header.readLine(&cursor) {
      evidence.confirm()
    } else if !EvtestReader.isNoise(cursor) {
      anomalies.count(.foreignLine)
      evidence.skip(line, of: lines, format: .evtest, expected: EvtestReader.expected)
    }
    cursor.nextLine()
  }

  /// Whether a line looks like a damaged event.
  private static func isBrokenEvent(_ cursor: TextCursor) -> Bool {
    cursor.starts(with: "Event:") || cursor.contains(", value ") || cursor.contains(" SYN_")
      || cursor.contains("vent: time ")
  }

  /// Whether evtest itself prints the line around its header and events.
  private static func isNoise(_ line: TextCursor) -> Bool {
    var cursor = line
    cursor.skipSpaces()
    return cursor.isAtLineEnd || noise.contains { cursor.starts(with: $0) }
  }

  private static let noise: [StaticString] = [
    "***", "/dev/input/", "Available devices", "Select the device", "No device specified",
    "Not running as root", "This device is grabbed", "No events are available",
    "other grab is active", "In most cases", "Run the following command",
  ]

  /// Reads an event, from after `Event: ` to its newline.
  @inline(__always)
  private func event(_ cursor: inout TextCursor) throws(Expectation) -> InputEvent {
    guard cursor.skip("time "), let time = cursor.seconds() else {
      throw Expectation("`time` and a time in seconds, such as 12.000345")
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

  /// Reads a number and its name, such as `47 (ABS_MT_SLOT)`, up to the closing parenthesis.
  @inline(__always)
  private static func number(_ cursor: inout TextCursor) throws(Expectation) -> UInt16 {
    let number = try cursor.decimal16().orThrow("a 16-bit decimal number")
    guard cursor.skip(" (") else { throw Expectation("a name in parentheses") }
    while cursor.byte != UInt8(ascii: ")") {
      if cursor.isAtLineEnd { throw Expectation("a closing parenthesis") }
      cursor.advance()
    }
    return number
  }

  /// Whether values of a code are hexadecimal, as those of `MSC_RAW` and `MSC_SCAN`.
  @inline(__always) static func isHexadecimal(_ type: EventType, _ code: UInt16) -> Bool {
    type == .miscellaneous && (code == 3 || code == 4)
  }

  @inline(__always) private static func value(
    _ cursor: inout TextCursor, type: EventType, code: UInt16
  ) throws(Expectation) -> Int32 {
    if isHexadecimal(type, code) {
      let bits = try cursor.hexadecimal(most: 0xffff_ffff).orThrow("a 32-bit hexadecimal value")
      return Int32(truncatingIfNeeded: bits)
    }
    return try cursor.int32().orThrow("a 32-bit decimal value")
  }

  /// Reads the code of a line such as `-------------- SYN_REPORT ------------`.
  @inline(__always)
  private func synchronization(_ cursor: inout TextCursor) throws(Expectation) -> UInt16 {
    let start = cursor
    if cursor.skip("-------------- SYN_REPORT ------------"), cursor.isAtLineEnd {
      return SynchronizationCode.report
    }
    cursor = start
    return try rareSynchronization(&cursor)
  }

  /// evtest frames `SYN_MT_REPORT` with `+`, `SYN_DROPPED` with `>` and `<`, all others with `-`.
  private func rareSynchronization(_ cursor: inout TextCursor) throws(Expectation) -> UInt16 {
    let opening = cursor.byte
    guard "-+>".utf8.contains(opening), cursor.skipRun(of: opening) > 1,
      cursor.skip(UInt8(ascii: " "))
    else { throw Expectation("`type` and a number, or `-------------- SYN_REPORT ------------`") }
    let start = cursor
    guard let code = EvtestReader.synchronizationName(&cursor) else {
      cursor = start
      throw Expectation("the name of an EV_SYN code")
    }
    cursor.skipSpaces()
    let closing = opening == UInt8(ascii: ">") ? UInt8(ascii: "<") : opening
    let count = cursor.skipRun(of: closing)
    guard cursor.isAtLineEnd, count >= (lines.isCutOff(cursor) ? Self.closingRun : 1) else {
      throw Expectation("the dashes that end the line")
    }
    return code
  }

  /// The number of dashes (or plus signs) that end a synchronization line.
  private static let closingRun = 12

  private static func synchronizationName(_ cursor: inout TextCursor) -> UInt16? {
    // The names before evtest 1.30.
    if cursor.skip("Report Sync") { return SynchronizationCode.report }
    if cursor.skip("Config Sync") { return SynchronizationCode.config }
    guard let name = EventNames.code(named: cursor.word().span), name.type == .synchronization
    else { return nil }
    return name.code
  }
}

/// Parses the header of evtest, which describes the device before the first event.
///
/// ```
/// Input device ID: bus 0x18 vendor 0x0 product 0x0 version 0x1
/// Input device name: "cyapa"
/// Supported events:
///   Event type 3 (EV_ABS)
///     Event code 53 (ABS_MT_POSITION_X)
///       Value      0
///       Min        0
///       Max     1280
///       Resolution      12
/// Properties:
///   Property type 0 (INPUT_PROP_POINTER)
/// Testing ... (interrupt to exit)
/// ```
struct EvtestHeader {
  private var description = DeviceDescription()
  private var isPresent = false
  /// The type and the axis that the indented lines describe.
  private var type: EventType?
  private var axis: UInt16?

  var device: RecordedDevice { RecordedDevice(description: isPresent ? description : nil) }

  /// The start of the first line of a header.
  static let firstLine: StaticString = "Input driver version is "

  /// Reads a line if it belongs to a header, but not its newline.
  mutating func readLine(_ cursor: inout TextCursor) throws(Expectation) -> Bool {
    let start = cursor
    cursor.skipSpaces()
    var isHeader = try readIdentity(&cursor)
    if !isHeader { isHeader = try readCapability(&cursor) }
    if isHeader {
      isPresent = true
      return true
    }
    let isTitle = EvtestHeader.titles.contains { cursor.starts(with: $0) }
    if isTitle {
      type = nil
      axis = nil
    }
    cursor = start
    return isTitle
  }

  private static let titles: [StaticString] = [
    "Supported events:", "Properties:", "Key repeat handling:", "Repeat type ", "Repeat code ",
    "Testing ...",
  ]

  private mutating func readIdentity(_ cursor: inout TextCursor) throws(Expectation) -> Bool {
    if cursor.skip(EvtestHeader.firstLine) { return true }
    if cursor.skip("Input device name: ") {
      let name = try cursor.quoted().orThrow("a name in quotation marks")
      description.name = try Expectation.checkedName(name)
      return true
    }
    guard cursor.skip("Input device ID: ") else { return false }
    description.identity.bus = try EvtestHeader.number(after: "bus ", &cursor)
    description.identity.vendor = try EvtestHeader.number(after: "vendor ", &cursor)
    description.identity.product = try EvtestHeader.number(after: "product ", &cursor)
    description.identity.version = try EvtestHeader.number(after: "version ", &cursor)
    return true
  }

  private static func number(
    after title: StaticString, _ cursor: inout TextCursor
  ) throws(Expectation) -> UInt16 {
    cursor.skipSpaces()
    if cursor.skip(title) {
      let start = cursor
      _ = cursor.skip("0x")
      if let number = cursor.hexadecimal16() { return number }
      cursor = start
    }
    throw Expectation("hexadecimal bus, vendor, product and version, such as `bus 0x18`")
  }

  private mutating func readCapability(_ cursor: inout TextCursor) throws(Expectation) -> Bool {
    if cursor.skip("Event type ") {
      let number = try cursor.decimal16().orThrow("a 16-bit decimal number")
      type = EventType(rawValue: number)
      axis = nil
      description.codes[number, default: []].formUnion([])
    } else if cursor.skip("Event code ") || cursor.skip("State code ") {
      let code = try cursor.decimal16().orThrow("a 16-bit decimal number")
      let type = try type.orThrow("`Event type` before its codes")
      description.codes[type.rawValue, default: []].insert(code)
      axis = type == .absolute ? code : nil
      if let axis { description.axes[axis] = .init(minimum: 0, maximum: 0) }
    } else if cursor.skip("Property type ") {
      let property = try cursor.decimal16().orThrow("a 16-bit decimal number")
      description.properties.insert(Int(property))
    } else {
      return try readAxis(&cursor)
    }
    return true
  }

  private mutating func readAxis(_ cursor: inout TextCursor) throws(Expectation) -> Bool {
    let fields: [(title: StaticString, field: WritableKeyPath<DeviceDescription.Axis, Int32>)] = [
      ("Value ", \.value), ("Min ", \.minimum), ("Max ", \.maximum), ("Fuzz ", \.fuzz),
      ("Flat ", \.flat), ("Resolution ", \.resolution),
    ]
    guard let (_, field) = fields.first(where: { cursor.skip($0.title) }) else { return false }
    cursor.skipSpaces()
    let number = try cursor.int32().orThrow("a 32-bit decimal number")
    // The values of key repeat handling are ignored.
    if let axis { description.axes[axis]?[keyPath: field] = number }
    return true
  }
}
