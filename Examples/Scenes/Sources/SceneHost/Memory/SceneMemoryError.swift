public import Files

/// A value that a scene cannot save, or cannot use.
public struct SceneMemoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path to the value: the key, then names and numbers from 0, as in `figures.3.color`.
  public var key: String
  /// What belongs there, such as `a number`.
  public var expected: String
  /// What is there instead.
  public var found: String

  public init(key: String, expected: String, found: String) {
    self.key = key
    self.expected = expected
    self.found = found
  }

  /// `figures.3.color: expected a number, found "red"`.
  public var description: String { "\(key): expected \(expected), found \(found)" }

  /// This error as one of the file that has the value.
  public func inFile(_ file: String) -> FileError {
    FileError(file: file, position: .file, expected: "\(expected) as \(key)", found: found)
  }
}

extension SceneMemoryError {
  init(encoding error: any Error, _ key: String) {
    guard case .invalidValue(let value, let context)? = error as? EncodingError else {
      self.init(key: key, expected: "a value that can be saved", found: "\(error)")
      return
    }
    self.init(
      key: SceneMemoryError.path(key, context.codingPath),
      expected: value is any BinaryFloatingPoint ? "a finite number" : "a value that can be saved",
      found: "\(value)")
  }

  init(decoding error: any Error, _ value: MemoryValue, _ key: String) {
    var path: [any CodingKey] = []
    let expected: String
    switch error as? DecodingError {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      path = context.codingPath
      expected = SceneMemoryError.name(of: type)
    case .keyNotFound(let missing, let context):
      path = context.codingPath
      expected = "an object with \(FileError.excerpt(Array(missing.stringValue.utf8)))"
    case .dataCorrupted(let context):
      path = context.codingPath
      expected = "another value (\(context.debugDescription))"
    default: expected = "another value (\(error))"
    }
    self.init(
      key: SceneMemoryError.path(key, path), expected: expected,
      found: value.descendant(path)?.summary ?? "nothing")
  }

  private static func path(_ key: String, _ path: [any CodingKey]) -> String {
    ([key] + path.map { $0.intValue.map(String.init) ?? $0.stringValue }).joined(separator: ".")
  }

  /// A type in words, for those that JSON has.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is any FixedWidthInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is Bool.Type: "true or false"
    case is String.Type: "a text"
    case is [String: Any].Type: "an object"
    case is [Any].Type: "a list"
    default: "a value of the type \(type)"
    }
  }
}

extension MemoryValue {
  /// The value that a path of names and numbers leads to.
  fileprivate func descendant(_ path: [any CodingKey]) -> MemoryValue? {
    var value = self
    for key in path {
      switch value {
      case .array(let elements):
        guard let index = key.intValue, elements.indices.contains(index) else { return nil }
        value = elements[index]
      case .object(let members):
        guard let member = members[key.stringValue] else { return nil }
        value = member
      default: return nil
      }
    }
    return value
  }
}
