import Timeline

/// Appends numbers as text without creating a `String`.
///
/// Events are written through an output span of a known maximum length: ten million lines a second.
/// The same methods on arrays are for everything else.
extension OutputSpan where Element == UInt8 {
  @inline(__always) public mutating func append(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
  }

  /// Appends a decimal number, padded with spaces on the left to `width`; at most 20 bytes or `width`.
  @inline(__always) public mutating func append(decimal number: Int64, width: Int = 0) {
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

  /// Appends a hexadecimal number of exactly `digits` lower-case digits.
  @inline(__always) public mutating func append(hexadecimal number: UInt64, digits: Int) {
    for index in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: number >> (4 * UInt64(index)) & 0xf)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// Appends a time in seconds with six decimals, such as `-0.500000`; at most 21 bytes.
  @inline(__always) public mutating func append(seconds time: Timestamp) {
    if time.microseconds < 0 { append(UInt8(ascii: "-")) }
    let (seconds, rest) = time.microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    append(decimal: Int64(truncatingIfNeeded: seconds))
    append(UInt8(ascii: "."))
    var unit: UInt64 = 100_000
    while unit > 0 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / unit % 10))
      unit /= 10
    }
  }
}

extension [UInt8] {
  public mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  public mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// Appends a decimal number, padded with spaces on the left to `width`.
  public mutating func append(decimal number: some BinaryInteger, width: Int = 0) {
    append(addingCapacity: Swift.max(20, width)) { output in
      output.append(decimal: Int64(clamping: number), width: width)
    }
  }

  /// Appends seconds with six decimals.
  public mutating func append(seconds time: Timestamp) {
    append(addingCapacity: 28) { output in output.append(seconds: time) }
  }

  /// Appends a hexadecimal number of exactly `digits` lower-case digits.
  public mutating func append(hexadecimal number: some BinaryInteger, digits: Int) {
    append(addingCapacity: digits) { output in
      output.append(hexadecimal: UInt64(truncatingIfNeeded: number), digits: digits)
    }
  }

  /// Appends the bytes of a number, the lowest first.
  @inline(__always) public mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends a JSON string in quotes, with characters that are unfit for terminals escaped.
  public mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    let isPlain = text.utf8.allSatisfy {
      (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      append(contentsOf: text.utf8)
    } else {
      for scalar in text.unicodeScalars { append(json: scalar) }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(json scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"" as StaticString)
    case "\\": append("\\\\" as StaticString)
    case "\n": append("\\n" as StaticString)
    case "\t": append("\\t" as StaticString)
    case "\r": append("\\r" as StaticString)
    // All of these have four digits.
    case _ where scalar.isUnfitForTerminals:
      append("\\u" as StaticString)
      append(hexadecimal: scalar.value, digits: 4)
    default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Appends a word, padded with spaces on the right to `width`.
  public mutating func append(column word: String, _ width: Int) {
    append(word)
    let missing = Swift.max(0, width - word.utf8.count)
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: missing))
  }
}

/// Replaces control characters, and those that change the direction of writing, with spaces, so that
/// a name fits on one line and shows as it is.
public func singleLine(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    result.append(scalar.isUnfitForTerminals ? " " : scalar)
  }
  return String(result)
}

extension Timestamp {
  /// The halves of a `struct timeval`, whose microseconds are never negative: 0.5 s before zero is
  /// -1 s + 500,000 µs.
  @inline(__always) public var timeval: (seconds: Int64, microseconds: Int64) {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return remainder < 0 ? (quotient - 1, remainder + 1_000_000) : (quotient, remainder)
  }
}
