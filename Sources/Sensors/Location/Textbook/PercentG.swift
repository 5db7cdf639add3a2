/// Numbers as C's `%g` writes them: six significant digits, trailing zeros removed.
enum PercentG {
  static func text(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    let sign = number.sign == .minus ? "-" : ""
    if number.isInfinite { return sign + "inf" }
    if number == 0 { return sign + "0" }
    let (digits, exponent) = digits(number.magnitude)
    var kept = digits[...]
    while kept.count > 1, kept.last == 0 { kept = kept.dropLast() }
    if exponent < -4 || exponent >= 6 { return sign + scientific(kept, exponent) }
    return sign + plain(kept, exponent)
  }

  /// Six digits and the power of ten of the first.
  ///
  /// The shortest text that stands for a number has at most seventeen digits; to round it is to round
  /// the number itself, but for exact halves, which are even more rarely written than computed.
  private static func digits(_ number: Double) -> ([UInt8], Int) {
    var (all, exponent) = shortest(number)
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
    exponent += 1
    return (all, exponent)
  }

  /// The digits of the shortest text that stands for a number, as `description` has them.
  private static func shortest(_ number: Double) -> ([UInt8], Int) {
    let parts = number.description.split(separator: "e")
    var digits: [UInt8] = []
    var point: Int?
    for byte in parts[0].utf8 {
      if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte - 48) }
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

  private static func plain(_ digits: ArraySlice<UInt8>, _ exponent: Int) -> String {
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
