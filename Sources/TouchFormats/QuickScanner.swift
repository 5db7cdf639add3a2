import Files

/// Parses numbers in their usual layout several bytes at a time, for hot loops.
///
/// Input for which it returns nil may still be valid: the reader then parses the line again with a
/// ``TextCursor``, which accepts every layout and reports errors. Loads may touch eight bytes past
/// any byte of a line, which the slack behind a ``LineBuffer`` allows; only ``endLine()`` moves
/// past a newline.
///
/// Several digits are checked and combined in one register ("SIMD within a register"); the method
/// is described in Langdale and Lemire, "Parsing gigabytes of JSON per second" (2019).
struct QuickScanner {
  private(set) var position: UnsafePointer<UInt8>

  @inline(__always) init(_ position: UnsafePointer<UInt8>) { self.position = position }

  @inline(__always) var byte: UInt8 { position.pointee }

  @inline(__always) func load<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type
  ) -> Word {
    Word(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: Word.self))
  }

  /// Skips bytes that the caller has checked.
  @inline(__always) mutating func advance(_ count: Int) { position += count }

  @inline(__always) mutating func skip(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    position += 1
    return true
  }

  @inline(__always) mutating func skipSpaces() {
    while byte == UInt8(ascii: " ") { position += 1 }
  }

  /// An unsigned number of at most 17 digits.
  @inline(__always) mutating func digits() -> Int64? {
    var value: Int64 = 0
    var count = 0
    let word = load(UInt64.self)
    if QuickScanner.areDigits(word) {
      value = QuickScanner.number(word)
      count = 8
      position += 8
    }
    while count < 18 {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ Int64(digit)
      position += 1
      count += 1
    }
    return count == 0 || count == 18 ? nil : value
  }

  /// A number of at most nine digits, with or without a minus sign.
  @inline(__always) mutating func int32() -> Int32? {
    let isNegative = skip(UInt8(ascii: "-"))
    guard let value = digits(atMost: 9) else { return nil }
    return isNegative ? 0 &- Int32(bitPattern: value) : Int32(bitPattern: value)
  }

  /// An unsigned number of at most `limit` digits, up to 9.
  @inline(__always) private mutating func digits(atMost limit: Int) -> UInt32? {
    var value: UInt32 = 0
    var count = 0
    while count <= limit {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ UInt32(digit)
      position += 1
      count += 1
    }
    return count == 0 || count > limit ? nil : value
  }

  /// A point, six digits and a space: the fraction of a time, in millionths.
  @inline(__always) mutating func microseconds() -> Int64? {
    let word = load(UInt64.self)
    guard word & 0xff == UInt64(UInt8(ascii: ".")), word >> 56 == UInt64(UInt8(ascii: " ")) else {
      return nil
    }
    // Replace the point and the space with two leading zeros.
    let digits = (word >> 8) << 16 & 0xffff_ffff_ffff_0000 | 0x3030
    guard QuickScanner.areDigits(digits) else { return nil }
    position += 8
    return QuickScanner.number(digits)
  }

  /// Spaces and digits, seven bytes in all, and a comma.
  @inline(__always) mutating func paddedNumber() -> Int64? {
    let word = load(UInt64.self)
    guard word >> 56 == UInt64(UInt8(ascii: ",")) else { return nil }
    // Replace the comma with a leading space, and spaces with zeros; the last byte is no space.
    let field = word << 8 | 0x20
    let spaces = ~field << 3 & 0x8080_8080_8080_8080
    let zeroed = field | spaces >> 3
    guard spaces & ~(spaces << 8 | 0x80) == 0, (spaces >> 7) &* 0x0f & field == 0,
      spaces >> 63 == 0, QuickScanner.areDigits(zeroed)
    else { return nil }
    position += 8
    return QuickScanner.number(zeroed)
  }

  /// Spaces, at most six digits, and a comma.
  @inline(__always) mutating func shortNumber() -> UInt16? {
    skipSpaces()
    guard let value = digits(atMost: 6), value <= 0xffff, skip(UInt8(ascii: ",")) else {
      return nil
    }
    return UInt16(truncatingIfNeeded: value)
  }

  /// Four hexadecimal digits and a space.
  @inline(__always) mutating func hexadecimal16() -> UInt16? {
    guard position[4] == UInt8(ascii: " ") else { return nil }
    let word = load(UInt32.self)
    let letters = QuickScanner.bytes(of: word | 0x2020_2020, from: "a", through: "f")
    let digits = QuickScanner.bytes(of: word, from: "0", through: "9")
    guard (letters | digits) == 0x8080_8080, word & 0x8080_8080 == 0 else { return nil }
    let nibbles = (word & 0x0f0f_0f0f) &+ (letters >> 7) &* 9
    let pairs = (nibbles << 4 | nibbles >> 8) & 0x00ff_00ff
    position += 5
    return UInt16(truncatingIfNeeded: pairs << 8 | pairs >> 16)
  }

  /// Skips spaces, a comment and the newline, if the line has nothing else.
  @inline(__always) mutating func endLine() -> Bool {
    if skip(UInt8(ascii: "\n")) { return true }
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
    guard byte == UInt8(ascii: "#") else { return skip(UInt8(ascii: "\n")) }
    while true {
      let difference = load(UInt64.self) ^ 0x0a0a_0a0a_0a0a_0a0a
      let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      if zeros != 0 {
        position += zeros.trailingZeroBitCount >> 3 + 1
        return true
      }
      position += 8
    }
  }
}

extension QuickScanner {
  /// Whether all eight bytes are digits.
  @inline(__always) private static func areDigits(_ word: UInt64) -> Bool {
    let high: UInt64 = 0xf0f0_f0f0_f0f0_f0f0
    return word & high == 0x3030_3030_3030_3030
      && (word &+ 0x0606_0606_0606_0606) & high == 0x3030_3030_3030_3030
  }

  /// The value of eight digits: pairs, then fours, then eight.
  @inline(__always) private static func number(_ word: UInt64) -> Int64 {
    let digits = word & 0x0f0f_0f0f_0f0f_0f0f
    let pairs = (digits &* 10 &+ digits >> 8) & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_ffff_0000_ffff
    let eight = (fours &* 10000 &+ fours >> 32) & 0xffff_ffff
    return Int64(truncatingIfNeeded: eight)
  }

  /// The high bit of each byte below 0x80 that is within a range.
  @inline(__always) private static func bytes(
    of word: UInt32, from first: Unicode.Scalar, through last: Unicode.Scalar
  ) -> UInt32 {
    let ones: UInt32 = 0x0101_0101
    let low = word & 0x7f7f_7f7f
    let fromFirst = low &+ ones &* (0x80 - first.value)
    let pastLast = low &+ ones &* (0x80 - last.value - 1)
    return fromFirst & ~pastLast & 0x8080_8080
  }
}
