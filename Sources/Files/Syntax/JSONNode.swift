/// A JSON value with its offset, for errors about its meaning.
///
/// In a truncated text, complete elements of open arrays and complete members of open objects are
/// kept, and the open ones are marked as cut. Any other fault is an error with its offset.
public struct JSONNode {
  public enum Value {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  public struct Member {
    public var name: String
    public var node: JSONNode
  }

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

  /// The value of a text; nil for an empty text, and for one truncated before the end of its only
  /// scalar.
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

  /// Whether the text ends within the content that `read` reads.
  @discardableResult fileprivate mutating func isCut(
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

// MARK: - Members

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
