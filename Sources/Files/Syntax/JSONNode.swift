/// A JSON value with its offset, for errors about its meaning.
///
/// In a truncated text, complete elements of open arrays and complete members of open objects are
/// kept, and the open ones are marked as cut. Any other fault is an error with its offset.
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

  /// The largest value in bytes that ``JSONCursor/limitedNode(depth:isComplete:)`` reads: 1 MiB. A
  /// tree takes about twenty times as much memory.
  package static let maximumSize = 1 << 20

  public var value: Value
  /// The offset of the first byte.
  public var offset: Int
  /// Whether the text ended within the value; its complete parts are kept.
  public var isCut = false

  /// The last member with a name, if this is an object.
  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.last { $0.name == name }?.node
  }

  /// The value of a text; nil for an empty text and one truncated within a scalar.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONNode? {
    try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in try parse(bytes) }
  }

  /// The value of a text; see ``parse(_:)``.
  public static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONNode? {
    var cursor = JSONCursor(bytes)
    var node: JSONNode?
    try cursor.isCut { cursor throws(JSONError) in node = try cursor.node(depth: 0) }
    try cursor.end("the end of the file")
    return node
  }
}

extension JSONCursor {
  /// Reads a value inside `depth` arrays and objects. Throws for a scalar at the end of the text,
  /// since more of it could follow.
  mutating func node(depth: Int) throws(JSONError) -> JSONNode {
    skipSpaces()
    var node = JSONNode(value: .null, offset: origin + offset)
    switch byte {
    case UInt8(ascii: "{"):
      var members: [JSONNode.Member] = []
      node.isCut = try isCut(depth: depth) { cursor throws(JSONError) in
        try cursor.members("an object") { cursor, name throws(JSONError) in
          members.append(.init(name: name, node: try cursor.node(depth: depth + 1)))
        }
      }
      node.value = .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONNode] = []
      node.isCut = try isCut(depth: depth) { cursor throws(JSONError) in
        try cursor.elements("an array") { cursor throws(JSONError) in
          elements.append(try cursor.completeNode(depth: depth + 1))
        }
      }
      node.value = .array(elements)
    case UInt8(ascii: "\""): node.value = .string(try string("a string"))
    case UInt8(ascii: "t"), UInt8(ascii: "f"): node.value = .bool(try bool("true or false"))
    case UInt8(ascii: "n"): try skip("null")
    case _ where byte == UInt8(ascii: "-") || digit != nil:
      node.value = .number(try number("a number"))
      if isAtEnd { throw error("the end of a number") }
    default: throw error("a JSON value")
    }
    return node
  }

  /// Reads a value; throws at the end of the text for a truncated one.
  mutating func completeNode(depth: Int) throws(JSONError) -> JSONNode {
    let node = try node(depth: depth)
    if node.isCut { throw error("the end of the value") }
    return node
  }

  /// Reads a value of at most ``JSONNode/maximumSize`` bytes.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and objects around the value.
  ///   - isComplete: Whether a truncated value is an error at the end of the text.
  package mutating func limitedNode(depth: Int, isComplete: Bool) throws(JSONError) -> JSONNode {
    skipSpaces()
    let room = UnsafeBufferPointer(rebasing: bytes[offset...].prefix(JSONNode.maximumSize + 1))
    var cursor = JSONCursor(room, origin: origin + offset)
    let result = Result { () throws(JSONError) in
      try isComplete ? cursor.completeNode(depth: depth) : cursor.node(depth: depth)
    }
    guard cursor.offset <= JSONNode.maximumSize else {
      throw error("a value of at most 1048576 bytes")
    }
    offset += cursor.offset
    return try result.get()
  }

  /// Whether the text ends within the content that `read` reads.
  @discardableResult package mutating func isCut(
    depth: Int = 0, _ read: (inout JSONCursor) throws(JSONError) -> Void
  ) throws(JSONError) -> Bool {
    guard depth < JSONCursor.deepest else { throw error("at most 64 levels") }
    do throws(JSONError) {
      try read(&self)
      return false
    } catch {
      guard isAtEnd else { throw error }
      return true
    }
  }
}

// MARK: - Lines

extension JSONNode {
  /// Reads a file of JSON Lines: `read` receives the object of each line that is not blank, the
  /// bytes of the line and its number, from 1. The file may begin with a byte order mark.
  package static func forEachObject(
    inLinesOf bytes: [UInt8], file: String, _ expected: String,
    _ read: (JSONNode, [UInt8], Int) throws(JSONError) -> Void
  ) throws(FileError) {
    let text = bytes.trimmingPrefix(ByteSource.byteOrderMark)
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { continue }
      let line = Array(line)
      do throws(JSONError) {
        guard let root = try parse(line), root.members != nil else {
          throw JSONError(offset: 0, expected: expected)
        }
        try read(root, line, index + 1)
      } catch {
        throw error.located(in: line, file: file, line: index + 1)
      }
    }
  }
}

// MARK: - Values

extension JSONNode {
  /// The value of the node; nil if it is of another type.
  package var text: String? { if case .string(let text) = value { text } else { nil } }
  package var number: Double? { if case .number(let number) = value { number } else { nil } }
  package var integer: Int? { number.flatMap(Int.init(exactly:)) }
  package var bool: Bool? { if case .bool(let bool) = value { bool } else { nil } }
  package var elements: [JSONNode]? { if case .array(let items) = value { items } else { nil } }
  package var members: [Member]? { if case .object(let members) = value { members } else { nil } }

  /// The error that something else than this value was expected.
  package func error(_ expected: String, found: String? = nil, hint: String? = nil) -> JSONError {
    JSONError(offset: offset, expected: expected, found: found, hint: hint)
  }
}

// MARK: - Members

extension JSONNode {
  /// A required member that is a number.
  public func number(_ name: String) throws(JSONError) -> Double {
    if let number = try optionalNumber(name) { return number }
    throw error("an object with a number for each of its required keys")
  }

  /// A required member that is a number above `limit`.
  public func number(_ name: String, above limit: Double) throws(JSONError) -> Double {
    let number = try number(name)
    if number > limit { return number }
    throw (self[name] ?? self).error("a number above that of the opposite edge")
  }

  /// An optional member that is a number.
  public func optionalNumber(_ name: String) throws(JSONError) -> Double? {
    guard let node = self[name] else { return nil }
    guard let number = node.number else { throw node.error("a number") }
    return number
  }
}
