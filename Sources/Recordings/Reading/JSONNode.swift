/// A value of a JSON text and where it stands, so that errors about its meaning have a place.
struct JSONNode {
  enum Value {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  struct Member {
    var name: String
    var node: JSONNode
  }

  var value: Value
  /// The offset of the first byte.
  var offset: Int
  /// Whether the text ended before the value did; what is complete of it is here.
  var isCut = false

  /// The last member of a name, if this is an object.
  subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.last { $0.name == name }?.node
  }
}

/// What is wrong with a JSON text, at an offset.
struct JSONError: Error {
  var offset: Int
  var expected: StaticString
}
