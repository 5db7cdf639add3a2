/// Parses JSON (RFC 8259) that may be truncated.
///
/// In a truncated text, complete elements of open arrays and complete members of open objects are
/// kept, and the open ones are marked as cut. Any other fault is an error with its offset.
public struct JSONParser: Sendable {
  /// The deepest nesting accepted, so that hostile input cannot exhaust the stack.
  public static let deepest = 64

  private let bytes: [UInt8]
  private var position = 0
  /// The offset of the first byte in the whole text.
  private let origin: Int

  private init(_ bytes: [UInt8], origin: Int) {
    self.bytes = bytes
    self.origin = origin
  }

  /// The value of a text; nil for an empty one.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONNode? {
    try parse(bytes, depth: 0, offset: 0)
  }

  /// The value of a part of a text.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and objects around it.
  ///   - offset: That of its first byte in the text.
  public static func parse(_ bytes: [UInt8], depth: Int, offset: Int) throws(JSONError)
    -> JSONNode?
  {
    var parser = JSONParser(bytes, origin: offset)
    parser.skipSpaces()
    let node = try parser.value(depth: depth)
    parser.skipSpaces()
    if parser.byte != nil {
      throw parser.error(depth == 0 ? "the end of the file" : "a comma or the end of the value")
    }
    return node
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private var offset: Int { origin + position }

  private func error(_ expected: StaticString) -> JSONError {
    JSONError(offset: offset, expected: expected.description)
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
  /// The value that begins here; nil if the text ends before its kind is known.
  private mutating func value(depth: Int) throws(JSONError) -> JSONNode? {
    let start = offset
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
    default: throw error("a JSON value")
    }
  }

  private mutating func literal(
    _ text: StaticString, _ value: JSONNode.Value
  ) throws(JSONError) -> JSONNode? {
    let start = offset
    for index in 0..<text.utf8CodeUnitCount {
      guard byte != nil else { return nil }
      guard skip(text.utf8Start[index]) else { throw error("true, false or null") }
    }
    return JSONNode(value: value, offset: start)
  }

  /// A number; one at the very end may lack digits and is dropped.
  private mutating func number() throws(JSONError) -> JSONNode? {
    let start = position
    while let byte, JSONParser.isOfNumber(byte) { position += 1 }
    guard byte != nil else { return nil }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      position = start
      throw error("a number")
    }
    return JSONNode(value: .number(number), offset: origin + start)
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
    let start = offset
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
    let start = offset
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
    default: throw error("a JSON escape such as \\n")
    }
    position += 1
    return true
  }

  /// Four hexadecimal digits after `u`; unpaired surrogates become U+FFFD.
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

  /// Skips `u` and four digits, and returns their value.
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

// MARK: Results

/// A JSON value with its offset, for errors about its meaning.
public struct JSONNode: Sendable {
  public enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  public struct Member: Sendable {
    public var name: String
    public var node: JSONNode
  }

  public var value: Value
  /// The offset of the first byte.
  public var offset: Int
  /// Whether the text ended within the value; its complete parts are kept.
  public var isCut = false

  /// The last member of a name, if this is an object.
  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.last { $0.name == name }?.node
  }
}

/// A missed expectation at an offset of a JSON text.
public struct JSONError: Error {
  public var offset: Int
  public var expected: String
  /// What is there instead; nil for the bytes from the offset on.
  public var found: String?

  public init(offset: Int, expected: String, found: String? = nil) {
    self.offset = offset
    self.expected = expected
    self.found = found
  }

  /// The error with its line and column in a text.
  public func located(in bytes: [UInt8], file: String) -> FileError {
    let offset = min(offset, bytes.count)
    let lineStart = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    let rest = bytes[offset...].prefix { $0 != UInt8(ascii: "\n") }
    return FileError(
      file: file, position: .line(line, column: offset - lineStart + 1), expected: expected,
      found: found ?? FileError.excerpt(rest))
  }
}

extension JSONNode {
  /// A required member that is a number.
  public func number(_ name: String) throws(JSONError) -> Double {
    guard let number = try optionalNumber(name) else {
      throw JSONError(
        offset: offset, expected: "an object with a number for each of its required keys")
    }
    return number
  }

  /// A required member that is a number above `limit`.
  public func number(_ name: String, above limit: Double) throws(JSONError) -> Double {
    let number = try number(name)
    guard number > limit else {
      throw JSONError(
        offset: self[name]?.offset ?? offset, expected: "a number above that of the opposite edge")
    }
    return number
  }

  /// An optional member that is a number.
  public func optionalNumber(_ name: String) throws(JSONError) -> Double? {
    guard let node = self[name] else { return nil }
    guard case .number(let number) = node.value else {
      throw JSONError(offset: node.offset, expected: "a number")
    }
    return number
  }
}
