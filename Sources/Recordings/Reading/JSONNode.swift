/// A value of a JSON text and where it stands, so that errors about its meaning have a place.
package struct JSONNode {
  package enum Value {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  package struct Member {
    package var name: String
    package var node: JSONNode
  }

  package var value: Value
  /// The offset of the first byte.
  package var offset: Int
  /// Whether the text ended before the value did; what is complete of it is here.
  package var isCut = false

  /// The last member of a name, if this is an object.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.last { $0.name == name }?.node
  }
}

/// What is wrong with a JSON text, at an offset.
package struct JSONError: Error {
  package var offset: Int
  package var expected: StaticString
}
