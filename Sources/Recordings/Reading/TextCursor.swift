import Timeline

/// A place in the lines of a ``LineBuffer``, and the parsing of the small things that all text
/// formats are made of.
///
/// No method but ``nextLine()`` moves over a newline, and every line has one: so nothing here
/// checks for the end, and nothing runs over it. What fails leaves the cursor where it stood, for
/// the column of the error.
struct TextCursor {
  private(set) var position: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  private(set) var lineStart: UnsafePointer<UInt8>
  /// The number of the line, from 1.
  private(set) var line: Int

  init(
    position: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, lineStart: UnsafePointer<UInt8>,
    line: Int
  ) {
    self.position = position
    self.end = end
    self.lineStart = lineStart
    self.line = line
  }

  /// Whether all lines are done; if not, ``byte`` is there.
  @inline(__always) var isAtEnd: Bool { position >= end }

  /// The byte at the cursor, at the end of a line its newline.
  @inline(__always) var byte: UInt8 { position.pointee }

  /// The column in bytes, from 1.
  var column: Int { position - lineStart + 1 }

  /// Moves over a byte, but never over the end of a line.
  @inline(__always) mutating func advance() {
    if byte != newline { position += 1 }
  }

  /// Goes back, or forward within the line, to a place where this cursor was.
  @inline(__always) mutating func restore(_ place: TextCursor) { self = place }
}

private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

// MARK: Lines

extension TextCursor {
  /// Whether nothing is left of the line; a carriage return before the newline does not count.
  @inline(__always) var isAtLineEnd: Bool {
    byte == newline || (byte == carriageReturn && position[1] == newline)
  }

  /// Goes to the start of the next line.
  @inline(__always) mutating func nextLine() {
    if byte != newline { position = lineEnd }
    position += 1
    lineStart = position
    line += 1
  }

  /// Goes to the start of a line that is `count` lines further.
  @inline(__always) mutating func jump(to start: UnsafePointer<UInt8>, lines count: Int) {
    assert(start >= position && start <= end)
    position = start
    lineStart = start
    line += count
  }

  /// Goes back to the start of the line.
  mutating func rewindLine() { position = lineStart }

  /// The newline of the line.
  var lineEnd: UnsafePointer<UInt8> {
    // Eight bytes at a time: comments are longer than the events before them. The buffer has
    // slack behind its last byte for the last step.
    var place = position
    while true {
      let word = UnsafeRawPointer(place).loadUnaligned(as: UInt64.self).littleEndian
      let difference = word ^ 0x0a0a_0a0a_0a0a_0a0a
      let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      if zeros != 0 { return place + zeros.trailingZeroBitCount >> 3 }
      place += 8
    }
  }

  /// What is left of the line, without its newline and carriage return.
  var rest: UnsafeBufferPointer<UInt8> {
    if isAtEnd { return UnsafeBufferPointer(start: position, count: 0) }
    var count = lineEnd - position
    if count > 0, position[count - 1] == carriageReturn { count -= 1 }
    return UnsafeBufferPointer(start: position, count: count)
  }

  /// What is left of the line as text; bytes that are no UTF-8 become U+FFFD.
  var restText: String { String(decoding: rest, as: UTF8.self) }
}

// MARK: Small parts

extension TextCursor {
  /// Moves over spaces and tabs.
  @inline(__always) mutating func skipSpaces() {
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
  }

  /// Whether nothing but spaces and tabs stands before the line's end.
  var isBlank: Bool {
    var cursor = self
    cursor.skipSpaces()
    return cursor.isAtLineEnd
  }

  /// Moves over a byte, if it stands here; not for newlines.
  @inline(__always) mutating func skip(_ expected: UInt8) -> Bool {
    guard byte == expected, expected != newline else { return false }
    position += 1
    return true
  }

  /// Moves over a text, if it stands here; it must not contain a newline.
  @inline(__always) mutating func skip(_ literal: StaticString) -> Bool {
    guard starts(with: literal) else { return false }
    position += literal.utf8CodeUnitCount
    return true
  }

  /// Whether a text without newlines stands here.
  @inline(__always) func starts(with literal: StaticString) -> Bool {
    let text = literal.utf8Start
    for index in 0..<literal.utf8CodeUnitCount where position[index] != text[index] {
      return false
    }
    return true
  }

  /// Moves over a run of bytes other than spaces, tabs and the line's end, and returns it.
  mutating func word() -> UnsafeBufferPointer<UInt8> {
    let start = position
    while byte > UInt8(ascii: " ") || !(byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")) {
      if isAtLineEnd { break }
      position += 1
    }
    return UnsafeBufferPointer(start: start, count: position - start)
  }

  /// Moves to the first occurrence of a byte in the line, if there is one.
  mutating func find(_ wanted: UInt8) -> Bool {
    let end = lineEnd
    var place = position
    while place < end {
      if place.pointee == wanted {
        position = place
        return true
      }
      place += 1
    }
    return false
  }
}

// MARK: Numbers

extension TextCursor {
  /// A decimal number with an optional sign; nil without digits and on overflow.
  @inline(__always) mutating func decimal() -> Int64? {
    let start = position
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") { position += 1 }
    let digits = position
    var value: Int64 = 0
    while true {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ Int64(digit)
      position += 1
    }
    let count = position - digits
    // Eighteen digits fit; anything longer is left to the careful way.
    if count == 0 || count > 18 {
      position = start
      return count == 0 ? nil : longDecimal()
    }
    return isNegative ? -value : value
  }

  @inline(never) private mutating func longDecimal() -> Int64? {
    let start = position
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") { position += 1 }
    var value: Int64 = 0
    while byte &- UInt8(ascii: "0") <= 9 {
      let digit = Int64(byte &- UInt8(ascii: "0"))
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowOfSum) =
        isNegative
        ? scaled.subtractingReportingOverflow(digit) : scaled.addingReportingOverflow(digit)
      if overflow || overflowOfSum {
        position = start
        return nil
      }
      value = sum
      position += 1
    }
    return value
  }

  /// A decimal number of 32 bits, the value of an event.
  @inline(__always) mutating func int32() -> Int32? {
    let start = position
    guard let value = decimal() else { return nil }
    guard let narrow = Int32(exactly: value) else {
      position = start
      return nil
    }
    return narrow
  }

  /// A hexadecimal number without prefix, at most `most`; nil without digits and when larger.
  @inline(__always) mutating func hexadecimal(most: UInt64 = .max) -> UInt64? {
    let start = position
    var value: UInt64 = 0
    while let digit = hexadecimalDigit {
      if value >> 60 != 0 {
        position = start
        return nil
      }
      value = value << 4 | UInt64(digit)
      position += 1
    }
    if position == start || value > most {
      position = start
      return nil
    }
    return value
  }

  /// A hexadecimal number of 16 bits, an event's type or code.
  @inline(__always) mutating func hexadecimal16() -> UInt16? {
    hexadecimal(most: 0xffff).map { UInt16(truncatingIfNeeded: $0) }
  }

  /// The worth of the hexadecimal digit at the cursor.
  @inline(__always) private var hexadecimalDigit: UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    if digit <= 9 { return digit }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter <= 5 ? letter &+ 10 : nil
  }

  /// A time in seconds with a fraction, as in `12.000345`; microseconds are kept, further digits
  /// are dropped, and what exceeds ``Timestamp`` is clamped.
  @inline(__always) mutating func seconds() -> Timestamp? {
    let start = position
    let isNegative = byte == UInt8(ascii: "-")
    guard let whole = decimal(), byte == UInt8(ascii: "."), position[1] &- UInt8(ascii: "0") <= 9
    else {
      position = start
      return nil
    }
    position += 1
    let micros = microseconds()
    // `-0.5` is negative, though its whole part is not.
    return Timestamp(seconds: whole, microseconds: isNegative ? -micros : micros)
  }

  /// The digits after a decimal point as microseconds.
  @inline(__always) private mutating func microseconds() -> Int64 {
    var value: Int64 = 0
    var count = 0
    while true {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { break }
      if count < 6 { value = value &* 10 &+ Int64(digit) }
      count += 1
      position += 1
    }
    while count < 6 {
      value = value &* 10
      count += 1
    }
    return value
  }
}
