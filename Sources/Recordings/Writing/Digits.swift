import Timeline

/// Appending numbers as text, without a `String` in between: tens of millions a second.
extension [UInt8] {
  @inline(__always) mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// A decimal number, padded with spaces on the left to `width`.
  mutating func append(decimal number: some BinaryInteger, width: Int = 0) {
    let value = Int64(clamping: number)
    append(digitsOf: value.magnitude, width: width, isNegative: value < 0)
  }

  private mutating func append(digitsOf magnitude: UInt64, width: Int, isNegative: Bool) {
    let start = count
    var rest = magnitude
    // Backward, then turned around: shorter than counting the digits first.
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest = quotient
    } while rest != 0
    if isNegative { append(UInt8(ascii: "-")) }
    while count - start < width { append(UInt8(ascii: " ")) }
    reverse(from: start)
  }

  private mutating func reverse(from start: Int) {
    var low = start
    var high = count - 1
    while low < high {
      swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  /// A decimal number of exactly so many digits, with zeros on the left.
  mutating func append(digits number: UInt64, count: Int) {
    let start = self.count
    var rest = number
    for _ in 0..<count {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest = quotient
    }
    reverse(from: start)
  }

  /// A hexadecimal number of exactly so many digits in lower case.
  mutating func append(hexadecimal number: some BinaryInteger, digits: Int) {
    let value = UInt64(truncatingIfNeeded: number)
    for place in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: value >> (4 * UInt64(place)) & 0xf)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// A time in seconds with six decimals, as in `-0.500000`.
  mutating func append(seconds time: Timestamp) {
    if time.microseconds < 0 { append(UInt8(ascii: "-")) }
    let (seconds, rest) = time.microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    append(decimal: seconds)
    append(UInt8(ascii: "."))
    append(digits: rest, count: 6)
  }

  /// A number in its bytes, the lowest first.
  @inline(__always) mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
