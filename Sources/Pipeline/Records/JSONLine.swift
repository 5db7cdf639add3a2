import Contacts
import Timeline

/// Builds one line of JSON, its keys in the order in which they are added.
///
/// Numbers are written from integers, so that the same value gives the same bytes everywhere.
struct JSONLine {
  private var text = "{"

  /// The finished object.
  var object: String { text + "}" }

  mutating func add(_ key: String, _ value: String?) {
    guard let value else { return }
    addKey(key)
    text += JSONLine.quoted(value)
  }

  mutating func add(_ key: String, _ value: Int?) {
    guard let value else { return }
    addKey(key)
    text += String(value)
  }

  mutating func add(_ key: String, _ value: Bool) {
    addKey(key)
    text += value ? "true" : "false"
  }

  /// A number rounded to some decimals; absent when it is not finite.
  mutating func add(_ key: String, _ value: Double?, decimals: Int) {
    guard let value, let number = JSONLine.number(value, decimals: decimals) else { return }
    addKey(key)
    text += number
  }

  /// Two numbers as an object with x and y.
  mutating func add(_ key: String, x: Double, y: Double, decimals: Int) {
    guard let x = JSONLine.number(x, decimals: decimals),
      let y = JSONLine.number(y, decimals: decimals)
    else { return }
    addKey(key)
    text += "{\"x\":\(x),\"y\":\(y)}"
  }

  /// Text that is JSON already.
  mutating func add(_ key: String, json: String) {
    addKey(key)
    text += json
  }

  private mutating func addKey(_ key: String) {
    if text.utf8.count > 1 { text += "," }
    text += "\"\(key)\":"
  }

  /// A number with at least one and at most some decimals; nil when it is not finite.
  static func number(_ value: Double, decimals: Int) -> String? {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let scaled = (value * factor).rounded()
    // 2^53: beyond it a Double holds no decimals anyway.
    guard scaled.isFinite, abs(scaled) <= 9_007_199_254_740_992 else {
      return value.isFinite ? "\(value)" : nil
    }
    let digits = String(Int64(scaled).magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    var fraction = padded.suffix(decimals)
    while fraction.count > 1 && fraction.last == "0" { fraction.removeLast() }
    return "\(scaled < 0 ? "-" : "")\(padded.dropLast(decimals)).\(fraction)"
  }

  /// A string in quotes; control characters are escaped.
  static func quoted(_ value: String) -> String {
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
