/// Parses JSON (RFC 8259) whose end may be missing.
///
/// A text that ends too early is one that was cut off: complete elements of its open arrays and
/// complete members of its open objects are kept, and what is open is marked as cut. Anything else
/// that is wrong is an error with its place.
package struct JSONParser {
  /// No log of the field is nested deeper; it keeps hostile ones from exhausting the stack.
  static let deepest = 64

  private let bytes: [UInt8]
  private var position = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The value that a text consists of; nil for one without any.
  package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONNode? {
    var parser = JSONParser(bytes)
    parser.skipSpaces()
    let node = try parser.value(depth: 0)
    parser.skipSpaces()
    if parser.byte != nil { throw parser.error("the end of the text") }
    return node
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func error(_ expected: StaticString) -> JSONError {
    JSONError(offset: position, expected: expected)
  }

  private mutating func skipSpaces() {
    while let byte, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
  }

  private mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    position += 1
    return true
  }
}

// MARK: Values

extension JSONParser {
  /// The value that begins here; nil if the text ends before it shows what it is.
  private mutating func value(depth: Int) throws(JSONError) -> JSONNode? {
    let start = position
    guard let first = byte else { return nil }
    switch first {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""):
      return try string().map { JSONNode(value: .string($0), offset: start) }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: throw error("a value of JSON")
    }
  }

  private mutating func literal(
    _ text: StaticString, _ value: JSONNode.Value
  ) throws(JSONError) -> JSONNode? {
    let start = position
    for index in 0..<text.utf8CodeUnitCount {
      guard byte != nil else { return nil }
      guard skip(text.utf8Start[index]) else { throw error("true, false or null") }
    }
    return JSONNode(value: value, offset: start)
  }

  /// A number; one at the very end may lack digits, and counts as cut off.
  private mutating func number() throws(JSONError) -> JSONNode? {
    let start = position
    while let byte, JSONParser.isOfNumber(byte) { position += 1 }
    guard byte != nil else { return nil }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      position = start
      throw error("a number")
    }
    return JSONNode(value: .number(number), offset: start)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

// MARK: Containers

extension JSONParser {
  private mutating func array(depth: Int) throws(JSONError) -> JSONNode {
    guard depth < JSONParser.deepest else { throw error("at most 64 levels") }
    let start = position
    position += 1
    var elements: [JSONNode] = []
    func cut() -> JSONNode { JSONNode(value: .array(elements), offset: start, isCut: true) }
    skipSpaces()
    if skip(UInt8(ascii: "]")) { return JSONNode(value: .array([]), offset: start) }
    while true {
      skipSpaces()
      guard let element = try value(depth: depth + 1), !element.isCut else { return cut() }
      elements.append(element)
      skipSpaces()
      if skip(UInt8(ascii: "]")) { return JSONNode(value: .array(elements), offset: start) }
      guard byte != nil else { return cut() }
      guard skip(UInt8(ascii: ",")) else { throw error("a comma or a closing bracket") }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONNode {
    guard depth < JSONParser.deepest else { throw error("at most 64 levels") }
    let start = position
    position += 1
    var members: [JSONNode.Member] = []
    func cut() -> JSONNode { JSONNode(value: .object(members), offset: start, isCut: true) }
    skipSpaces()
    if skip(UInt8(ascii: "}")) { return JSONNode(value: .object([]), offset: start) }
    while true {
      skipSpaces()
      guard byte != nil else { return cut() }
      guard byte == UInt8(ascii: "\"") else { throw error("the name of a member in quotes") }
      guard let name = try string() else { return cut() }
      skipSpaces()
      guard byte != nil else { return cut() }
      guard skip(UInt8(ascii: ":")) else { throw error("a colon") }
      skipSpaces()
      guard let node = try value(depth: depth + 1) else { return cut() }
      members.append(.init(name: name, node: node))
      if node.isCut { return cut() }
      skipSpaces()
      if skip(UInt8(ascii: "}")) { return JSONNode(value: .object(members), offset: start) }
      guard byte != nil else { return cut() }
      guard skip(UInt8(ascii: ",")) else { throw error("a comma or a closing brace") }
    }
  }
}

// MARK: Strings

extension JSONParser {
  /// A string from quotation mark to quotation mark; nil if the text ends before the second one.
  private mutating func string() throws(JSONError) -> String? {
    position += 1
    var text: [UInt8] = []
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        position += 1
        guard try escape(into: &text) else { return nil }
      case 0..<0x20: throw error("a closing quotation mark")
      default:
        text.append(byte)
        position += 1
      }
    }
    return nil
  }

  /// What follows a backslash; false if the text ends within.
  private mutating func escape(into text: inout [UInt8]) throws(JSONError) -> Bool {
    guard let byte else { return false }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"): return try unicode(into: &text)
    default: throw error("an escape of JSON, as in \\n")
    }
    position += 1
    return true
  }

  /// Four digits behind `u`; halves of a pair that stand alone become U+FFFD.
  private mutating func unicode(into text: inout [UInt8]) throws(JSONError) -> Bool {
    guard var code = try hexadecimal() else { return false }
    if 0xd800...0xdbff ~= code, bytes[position...].starts(with: [0x5c, 0x75]) {
      let start = position
      position += 1
      guard let low = try hexadecimal() else { return false }
      if 0xdc00...0xdfff ~= low {
        code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
      } else {
        position = start
      }
    }
    text.append(contentsOf: String(Unicode.Scalar(code) ?? "\u{fffd}").utf8)
    return true
  }

  /// Moves over `u` and four digits.
  private mutating func hexadecimal() throws(JSONError) -> UInt32? {
    position += 1
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte else { return nil }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("four hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}
