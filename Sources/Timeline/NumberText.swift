/// Numbers as text, without a `String`; digits come from integers, so that the same number produces
/// the same bytes on every machine. Events are written through an output span of a known length.
extension OutputSpan where Element == UInt8 {
  /// Appends a decimal number of at least `digits` digits (0 to 19), padded with spaces on the left
  /// to `width`; at most 20 bytes or `width`.
  @inline(__always) package mutating func append(
    decimal number: Int64, width: Int = 0, digits: Int = 1
  ) {
    var text = InlineArray<20, UInt8>(repeating: 0)
    var first = text.count
    var rest = number.magnitude
    while rest != 0 || text.count - first < digits {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      first -= 1
      text[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
    if number < 0 {
      first -= 1
      text[first] = UInt8(ascii: "-")
    }
    for _ in 0..<max(0, width - (text.count - first)) { append(UInt8(ascii: " ")) }
    for index in first..<text.count { append(text[index]) }
  }

  /// Appends a fixed-point number, given in units of its last decimal (0 to 9 decimals); at most 22
  /// bytes. Zeros at the end are dropped, down to the lower bound of `decimals`.
  @inline(__always) package mutating func append(
    fixedPoint number: Int64, decimals: ClosedRange<Int>
  ) {
    var unit: UInt64 = 1
    for _ in 0..<decimals.upperBound { unit *= 10 }
    var (whole, fraction) = number.magnitude.quotientAndRemainder(dividingBy: unit)
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: Int64(clamping: whole))
    var count = decimals.upperBound
    while count > decimals.lowerBound, fraction % 10 == 0 {
      fraction /= 10
      count -= 1
    }
    guard count > 0 else { return }
    append(UInt8(ascii: "."))
    append(decimal: Int64(fraction), digits: count)
  }

  /// Appends a time in seconds with six decimals, such as `-0.500000`; at most 21 bytes.
  @inline(__always) package mutating func append(seconds time: Timestamp) {
    append(fixedPoint: time.microseconds, decimals: 6...6)
  }

  /// Appends a hexadecimal number of exactly `digits` lower-case digits.
  @inline(__always) package mutating func append(hexadecimal number: UInt64, digits: Int) {
    for index in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: number >> (4 * UInt64(index)) & 0xf)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension [UInt8] {
  /// Appends a decimal number of at least `digits` digits (0 to 19), padded with spaces on the left
  /// to `width`.
  package mutating func append(
    decimal number: some BinaryInteger, width: Int = 0, digits: Int = 1
  ) {
    append(addingCapacity: Swift.max(20, width)) { output in
      output.append(decimal: Int64(clamping: number), width: width, digits: digits)
    }
  }

  /// Appends a fixed-point number, given in units of its last decimal (0 to 9 decimals).
  package mutating func append(fixedPoint number: Int64, decimals: ClosedRange<Int>) {
    append(addingCapacity: 22) { output in
      output.append(fixedPoint: number, decimals: decimals)
    }
  }

  /// Appends a finite number in the form of ``Swift/Double/text(decimals:)``.
  package mutating func append(_ value: Double, decimals: ClosedRange<Int>) {
    let scaled = (value * Self.powersOfTen[decimals.upperBound]).rounded()
    // From 2^53 a Double has no decimals.
    guard abs(scaled) <= 9_007_199_254_740_992 else {
      append(contentsOf: "\(value)".utf8)
      return
    }
    append(fixedPoint: Int64(scaled), decimals: decimals)
  }

  private static let powersOfTen = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000.0]

  /// Appends seconds with six decimals.
  package mutating func append(seconds time: Timestamp) {
    append(addingCapacity: 22) { output in output.append(seconds: time) }
  }

  /// Appends a hexadecimal number of exactly `digits` lower-case digits.
  package mutating func append(hexadecimal number: some BinaryInteger, digits: Int) {
    append(addingCapacity: digits) { output in
      output.append(hexadecimal: UInt64(truncatingIfNeeded: number), digits: digits)
    }
  }
}

extension String {
  /// The text that `write` appends.
  package init(appending write: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    write(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
