/// The fields of a sentence, from left to right.
struct NMEAFields {
  private var position: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private var isAtEnd: Bool

  /// Creates the fields that follow the address.
  init(_ fields: UnsafeBufferPointer<UInt8>) {
    // An empty buffer has no address, and no byte of it is read.
    position = fields.baseAddress ?? ("" as StaticString).utf8Start
    end = position + fields.count
    isAtEnd = fields.isEmpty
  }

  /// The next field, without the comma; empty after the last one.
  @inline(__always) mutating func next() -> UnsafeBufferPointer<UInt8> {
    let start = position
    guard !isAtEnd else { return UnsafeBufferPointer(start: start, count: 0) }
    while position < end, position.pointee != UInt8(ascii: ",") { position += 1 }
    let count = position - start
    if position < end { position += 1 } else { isAtEnd = true }
    return UnsafeBufferPointer(start: start, count: count)
  }

  var remaining: Int {
    guard !isAtEnd else { return 0 }
    let rest = UnsafeBufferPointer(start: position, count: end - position)
    return 1 + rest.count { $0 == UInt8(ascii: ",") }
  }

  @inline(__always) mutating func skip(_ count: Int) { for _ in 0..<count { _ = next() } }

  /// The first letter of the next field; nil if it is empty.
  @inline(__always) mutating func letter() -> UInt8? { next().first }

  /// Reads a decimal number such as `-12.50`; returns nil for anything else.
  @inline(__always) mutating func number() -> Double? { NMEANumber(next()).map(\.value) }

  /// Reads degrees and minutes, as in `4629.8972`, and a hemisphere; nil unless both are valid.
  @inline(__always) mutating func angle(
    positive: Unicode.Scalar, negative: Unicode.Scalar, most: Double
  ) -> Double? {
    let number = NMEANumber(next())
    // Some receivers send lower-case letters, or also a sign. Both fields are read in any case,
    // since the other fields follow an empty position, too.
    let letter = next().first
    guard let number, let hemisphere = letter.map({ $0 & 0xdf }),
      hemisphere == UInt8(ascii: positive) || hemisphere == UInt8(ascii: negative)
    else { return nil }
    let (whole, fraction) = number.parts
    let (degrees, minutes) = whole.quotientAndRemainder(dividingBy: 100)
    guard minutes < 60 else { return nil }
    let angle = Double(degrees) + (Double(minutes) + fraction) / 60
    guard angle <= most else { return nil }
    return (hemisphere == UInt8(ascii: negative)) != number.isNegative ? -angle : angle
  }

  /// Reads a time of day such as `143444.28` in microseconds; returns nil for anything else.
  @inline(__always) mutating func timeOfDay() -> Int64? {
    guard let number = NMEANumber(next()), !number.isNegative, number.wholeDigits >= 5 else {
      return nil
    }
    let (whole, fraction) = number.parts
    let (hour, minute, second) = (whole / 10_000, whole / 100 % 100, whole % 100)
    // Second 60 is a leap second.
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    return (hour * 3600 + minute * 60 + second) * 1_000_000 + Int64((fraction * 1e6).rounded())
  }
}

/// The decimal number in a field: its digits and the position of the point.
struct NMEANumber {
  private var digits: Int64 = 0
  private(set) var wholeDigits = 0
  private var decimals = 0
  private(set) var isNegative = false

  private static let powers: InlineArray<17, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  ]

  /// Parses a field; returns nil unless it is a number. Decimals beyond the 16th digit are dropped.
  @inline(__always) init?(_ field: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var count = field.count
    // Some receivers pad numbers with spaces.
    while index < count, field[index] == UInt8(ascii: " ") { index += 1 }
    while count > index, field[count - 1] == UInt8(ascii: " ") { count -= 1 }
    if index < count, field[index] == UInt8(ascii: "-") || field[index] == UInt8(ascii: "+") {
      isNegative = field[index] == UInt8(ascii: "-")
      index += 1
    }
    while index < count {
      let digit = field[index] &- UInt8(ascii: "0")
      if digit > 9 { break }
      digits = digits &* 10 &+ Int64(digit)
      wholeDigits += 1
      index += 1
    }
    guard wholeDigits <= 15 else { return nil }
    if index < count, field[index] == UInt8(ascii: ".") {
      index += 1
      while index < count {
        let digit = field[index] &- UInt8(ascii: "0")
        if digit > 9 { break }
        if wholeDigits + decimals < 16 {
          digits = digits &* 10 &+ Int64(digit)
          decimals += 1
        }
        index += 1
      }
    }
    guard index == count, wholeDigits + decimals > 0 else { return nil }
  }

  @inline(__always) var value: Double {
    let size = Double(digits) / NMEANumber.powers[decimals]
    return isNegative ? -size : size
  }

  /// The integer part and the fraction.
  @inline(__always) var parts: (whole: Int64, fraction: Double) {
    let scale = NMEANumber.powers[decimals]
    let (whole, rest) = digits.quotientAndRemainder(dividingBy: Int64(scale))
    return (whole, Double(rest) / scale)
  }
}
