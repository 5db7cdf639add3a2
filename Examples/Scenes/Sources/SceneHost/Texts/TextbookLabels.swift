public import Sensors
import Timeline

extension Acceleration {
  /// The text of the textbook accelerometer program's label.
  ///
  /// For example `x: 0.018112⇥ y:-0.99617⇥ z:-0.126785`, with a tab (⇥) after the first two numbers
  /// and a space after the first colon only.
  public var textbookLabel: String {
    "x: \(x.textbookLabel)\t y:\(y.textbookLabel)\t z:\(z.textbookLabel)"
  }
}

extension Double {
  /// The number as in the labels of the textbook programs, in C's format `%g`: six significant
  /// digits without zeros at the end, as in `37.7858`, `1e+06` and `1e-05`.
  public var textbookLabel: String {
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
