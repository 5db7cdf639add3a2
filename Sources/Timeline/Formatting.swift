/// Numbers and counts as text.
///
/// Every table, sentence and record of the package writes its numbers here. Digits come from integers,
/// so that the same number gives the same bytes on every machine, without Foundation.
extension Double {
  /// The number, rounded, with a number of decimals within a range; `?` when it is not finite.
  ///
  /// Zeros at the end go as far as the range allows:
  ///
  /// ```swift
  /// 12.5.text(decimals: 0...3)  // 12.5
  /// 12.0.text(decimals: 0...3)  // 12
  /// 12.0.text(decimals: 1...3)  // 12.0, as records have it
  /// ```
  ///
  /// - Parameter decimals: From 0 to 6.
  public func text(decimals: ClosedRange<Int>) -> String {
    guard isFinite else { return "?" }
    var bytes: [UInt8] = []
    bytes.append(self, decimals: decimals)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number, rounded, with exactly the given number of decimals (0 to 6), as in `12.50`; `?` when it
  /// is not finite.
  public func text(decimals: Int) -> String {
    text(decimals: decimals...decimals)
  }

  /// The number with as many digits as it takes to read it back exactly, as in `0.1` and `12`.
  public var shortestText: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The fewest decimals, from a minimum up to 6, with which two different numbers look different.
  public static func decimals(
    distinguishing first: Double, from second: Double, atLeast minimum: Int
  ) -> Int {
    var decimals = minimum
    while decimals < 6, first != second,
      first.text(decimals: decimals) == second.text(decimals: decimals)
    {
      decimals += 1
    }
    return decimals
  }
}

extension Int {
  /// The number and what it counts, as in `1 file` and `2 files`.
  ///
  /// - Parameter plural: The plural of a word to which adding an s does not suffice.
  public func counted(_ singular: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? singular : plural ?? "\(singular)s")"
  }
}

extension String {
  /// A number with zeros before it, up to a number of digits.
  public init(padding number: Int, to width: Int) {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count))
    self = (number < 0 ? "-" : "") + zeros + digits
  }
}

extension [UInt8] {
  /// The powers of ten for up to six decimals.
  private static let powersOfTen: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

  /// Appends a finite number as ``Swift/Double/text(decimals:)`` writes it, without a `String`.
  public mutating func append(_ value: Double, decimals: ClosedRange<Int>) {
    let power = Self.powersOfTen[decimals.upperBound]
    let scaled = (value * Double(power)).rounded()
    // From 2^53 a Double has no decimals.
    guard abs(scaled) <= 9_007_199_254_740_992 else {
      append(contentsOf: "\(value)".utf8)
      return
    }
    if scaled < 0 { append(UInt8(ascii: "-")) }
    var (whole, fraction) = UInt64(abs(scaled)).quotientAndRemainder(dividingBy: power)
    append(digits: whole)
    var count = decimals.upperBound
    while count > decimals.lowerBound, fraction % 10 == 0 {
      fraction /= 10
      count -= 1
    }
    guard count > 0 else { return }
    append(UInt8(ascii: "."))
    var unit = Self.powersOfTen[count - 1]
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / unit % 10))
      unit /= 10
    }
  }

  private mutating func append(digits number: UInt64) {
    if number >= 10 { append(digits: number / 10) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}

// MARK: - %g

extension Double {
  /// The number as C's `%g` writes it: six significant digits, zeros at the end removed.
  public var percentG: String {
    if isNaN { return "nan" }
    let sign = sign == .minus ? "-" : ""
    if isInfinite { return sign + "inf" }
    if self == 0 { return sign + "0" }
    let (digits, exponent) = magnitude.sixDigits
    var kept = digits[...]
    while kept.count > 1, kept.last == 0 { kept = kept.dropLast() }
    return sign
      + (exponent < -4 || exponent >= 6
        ? Double.scientific(kept, exponent) : Double.positional(kept, exponent))
  }

  /// Six digits and the power of ten of the first.
  ///
  /// Rounds the shortest text that reads back as the number, of at most 17 digits. That equals rounding
  /// the number itself, but for exact halves, which hardly occur.
  private var sixDigits: (digits: [UInt8], exponent: Int) {
    var (all, exponent) = shortestDigits
    guard all.count > 6 else {
      all += Array(repeating: 0, count: 6 - all.count)
      return (all, exponent)
    }
    let isUp = all[6] >= 5
    all.removeLast(all.count - 6)
    guard isUp else { return (all, exponent) }
    var index = 5
    while index >= 0 {
      all[index] += 1
      if all[index] < 10 { return (all, exponent) }
      all[index] = 0
      index -= 1
    }
    all.insert(1, at: 0)
    all.removeLast()
    return (all, exponent + 1)
  }

  /// The digits of `description`, and the power of ten of the first.
  private var shortestDigits: (digits: [UInt8], exponent: Int) {
    let parts = description.split(separator: "e")
    var digits: [UInt8] = []
    var point: Int?
    for byte in parts[0].utf8 {
      if byte == UInt8(ascii: ".") {
        point = digits.count
      } else {
        digits.append(byte - UInt8(ascii: "0"))
      }
    }
    var exponent = (point ?? digits.count) - 1 + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    while let first = digits.first, first == 0, digits.count > 1 {
      digits.removeFirst()
      exponent -= 1
    }
    return (digits, exponent)
  }

  private static func scientific(_ digits: ArraySlice<UInt8>, _ exponent: Int) -> String {
    var text = String(digits[digits.startIndex])
    let rest = digits.dropFirst()
    if !rest.isEmpty { text += "." + rest.map(String.init).joined() }
    return text + "e" + (exponent < 0 ? "-" : "+") + String(padding: abs(exponent), to: 2)
  }

  private static func positional(_ digits: ArraySlice<UInt8>, _ exponent: Int) -> String {
    let all = digits.map { String($0) }
    if exponent < 0 {
      return "0." + String(repeating: "0", count: -exponent - 1) + all.joined()
    }
    if all.count <= exponent + 1 {
      return all.joined() + String(repeating: "0", count: exponent + 1 - all.count)
    }
    return all[...exponent].joined() + "." + all[(exponent + 1)...].joined()
  }
}
