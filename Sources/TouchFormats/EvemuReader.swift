/// Reads evemu 1.0 to 1.3: an optional device description, then events such as
/// `E: 1452295559.602264 0003 0039 22`.
///
/// Type and code are hexadecimal, the value is decimal; a comment may follow. Times are the
/// kernel's or relative to the recording's start. A truncated last line is dropped and counted.
package final class EvemuReader: RecordingReader {
  package let format = RecordingFormat.evemu
  package private(set) var anomalies = AnomalyCounts()
  private let lines: LineBuffer
  private var head = EvemuDescription()
  private var calibration: TouchAreaTransform?
  private var hasEvents = false

  package init(_ source: ByteSource) {
    lines = LineBuffer(source)
  }

  /// The one device, described if the recording has a description.
  package var devices: [RecordedDevice] {
    [
      RecordedDevice(description: head.isPresent ? head.description : nil, calibration: calibration)
    ]
  }

  package func read(into batch: inout EventBatch) throws(FileError) -> Bool {
    batch.device = 0
    batch.events.removeAll(keepingCapacity: true)
    while batch.events.isEmpty {
      guard try lines.fill() else { return false }
      let isCutOff = try lines.read { cursor throws(Expectation) in
        try readLines(&cursor, into: &batch.events)
      }
      if isCutOff { anomalies.count(.truncated) }
    }
    hasEvents = true
    return true
  }

  private func readLines(
    _ cursor: inout TextCursor, into events: inout [InputEvent]
  ) throws(Expectation) {
    while !cursor.isAtEnd, events.count < EventBatch.capacity {
      EvemuReader.readUsualEvents(&cursor, into: &events)
      guard !cursor.isAtEnd, events.count < EventBatch.capacity else { break }
      if cursor.byte == UInt8(ascii: "E") {
        events.append(try EvemuReader.event(&cursor))
      } else {
        try readOther(&cursor, isInHead: !hasEvents && events.isEmpty)
      }
    }
  }

  /// Reads events in the layout that evemu writes, up to the first line in another layout.
  private static func readUsualEvents(_ cursor: inout TextCursor, into events: inout [InputEvent]) {
    let room = EventBatch.capacity - events.count
    let countBefore = events.count
    let end = cursor.end
    var position = cursor.position
    var stamp = EvemuStamp()
    events.append(addingCapacity: room) { output in
      while position < end, !output.isFull {
        var scanner = QuickScanner(position)
        guard let event = usualEvent(&scanner, &stamp) else { break }
        output.append(event)
        position = scanner.position
      }
    }
    cursor.jump(to: position, lines: events.count - countBefore)
  }

  @inline(__always) private static func usualEvent(
    _ scanner: inout QuickScanner, _ stamp: inout EvemuStamp
  ) -> InputEvent? {
    guard stamp.skip(in: &scanner) || stamp.read(&scanner),
      let (type, code) = scanner.typeAndCode(), let value = scanner.int32(), scanner.endLine()
    else { return nil }
    return InputEvent(time: stamp.time, type: EventType(rawValue: type), code: code, value: value)
  }

  /// Reads `E: 12.000345 0003 0039 22`, from its first letter to its newline.
  private static func event(_ cursor: inout TextCursor) throws(Expectation) -> InputEvent {
    cursor.advance()
    guard cursor.skip(UInt8(ascii: ":")) else { throw Expectation("a colon after E") }
    cursor.skipSpaces()
    let event = try cursor.evemuEvent()
    try cursor.endLine()
    return event
  }

  /// Reads a line that is not an event.
  private func readOther(_ cursor: inout TextCursor, isInHead: Bool) throws(Expectation) {
    if cursor.isAtTextEnd {
      try readComment(cursor, isInHead: isInHead)
      cursor.nextLine()
    } else if EvemuDescription.letters.utf8.contains(cursor.byte) {
      // The description must not change once events have been delivered.
      guard isInHead else { throw Expectation("an event: the description ends at the first one") }
      try head.readLine(&cursor)
    } else {
      cursor.skipSpaces()
      guard cursor.isAtTextEnd else {
        throw Expectation("an evemu line (N: I: P: B: A: E: or a comment)")
      }
      cursor.nextLine()
    }
  }

  /// Reads a comment such as `# LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0`, which ``EvemuWriter``
  /// adds. Throws if a first line such as `# EVEMU 1.3` has another major version.
  private func readComment(_ line: TextCursor, isInHead: Bool) throws(Expectation) {
    var cursor = line
    guard cursor.skip("# ") else { return }
    if cursor.line == 1, cursor.skip("EVEMU ") {
      guard cursor.decimal() == 1 else { throw Expectation("version 1 of evemu") }
    } else if isInHead, cursor.skip(UdevProperty.calibration) {
      calibration = TouchAreaTransform(calibration: cursor.restText)
    }
  }
}

/// Parses a device description in evemu's format: the `N:`, `I:`, `P:`, `B:` and `A:` lines.
///
/// ```
/// N: SynPS/2 Synaptics TouchPad
/// I: 0011 0002 0007 01b1
/// P: 05 00 00 00 00 00 00 00
/// B: 03 03 00 00 11 00 80 60 06
/// A: 00 1472 5472 0 0 60
/// ```
///
/// Source of the grammar: evemu's README and the output of evemu 1.0 to 1.3. `A:` lines contain a
/// resolution since 1.2; lines that end after the maximum are accepted.
public struct EvemuDescription {
  private(set) var description = DeviceDescription()
  /// Whether any description line has been read.
  private(set) var isPresent = false
  /// The number of the next property, and of the next code for each type, because a further `P:` or
  /// `B:` line continues the bit mask of the line before.
  private var nextProperty = 0
  private var nextCode: [UInt16: Int] = [:]

  /// Reads a device description from a file, which may also contain events.
  public static func read(path: String) throws(FileError) -> DeviceDescription {
    try read(ByteSource(path: path))
  }

  /// Reads a device description from bytes, which may also contain events.
  public static func read(_ source: ByteSource) throws(FileError) -> DeviceDescription {
    let reader = EvemuReader(source)
    var batch = EventBatch()
    _ = try reader.read(into: &batch)
    guard let description = reader.devices.first?.description else {
      throw FileError(
        file: source.name,
        expected: "a device description (evemu lines such as `A: 35 0 1280 0 0 20`)",
        found: "no such line")
    }
    return description
  }

  /// The first bytes of the lines of a description, before a colon.
  static let letters = "NIPBALS"

  /// Reads a line that begins with one of the ``letters``, and its newline.
  mutating func readLine(_ cursor: inout TextCursor) throws(Expectation) {
    let kind = cursor.byte
    cursor.advance()
    guard cursor.skip(UInt8(ascii: ":")) else { throw Expectation("a colon") }
    if cursor.byte == UInt8(ascii: " ") { cursor.advance() }
    if kind != UInt8(ascii: "N") { cursor.skipSpaces() }
    switch kind {
    case UInt8(ascii: "N"):
      // Names may begin or end with a space.
      description.name = try Expectation.checkedName(cursor.restText)
      cursor.nextLine()
    case UInt8(ascii: "I"): try readIdentity(&cursor)
    case UInt8(ascii: "P"): try readProperties(&cursor)
    case UInt8(ascii: "B"): try readCodes(&cursor)
    case UInt8(ascii: "A"): try readAxis(&cursor)
    default:
      // The states of LEDs (L) and switches (S) are irrelevant to touches.
      cursor.nextLine()
    }
    isPresent = true
  }

  private mutating func readIdentity(_ cursor: inout TextCursor) throws(Expectation) {
    var numbers: [UInt16] = []
    for _ in 0..<4 {
      cursor.skipSpaces()
      numbers.append(
        try cursor.hexadecimal16().orThrow(
          "four 16-bit hexadecimal numbers: bus, vendor, product, version"))
    }
    try cursor.endLine()
    description.identity = .init(numbers)
  }

  private mutating func readProperties(_ cursor: inout TextCursor) throws(Expectation) {
    while let byte = try cursor.maskByte() {
      for bit in 0..<8 where byte >> bit & 1 != 0 {
        description.properties.insert(nextProperty + bit)
      }
      nextProperty += 8
    }
    try cursor.endLine()
  }

  private mutating func readCodes(_ cursor: inout TextCursor) throws(Expectation) {
    let type = try cursor.hexadecimal16().orThrow("an event type (hexadecimal)")
    var next = nextCode[type] ?? 0
    var codes = description.codes.removeValue(forKey: type) ?? []
    while let byte = try cursor.maskByte() {
      for bit in 0..<8 where byte >> bit & 1 != 0 {
        codes.insert(try UInt16(exactly: next + bit).orThrow("at most 65536 codes"))
      }
      next += 8
    }
    try cursor.endLine()
    nextCode[type] = next
    if !codes.isEmpty { description.codes[type] = codes }
  }

  private mutating func readAxis(_ cursor: inout TextCursor) throws(Expectation) {
    let code = try cursor.hexadecimal16().orThrow("the code of an axis (hexadecimal)")
    // Minimum, maximum, fuzz, flat, resolution.
    var numbers: [Int32] = [0, 0, 0, 0, 0]
    for index in numbers.indices {
      cursor.skipSpaces()
      if index >= 2, cursor.isAtTextEnd { break }
      numbers[index] = try cursor.int32().orThrow(
        "an axis: minimum, maximum, fuzz, flat and resolution (32-bit decimal)")
    }
    try cursor.endLine()
    description.axes[code] = .init(numbers)
  }
}

/// The start of an event line, such as `E: 12.000345 `. Most events repeat the start of the event
/// before, so a comparison with its text replaces most of the parsing.
private struct EvemuStamp {
  private(set) var time = Timestamp.zero
  /// The text of ``time``; nil if it cannot be compared.
  private var text: QuickScanner?
  private var length = 0

  /// Skips the text if the line repeats it.
  @inline(__always) func skip(in scanner: inout QuickScanner) -> Bool {
    guard let text, scanner.matches(text, count: length) else { return false }
    scanner.advance(length)
    return true
  }

  @inline(__always) mutating func read(_ scanner: inout QuickScanner) -> Bool {
    let start = scanner
    // The bytes of "E: ", the first one lowest.
    guard scanner.load(UInt32.self) & 0xff_ffff == 0x20_3a45 else { return false }
    scanner.advance(3)
    guard let seconds = scanner.digits(), let microseconds = scanner.microseconds() else {
      return false
    }
    time = Timestamp(seconds: seconds, microseconds: microseconds)
    length = scanner.position - start.position
    text = QuickScanner.matchedCounts.contains(length) ? start : nil
    return true
  }
}

extension TextCursor {
  /// Reads the next byte of a bit mask; nil at the end of the line.
  fileprivate mutating func maskByte() throws(Expectation) -> UInt64? {
    skipSpaces()
    if isAtTextEnd { return nil }
    return try hexadecimal(most: 0xff).orThrow("a byte of a bit mask (two hexadecimal digits)")
  }

  /// Parses the numbers of an event in evemu's format: `12.000345 0003 0039 22`.
  mutating func evemuEvent() throws(Expectation) -> InputEvent {
    let time = try seconds().orThrow("a time in seconds, such as 12.000345")
    skipSpaces()
    let type = try hexadecimal16().orThrow("an event type (hexadecimal, at most ffff)")
    skipSpaces()
    let code = try hexadecimal16().orThrow("an event code (hexadecimal, at most ffff)")
    skipSpaces()
    let value = try int32().orThrow("an event value (32-bit decimal)")
    return InputEvent(time: time, type: EventType(rawValue: type), code: code, value: value)
  }
}
