/// Parses numbers in their usual layout several bytes at a time, for hot loops.
///
/// Input for which it returns nil may still be valid: the reader then parses the line again with a
/// ``TextCursor``, which accepts every layout and reports errors. Loads may touch 24 bytes past
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

  /// The numbers of bytes that ``matches(_:count:)`` compares.
  static let matchedCounts = 8...24

  /// Whether the next bytes equal the bytes at another position.
  @inline(__always) func matches(_ other: QuickScanner, count: Int) -> Bool {
    // Three words cover the bytes; they may overlap.
    func isSame(at offset: Int) -> Bool {
      QuickScanner(position + offset).load(UInt64.self)
        == QuickScanner(other.position + offset).load(UInt64.self)
    }
    return isSame(at: 0) && isSame(at: max(0, count - 16)) && isSame(at: count - 8)
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
    var (value, count) = QuickScanner.leadingDigits(load(UInt64.self))
    position += count
    if count < 8 { return count == 0 ? nil : value }
    while count < 18 {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ Int64(digit)
      position += 1
      count += 1
    }
    return count == 18 ? nil : value
  }

  /// A number of at most nine digits, with or without a minus sign.
  @inline(__always) mutating func int32() -> Int32? {
    let isNegative = skip(UInt8(ascii: "-"))
    guard let value = digits(), value <= 999_999_999 else { return nil }
    return Int32(truncatingIfNeeded: isNegative ? -value : value)
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

  /// Spaces, a number and a comma.
  @inline(__always) mutating func shortNumber() -> UInt16? {
    skipSpaces()
    guard let value = digits(), value <= 0xffff, skip(UInt8(ascii: ",")) else { return nil }
    return UInt16(truncatingIfNeeded: value)
  }

  /// Four hexadecimal digits and a space, twice: the type and the code of an event.
  @inline(__always) mutating func typeAndCode() -> (type: UInt16, code: UInt16)? {
    guard position[4] == UInt8(ascii: " "), position[9] == UInt8(ascii: " ") else { return nil }
    let type = load(UInt32.self)
    let code = QuickScanner(position + 5).load(UInt32.self)
    let word = UInt64(code) << 32 | UInt64(type)
    guard let both = TextCursor.hexadecimal(ofDigits: word) else { return nil }
    position += 10
    return (UInt16(truncatingIfNeeded: both >> 16), UInt16(truncatingIfNeeded: both))
  }

  /// Skips spaces, a comment and the newline, if the line contains nothing else.
  @inline(__always) mutating func endLine() -> Bool {
    if skip(UInt8(ascii: "\n")) { return true }
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
    guard byte == UInt8(ascii: "#") else { return skip(UInt8(ascii: "\n")) }
    position = TextCursor.newline(from: position) + 1
    return true
  }

  /// Whether all eight bytes are digits.
  @inline(__always) private static func areDigits(_ word: UInt64) -> Bool {
    let high: UInt64 = 0xf0f0_f0f0_f0f0_f0f0
    return word & high == 0x3030_3030_3030_3030
      && (word &+ 0x0606_0606_0606_0606) & high == 0x3030_3030_3030_3030
  }

  /// The number of digits at the start of eight bytes, and their value.
  @inline(__always) private static func leadingDigits(_ word: UInt64) -> (value: Int64, count: Int)
  {
    // The high bit of each byte that is no digit. A carry only changes bytes after such a byte.
    let others = ((word ^ all(0x30)) &+ all(0x76) | word) & all(0x80)
    let count = others.trailingZeroBitCount >> 3
    // Moved to the end, behind zeros; none of the bytes if the first one is no digit.
    return (number(word << UInt64(64 - 8 * count)), count)
  }

  /// Eight times the same byte.
  @inline(__always) private static func all(_ byte: UInt64) -> UInt64 {
    byte &* 0x0101_0101_0101_0101
  }

  /// The value of eight digits: pairs, then fours, then eight.
  @inline(__always) private static func number(_ word: UInt64) -> Int64 {
    let digits = word & 0x0f0f_0f0f_0f0f_0f0f
    let pairs = (digits &* 10 &+ digits >> 8) & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_ffff_0000_ffff
    let eight = (fours &* 10000 &+ fours >> 32) & 0xffff_ffff
    return Int64(truncatingIfNeeded: eight)
  }
}
