/// Reads a JSON object a value at a time, in memory for one value: its members, and the elements of the
/// arrays of one name.
///
/// A truncated text is treated as in ``JSONParser``.
public struct JSONStream {
  public enum Item: Sendable {
    /// A member that is not one of the arrays.
    case member(String, JSONNode)
    /// One of the arrays begins.
    case array
    /// An element of the array that began last.
    case element(JSONNode)
  }

  public enum Failure: Error {
    case syntax(JSONError)
    case reading(FileError)
  }

  private enum State {
    case start
    case members(isFirst: Bool)
    case elements(isFirst: Bool)
    case end
  }

  /// The largest value in bytes, apart from the object itself and its arrays; no log has values as large.
  public static let largestValue = 1 << 20

  private let source: ByteSource
  private let arrayName: String
  private var state = State.start
  private var block = [UInt8](repeating: 0, count: 64 << 10)
  private var next = 0
  private var filled = 0
  /// The offset of the block in the text.
  private var offset = 0
  /// The bytes of one value.
  private var text: [UInt8] = []
  /// Whether the text ended within the object.
  public private(set) var isCut = false

  public init(_ source: ByteSource, arrays name: String) {
    self.source = source
    arrayName = name
  }

  /// The next item; nil at the end.
  public mutating func nextItem() throws(Failure) -> Item? {
    while true {
      switch state {
      case .start: try begin()
      case .members(let isFirst):
        if let item = try member(isFirst) { return item }
      case .elements(let isFirst):
        if let element = try element(isFirst) { return .element(element) }
      case .end: return nil
      }
    }
  }
}

// MARK: - Structure

extension JSONStream {
  private mutating func begin() throws(Failure) {
    try skipSpaces()
    guard try byte() != nil else { return cut() }
    if try skip(UInt8(ascii: "{")) {
      state = .members(isFirst: true)
      return
    }
    guard let node = try value(depth: 0), !node.isCut else { return cut() }
    try skipSpaces()
    if try byte() != nil { throw error("the end of the file") }
    throw error("an activity log, an object with an array of `entries`", at: node.offset)
  }

  /// A member, or the start of an array; nil if another step is next.
  private mutating func member(_ isFirst: Bool) throws(Failure) -> Item? {
    try skipSpaces()
    guard let first = try byte() else { return cut() }
    if isFirst, try skip(UInt8(ascii: "}")) { return try end() }
    guard first == UInt8(ascii: "\"") else { throw error("the name of a member in quotes") }
    guard case .string(let name)? = try value(depth: 1)?.value else { return cut() }
    try skipSpaces()
    guard try byte() != nil else { return cut() }
    guard try skip(UInt8(ascii: ":")) else { throw error("a colon") }
    try skipSpaces()
    if name == arrayName, try skip(UInt8(ascii: "[")) {
      state = .elements(isFirst: true)
      return .array
    }
    guard let node = try value(depth: 1) else { return cut() }
    if node.isCut { cut() } else { try endMember() }
    return .member(name, node)
  }

  /// What follows a member: another one, or the end of the object.
  private mutating func endMember() throws(Failure) {
    try skipSpaces()
    if try skip(UInt8(ascii: ",")) {
      state = .members(isFirst: false)
    } else if try skip(UInt8(ascii: "}")) {
      let _: Item? = try end()
    } else if try byte() == nil {
      cut()
    } else {
      throw error("a comma or a closing brace")
    }
  }

  private mutating func element(_ isFirst: Bool) throws(Failure) -> JSONNode? {
    try skipSpaces()
    if isFirst, try skip(UInt8(ascii: "]")) {
      try endMember()
      return nil
    }
    guard let node = try value(depth: 2), !node.isCut else { return cut() }
    try skipSpaces()
    if try skip(UInt8(ascii: ",")) {
      state = .elements(isFirst: false)
    } else if try skip(UInt8(ascii: "]")) {
      try endMember()
    } else if try byte() == nil {
      cut()
    } else {
      throw error("a comma or a closing bracket")
    }
    return node
  }

  private mutating func end<Result>() throws(Failure) -> Result? {
    state = .end
    try skipSpaces()
    if try byte() != nil { throw error("the end of the file") }
    return nil
  }

  private mutating func cut() {
    isCut = true
    state = .end
  }

  private mutating func cut<Result>() -> Result? {
    cut()
    return nil
  }
}

// MARK: - Values

extension JSONStream {
  /// The value that begins here; nil if the text ends before its kind is known.
  private mutating func value(depth: Int) throws(Failure) -> JSONNode? {
    let start = offset + next
    guard let first = try byte() else { return nil }
    text.removeAll(keepingCapacity: true)
    var scan = JSONExtent(first)
    while !scan.isOver {
      guard text.count <= JSONStream.largestValue else { break }
      guard try byte() != nil else { break }
      let count = scan.advance(over: block[next..<filled])
      text += block[next..<next + count]
      next += count
    }
    if scan.isOver, text.isEmpty { throw error("a JSON value") }
    let isTooLarge = text.count > JSONStream.largestValue
    // A number is complete if something follows it.
    if scan.isOver { text.append(UInt8(ascii: " ")) }
    do throws(JSONError) {
      let node = try JSONParser.parse(text, depth: depth, offset: start)
      if isTooLarge {
        throw JSONError(offset: start, expected: "a value of at most 1048576 bytes")
      }
      return node
    } catch {
      throw .syntax(error)
    }
  }

  private func error(_ expected: StaticString, at place: Int? = nil) -> Failure {
    .syntax(JSONError(offset: place ?? offset + next, expected: expected.description))
  }
}

// MARK: - Bytes

extension JSONStream {
  /// The next byte; nil at the end.
  private mutating func byte() throws(Failure) -> UInt8? {
    if next == filled {
      offset += filled
      next = 0
      filled = 0
      do throws(FileError) {
        filled = try source.read(into: &block)
      } catch {
        throw .reading(error)
      }
      if filled == 0 { return nil }
    }
    return block[next]
  }

  private mutating func skipSpaces() throws(Failure) {
    while let byte = try byte(), byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      next += 1
    }
  }

  private mutating func skip(_ wanted: UInt8) throws(Failure) -> Bool {
    guard try byte() == wanted else { return false }
    next += 1
    return true
  }
}

/// Finds the end of a JSON value, in as many parts as it comes. Whether it is valid is left to the parser.
private struct JSONExtent {
  private enum Kind {
    case container, string, word
  }

  private let kind: Kind
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  public private(set) var isOver = false

  public init(_ first: UInt8) {
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): kind = .container
    case UInt8(ascii: "\""): kind = .string
    default: kind = .word
    }
  }

  /// The number of bytes that belong to the value.
  public mutating func advance(over bytes: ArraySlice<UInt8>) -> Int {
    let span = bytes.span
    var index = 0
    while index < span.count, !isOver {
      let byte = span[index]
      if kind == .word, JSONExtent.endsWord(byte) {
        isOver = true
        return index
      }
      index += 1
      if isInString { stepInString(byte) } else { step(byte) }
    }
    return index
  }

  private mutating func stepInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      isOver = depth == 0
    }
  }

  private mutating func step(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): isInString = kind != .word
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      isOver = depth <= 0
    default: break
    }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ":")
  }
}
