import SystemPackage

/// Reads XML from front to back: elements with their attributes, ends and text.
///
/// It takes well-formed documents in UTF-16, and in UTF-8 and its relatives, in which markup is
/// ASCII. Document type declarations are passed over and define nothing, so that no entity can grow
/// or fetch anything. Foundation's parser is not used because malformed documents make it trap.
final class XMLScanner {
  /// What stands in a document.
  enum Event {
    /// An element begins; one that is empty ends at once, without an event of its own.
    case start(name: String, attributes: [Attribute], isEmpty: Bool)
    case end(name: String)
  }

  struct Attribute {
    var name: String
    var value: String
  }

  private let source: ByteSource
  private var buffer: [UInt8] = []
  private var index = 0
  private var isAtEnd = false
  private var hasRead = false
  /// What the document is written in; nil for UTF-8 and its relatives.
  private var encoding: UTF16Text?
  var open: [String] = []
  var hasRoot = false
  private(set) var line = 1
  private(set) var column = 1
  /// The text since the last event, references resolved; cut to what numbers and times need.
  var text: [UInt8] = []

  static let longestText = 256
  static let longestName = 1024
  static let longestValue = 65_536
  static let deepest = 256
  private static let blockSize = 64 << 10

  init(_ source: ByteSource) { self.source = source }

  /// The next element's start or end; nil at the end of the document.
  func next() throws(RecordingError) -> Event? {
    text.removeAll(keepingCapacity: true)
    while let byte = try peek() {
      guard byte == UInt8(ascii: "<") else {
        try takeText(byte)
        continue
      }
      let event = try markup()
      if let event { return event }
    }
    guard open.isEmpty, hasRoot else {
      let expected = open.last.map { "</\($0)>" } ?? "an element"
      throw error(expected)
    }
    return nil
  }

  /// An error at the place where the scanner stands.
  func error(_ expected: String, found: String? = nil) -> RecordingError {
    let rest = buffer[index...].prefix { $0 != UInt8(ascii: "\n") }
    return RecordingError(
      file: source.name, position: .line(line, column: column), expected: expected,
      found: found
        ?? (rest.isEmpty && isAtEnd ? "the end of the file" : RecordingError.excerpt(rest)))
  }
}

// MARK: - Bytes

extension XMLScanner {
  @inline(__always) func peek() throws(RecordingError) -> UInt8? {
    if index < buffer.count { return buffer[index] }
    return try refill() ? buffer[index] : nil
  }

  private func refill() throws(RecordingError) -> Bool {
    while !isAtEnd {
      let isStart = !hasRead
      try readBlock()
      if isStart { encoding = UTF16Text(start: buffer) }
      if let text = encoding?.utf8(buffer) { buffer = text }
      if !buffer.isEmpty { return true }
    }
    return false
  }

  private func readBlock() throws(RecordingError) {
    if buffer.count != XMLScanner.blockSize {
      buffer = [UInt8](repeating: 0, count: XMLScanner.blockSize)
    }
    let got = try read()
    buffer.removeLast(buffer.count - got)
    index = 0
    isAtEnd = got == 0
    hasRead = true
  }

  private func read() throws(RecordingError) -> Int {
    try source.read(into: &buffer)
  }

  @inline(__always) func advance() {
    if buffer[index] == UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else {
      column += 1
    }
    index += 1
  }

  /// Moves over a text, which must stand here.
  func skip(_ wanted: StaticString, _ expected: String) throws(RecordingError) {
    for offset in 0..<wanted.utf8CodeUnitCount {
      guard try peek() == wanted.utf8Start[offset] else { throw error(expected) }
      advance()
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }

  func skipSpaces() throws(RecordingError) {
    while let byte = try peek(), XMLScanner.isSpace(byte) { advance() }
  }

  /// Moves behind the next occurrence of a text that ends something.
  func skip(behind end: StaticString, of what: String) throws(RecordingError) {
    var matched = 0
    while let byte = try peek() {
      advance()
      if byte == end.utf8Start[matched] {
        matched += 1
        if matched == end.utf8CodeUnitCount { return }
      } else if matched > 0 {
        // The ends are a run of one byte and a last one, so a longer run still counts.
        let isRun = byte == end.utf8Start[0]
        matched = isRun ? min(matched, end.utf8CodeUnitCount - 1) : 0
      }
    }
    throw error("the end of \(what)")
  }
}
