import Recordings

/// Builds one object of JSON on a line, its keys in the order in which they are added.
///
/// Numbers are written from integers, so that the same value gives the same bytes everywhere.
package struct JSONLine {
  private var bytes: [UInt8] = []
  private var isEmpty = true

  package init() {
    bytes.append(UInt8(ascii: "{"))
  }

  /// Appends an object to bytes, without a copy of them.
  package static func append(to bytes: inout [UInt8], _ body: (inout JSONLine) -> Void) {
    var line = JSONLine(continuing: [])
    swap(&line.bytes, &bytes)
    line.bytes.append(UInt8(ascii: "{"))
    body(&line)
    line.bytes.append(UInt8(ascii: "}"))
    swap(&line.bytes, &bytes)
  }

  private init(continuing bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The finished object.
  package var object: String { String(decoding: bytes, as: UTF8.self) + "}" }
}

// MARK: - Members

extension JSONLine {
  package mutating func add(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    addKey(key)
    JSONLine.append(quoted: value, to: &bytes)
  }

  package mutating func add(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    addKey(key)
    bytes.append(decimal: value)
  }

  package mutating func add(_ key: StaticString, _ value: Bool) {
    addKey(key)
    bytes.append(value ? "true" : "false" as StaticString)
  }

  /// A number rounded to some decimals; absent when it is not finite.
  package mutating func add(_ key: StaticString, _ value: Double?, decimals: Int) {
    guard let value, value.isFinite else { return }
    addKey(key)
    JSONLine.append(value, decimals: decimals, to: &bytes)
  }

  /// Two numbers as an object with x and y.
  package mutating func add(_ key: StaticString, x: Double, y: Double, decimals: Int) {
    guard x.isFinite, y.isFinite else { return }
    addKey(key)
    bytes.append("{\"x\":" as StaticString)
    JSONLine.append(x, decimals: decimals, to: &bytes)
    bytes.append(",\"y\":" as StaticString)
    JSONLine.append(y, decimals: decimals, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Text that is JSON already.
  package mutating func add(_ key: StaticString, json: String) {
    addKey(key)
    bytes.append(json)
  }

  /// A number under a key that is known only now.
  package mutating func add(named key: String, _ value: Int) {
    addSeparator()
    JSONLine.append(quoted: key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: value)
  }

  private mutating func addKey(_ key: StaticString) {
    addSeparator()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(key)
    bytes.append("\":" as StaticString)
  }

  private mutating func addSeparator() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
  }
}

// MARK: - Values

extension JSONLine {
  /// Powers of ten, for up to six decimals.
  private static let factors: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

  /// A number with at least one and at most some decimals (1 to 6); nil when it is not finite.
  static func number(_ value: Double, decimals: Int) -> String? {
    guard value.isFinite else { return nil }
    var bytes: [UInt8] = []
    append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
    let factor = factors[decimals]
    let scaled = (value * Double(factor)).rounded()
    // 2^53: beyond it a Double holds no decimals anyway.
    guard abs(scaled) <= 9_007_199_254_740_992 else { return bytes.append("\(value)") }
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = Int64(scaled).magnitude.quotientAndRemainder(dividingBy: factor)
    bytes.append(decimal: whole)
    bytes.append(UInt8(ascii: "."))
    var rest = fraction
    var place = factor / 10
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / place))
      rest %= place
      place /= 10
    } while rest > 0
  }

  /// A string in quotes; control characters are escaped.
  package static func quoted(_ value: String) -> String {
    var bytes: [UInt8] = []
    append(quoted: value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(quoted value: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let isPlain = value.utf8.allSatisfy {
      (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      bytes.append(contentsOf: value.utf8)
    } else {
      for scalar in value.unicodeScalars { append(escaped: scalar, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(escaped scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes.append("\\\"" as StaticString)
    case "\\": bytes.append("\\\\" as StaticString)
    case "\n": bytes.append("\\n" as StaticString)
    case "\t": bytes.append("\\t" as StaticString)
    case "\r": bytes.append("\\r" as StaticString)
    case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
      bytes.append("\\u" as StaticString)
      bytes.append(hexadecimal: scalar.value, digits: 4)
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
