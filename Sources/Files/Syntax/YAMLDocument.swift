import Yams

/// Reads a YAML document into nodes, without aliases.
///
/// With aliases a few hundred bytes expand to more nodes than memory holds, and neither recordings
/// nor profiles need them.
public enum YAMLDocument: Sendable {
  /// The root of a document; nil for an empty one.
  ///
  /// Throws an error at the line and column of a mistake, or of the first alias.
  public static func compose(_ bytes: some Collection<UInt8>, file: String) throws(FileError)
    -> Node?
  {
    if let position = aliasPosition(in: bytes) {
      throw FileError(
        file: file, position: position, expected: "YAML without aliases", found: "an alias")
    }
    do {
      return try Yams.compose(yaml: String(decoding: bytes, as: UTF8.self))
    } catch let error as YamlError {
      throw FileError(error, file: file)
    } catch {
      throw FileError(file: file, expected: "YAML", found: String(describing: error))
    }
  }

  /// The position of the first `*name` after an anchor, `&name`, each at the beginning of a word.
  ///
  /// Texts and comments are searched as well, since the extent of a text depends on the whole
  /// document; no recorder writes both.
  private static func aliasPosition(in bytes: some Collection<UInt8>) -> FileError.Position? {
    var (line, column) = (1, 0)
    var hasAnchor = false
    var (last, beforeLast) = (UInt8(ascii: "\n"), UInt8(ascii: "\n"))
    for byte in bytes {
      column += 1
      if beginsWord(after: beforeLast), isName(byte) {
        if last == UInt8(ascii: "&") { hasAnchor = true }
        if last == UInt8(ascii: "*"), hasAnchor { return .line(line, column: column - 1) }
      }
      if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 0) }
      (last, beforeLast) = (byte, last)
    }
    return nil
  }

  private static func beginsWord(after byte: UInt8) -> Bool {
    byte <= 0x20 || "[]{},:?-".utf8.contains(byte)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte > 0x20 && !"[]{},".utf8.contains(byte)
  }
}

extension FileError {
  /// The error for invalid YAML.
  public init(_ error: YamlError, file: String) {
    let position: Position
    var expected = "YAML"
    var found: String
    switch error {
    case .scanner(_, let problem, let mark, let yaml), .parser(_, let problem, let mark, let yaml),
      .composer(_, let problem, let mark, let yaml):
      position = FileError.position(of: mark, in: yaml)
      found = problem
    case .duplicatedKeysInMapping(let duplicates, let context):
      position = .line(context.mark.line, column: context.mark.column)
      found = "the key \"\((duplicates.min() ?? "").prefix(columns: 40).printable)\" more than once"
    case .reader(let problem, let offset, _, let yaml):
      position = FileError.position(of: offset ?? 0, in: yaml)
      found = problem
    default:
      position = .file
      found = String(describing: error)
    }
    // libyaml's messages are sentences of their own, and one names a C function.
    if found.hasPrefix("Maximum nesting level") {
      (expected, found) = ("YAML of fewer levels", "too many within each other")
    } else if let match = found.wholeMatch(of: /(?:did|could) not find (?:the )?expected (.*)/) {
      (expected, found) = ("YAML with \(match.output.1)", "something else")
    } else if found == "found character that cannot start any token" {
      found = "a tab, @, % or ` where a value begins"
    } else if found == "mapping values are not allowed in this context" {
      found = "a second key in a line"
    } else if found.hasPrefix("found ") {
      found.removeFirst("found ".count)
    }
    self.init(file: file, position: position, expected: expected, found: found)
  }

  /// libyaml places the end of a text without a final line break on a line that does not exist. It
  /// counts characters, not bytes.
  private static func position(of mark: Mark, in text: String) -> Position {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isYAMLBreak)
    guard mark.line > lines.count, let last = lines.last else {
      return .line(mark.line, column: mark.column)
    }
    return .line(lines.count, column: last.unicodeScalars.count + 1)
  }

  private static func position(of offset: Int, in text: String) -> Position {
    let before = text.prefix(offset).unicodeScalars
    let line = before.count { $0 == "\n" } + 1
    let start = before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex
    return .line(line, column: before[start...].count + 1)
  }
}

extension Character {
  /// Whether libyaml counts the character as the end of a line.
  fileprivate var isYAMLBreak: Bool { isNewline && self != "\u{b}" && self != "\u{c}" }
}
