/// Reads JSON (RFC 8259) a value at a time and without a tree, for files that are mostly numbers.
///
/// ```swift
/// var cursor = JSONCursor(bytes)
/// try cursor.members("an object") { cursor, name throws(JSONError) in
///   if name == "x" { x = try cursor.number("a number") } else { try cursor.skipValue() }
/// }
/// try cursor.end()
/// ```
///
/// The bytes have to outlive the cursor.
public struct JSONCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the next byte.
  public private(set) var offset = 0
  /// The offset of the last name of a member.
  private var nameOffset = 0

  public init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  @inline(__always) private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The error for a missed expectation at the next byte, or at an earlier offset.
  public func error(_ expected: StaticString, at offset: Int? = nil) -> JSONError {
    JSONError(offset: offset ?? self.offset, expected: expected.description)
  }

  /// Skips spaces, tabs and the ends of lines.
  @inline(__always) public mutating func skipSpaces() {
    while let byte, byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      offset += 1
    }
  }

  @inline(__always) private mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    offset += 1
    return true
  }

  /// Moves to the next value, and throws if it does not begin with a byte.
  @inline(__always) private mutating func open(
    _ first: UInt8, _ expected: StaticString
  ) throws(JSONError) {
    skipSpaces()
    guard skip(first) else { throw error(expected) }
  }

  /// Throws if anything but spaces follows.
  public mutating func end() throws(JSONError) {
    skipSpaces()
    if byte != nil { throw error("the end of the object") }
  }
}

// MARK: - Containers

extension JSONCursor {
  /// Reads an array: `body` reads each element.
  @inline(__always) public mutating func elements(
    _ expected: StaticString, _ body: (inout JSONCursor) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open(UInt8(ascii: "["), expected)
    skipSpaces()
    if skip(UInt8(ascii: "]")) { return }
    while true {
      try body(&self)
      skipSpaces()
      if skip(UInt8(ascii: ",")) { continue }
      guard skip(UInt8(ascii: "]")) else { throw error("a comma or a closing bracket") }
      return
    }
  }

  /// Reads an object whose members have some of the given names: `body` reads the value of each, whose name
  /// it receives. Other names are errors, and so is a name that occurs again.
  ///
  /// - Parameter kind: What the keys are of, as in `shapes`.
  public mutating func members(
    of kind: String, named names: [String], _ expected: StaticString,
    _ body: (inout JSONCursor, String) throws(JSONError) -> Void
  ) throws(JSONError) {
    var found: [String] = []
    skipSpaces()
    try members(expected) { cursor, name throws(JSONError) in
      let offset = cursor.nameOffset
      guard names.contains(name) else {
        let near = Suggestion.nearest(to: name, among: names)
        let shown = FileError.excerpt(Array(name.utf8))
        throw JSONError(
          offset: offset, expected: "a key of \(kind): \(names.joined(separator: ", "))",
          found: near.map { "\(shown); did you mean \($0)?" } ?? shown)
      }
      if found.contains(name) { throw cursor.error("each key once", at: offset) }
      found.append(name)
      cursor.skipSpaces()
      try body(&cursor, name)
    }
  }

  /// Reads an object: `body` reads the value of each member, whose name it receives.
  public mutating func members(
    _ expected: StaticString, _ body: (inout JSONCursor, String) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open(UInt8(ascii: "{"), expected)
    skipSpaces()
    if skip(UInt8(ascii: "}")) { return }
    while true {
      skipSpaces()
      nameOffset = offset
      let name = try string("the name of a member in quotes")
      skipSpaces()
      guard skip(UInt8(ascii: ":")) else { throw error("a colon") }
      try body(&self, name)
      skipSpaces()
      if skip(UInt8(ascii: ",")) { continue }
      guard skip(UInt8(ascii: "}")) else { throw error("a comma or a closing brace") }
      return
    }
  }

  /// Reads a value of any kind, which is checked and forgotten.
  public mutating func skipValue() throws(JSONError) { try skipValue(depth: 0) }

  private mutating func skipValue(depth: Int) throws(JSONError) {
    guard depth < JSONParser.deepest else { throw error("at most 64 levels") }
    skipSpaces()
    switch byte {
    case UInt8(ascii: "{"):
      try members("an object") { cursor, _ throws(JSONError) in
        try cursor.skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "["):
      try elements("an array") { cursor throws(JSONError) in
        try cursor.skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "\""): _ = try string("a string")
    case UInt8(ascii: "t"): try skip("true")
    case UInt8(ascii: "f"): try skip("false")
    case UInt8(ascii: "n"): try skip("null")
    default: _ = try number("a JSON value")
    }
  }

  private mutating func skip(_ literal: StaticString) throws(JSONError) {
    for index in 0..<literal.utf8CodeUnitCount {
      guard skip(literal.utf8Start[index]) else { throw error("true, false or null") }
    }
  }
}

// MARK: - Values

extension JSONCursor {
  /// Reads `true` or `false`.
  public mutating func bool(_ expected: StaticString) throws(JSONError) -> Bool {
    skipSpaces()
    switch byte {
    case UInt8(ascii: "t"): try skip("true")
    case UInt8(ascii: "f"): try skip("false")
    default: throw error(expected)
    }
    return bytes[offset - 2] == UInt8(ascii: "u")
  }

  /// Reads a finite number.
  @inline(__always) public mutating func number(
    _ expected: StaticString
  ) throws(JSONError) -> Double {
    skipSpaces()
    let start = offset
    let isNegative = skip(UInt8(ascii: "-"))
    let first = offset
    var whole: UInt64 = 0
    while let digit, offset - first < JSONCursor.exactDigits {
      whole = whole &* 10 &+ UInt64(digit)
      offset += 1
    }
    let count = offset - first
    // Most numbers are small and whole. No zero before other digits, and a digit at all.
    guard count > 0, count < JSONCursor.exactDigits, !isOfNumber,
      count == 1 || bytes[first] != UInt8(ascii: "0")
    else {
      offset = start
      return try longNumber(expected)
    }
    return isNegative ? -Double(whole) : Double(whole)
  }

  /// The most digits of numbers that are certainly less than 2^53, and so exact.
  private static let exactDigits = 15

  /// The powers of ten that are exact.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  @inline(__always) private var digit: UInt8? {
    guard let byte else { return nil }
    let digit = byte &- UInt8(ascii: "0")
    return digit <= 9 ? digit : nil
  }

  /// Whether the next byte continues a number.
  @inline(__always) private var isOfNumber: Bool {
    guard let byte else { return false }
    return digit != nil || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  /// A number with decimals, an exponent or many digits.
  @inline(never) private mutating func longNumber(
    _ expected: StaticString
  ) throws(JSONError) -> Double {
    let start = offset
    let isNegative = skip(UInt8(ascii: "-"))
    let first = offset
    var digits: UInt64 = 0
    let whole = skipDigits(into: &digits)
    guard whole > 0, whole == 1 || bytes[first] != UInt8(ascii: "0") else {
      throw error(expected, at: start)
    }
    var decimals = 0
    if skip(UInt8(ascii: ".")) {
      decimals = skipDigits(into: &digits)
      if decimals == 0 { throw error("a digit after the point") }
    }
    var hasExponent = false
    if let byte, byte | 0x20 == UInt8(ascii: "e") {
      hasExponent = true
      offset += 1
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      var exponent: UInt64 = 0
      if skipDigits(into: &exponent) == 0 { throw error("a digit of the exponent") }
    }
    // The quotient of two exact numbers is rounded once, as that of a text is.
    if !hasExponent, whole + decimals <= JSONCursor.exactDigits {
      let number = Double(digits) / JSONCursor.powersOfTen[decimals]
      return isNegative ? -number : number
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let number = Double(text), number.isFinite else { throw error(expected, at: start) }
    return number
  }

  private mutating func skipDigits(into number: inout UInt64) -> Int {
    let start = offset
    while let digit {
      number = number &* 10 &+ UInt64(digit)
      offset += 1
    }
    return offset - start
  }

  /// Reads a string.
  public mutating func string(_ expected: StaticString) throws(JSONError) -> String {
    try open(UInt8(ascii: "\""), expected)
    let start = offset
    while let byte {
      if byte == UInt8(ascii: "\"") {
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        offset += 1
        return text
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start - 1) }
      if byte < 0x20 { break }
      offset += 1
    }
    throw error("a closing quotation mark")
  }

  /// A string with escapes, which ``JSONParser`` knows.
  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    while let byte, byte != UInt8(ascii: "\"") {
      offset += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    guard offset < bytes.count else {
      offset = bytes.count
      throw error("a closing quotation mark")
    }
    offset += 1
    let node = try JSONParser.parse(Array(bytes[start..<offset]), depth: 1, offset: start)
    guard case .string(let text)? = node?.value else { throw error("a string", at: start) }
    return text
  }
}
