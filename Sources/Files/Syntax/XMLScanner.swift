/// Reads the elements, attributes and text of an XML document in order.
///
/// Documents are in UTF-16, UTF-32, UTF-8 or other encodings in which markup is ASCII. Document
/// type declarations are skipped and define nothing, so no entity can expand or fetch anything.
/// Foundation's parser is not used because it traps on malformed documents.
public final class XMLScanner {
  /// A part of a document.
  public enum Event: Sendable {
    /// The start of an element; an empty element has no separate end.
    case start(name: String, attributes: [Attribute], isEmpty: Bool)
    case end(name: String)
  }

  public struct Attribute: Sendable {
    public var name: String
    public var value: String
  }

  private let source: ByteSource
  private var buffer: [UInt8] = []
  private var index = 0
  private var isAtEnd = false
  private var hasRead = false
  /// Decodes UTF-16 and UTF-32; nil for UTF-8 and other encodings in which markup is ASCII.
  private var encoding: UnicodeDecoder?
  private var open: [String] = []
  private var hasRoot = false
  public private(set) var line = 1
  public private(set) var column = 1
  /// The text since the last event with references resolved, up to the maximum length.
  public private(set) var text: [UInt8] = []

  private let maximumTextLength: Int
  private static let maximumNameLength = 1024
  private static let maximumValueLength = 65_536
  private static let deepest = 256
  private static let blockSize = 64 << 10

  /// - Parameter maximumTextLength: The number of stored bytes of a text; the default is enough for
  ///   numbers and times.
  public init(_ source: ByteSource, maximumTextLength: Int = 256) {
    self.source = source
    self.maximumTextLength = maximumTextLength
  }

  /// The next element's start or end; nil at the end of the document.
  public func next() throws(FileError) -> Event? {
    text.removeAll(keepingCapacity: true)
    while let byte = try peek() {
      guard byte == UInt8(ascii: "<") else {
        try readText(byte)
        continue
      }
      if let event = try markup() { return event }
    }
    guard open.isEmpty, hasRoot else {
      throw error(open.last.map { "</\($0)>" } ?? "an element")
    }
    return nil
  }

  /// An error at the scanner's position.
  public func error(_ expected: String, found: String? = nil) -> FileError {
    error(expected, at: position, found: found)
  }

  /// A position in the document, for an error that may show later.
  private struct Position {
    var line: Int
    var column: Int
    /// The rest of the block, of which an error shows the line.
    var rest: ArraySlice<UInt8>
    var isAtEnd: Bool
  }

  private var position: Position {
    Position(line: line, column: column, rest: buffer[index...], isAtEnd: isAtEnd)
  }

  private func error(_ expected: String, at position: Position, found: String? = nil) -> FileError {
    let rest = position.rest.prefix { $0 != UInt8(ascii: "\n") }
    return FileError(
      file: source.name, position: .line(position.line, column: position.column),
      expected: expected,
      found: found
        ?? (rest.isEmpty && position.isAtEnd ? "the end of the file" : FileError.excerpt(rest)))
  }
}

// MARK: - Bytes

extension XMLScanner {
  @inline(__always) private func peek() throws(FileError) -> UInt8? {
    if index < buffer.count { return buffer[index] }
    return try refill() ? buffer[index] : nil
  }

  /// Reads the next block; false at the end.
  private func refill() throws(FileError) -> Bool {
    while !isAtEnd {
      if buffer.count != XMLScanner.blockSize {
        buffer = [UInt8](repeating: 0, count: XMLScanner.blockSize)
      }
      let got = try source.read(into: &buffer)
      buffer.removeLast(buffer.count - got)
      index = 0
      isAtEnd = got == 0
      if !hasRead { encoding = UnicodeDecoder(document: buffer) }
      hasRead = true
      if let text = encoding?.utf8(buffer) { buffer = text }
      if !buffer.isEmpty { return true }
    }
    return false
  }

  @inline(__always) private func advance() {
    if buffer[index] == UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else {
      column += 1
    }
    index += 1
  }

  /// Skips a text; throws if the next bytes differ.
  private func skip(_ wanted: StaticString, _ expected: String) throws(FileError) {
    for offset in 0..<wanted.utf8CodeUnitCount {
      guard try peek() == wanted.utf8Start[offset] else { throw error(expected) }
      advance()
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }

  private func skipSpaces() throws(FileError) {
    while let byte = try peek(), XMLScanner.isSpace(byte) { advance() }
  }

  /// Skips all bytes up to and including a terminator, or stores those before it as text.
  private func skip(
    past end: StaticString, of what: String, storesText: Bool = false
  ) throws(FileError) {
    var matched = 0
    while let byte = try peek() {
      advance()
      if byte == end.utf8Start[matched] {
        matched += 1
        guard matched < end.utf8CodeUnitCount else {
          if storesText { text.removeLast(min(matched - 1, text.count)) }
          return
        }
      } else if matched > 0 {
        // The text is a run of one byte and a last one, so a longer run matches, too.
        let isRun = byte == end.utf8Start[0]
        matched = isRun ? min(matched, end.utf8CodeUnitCount - 1) : 0
      }
      if storesText { append([byte]) }
    }
    throw error("the end of \(what)")
  }
}

// MARK: - Markup

extension XMLScanner {
  /// Reads markup that begins with `<`; returns nil if the markup is not an element.
  private func markup() throws(FileError) -> Event? {
    advance()
    switch try peek() {
    case UInt8(ascii: "/"):
      advance()
      return try endTag()
    case UInt8(ascii: "?"):
      advance()
      try skip(past: "?>", of: "a processing instruction")
      return nil
    case UInt8(ascii: "!"):
      advance()
      try declaration()
      return nil
    default: return try startTag()
    }
  }

  private func declaration() throws(FileError) {
    switch try peek() {
    case UInt8(ascii: "-"):
      try skip("--", "a comment")
      try skip(past: "-->", of: "a comment")
    case UInt8(ascii: "["):
      try skip("[CDATA[", "character data")
      if open.isEmpty { throw error("an element") }
      try skip(past: "]]>", of: "character data", storesText: true)
    default:
      try skip("DOCTYPE", "a comment or a document type")
      try documentType()
    }
  }

  private func documentType() throws(FileError) {
    var depth = 1
    var quote: UInt8?
    while let byte = try peek() {
      advance()
      if let mark = quote {
        if byte == mark { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "<") {
        if try skipComment() { continue }
        depth += 1
      } else if byte == UInt8(ascii: ">") {
        depth -= 1
        if depth == 0 { return }
      }
    }
    throw error("the end of the document type")
  }

  /// Skips a comment whose `<` was read; false, with nothing read, without one.
  private func skipComment() throws(FileError) -> Bool {
    guard try peek() == UInt8(ascii: "!") else { return false }
    advance()
    guard try peek() == UInt8(ascii: "-") else { return false }
    try skip("--", "a comment")
    try skip(past: "-->", of: "a comment")
    return true
  }

  private func name() throws(FileError) -> String {
    var name: [UInt8] = []
    while let byte = try peek(), XMLScanner.isOfName(byte, isFirst: name.isEmpty) {
      name.append(byte)
      if name.count > XMLScanner.maximumNameLength { throw error("a shorter name") }
      advance()
    }
    if name.isEmpty { throw error("a name") }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8, isFirst: Bool) -> Bool {
    byte.isLetter || byte >= 0x80 || "_:".utf8.contains(byte)
      || !isFirst && (byte.isDigit || "-.".utf8.contains(byte))
  }

  private func startTag() throws(FileError) -> Event {
    if open.isEmpty, hasRoot { throw error("the end of the file") }
    let name = try name()
    hasRoot = true
    var attributes: [Attribute] = []
    while true {
      try skipSpaces()
      switch try peek() {
      case UInt8(ascii: ">"):
        advance()
        open.append(name)
        if open.count > XMLScanner.deepest { throw error("at most 256 levels of elements") }
        return .start(name: name, attributes: attributes, isEmpty: false)
      case UInt8(ascii: "/"):
        try skip("/>", "the end of the tag")
        return .start(name: name, attributes: attributes, isEmpty: true)
      default: attributes.append(try attribute())
      }
    }
  }

  private func attribute() throws(FileError) -> Attribute {
    let name = try name()
    try skipSpaces()
    try skip("=", "an equals sign")
    try skipSpaces()
    guard let quote = try peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error("a value in quotes")
    }
    advance()
    var value: [UInt8] = []
    while let byte = try peek(), byte != quote {
      if byte == UInt8(ascii: "<") || value.count > XMLScanner.maximumValueLength {
        throw error("the end of the value")
      }
      if byte == UInt8(ascii: "&") {
        value += try reference()
      } else {
        value.append(byte)
        advance()
      }
    }
    guard try peek() == quote else { throw error("the end of the value") }
    advance()
    return Attribute(name: name, value: String(decoding: value, as: UTF8.self))
  }

  private func endTag() throws(FileError) -> Event {
    guard let expected = open.last else { throw error("an element") }
    let start = position
    guard try name() == expected else { throw error("</\(expected)>", at: start) }
    try skipSpaces()
    try skip(">", "the end of the tag")
    open.removeLast()
    return .end(name: expected)
  }
}

// MARK: - Text

extension XMLScanner {
  private func readText(_ byte: UInt8) throws(FileError) {
    if open.isEmpty {
      // The document may begin with a byte-order mark.
      guard XMLScanner.isSpace(byte) || ByteSource.byteOrderMark.contains(byte) && !hasRoot else {
        throw error("an element")
      }
      advance()
    } else if byte == UInt8(ascii: "&") {
      append(try reference())
    } else if byte == 0 {
      throw error("text")
    } else {
      if text.count < maximumTextLength { text.append(byte) }
      advance()
    }
  }

  private func append(_ bytes: [UInt8]) {
    if text.count < maximumTextLength { text += bytes }
  }

  /// The bytes that a reference such as `&amp;` or `&#176;` represents.
  private func reference() throws(FileError) -> [UInt8] {
    var name: [UInt8] = []
    let start = position
    let expected = "a reference that XML defines, as in &amp;"
    advance()
    while let byte = try peek(), byte != UInt8(ascii: ";"), name.count < 12 {
      name.append(byte)
      advance()
    }
    guard try peek() == UInt8(ascii: ";") else { throw error(expected, at: start) }
    advance()
    let text = String(decoding: name, as: UTF8.self)
    if let character = XMLScanner.references[text] { return Array(character.utf8) }
    let isHexadecimal = text.hasPrefix("#x")
    guard text.hasPrefix("#"),
      let code = UInt32(text.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
      code > 0, let scalar = Unicode.Scalar(code)
    else { throw error(expected, at: start) }
    return Array(String(scalar).utf8)
  }

  private static let references = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
  ]
}
