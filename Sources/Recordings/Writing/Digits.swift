import Timeline

/// Appending numbers as text, without a `String` in between.
///
/// Events are written through an output span of a known largest length: ten million lines a second.
/// The same on arrays is for everything else.
extension OutputSpan where Element == UInt8 {
  @inline(__always) mutating func append(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
  }

  /// A decimal number, padded with spaces on the left to `width`; at most 20 bytes or `width`.
  @inline(__always) mutating func append(decimal number: Int64, width: Int = 0) {
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = digits.count
    var rest = number.magnitude
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      first -= 1
      digits[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
    } while rest != 0
    if number < 0 {
      first -= 1
      digits[first] = UInt8(ascii: "-")
    }
    for _ in 0..<max(0, width - (digits.count - first)) { append(UInt8(ascii: " ")) }
    for index in first..<digits.count { append(digits[index]) }
  }

  /// A hexadecimal number of exactly so many digits in lower case.
  @inline(__always) mutating func append(hexadecimal number: UInt64, digits: Int) {
    for place in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: number >> (4 * UInt64(place)) & 0xf)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// A time in seconds with six decimals, as in `-0.500000`; at most 21 bytes.
  @inline(__always) mutating func append(seconds time: Timestamp) {
    if time.microseconds < 0 { append(UInt8(ascii: "-")) }
    let (seconds, rest) = time.microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    append(decimal: Int64(truncatingIfNeeded: seconds))
    append(UInt8(ascii: "."))
    var place: UInt64 = 100_000
    while place > 0 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / place % 10))
      place /= 10
    }
  }
}

extension [UInt8] {
  package mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// A decimal number, padded with spaces on the left to `width`.
  package mutating func append(decimal number: some BinaryInteger, width: Int = 0) {
    append(addingCapacity: Swift.max(20, width)) { output in
      output.append(decimal: Int64(clamping: number), width: width)
    }
  }

  /// Seconds with six decimals.
  mutating func append(seconds time: Timestamp) {
    append(addingCapacity: 28) { output in output.append(seconds: time) }
  }

  /// A hexadecimal number of exactly so many digits in lower case.
  package mutating func append(hexadecimal number: some BinaryInteger, digits: Int) {
    append(addingCapacity: digits) { output in
      output.append(hexadecimal: UInt64(truncatingIfNeeded: number), digits: digits)
    }
  }

  /// A number in its bytes, the lowest first.
  @inline(__always) mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
