/// Reads a JSON object one value at a time, in the memory of one value: its members, and the
/// elements of the arrays of one name.
///
/// ``JSONCursor`` reads the bytes of a value; if they end within it, it reads again with more
/// bytes. A truncated text is treated as in ``JSONNode``.
public struct JSONStream {
  public enum Item {
    /// A member other than the arrays.
    case member(String, JSONNode)
    /// The beginning of one of the arrays.
    case array
    /// An element of the array that began last.
    case element(JSONNode)
  }

  /// The largest value in bytes, apart from the object itself and its arrays; no log contains
  /// values as large.
  public static let maximumValueSize = 1 << 20
  private static let blockSize = 64 << 10

  private let source: ByteSource
  private let arrayName: String
  private var next = Part.object
  private var bytes: [UInt8] = []
  /// The index of the next byte, and the offset of the first one in the text.
  private var index = 0
  private var offset = 0
  /// Whether the text ends within the object.
  public private(set) var isCut = false

  public init(_ source: ByteSource, arrays name: String) {
    self.source = source
    arrayName = name
  }

  /// The next item; nil at the end. Throws a ``JSONError`` or, from the source, a ``FileError``.
  public mutating func nextItem() throws -> Item? {
    while true {
      try skipSpaces()
      if next == .end {
        if index == bytes.count { return nil }
        throw error("the end of the file")
      }
      if let item = try nextPart() { return item }
    }
  }

  /// Reads the next part; nil if it contains no item.
  private mutating func nextPart() throws -> Item? {
    while true {
      var part = next
      let (result, count) = bytes[index...].withUnsafeBufferPointer { bytes in
        var json = JSONCursor(bytes, origin: offset + index)
        let result = Result { () throws(JSONError) in try part.read(&json, array: arrayName) }
        return (result, json.offset)
      }
      let isAtEnd = index + count == bytes.count
      if isAtEnd, count <= JSONStream.maximumValueSize, try readMore() { continue }
      switch result {
      case .failure(let error) where !isAtEnd || part == .end: throw error
      case _ where count > JSONStream.maximumValueSize:
        throw error("a value of at most 1048576 bytes")
      case .success(let item):
        index += count
        next = part
        return item
      case .failure:
        isCut = true
        index = bytes.count
        next = .end
        return nil
      }
    }
  }

  private mutating func skipSpaces() throws(FileError) {
    while true {
      while index < bytes.count, JSONCursor.isSpace(bytes[index]) { index += 1 }
      guard index == bytes.count, try readMore() else { return }
    }
  }

  /// Reads at least as many bytes as are unused, so that a long value is rarely begun again; false
  /// at the end.
  private mutating func readMore() throws(FileError) -> Bool {
    var block = [UInt8](repeating: 0, count: max(JSONStream.blockSize, bytes.count - index))
    block.removeLast(block.count - (try source.read(into: &block)))
    offset += index
    bytes.removeFirst(index)
    index = 0
    bytes += block
    return !block.isEmpty
  }

  private func error(_ expected: String) -> JSONError {
    JSONError(offset: offset + index, expected: expected)
  }

  /// A part of the text, read in one step; spaces before it are skipped.
  private enum Part: Equatable {
    case object
    case name(isFirst: Bool)
    case value(name: String)
    case element(isFirst: Bool)
    case afterElement
    case afterValue
    case end

    /// Reads the part and becomes the next one.
    mutating func read(
      _ json: inout JSONCursor, array: String
    ) throws(JSONError) -> Item? {
      switch self {
      case .object where json.skip(UInt8(ascii: "{")): self = .name(isFirst: true)
      case .object:
        let node = try json.completeNode(depth: 0)
        self = .end
        try json.end("the end of the file")
        throw JSONError(
          offset: node.offset,
          expected: "an activity log, an object with an array of `entries`")
      case .name(isFirst: true) where json.skip(UInt8(ascii: "}")): self = .end
      case .name:
        let name = try json.string("the name of a member in quotes")
        json.skipSpaces()
        guard json.skip(UInt8(ascii: ":")) else { throw json.error("a colon") }
        self = .value(name: name)
      case .value(array) where json.skip(UInt8(ascii: "[")):
        self = .element(isFirst: true)
        return .array
      case .value(let name):
        self = .afterValue
        return .member(name, try json.node(depth: 1))
      case .element(isFirst: true) where json.skip(UInt8(ascii: "]")): self = .afterValue
      case .element:
        self = .afterElement
        return .element(try json.completeNode(depth: 2))
      case .afterElement where json.skip(UInt8(ascii: ",")): self = .element(isFirst: false)
      case .afterElement where json.skip(UInt8(ascii: "]")): self = .afterValue
      case .afterElement: throw json.error("a comma or a closing bracket")
      case .afterValue where json.skip(UInt8(ascii: ",")): self = .name(isFirst: false)
      case .afterValue where json.skip(UInt8(ascii: "}")): self = .end
      case .afterValue: throw json.error("a comma or a closing brace")
      case .end: break
      }
      return nil
    }
  }
}
