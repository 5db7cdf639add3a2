import Evdev
import Timeline

/// An event as Android's `getevent` prints it, with the parts that its options add.
///
/// ```
/// [    1193.605705] /dev/input/event1: EV_ABS       ABS_MT_POSITION_X    00000213
/// /dev/input/event1: 0003 0035 00000213
/// 565-208057: /dev/input/event1: 0003 0035 00000213
/// ```
///
/// Numbers are hexadecimal, a value is that of 32 bits without a sign. With `-l` type, code and some
/// values are names, where getevent has one; names longer than 20 letters are cut. With `-r` a rate
/// follows `SYN_REPORT`. Source: what getevent of Android 2 to 14 prints.
struct GeteventLine {
  /// nil without `-t`.
  var time: Timestamp?
  /// Empty where getevent was asked for one device; points into the line.
  var node: UnsafeBufferPointer<UInt8>
  var type: EventType
  /// nil for a name that is none of the kernel's, or none that we know.
  var code: UInt16?
  var value: Int32

  /// Reads a line of `lines` from its first byte that is no space to its newline.
  @inline(__always)
  init(_ cursor: inout TextCursor, of lines: LineBuffer) throws(Expectation) {
    time = try GeteventLine.time(&cursor)
    node = try GeteventLine.node(&cursor)
    type = try GeteventLine.type(&cursor)
    cursor.skipColumn()
    code = try GeteventLine.code(&cursor, of: type)
    cursor.skipColumn()
    value = try GeteventLine.value(&cursor, of: type, in: lines)
    cursor.skipColumn()
    if !cursor.isAtLineEnd { try GeteventLine.skipRate(&cursor) }
  }
}

extension GeteventLine {
  @inline(__always)
  private static func time(_ cursor: inout TextCursor) throws(Expectation) -> Timestamp? {
    let time: Timestamp
    if cursor.skip(UInt8(ascii: "[")) {
      cursor.skipColumn()
      guard let bracketed = cursor.seconds() else {
        throw Expectation("a time in seconds, as in 12.000345")
      }
      guard cursor.skip(UInt8(ascii: "]")) else { throw Expectation("a closing bracket") }
      time = bracketed
    } else if let early = earlyTime(&cursor) {
      time = early
    } else {
      return nil
    }
    cursor.skipSpaces()
    return time
  }

  /// The seconds and microseconds of the first versions of Android, as in `565-208057: `.
  @inline(__always)
  private static func earlyTime(_ cursor: inout TextCursor) -> Timestamp? {
    let digit = cursor.byte &- UInt8(ascii: "0")
    guard digit <= 9 else { return nil }
    let start = cursor
    if let seconds = cursor.decimal(), cursor.skip(UInt8(ascii: "-")),
      let microseconds = cursor.decimal(), cursor.skip(UInt8(ascii: ":"))
    {
      return Timestamp(seconds: seconds, microseconds: microseconds)
    }
    cursor.restore(start)
    return nil
  }

  @inline(__always)
  private static func node(
    _ cursor: inout TextCursor
  ) throws(Expectation) -> UnsafeBufferPointer<UInt8> {
    guard cursor.byte == UInt8(ascii: "/") else { return UnsafeBufferPointer(start: nil, count: 0) }
    let start = cursor
    let word = cursor.name()
    guard word.last == UInt8(ascii: ":") else {
      cursor.restore(start)
      throw Expectation("a device and a colon, as in `/dev/input/event1:`")
    }
    let node = UnsafeBufferPointer(rebasing: word.dropLast())
    cursor.skipSpaces()
    return node
  }

  @inline(__always)
  private static func type(_ cursor: inout TextCursor) throws(Expectation) -> EventType {
    let start = cursor
    if cursor.skip("EV_ABS ") { return .absolute }
    if cursor.skip("EV_SYN ") { return .synchronization }
    if let number = cursor.hexadecimal16(), cursor.isAtSpace { return EventType(rawValue: number) }
    cursor.restore(start)
    if let type = EventNames.type(named: cursor.word().span) { return type }
    cursor.restore(start)
    throw Expectation("an event type, as in EV_ABS or 0003")
  }

  @inline(__always)
  private static func code(
    _ cursor: inout TextCursor, of type: EventType
  ) throws(Expectation) -> UInt16? {
    let start = cursor
    if let number = cursor.hexadecimal16(), cursor.isAtSpace { return number }
    cursor.restore(start)
    let name = cursor.name()
    if let known = EventNames.code(named: name.span), known.type == type { return known.code }
    if let code = GeteventName.code(name, of: type) { return code }
    // Kernels learn new keys; new axes would be about touches, and are not dropped in silence.
    if GeteventName.isName(name), type != .absolute, type != .synchronization { return nil }
    cursor.restore(start)
    throw Expectation("an event code of this type, as in ABS_X or 0000")
  }

  @inline(__always)
  private static func value(
    _ cursor: inout TextCursor, of type: EventType, in lines: LineBuffer
  ) throws(Expectation) -> Int32 {
    let start = cursor
    if let bits = cursor.eightHexadecimalDigits(), cursor.isAtSpaceOrEnd {
      return Int32(truncatingIfNeeded: bits)
    }
    cursor.restore(start)
    if let bits = cursor.hexadecimal(most: 0xffff_ffff), cursor.isAtSpaceOrEnd {
      // At a recording's end a short number is one that was cut off.
      if cursor.position - start.position >= 8 || !lines.isCutOff(cursor) {
        return Int32(truncatingIfNeeded: bits)
      }
    }
    cursor.restore(start)
    if let value = GeteventName.value(cursor.word(), of: type) { return value }
    cursor.restore(start)
    throw Expectation("a hexadecimal value of 32 bits, or DOWN or UP")
  }

  /// ` rate 60`, with which `getevent -r` ends a frame.
  private static func skipRate(_ cursor: inout TextCursor) throws(Expectation) {
    let start = cursor
    if cursor.skip("rate "), cursor.decimal() != nil {
      cursor.skipSpaces()
      if cursor.isAtLineEnd { return }
    }
    cursor.restore(start)
    throw Expectation("the end of the line")
  }
}

/// The names that getevent prints besides the kernel's own.
enum GeteventName {
  /// getevent cuts names of codes to so many letters.
  static let longest = 20

  /// The code of a name that was cut.
  static func code(_ name: UnsafeBufferPointer<UInt8>, of type: EventType) -> UInt16? {
    guard name.count == longest else { return nil }
    return EventNames.code(startingWith: name.span, type: type)?.code
  }

  /// Whether a word looks like the name of a code.
  static func isName(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    word.contains(UInt8(ascii: "_"))
      && word.allSatisfy {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "_")
      }
  }

  /// The value that a word stands for.
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

extension TextCursor {
  @inline(__always) fileprivate var isAtSpace: Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  @inline(__always) fileprivate var isAtSpaceOrEnd: Bool { isAtSpace || isAtLineEnd }
}
