import Evdev
import Timeline

/// The lines of events, nearly all of a recording.
extension LibinputLayout {
  /// Reads events up to the first line that is none, or none in the usual shape, but passes over
  /// `  - evdev:` between them.
  func readUsualEvents(_ cursor: inout TextCursor, into events: inout [InputEvent]) {
    let room = EventBatch.capacity - events.count
    let end = cursor.end
    var place = cursor.position
    var lines = 0
    events.append(addingCapacity: room) { output in
      while place < end, !output.isFull {
        var scanner = QuickScanner(place)
        if let event = LibinputLayout.usualEvent(&scanner) {
          output.append(event)
        } else {
          scanner = QuickScanner(place)
          guard LibinputLayout.isEntry(&scanner) else { break }
        }
        lines += 1
        place = scanner.position
      }
    }
    cursor.jump(to: place, lines: lines)
  }

  @inline(__always)
  private static func usualEvent(_ scanner: inout QuickScanner) -> InputEvent? {
    // The bytes of "    - [", the first one lowest.
    guard scanner.load(UInt64.self) & 0xff_ffff_ffff_ffff == 0x5b_202d_2020_2020 else { return nil }
    scanner.advance(7)
    guard let seconds = field(&scanner), let microseconds = microseconds(&scanner),
      let type = scanner.shortNumber(), let code = scanner.shortNumber()
    else { return nil }
    scanner.skipSpaces()
    guard let value = scanner.int32(), scanner.skip(UInt8(ascii: "]")), scanner.endLine() else {
      return nil
    }
    return InputEvent(
      time: Timestamp(seconds: seconds, microseconds: microseconds),
      type: EventType(rawValue: type), code: code, value: value)
  }

  @inline(__always) private static func microseconds(_ scanner: inout QuickScanner) -> Int64? {
    scanner.paddedNumber() ?? field(&scanner)
  }

  /// `  - evdev:`, after which the events go on.
  @inline(__always) private static func isEntry(_ scanner: inout QuickScanner) -> Bool {
    // The bytes of "  - evde", the first one lowest.
    guard scanner.load(UInt64.self) == 0x6564_7665_202d_2020 else { return false }
    scanner.advance(8)
    return scanner.skip(UInt8(ascii: "v")) && scanner.skip(UInt8(ascii: ":"))
      && scanner.skip(UInt8(ascii: "\n"))
  }

  /// A number with spaces before it and a comma after it.
  @inline(__always) private static func field(_ scanner: inout QuickScanner) -> Int64? {
    scanner.skipSpaces()
    guard let number = scanner.digits(), scanner.skip(UInt8(ascii: ",")) else { return nil }
    return number
  }

  /// Reads `    - [  0,      0,   3,  57,     100] # ...` to its newline.
  func event(_ cursor: inout TextCursor) throws(Expectation) -> InputEvent {
    guard cursor.skip("    - [") else { throw Expectation("an event") }
    let seconds = try number(&cursor, "seconds")
    try comma(&cursor)
    let microseconds = try number(&cursor, "microseconds")
    try comma(&cursor)
    let type = try number16(&cursor, "an event type (at most 65535)")
    try comma(&cursor)
    let code = try number16(&cursor, "an event code (at most 65535)")
    try comma(&cursor)
    cursor.skipSpaces()
    guard let value = cursor.int32() else { throw Expectation("an event's value (32 bits)") }
    cursor.skipSpaces()
    guard cursor.skip(UInt8(ascii: "]")) else { throw Expectation("a closing bracket") }
    try cursor.endLine()
    return InputEvent(
      time: Timestamp(seconds: seconds, microseconds: microseconds),
      type: EventType(rawValue: type), code: code, value: value)
  }

  @inline(__always) func number(
    _ cursor: inout TextCursor, _ what: StaticString
  ) throws(Expectation) -> Int64 {
    cursor.skipSpaces()
    guard let number = cursor.decimal() else { throw Expectation(what) }
    return number
  }

  @inline(__always) func number16(
    _ cursor: inout TextCursor, _ what: StaticString
  ) throws(Expectation) -> UInt16 {
    cursor.skipSpaces()
    let start = cursor
    guard let number = cursor.decimal(), let narrow = UInt16(exactly: number) else {
      cursor.restore(start)
      throw Expectation(what)
    }
    return narrow
  }

  @inline(__always) func comma(_ cursor: inout TextCursor) throws(Expectation) {
    cursor.skipSpaces()
    guard cursor.skip(UInt8(ascii: ",")) else { throw Expectation("a comma") }
  }
}
