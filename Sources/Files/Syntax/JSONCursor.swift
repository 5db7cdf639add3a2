/// A tokenizer of JSON (RFC 8259), which reads one value at a time without a tree.
///
/// ```swift
/// var cursor = JSONCursor(bytes)
/// try cursor.members("an object") { cursor, name throws(JSONError) in
///   if name == "x" { x = try cursor.number("a number") } else { try cursor.skipValue() }
/// }
/// try cursor.end()
/// ```
///
/// The bytes have to outlive the cursor. Methods that readers of other modules call for each number
/// are public and inlinable, because the compiler inlines no method of package access there.
public struct JSONCursor {
  /// The deepest nesting accepted, so that hostile input cannot exhaust the stack.
  public static let deepest = 64

  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the next byte.
  public var offset = 0
  /// The offset of the first byte in the whole text, for errors.
  let origin: Int
  /// The offset of the last name of a member.
  public private(set) var nameOffset = 0

  public init(_ bytes: UnsafeBufferPointer<UInt8>, origin: Int = 0) {
    self.bytes = bytes
    self.origin = origin
  }

  /// The next byte; nil at the end.
  @inlinable @inline(__always) public var byte: UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  /// Whether all bytes are read.
  public var isAtEnd: Bool { offset >= bytes.count }

  /// The error for a missed expectation at the next byte, or at an earlier offset.
  public func error(_ expected: StaticString, at offset: Int? = nil) -> JSONError {
    JSONError(offset: origin + (offset ?? self.offset), expected: expected.description)
  }

  /// Skips spaces, tabs and the ends of lines.
  @inlinable @inline(__always) public mutating func skipSpaces() {
    while let byte, JSONCursor.isSpace(byte) { offset += 1 }
  }

  @inlinable @inline(__always) static func isSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09)
  }

  @inlinable @inline(__always) mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    offset += 1
    return true
  }

  /// Moves to the next value, and throws if it does not begin with a byte.
  @inlinable @inline(__always) mutating func open(
    _ first: UInt8, _ expected: StaticString
  ) throws(JSONError) {
    skipSpaces()
    guard skip(first) else { throw error(expected) }
  }

  /// Throws if the rest contains anything but spaces.
  public mutating func end(_ expected: StaticString = "the end of the object") throws(JSONError) {
    skipSpaces()
    if !isAtEnd { throw error(expected) }
  }
}

// MARK: - Containers

extension JSONCursor {
  /// Reads an array: `body` reads each element.
  @inlinable @inline(__always) public mutating func elements(
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

  /// Reads an object whose members have some of the given names: `body` receives the name of each
  /// member and reads its value. Other names are errors, and so are repeated names.
  ///
  /// - Parameter kind: The owner of the keys, as in `shapes`.
  public mutating func members(
    of kind: String, named names: [String], _ expected: StaticString,
    _ body: (inout JSONCursor, String) throws(JSONError) -> Void
  ) throws(JSONError) {
    var found: [String] = []
    skipSpaces()
    try members(expected) { cursor, name throws(JSONError) in
      let offset = cursor.nameOffset
      guard names.contains(name) else {
        throw JSONError(
          offset: cursor.origin + offset,
          expected: "a key of \(kind): \(names.joined(separator: ", "))",
          found: FileError.excerpt(name.utf8), hint: Suggestion.nearest(to: name, among: names))
      }
      if found.contains(name) { throw cursor.error("each key once", at: offset) }
      found.append(name)
      cursor.skipSpaces()
      try body(&cursor, name)
    }
  }

  /// Reads an object: `body` receives the name of each member and reads its value.
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

  /// Reads a value of any kind, checks and discards it.
  public mutating func skipValue() throws(JSONError) { try skipValue(depth: 0) }

  private mutating func skipValue(depth: Int) throws(JSONError) {
    guard depth < JSONCursor.deepest else { throw error("at most 64 levels") }
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

  mutating func skip(_ literal: StaticString) throws(JSONError) {
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
  @inlinable @inline(__always) public mutating func number(
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
    // Most numbers are small and whole, without a leading zero.
    guard count > 0, count < JSONCursor.exactDigits, !isOfNumber,
      count == 1 || bytes[first] != UInt8(ascii: "0")
    else {
      offset = start
      return try longNumber(expected)
    }
    return isNegative ? -Double(whole) : Double(whole)
  }

  /// Reads a number in a range.
  @inlinable public mutating func number(
    _ expected: StaticString, in range: some RangeExpression<Double>
  ) throws(JSONError) -> Double {
    skipSpaces()
    let start = offset
    let number = try number(expected)
    guard range.contains(number) else { throw error(expected, at: start) }
    return number
  }

  /// The most digits of numbers that are certainly less than 2^53, and so exact.
  @inlinable static var exactDigits: Int { 15 }

  /// The powers of ten that are exact.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  @inlinable @inline(__always) var digit: UInt8? {
    guard let byte else { return nil }
    let digit = byte &- UInt8(ascii: "0")
    return digit <= 9 ? digit : nil
  }

  /// Whether the next byte continues a number.
  @inlinable @inline(__always) var isOfNumber: Bool {
    guard let byte else { return false }
    return digit != nil || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  /// Reads a number with decimals, an exponent or many digits.
  @usableFromInline @inline(never) mutating func longNumber(
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
    if isOfNumber { throw error(expected, at: start) }
    // The quotient of two exact numbers is rounded once, like the number of a text.
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
}

// MARK: - Strings

extension JSONCursor {
  /// Reads a string; unpaired surrogates in its escapes become U+FFFD.
  public mutating func string(_ expected: StaticString) throws(JSONError) -> String {
    try open(UInt8(ascii: "\""), expected)
    // Most strings have no escapes.
    let start = offset
    skipPlain()
    var text: [UInt8] = []
    if byte == UInt8(ascii: "\\") { text += bytes[start..<offset] }
    while skip(UInt8(ascii: "\\")) {
      try escape(into: &text)
      let start = offset
      skipPlain()
      text += bytes[start..<offset]
    }
    let end = offset
    guard skip(UInt8(ascii: "\"")) else { throw error("a closing quotation mark") }
    return text.isEmpty
      ? String(decoding: bytes[start..<end], as: UTF8.self) : String(decoding: text, as: UTF8.self)
  }

  /// Skips the bytes of a string up to an escape, the closing quote or a control character.
  private mutating func skipPlain() {
    while let byte, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      offset += 1
    }
  }

  /// Reads the rest of an escape after the backslash.
  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte else { throw error("a closing quotation mark") }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"): return text.append(contentsOf: String(try unicode()).utf8)
    default: throw error("a JSON escape such as \\n")
    }
    offset += 1
  }

  private mutating func unicode() throws(JSONError) -> Unicode.Scalar {
    let high = try hexadecimal()
    let start = offset
    if 0xd800...0xdbff ~= high, bytes[start...].starts(with: [0x5c, 0x75]) {
      offset += 1
      let low = try hexadecimal()
      if 0xdc00...0xdfff ~= low {
        return Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00)) ?? "\u{fffd}"
      }
      offset = start
    }
    return Unicode.Scalar(high) ?? "\u{fffd}"
  }

  /// Skips `u` and four digits, and returns the value of the digits.
  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    offset += 1
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = byte.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw error(isAtEnd ? "a closing quotation mark" : "four hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
      offset += 1
    }
    return code
  }
}

/// A missed expectation at an offset of a JSON text.
public struct JSONError: Error {
  /// The offset in bytes.
  public var offset: Int
  /// The expected content.
  public var expected: String
  /// The content found instead; nil for the bytes from the offset on.
  public var found: String?
  /// The word that was probably meant.
  public var hint: String?

  public init(offset: Int, expected: String, found: String? = nil, hint: String? = nil) {
    self.offset = offset
    self.expected = expected
    self.found = found
    self.hint = hint
  }

  /// The error with its line and column in a text, whose first line has the given number.
  public func located(in bytes: [UInt8], file: String, line first: Int = 1) -> FileError {
    let offset = min(offset, bytes.count)
    let lineStart = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + first
    let rest = bytes[offset...].prefix { $0 != UInt8(ascii: "\n") }
    let found = found ?? FileError.excerpt(rest)
    return FileError(
      file: file, position: .line(line, column: offset - lineStart + 1), expected: expected,
      found: hint.map { "\(found); did you mean \($0)?" } ?? found)
  }
}
