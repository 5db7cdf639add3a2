/// The textbook's label of a sample: `x: `, a tabulator and ` y:`, a tabulator and ` z:`, with six
/// significant digits each.
extension Acceleration {
  /// As in `x: 0.018112⇥ y:-0.99617⇥ z:-0.126785`, with the space after the first colon only.
  public var label: String {
    "x: \(Acceleration.sixDigits(x))\t y:\(Acceleration.sixDigits(y))\t z:\(Acceleration.sixDigits(z))"
  }

  /// A number as C's `%g` writes it.
  static func sixDigits(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    let sign = value.sign == .minus ? "-" : ""
    if value == 0 { return sign + "0" }
    // The shortest decimal digits that mean the number, and the power of ten of the first.
    var (digits, exponent) = shortestDigits(value.magnitude)
    if digits.count > 6 {
      let isUp = digits[6] >= 5
      digits.removeSubrange(6...)
      if isUp { carry(&digits, &exponent) }
    }
    while digits.count > 1, digits.last == 0 { digits.removeLast() }
    return sign
      + (exponent < -4 || exponent >= 6
        ? scientific(digits, exponent) : plain(digits, exponent))
  }

  private static func shortestDigits(_ value: Double) -> (digits: [UInt8], exponent: Int) {
    var digits: [UInt8] = []
    var point: Int?
    var power = 0
    let parts = value.description.split(separator: "e")
    if parts.count == 2 { power = Int(parts[1]) ?? 0 }
    for byte in (parts.first ?? "").utf8 {
      if byte == UInt8(ascii: ".") {
        point = digits.count
      } else {
        digits.append(byte &- UInt8(ascii: "0"))
      }
    }
    let zeros = digits.prefix { $0 == 0 }.count
    let exponent = power + (point ?? digits.count) - 1 - zeros
    digits.removeFirst(min(zeros, digits.count))
    return (digits, exponent)
  }

  private static func carry(_ digits: inout [UInt8], _ exponent: inout Int) {
    var index = digits.count - 1
    while index >= 0 {
      if digits[index] < 9 {
        digits[index] += 1
        return
      }
      digits[index] = 0
      index -= 1
    }
    digits.insert(1, at: 0)
    digits.removeLast()
    exponent += 1
  }

  private static func text(_ digits: some Sequence<UInt8>) -> String {
    String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }

  private static func scientific(_ digits: [UInt8], _ exponent: Int) -> String {
    let mantissa =
      digits.count > 1 ? text(digits.prefix(1)) + "." + text(digits.dropFirst()) : text(digits)
    let size = String(exponent.magnitude)
    return mantissa + "e" + (exponent < 0 ? "-" : "+") + (size.count < 2 ? "0" + size : size)
  }

  private static func plain(_ digits: [UInt8], _ exponent: Int) -> String {
    if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + text(digits) }
    let whole = exponent + 1
    if digits.count <= whole {
      return text(digits) + String(repeating: "0", count: whole - digits.count)
    }
    return text(digits.prefix(whole)) + "." + text(digits.dropFirst(whole))
  }
}
