import Evdev

/// Parts of lines that several text formats share.
extension TextCursor {
  /// Moves over a run of one byte and returns how long it was.
  @inline(__always) mutating func skipRun(of byte: UInt8) -> Int {
    var count = 0
    while skip(byte) { count += 1 }
    return count
  }

  /// Moves behind the next occurrence of a byte in the line; at the line's end it stops and says no.
  @inline(__always) mutating func skipPast(_ wanted: UInt8) -> Bool {
    while byte != wanted {
      if byte == UInt8(ascii: "\n") { return false }
      advance()
    }
    advance()
    return true
  }

  /// A hexadecimal number of 16 bits, with `0x` before it or without.
  mutating func prefixedHexadecimal16() -> UInt16? {
    let start = self
    _ = skip("0x")
    if let number = hexadecimal16() { return number }
    restore(start)
    return nil
  }

  /// The text between a quotation mark here and the last one of the line; nil without them.
  mutating func quoted() -> String? {
    let text = rest
    guard text.first == UInt8(ascii: "\""), let last = text.lastIndex(of: UInt8(ascii: "\"")),
      last > 0
    else { return nil }
    while position < text.baseAddress.map({ $0 + last + 1 }) ?? position { advance() }
    return String(decoding: text[1..<last], as: UTF8.self)
  }

  /// Whether a text occurs in what is left of the line.
  func contains(_ literal: StaticString) -> Bool {
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
  /// The next eight bytes, the first one lowest; those behind the line's end mean nothing.
  @inline(__always) private var word64: UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
  }

  @inline(__always) private mutating func move(_ count: Int) {
    self = TextCursor(position: position + count, end: end, lineStart: lineStart, line: line)
  }

  /// Moves over spaces, of which many are expected: some tools fill their columns with them.
  @inline(__always) mutating func skipColumn() {
    while true {
      let difference = word64 ^ 0x2020_2020_2020_2020
      if difference != 0 {
        move(difference.trailingZeroBitCount >> 3)
        break
      }
      move(8)
    }
    if byte == UInt8(ascii: "\t") { skipSpaces() }
  }

  /// Moves over a run of bytes other than spaces and control characters, and returns it.
  @inline(__always) mutating func name() -> UnsafeBufferPointer<UInt8> {
    let start = position
    while true {
      let word = word64
      // The lowest high bit is right; borrows spoil only those above it.
      let ends = (word &- 0x2121_2121_2121_2121) & ~word & 0x8080_8080_8080_8080
      if ends != 0 {
        move(ends.trailingZeroBitCount >> 3)
        return UnsafeBufferPointer(start: start, count: position - start)
      }
      move(8)
    }
  }

  /// Eight hexadecimal digits; nil for fewer.
  @inline(__always) mutating func eightHexadecimalDigits() -> UInt32? {
    let word = word64
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    let lower = (word | 0x2020_2020_2020_2020) & ~high
    // A byte's high bit: set from `a` on, and again from `g` on; likewise for digits.
    let letters = (lower &+ ones &* (0x80 - 0x61)) & ~(lower &+ ones &* (0x80 - 0x67)) & high
    let digits =
      ((word & ~high) &+ ones &* (0x80 - 0x30)) & ~((word & ~high) &+ ones &* (0x80 - 0x3a))
      & high
    guard letters | digits == high, word & high == 0 else { return nil }
    let nibbles = (word & (ones &* 0x0f)) &+ (letters >> 7) &* 9
    let pairs = (nibbles << 4 | nibbles >> 8) & 0x00ff_00ff_00ff_00ff
    let fours = (pairs << 8 | pairs >> 16) & 0x0000_ffff_0000_ffff
    move(8)
    return UInt32(truncatingIfNeeded: fours << 16 | fours >> 32)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these are the bytes of a text.
  func equals(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != literal.utf8Start[index] { return false }
    return true
  }

  /// Whether these are the same bytes as others.
  @inline(__always) func equals(_ other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}
