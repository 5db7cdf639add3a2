import Timeline

/// A position in the lines of a ``LineBuffer``, with parsers for the parts that text formats share.
///
/// Only ``nextLine()`` moves past a newline, and every line has one, so no method checks for the
/// end of the buffer. A method that fails leaves the cursor unmoved, for the column of the error.
///
/// The methods are public and inlinable, because readers of other modules call them for each field,
/// where the compiler does not inline methods of package access.
public struct TextCursor {
  public var position: UnsafePointer<UInt8>
  public let end: UnsafePointer<UInt8>
  public var lineStart: UnsafePointer<UInt8>
  /// The number of the line, from 1.
  public var line: Int

  /// Whether all lines are parsed; if not, ``byte`` is valid.
  @inlinable @inline(__always) public var isAtEnd: Bool { position >= end }

  /// The byte at the cursor; at the end of a line its newline.
  @inlinable @inline(__always) public var byte: UInt8 { position.pointee }

  /// The column in bytes, from 1.
  @inlinable public var column: Int { position - lineStart + 1 }

  /// Skips a byte, but never a newline.
  @inlinable @inline(__always) public mutating func advance() {
    if byte != TextCursor.newline { position += 1 }
  }
}

// MARK: Lines

extension TextCursor {
  @inlinable static public var newline: UInt8 { UInt8(ascii: "\n") }
  @inlinable static public var carriageReturn: UInt8 { UInt8(ascii: "\r") }

  /// Whether the rest of the line is empty; a carriage return before the newline is ignored.
  @inlinable @inline(__always) public var isAtLineEnd: Bool {
    byte == TextCursor.newline
      || (byte == TextCursor.carriageReturn && position[1] == TextCursor.newline)
  }

  /// Moves to the start of the next line.
  @inlinable @inline(__always) public mutating func nextLine() {
    if byte != TextCursor.newline { position = lineEnd }
    position += 1
    lineStart = position
    line += 1
  }

  /// Moves to the start of a line `count` lines further on.
  @inlinable @inline(__always) public mutating func jump(
    to start: UnsafePointer<UInt8>, lines count: Int
  ) {
    assert(start >= position && start <= end)
    position = start
    lineStart = start
    line += count
  }

  /// The newline of the line.
  @inlinable public var lineEnd: UnsafePointer<UInt8> { TextCursor.newline(from: position) }

  /// The next newline, which is found eight bytes at a time, as comments are longer than the events
  /// before them. The buffer has slack behind its last byte for the last load.
  @inlinable @inline(__always)
  public static func newline(from start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var candidate = start
    while true {
      let word = UnsafeRawPointer(candidate).loadUnaligned(as: UInt64.self).littleEndian
      let difference = word ^ 0x0a0a_0a0a_0a0a_0a0a
      let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      if zeros != 0 { return candidate + zeros.trailingZeroBitCount >> 3 }
      candidate += 8
    }
  }

  /// The rest of the line, without its newline and carriage return.
  @inlinable public var rest: UnsafeBufferPointer<UInt8> {
    if isAtEnd { return UnsafeBufferPointer(start: position, count: 0) }
    var count = lineEnd - position
    if count > 0, position[count - 1] == TextCursor.carriageReturn { count -= 1 }
    return UnsafeBufferPointer(start: position, count: count)
  }

  /// The rest of the line as text; invalid UTF-8 becomes U+FFFD.
  @inlinable public var restText: String { String(decoding: rest, as: UTF8.self) }
}

// MARK: Small parts

extension TextCursor {
  /// Skips spaces and tabs.
  @inlinable @inline(__always) public mutating func skipSpaces() {
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
  }

  /// Whether the rest of the line is spaces and tabs.
  @inlinable public var isBlank: Bool {
    var cursor = self
    cursor.skipSpaces()
    return cursor.isAtLineEnd
  }

  /// Skips a byte other than a newline, if it is next.
  @inlinable @inline(__always) public mutating func skip(_ expected: UInt8) -> Bool {
    guard byte == expected, expected != TextCursor.newline else { return false }
    position += 1
    return true
  }

  /// Skips a text without newlines, if it is next.
  @inlinable @inline(__always) public mutating func skip(_ literal: StaticString) -> Bool {
    guard starts(with: literal) else { return false }
    position += literal.utf8CodeUnitCount
    return true
  }

  /// Whether a text without newlines is next.
  @inlinable @inline(__always) public func starts(with literal: StaticString) -> Bool {
    let text = literal.utf8Start
    for index in 0..<literal.utf8CodeUnitCount where position[index] != text[index] {
      return false
    }
    return true
  }

  /// Skips a run of bytes other than spaces, tabs and the line's end, and returns it.
  @inlinable public mutating func word() -> UnsafeBufferPointer<UInt8> {
    let start = position
    while byte > UInt8(ascii: " ") || !(byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")) {
      if isAtLineEnd { break }
      position += 1
    }
    return UnsafeBufferPointer(start: start, count: position - start)
  }

  /// Whether nothing follows in the line but a comment that begins with `#`.
  @inlinable public var isAtTextEnd: Bool { isAtLineEnd || byte == UInt8(ascii: "#") }

  /// Moves past the end of the line, after optional spaces and a comment that begins with `#`.
  @inlinable @inline(__always) public mutating func endLine() throws(Expectation) {
    if byte != UInt8(ascii: "\n") { try endText() }
    nextLine()
  }

  /// Moves past optional spaces to the end of the line, or to a comment that begins with `#`.
  @inlinable public mutating func endText() throws(Expectation) {
    skipSpaces()
    guard isAtTextEnd else { throw Expectation("the end of the line or a comment") }
  }
}

// MARK: Words and columns

extension TextCursor {
  /// Skips a run of one byte and returns its length.
  @inlinable @inline(__always) public mutating func skipRun(of byte: UInt8) -> Int {
    var count = 0
    while skip(byte) { count += 1 }
    return count
  }

  /// Moves past the next occurrence of a byte in the line; without one, to the line's end, and
  /// returns false.
  @inlinable @inline(__always) public mutating func skipPast(_ wanted: UInt8) -> Bool {
    while byte != wanted {
      if byte == TextCursor.newline { return false }
      position += 1
    }
    advance()
    return true
  }

  /// The text between a quotation mark at the cursor and the last one of the line; nil without
  /// both.
  @inlinable public mutating func quoted() -> String? {
    let text = rest
    guard text.first == UInt8(ascii: "\""), let last = text.lastIndex(of: UInt8(ascii: "\"")),
      last > 0
    else { return nil }
    position += last + 1
    return String(decoding: text[1..<last], as: UTF8.self)
  }

  /// Whether the rest of the line contains a text.
  @inlinable public func contains(_ literal: StaticString) -> Bool {
    var cursor = self
    while cursor.byte != UInt8(ascii: "\n") {
      if cursor.starts(with: literal) { return true }
      cursor.advance()
    }
    return false
  }
}

// MARK: Eight bytes at a time

extension TextCursor {
  /// The next eight bytes, the first one lowest; bytes past the line's end are arbitrary.
  @inlinable @inline(__always) public var word64: UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
  }

  /// Skips the spaces that pad a column, eight at a time.
  @inlinable @inline(__always) public mutating func skipColumn() {
    while true {
      let difference = word64 ^ 0x2020_2020_2020_2020
      if difference != 0 {
        position += difference.trailingZeroBitCount >> 3
        break
      }
      position += 8
    }
    if byte == UInt8(ascii: "\t") { skipSpaces() }
  }

  /// Skips a run of bytes other than spaces and control characters, and returns it.
  @inlinable @inline(__always) public mutating func name() -> UnsafeBufferPointer<UInt8> {
    let start = position
    while true {
      let word = word64
      // The lowest high bit is right; borrows only affect the bits above it.
      let ends = (word &- 0x2121_2121_2121_2121) & ~word & 0x8080_8080_8080_8080
      if ends != 0 {
        position += ends.trailingZeroBitCount >> 3
        return UnsafeBufferPointer(start: start, count: position - start)
      }
      position += 8
    }
  }
}

// MARK: Numbers

extension TextCursor {
  /// A decimal number with an optional sign; nil without digits and on overflow.
  @inlinable @inline(__always) public mutating func decimal() -> Int64? {
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
    // Eighteen digits fit; longer numbers take the slow path.
    if count == 0 || count > 18 {
      let end = position
      position = start
      return count == 0 ? nil : longDecimal(to: end)
    }
    return isNegative ? -value : value
  }

  @inline(never) public mutating func longDecimal(to end: UnsafePointer<UInt8>) -> Int64? {
    let text = UnsafeBufferPointer(start: position, count: end - position)
    guard let value = Int64(String(decoding: text, as: UTF8.self)) else { return nil }
    position = end
    return value
  }

  /// A 32-bit decimal number, an event's value.
  @inlinable @inline(__always) public mutating func int32() -> Int32? { decimal(as: Int32.self) }

  /// A 16-bit decimal number, an event's type or code.
  @inlinable @inline(__always) public mutating func decimal16() -> UInt16? {
    decimal(as: UInt16.self)
  }

  /// A decimal number that fits into a narrower type.
  @inlinable @inline(__always) public mutating func decimal<Number: FixedWidthInteger>(
    as type: Number.Type
  ) -> Number? {
    let start = position
    guard let value = decimal() else { return nil }
    guard let narrow = Number(exactly: value) else {
      position = start
      return nil
    }
    return narrow
  }

  /// A hexadecimal number without prefix; nil without digits and if larger than `most`.
  @inlinable @inline(__always) public mutating func hexadecimal(most: UInt64 = .max) -> UInt64? {
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

  /// A 16-bit hexadecimal number, an event's type or code.
  @inlinable @inline(__always) public mutating func hexadecimal16() -> UInt16? {
    hexadecimal(most: 0xffff).map { UInt16(truncatingIfNeeded: $0) }
  }

  /// The value of the hexadecimal digit at the cursor.
  @inlinable @inline(__always) public var hexadecimalDigit: UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    if digit <= 9 { return digit }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter <= 5 ? letter &+ 10 : nil
  }

  /// A time in seconds with a fraction, such as `12.000345`; digits beyond microseconds are
  /// dropped, and times beyond ``Timestamp``'s range are clamped.
  @inlinable @inline(__always) public mutating func seconds() -> Timestamp? {
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
  @inlinable @inline(__always) public mutating func microseconds() -> Int64 {
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

  /// Eight hexadecimal digits; nil for fewer.
  @inlinable @inline(__always) public mutating func eightHexadecimalDigits() -> UInt32? {
    guard let value = TextCursor.hexadecimal(ofDigits: word64) else { return nil }
    position += 8
    return value
  }

  /// The value of eight hexadecimal digits, the first one in the lowest byte; nil for other bytes.
  @inlinable @inline(__always) public static func hexadecimal(ofDigits word: UInt64) -> UInt32? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    let lower = (word | 0x2020_2020_2020_2020) & ~high
    // A byte's high bit: set from `a` on, and again from `g` on; likewise for digits.
    let letters = (lower &+ ones &* (0x80 - 0x61)) & ~(lower &+ ones &* (0x80 - 0x67)) & high
    let low = word & ~high
    let digits = (low &+ ones &* (0x80 - 0x30)) & ~(low &+ ones &* (0x80 - 0x3a)) & high
    guard letters | digits == high, word & high == 0 else { return nil }
    let nibbles = (word & (ones &* 0x0f)) &+ (letters >> 7) &* 9
    let pairs = (nibbles << 4 | nibbles >> 8) & 0x00ff_00ff_00ff_00ff
    let fours = (pairs << 8 | pairs >> 16) & 0x0000_ffff_0000_ffff
    return UInt32(truncatingIfNeeded: fours << 16 | fours >> 32)
  }
}

/// Times whose unit a file does not name.
public enum CountedTime {
  /// Converts a count of seconds, milliseconds, microseconds or nanoseconds since 1970 to seconds.
  /// Sensor Logger writes several of these units; the largest unit that puts the time before the
  /// year 5138 is assumed.
  @inlinable public static func seconds(_ count: Double) -> Double {
    if count < 1e11 { return count }
    if count < 1e14 { return count / 1e3 }
    return count < 1e17 ? count / 1e6 : count / 1e9
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these are the bytes of a text.
  @inlinable public func equals(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != literal.utf8Start[index] { return false }
    return true
  }

  /// Whether the bytes equal those of an array.
  @inlinable @inline(__always) public func equals(_ other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}
