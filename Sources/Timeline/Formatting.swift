/// Numbers and counts in tables and sentences.
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
    isFinite ? String(appending: { $0.append(self, decimals: decimals) }) : "?"
  }

  /// The number, rounded, with exactly the given number of decimals (0 to 6), as in `12.50`; `?`
  /// when it is not finite.
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
    self.init(appending: { $0.append(decimal: number, digits: width) })
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
  /// Rounds the shortest text that reads back as the number, of at most 17 digits. That equals
  /// rounding the number itself, but for exact halves, which hardly occur.
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
