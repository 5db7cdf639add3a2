import Files
import Foundation

/// Saved scenes as property lists in XML, with the keys of ``MemoryDocument``.
///
/// Foundation writes them: its encoder has the shortest text that reads back exactly for each
/// number. They are read by the package's own XML reader, which says where a file is wrong and has
/// limits of depth and size.
struct PropertyListMemory: MemoryTextFormat {
  func text(in path: String) throws(FileError) -> MemoryText {
    let bytes = try ByteSource(path: path).readAll(limit: MemoryLimits.maximumFileSize)
    if bytes.starts(with: "bplist".utf8) {
      throw FileError(
        file: path, position: .file, expected: "a property list in XML",
        found: "a binary property list")
    }
    func scanner() -> XMLScanner {
      XMLScanner(
        ByteSource(name: path, bytes: bytes), maximumTextLength: MemoryLimits.maximumFileSize)
    }
    var reader = PropertyListReader(scanner())
    return MemoryText(try reader.document()) { part in
      // The text was read before, without an error.
      try? scanner().position(of: part)
    }
  }

  func bytes(of value: MemoryValue, for path: String) throws(FileError) -> [UInt8] {
    guard value.isXML else {
      throw FileError(
        file: path, position: .file,
        expected: "texts without control characters (.json and .sqlite have them)",
        found: "a text that XML cannot represent", isOutput: true)
    }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    do {
      return try Array(encoder.encode(value))
    } catch {
      throw FileError(
        file: path, position: .file, expected: "values of a property list", found: "\(error)",
        isOutput: true)
    }
  }
}

// MARK: - Writing

extension MemoryValue: Encodable {
  /// Property lists have no null, and saved scenes no data: empty data stands for null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encode(Data())
    case .bool(let flag): try container.encode(flag)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }

  /// Whether XML 1.0 has all characters of the texts.
  fileprivate var isXML: Bool {
    switch self {
    case .null, .bool, .integer, .number: true
    case .text(let text): text.isXML
    case .array(let elements): elements.allSatisfy(\.isXML)
    case .object(let members): members.allSatisfy { $0.key.isXML && $0.value.isXML }
    }
  }
}

extension String {
  /// Whether all characters are those of `Char` in XML 1.0, section 2.2.
  fileprivate var isXML: Bool {
    unicodeScalars.allSatisfy { character in
      switch character.value {
      case 0x09, 0x0a, 0x0d, 0x20...0xd7ff, 0xe000...0xfffd, 0x10000...: true
      default: false
      }
    }
  }
}

// MARK: - Reading

/// Makes values of a property list.
struct PropertyListReader {
  private let scanner: XMLScanner
  var count = MemoryCount()

  init(_ scanner: XMLScanner) { self.scanner = scanner }

  mutating func document() throws(FileError) -> MemoryValue {
    guard case .start("plist", _, isEmpty: false)? = try nextTag() else {
      throw scanner.error("<plist>")
    }
    guard let value = try value(depth: 0) else { throw scanner.error("a value") }
    guard case .end? = try nextTag() else { throw scanner.error("</plist>") }
    while try nextTag() != nil {}
    return value
  }

  /// The next tag, before which there is no text.
  private func nextTag() throws(FileError) -> XMLScanner.Event? {
    let event = try scanner.next()
    guard scanner.text.allSatisfy({ $0 == 0x20 || 0x09...0x0d ~= $0 }) else {
      throw scanner.error("an element", found: FileError.excerpt(scanner.text))
    }
    return event
  }

  /// The value that the next tag begins; nil if that is the end of a list.
  private mutating func value(depth: Int) throws(FileError) -> MemoryValue? {
    guard case .start(let name, _, let isEmpty)? = try nextTag() else { return nil }
    return try value(name, isEmpty, depth: depth)
  }

  private mutating func value(
    _ name: String, _ isEmpty: Bool, depth: Int
  ) throws(FileError) -> MemoryValue {
    guard count.add() else { throw scanner.error("\(MemoryLimits.valuesExpected)") }
    switch name {
    case "dict": return isEmpty ? .object([:]) : try object(depth: depth)
    case "array": return isEmpty ? .array([]) : try array(depth: depth)
    default: break
    }
    let text = isEmpty ? "" : try text(of: name)
    switch name {
    case "string": return .text(text)
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "integer":
      guard let integer = Int64(text.trimmed) else { throw error("a whole number", text) }
      return .integer(integer)
    case "real":
      guard let number = Double(text.trimmed), number.isFinite else {
        throw error("a finite number", text)
      }
      return MemoryValue(number)
    case "data":
      guard text.trimmed.isEmpty else { throw error("empty data, which is null", text) }
      return .null
    default: throw error("a value: dict, array, string, integer, real, true or false", name)
    }
  }

  private func error(_ expected: String, _ found: String) -> FileError {
    scanner.error(expected, found: FileError.excerpt(Array(found.utf8)))
  }

  /// The text up to the end of an element, which has no others within.
  private func text(of name: String) throws(FileError) -> String {
    guard case .end? = try scanner.next() else { throw scanner.error("</\(name)>") }
    return String(decoding: scanner.text, as: UTF8.self)
  }

  private mutating func array(depth: Int) throws(FileError) -> MemoryValue {
    guard depth < MemoryLimits.maximumLevels else {
      throw scanner.error("\(MemoryLimits.levelsExpected)")
    }
    var elements: [MemoryValue] = []
    while let element = try value(depth: depth + 1) { elements.append(element) }
    return .array(elements)
  }

  private mutating func object(depth: Int) throws(FileError) -> MemoryValue {
    guard depth < MemoryLimits.maximumLevels else {
      throw scanner.error("\(MemoryLimits.levelsExpected)")
    }
    var members: [String: MemoryValue] = [:]
    while case .start(let tag, _, let isEmpty)? = try nextTag() {
      guard tag == "key" else { throw scanner.error("<key>", found: "<\(tag.printable)>") }
      let key = isEmpty ? "" : try text(of: tag)
      guard members[key] == nil else { throw error("each key once", key) }
      guard let value = try value(depth: depth + 1) else { throw scanner.error("a value") }
      members[key] = value
    }
    return .object(members)
  }
}

extension XMLScanner {
  /// The position of a part of a property list; nil if the document lacks it.
  fileprivate func position(of part: MemoryText.Part) throws(FileError) -> FileError.Position? {
    var position: FileError.Position { .line(line, column: column) }
    // <plist>, and the first tag of the document.
    for _ in 0..<2 { _ = try next() }
    if part == .document { return position }
    var level = 0
    var key = ""
    while level >= 0, let event = try next() {
      switch event {
      case .start(let name, _, let isEmpty):
        if level == 0, name != "key", part == .value(key) { return position }
        if !isEmpty { level += 1 }
        guard level == 0, name == "key" else { continue }
        key = ""
      case .end(let name):
        level -= 1
        guard level == 0, name == "key" else { continue }
        key = String(decoding: text, as: UTF8.self)
      }
      if part == .key(key) { return position }
    }
    return nil
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
