/// Reads the output of Android's `getevent`, with any of `-l`, `-t`, `-r`, `-i` and `-p`.
///
/// ``GeteventLine`` documents the syntax of events, ``GeteventListing`` that of the device list
/// before them. In a recording without times all events are at zero, unless a report rate is given.
/// Other lines in between are skipped and counted.
package final class GeteventReader: RecordingReader {
  package let format = RecordingFormat.getevent
  private let lines: LineBuffer
  private var parser: GeteventParser

  /// Reads from a source; `rate` is the report rate in Hz, for frames without times, and ignored
  /// unless it is positive and finite.
  package init(_ source: ByteSource, rate: Double? = nil) {
    lines = LineBuffer(source)
    parser = GeteventParser(rate: rate.flatMap { $0 > 0 && $0.isFinite ? $0 : nil })
  }

  /// The listed devices and those that events name, in order of appearance.
  package var devices: [RecordedDevice] { parser.listing.devices }

  package var anomalies: AnomalyCounts { parser.anomalies }

  package var lacksTimes: Bool { parser.lacksTimes }

  package var skippedLines: SkippedLines { parser.evidence.skipped }

  package func read(into batch: inout EventBatch) throws(FileError) -> Bool {
    batch.events.removeAll(keepingCapacity: true)
    while batch.events.isEmpty {
      guard try lines.fill() else {
        try parser.evidence.check()
        return false
      }
      let isCutOff = try lines.read { cursor throws(Expectation) in
        try parser.readLines(&cursor, of: lines, into: &batch)
      }
      if isCutOff { parser.anomalies.count(.truncated) }
    }
    return true
  }
}

/// The line parser of ``GeteventReader`` and its state between batches.
///
/// A value apart from the reader, to check exclusive access once per batch, not per event.
struct GeteventParser {
  fileprivate(set) var anomalies = AnomalyCounts()
  private(set) var listing = GeteventListing()
  /// Whether any event had no time, and no report rate to derive one from.
  private(set) var lacksTimes = false
  private(set) var evidence = FormatEvidence()
  private let rate: Double?
  /// The clock of each device.
  private var clocks: [ReportClock] = []
  /// The latest time of any clock.
  private var latest = Timestamp.zero

  init(rate: Double?) { self.rate = rate }

  /// Reads lines until the batch is full or the next event belongs to another device.
  mutating func readLines(
    _ cursor: inout TextCursor, of lines: LineBuffer, into batch: inout EventBatch
  ) throws(Expectation) {
    defer { if !batch.events.isEmpty { evidence.confirm() } }
    while !cursor.isAtEnd, batch.events.count < EventBatch.capacity {
      if GeteventParser.isEvent(cursor) {
        if try !readEvent(&cursor, of: lines, into: &batch) { return }
      } else {
        try readOther(&cursor, of: lines)
      }
    }
  }

  /// Appends an event; false, with the cursor before it, if it belongs to another device.
  @inline(__always) private mutating func readEvent(
    _ cursor: inout TextCursor, of lines: LineBuffer, into batch: inout EventBatch
  ) throws(Expectation) -> Bool {
    let start = cursor
    cursor.skipSpaces()
    let line = try GeteventLine(&cursor, of: lines)
    let end = cursor
    // An error of the device is one of the whole line.
    cursor = start
    let device = try listing.device(of: line.node)
    if device != batch.device, !batch.events.isEmpty { return false }
    batch.device = device
    cursor = end
    cursor.nextLine()
    guard let code = line.code else {
      anomalies.count(.unknownCode)
      return true
    }
    let isReport = line.type == .synchronization && code == SynchronizationCode.report
    let time = line.time ?? tick(device, isReport: isReport)
    batch.events.append(InputEvent(time: time, type: line.type, code: code, value: line.value))
    return true
  }

  /// The time of an event without one.
  private mutating func tick(_ device: Int, isReport: Bool) -> Timestamp {
    guard let rate else {
      lacksTimes = true
      return .zero
    }
    while clocks.count <= device { clocks.append(ReportClock(rate: rate)) }
    clocks[device].catchUp(with: latest)
    let now = clocks[device].now
    latest = now
    if isReport { clocks[device].endFrame() }
    return now
  }

  /// Whether a line starts like an event, and so must be a complete one.
  @inline(__always) private static func isEvent(_ line: TextCursor) -> Bool {
    if line.byte == UInt8(ascii: " ") { return isIndentedEvent(line) }
    return begins(line)
  }

  private static func isIndentedEvent(_ line: TextCursor) -> Bool {
    var cursor = line
    cursor.skipSpaces()
    // Indented numbers belong to the device list.
    return !cursor.byte.isDigit && begins(cursor)
  }

  @inline(__always) private static func begins(_ cursor: TextCursor) -> Bool {
    switch cursor.byte {
    case UInt8(ascii: "["):
      var inside = cursor
      inside.advance()
      inside.skipSpaces()
      _ = inside.skip(UInt8(ascii: "-"))
      return inside.byte.isDigit || isBrokenEvent(inside)
    case UInt8(ascii: "/"): return cursor.starts(with: "/dev/input/")
    case UInt8(ascii: "E"): return cursor.starts(with: "EV_")
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      // The prompt of Android's shell begins with the last exit code.
      return !cursor.contains("|")
    default: return false
    }
  }

  private static let expected =
    "getevent output, with lines such as `/dev/input/event1: 0003 0035 00000213`"

  /// Reads a line that is not an event.
  private mutating func readOther(
    _ cursor: inout TextCursor, of lines: LineBuffer
  ) throws(Expectation) {
    let line = cursor
    if try listing.readLine(&cursor, &anomalies) {
      if !line.isBlank { evidence.confirm() }
    } else {
      if GeteventParser.isBrokenEvent(cursor) {
        throw Expectation("an event such as `EV_ABS ABS_X 000000ff` or `0003 0000 000000ff`")
      }
      anomalies.count(.foreignLine)
      evidence.skip(line, of: lines, format: .getevent, expected: GeteventParser.expected)
    }
    cursor.nextLine()
  }

  /// Whether a line looks like a damaged event.
  private static func isBrokenEvent(_ cursor: TextCursor) -> Bool {
    cursor.contains("EV_") || cursor.contains("SYN_") || cursor.contains(": 00")
      || cursor.contains(": EV") || cursor.contains(" ABS_") || cursor.contains(" BTN_")
      || cursor.contains("/dev/input/event") && cursor.contains(": ")
  }
}

/// One event of Android's `getevent`, with the parts that its options add.
///
/// ```
/// [    1193.605705] /dev/input/event1: EV_ABS       ABS_MT_POSITION_X    00000213
/// /dev/input/event1: 0003 0035 00000213
/// 565-208057: /dev/input/event1: 0003 0035 00000213
/// ```
///
/// Numbers are hexadecimal; a value is the unsigned representation of 32 bits. With `-l`, types,
/// codes and some values are names, cut to 20 characters. With `-r` a rate follows `SYN_REPORT`.
/// Source: the output of getevent in Android 2 to 14.
struct GeteventLine {
  /// Nil without `-t`.
  var time: Timestamp?
  /// Empty if getevent was given a single device; points into the line.
  var node: UnsafeBufferPointer<UInt8>
  var type: EventType
  /// Nil for an unknown name.
  var code: UInt16?
  var value: Int32

  /// Reads a line of `lines`, from its first non-space byte to its newline.
  @inline(__always) init(_ cursor: inout TextCursor, of lines: LineBuffer) throws(Expectation) {
    time = try cursor.time()
    node = try cursor.node()
    type = try cursor.type()
    cursor.skipColumn()
    code = try cursor.code(of: type)
    cursor.skipColumn()
    value = try cursor.value(of: type, in: lines)
    cursor.skipColumn()
    if !cursor.isAtLineEnd { try cursor.skipRate() }
  }
}

extension TextCursor {
  @inline(__always) fileprivate mutating func time() throws(Expectation) -> Timestamp? {
    let time: Timestamp
    if skip(UInt8(ascii: "[")) {
      skipColumn()
      time = try seconds().orThrow("a time in seconds, such as 12.000345")
      guard skip(UInt8(ascii: "]")) else { throw Expectation("a closing bracket") }
    } else if let early = earlyTime() {
      time = early
    } else {
      return nil
    }
    skipSpaces()
    return time
  }

  /// Reads the time of the first Android versions, such as `565-208057:`.
  @inline(__always) private mutating func earlyTime() -> Timestamp? {
    guard byte.isDigit else { return nil }
    let start = self
    if let seconds = decimal(), skip(UInt8(ascii: "-")), let microseconds = decimal(),
      skip(UInt8(ascii: ":"))
    {
      return Timestamp(seconds: seconds, microseconds: microseconds)
    }
    self = start
    return nil
  }

  @inline(__always)
  fileprivate mutating func node() throws(Expectation) -> UnsafeBufferPointer<UInt8> {
    guard byte == UInt8(ascii: "/") else { return UnsafeBufferPointer(start: nil, count: 0) }
    let start = self
    let word = name()
    guard word.last == UInt8(ascii: ":") else {
      self = start
      throw Expectation("a device and a colon, such as `/dev/input/event1:`")
    }
    skipSpaces()
    return UnsafeBufferPointer(rebasing: word.dropLast())
  }

  @inline(__always) fileprivate mutating func type() throws(Expectation) -> EventType {
    let start = self
    if skip("EV_ABS ") { return .absolute }
    if skip("EV_SYN ") { return .synchronization }
    if let number = hexadecimal16(), isAtSpace { return EventType(rawValue: number) }
    self = start
    if let type = EventNames.type(named: word().span) { return type }
    self = start
    throw Expectation("an event type such as EV_ABS or 0003")
  }

  @inline(__always)
  fileprivate mutating func code(of type: EventType) throws(Expectation) -> UInt16? {
    let start = self
    if let number = hexadecimal16(), isAtSpace { return number }
    self = start
    let name = name()
    if let known = EventNames.code(named: name.span), known.type == type { return known.code }
    if let code = GeteventName.code(name, of: type) { return code }
    // Kernels gain new keys, which are skipped; new axes may concern touches and are errors.
    if GeteventName.isName(name), type != .absolute, type != .synchronization { return nil }
    self = start
    throw Expectation("an event code of this type, such as ABS_X or 0000")
  }

  @inline(__always) fileprivate mutating func value(
    of type: EventType, in lines: LineBuffer
  ) throws(Expectation) -> Int32 {
    let start = self
    if let bits = eightHexadecimalDigits(), isAtSpaceOrEnd {
      return Int32(truncatingIfNeeded: bits)
    }
    self = start
    if let bits = hexadecimal(most: 0xffff_ffff), isAtSpaceOrEnd {
      // A short number at a recording's end is truncated.
      if position - start.position >= 8 || !lines.isCutOff(self) {
        return Int32(truncatingIfNeeded: bits)
      }
    }
    self = start
    if let value = GeteventName.value(word(), of: type) { return value }
    self = start
    throw Expectation("a 32-bit hexadecimal value, DOWN or UP")
  }

  /// Skips ` rate 60`, which `getevent -r` prints after a frame.
  fileprivate mutating func skipRate() throws(Expectation) {
    let start = self
    if skip("rate "), decimal() != nil, isBlank { return skipSpaces() }
    self = start
    throw Expectation("the end of the line")
  }

  @inline(__always) private var isAtSpace: Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  @inline(__always) private var isAtSpaceOrEnd: Bool { isAtSpace || isAtLineEnd }
}

/// The names in getevent's output that differ from the kernel's.
enum GeteventName {
  /// The length to which getevent cuts the names of codes.
  static let longest = 20

  /// The code of a name that getevent cut.
  static func code(_ name: UnsafeBufferPointer<UInt8>, of type: EventType) -> UInt16? {
    guard name.count == longest else { return nil }
    return EventNames.code(startingWith: name, type: type)
  }

  /// Whether a word looks like the name of a code.
  static func isName(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    word.contains(UInt8(ascii: "_"))
      && word.allSatisfy { $0.isCapital || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  static func value(_ word: UnsafeBufferPointer<UInt8>, of type: EventType) -> Int32? {
    if type == .key {
      if word.equals("DOWN") { return 1 }
      if word.equals("UP") { return 0 }
      if word.equals("REPEAT") { return 2 }
    } else if type == .absolute {
      if word.equals("MT_TOOL_FINGER") { return ToolType.finger }
      if word.equals("MT_TOOL_PEN") { return ToolType.pen }
      if word.equals("MT_TOOL_PALM") { return ToolType.palm }
    }
    return nil
  }
}

/// Derives times for frames without any from a report rate.
///
/// Frame k is at k / rate seconds exactly. If several devices alternate, an idle device continues
/// from the time that the others have reached.
struct ReportClock {
  /// The report rate in Hz.
  let rate: Double
  /// The time of the first frame that ``count`` includes.
  private var start = Timestamp.zero
  private var count = 0.0
  /// The time of the current frame.
  private(set) var now = Timestamp.zero

  init(rate: Double) { self.rate = rate }

  /// Ends a frame; the next one is a period later.
  mutating func endFrame() {
    count += 1
    now = start.advanced(bySeconds: count / rate)
  }

  /// Delays the next frame to `time`, if that is later.
  mutating func catchUp(with time: Timestamp) {
    guard time > now else { return }
    start = time
    now = time
    count = 0
  }
}
