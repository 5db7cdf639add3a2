import CTouchstone
import Gestures

/// Reads profiles in the layout of `replay profile`: libraries for YAML need Foundation.
///
/// The layout is the part of YAML that profiles use: keys in the first column; values and sections;
/// in a section, indented lines of a key and a value; values that are words, quoted texts or lists
/// such as `[left, right]`; comments. All other parts of YAML are errors.
enum ProfileText {
  static func profile(_ text: String) throws(CallError) -> Profile {
    var document: ProfileNode.Mapping = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      var scanner = LineScanner(line, number: index + 1)
      guard let entry = try scanner.entry() else { continue }
      try add(entry, isIndented: scanner.isIndented, to: &document)
    }
    do {
      return try ProfileReader.profile(of: ProfileNode(.mapping(document), at: (1, 1)))
    } catch {
      throw CallError(error)
    }
  }

  private static func add(
    _ entry: (key: ProfileNode, value: ProfileNode), isIndented: Bool,
    to document: inout ProfileNode.Mapping
  ) throws(CallError) {
    guard isIndented else { return document.append(entry) }
    guard let section = document.last else {
      throw .profile(
        entry.key.position, expected: "a section such as `swipe:`", found: "an indented line")
    }
    switch section.value.content {
    case .scalar(_, isNull: true):
      document[document.count - 1].value = ProfileNode(.mapping([entry]), at: entry.key.position)
    case .mapping(let entries):
      document[document.count - 1].value.content = .mapping(entries + [entry])
    default:
      throw .profile(
        entry.key.position, expected: "a key in the first column", found: "an indented line")
    }
  }
}

// MARK: - Lines

/// Reads the key and the value of a line.
private struct LineScanner {
  private let line: [Character]
  private let number: Int
  private var index = 0

  init(_ line: Substring, number: Int) {
    self.line = Array(line)
    self.number = number
  }

  var isIndented: Bool { line.first == " " }

  private var position: (line: Int, column: Int) { (number, index + 1) }
  private var isAtEnd: Bool {
    index == line.count || line[index] == "#" && (index == 0 || line[index - 1] == " ")
  }

  /// The key and the value; nil for a line without them.
  mutating func entry() throws(CallError) -> (key: ProfileNode, value: ProfileNode)? {
    skipSpaces()
    if isAtEnd || String(line) == "---" { return nil }
    let start = position
    let key = word(endingAt: ":")
    guard index < line.count, line[index] == ":", !key.isEmpty,
      index + 1 == line.count || line[index + 1] == " "
    else { throw error("a key and a value, as in `minimumLength: 6.5`", at: start) }
    index += 1
    skipSpaces()
    let value = try value()
    skipSpaces()
    guard isAtEnd else { throw error("the end of the line", at: position) }
    return (ProfileNode(.scalar(key, isNull: false), at: start), value)
  }

  private mutating func value() throws(CallError) -> ProfileNode {
    let start = position
    guard !isAtEnd else { return ProfileNode(.scalar("", isNull: true), at: start) }
    switch line[index] {
    case "[": return try list()
    case "\"", "'": return ProfileNode(.scalar(try quoted(), isNull: false), at: start)
    case "{", "&", "*", "!", "|", ">", "%", "@", "`", "?":
      throw error("a word, a number, a text or a list such as `[left, right]`", at: start)
    default:
      let text = word(endingAt: "#")
      return ProfileNode(.scalar(text, isNull: text == "~" || text == "null"), at: start)
    }
  }

  private mutating func list() throws(CallError) -> ProfileNode {
    let start = position
    var items: [ProfileNode] = []
    repeat {
      index += 1
      skipSpaces()
      let itemStart = position
      let item = word(endingAt: ",", "]")
      // The list is empty, or has a comma at its end.
      if item.isEmpty, index < line.count, line[index] == "]" { break }
      items.append(ProfileNode(.scalar(item, isNull: false), at: itemStart))
    } while index < line.count && line[index] == ","
    guard index < line.count else { throw error("`]` at the end of the list", at: position) }
    index += 1
    return ProfileNode(.list(items), at: start)
  }

  /// Reads a text in quotes; in double quotes with `\"` and `\\`.
  private mutating func quoted() throws(CallError) -> String {
    let start = position
    let quote = line[index]
    var text = ""
    index += 1
    while index < line.count {
      let character = line[index]
      index += 1
      if character == quote { return text }
      if character == "\\", quote == "\"" {
        guard index < line.count, "\"\\".contains(line[index]) else {
          throw error("`\\\"` or `\\\\` after a backslash", at: (number, index))
        }
        text.append(line[index])
        index += 1
      } else {
        text.append(character)
      }
    }
    throw error("a closing quote", at: start)
  }

  /// Reads the text up to one of the characters or a comment, without the spaces at its end.
  private mutating func word(endingAt ends: Character...) -> String {
    let start = index
    while index < line.count, !isAtEnd, line[index] == "#" || !ends.contains(line[index]) {
      index += 1
    }
    var end = index
    while end > start, line[end - 1] == " " { end -= 1 }
    return String(line[start..<end])
  }

  private mutating func skipSpaces() {
    while index < line.count, line[index] == " " { index += 1 }
  }

  private func error(_ expected: String, at position: (line: Int, column: Int)) -> CallError {
    let rest = line[min(position.column - 1, line.count)...]
    return .profile(
      position, expected: expected,
      found: rest.isEmpty ? "the end of the line" : "\"\(String(rest.prefix(40)))\"")
  }
}

// MARK: - Errors

extension CallError {
  fileprivate static func profile(
    _ position: (line: Int, column: Int)?, expected: String, found: String
  ) -> CallError {
    let place = position.map { "line \($0.line), column \($0.column): " } ?? ""
    return CallError(
      TOUCHSTONE_INVALID_PROFILE, "profile: \(place)expected \(expected), found \(found)")
  }

  fileprivate init(_ error: ProfileError) {
    let found: String
    switch error.found.content {
    case .scalar(let text, _):
      let text = text.isEmpty ? "nothing" : "\"\(String(text.prefix(40)))\""
      found = error.isRepeated ? "\(text) again" : text
    case .mapping: found = "a section"
    case .list: found = "a list"
    case .alias: found = "an alias"
    }
    self = .profile(error.found.position, expected: error.expected, found: found)
  }
}
