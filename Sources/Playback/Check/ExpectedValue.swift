import Gestures
import Recordings
import Timeline

/// A value of an expected gesture, or of a recognized one.
enum ExpectedValue: Equatable {
  case number(Double)
  case text(String)
  case bool(Bool)
  case null
  /// An object, such as a location: its members, by name.
  case object([String: ExpectedValue])

  init?(_ node: JSONNode) {
    switch node.value {
    case .number(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .bool(let value): self = .bool(value)
    case .null: self = .null
    case .array: return nil
    case .object(let members):
      var values: [String: ExpectedValue] = [:]
      for member in members {
        guard let value = ExpectedValue(member.node) else { return nil }
        values[member.name] = value
      }
      self = .object(values)
    }
  }

  /// The text, if it is one.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// As it is written in JSON.
  var json: String {
    switch self {
    case .number(let number): number.shortestText
    case .text(let text): JSONLine.quoted(text)
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { "\(JSONLine.quoted($0.key)):\($0.value.json)" }.joined(separator: ",") + "}"
    }
  }
}

extension ExpectationFile.Line {
  /// The keys of a gesture record.
  static let keys = [
    "v", "file", "time", "start", "gesture", "state", "device", "touches", "taps", "direction",
    "axis", "translation", "velocity", "scale", "rotation", "duration", "name", "score", "location",
  ]

  /// The keys that are not compared.
  private static let otherKeys = ["tolerance", "note"]

  /// The words that may stand for a key, where there are only so many.
  private static let words = [
    "gesture": Gesture.Kind.allCases.map(\.rawValue),
    "state": GestureState.allCases.filter(\.isReported).map(\.rawValue),
    "direction": Gesture.Direction.allCases.map(\.rawValue),
    "axis": Gesture.Axis.allCases.map(\.rawValue),
  ]

  /// Of those the ones that a record may do without.
  private static let optionalWords: Set = ["direction", "axis"]

  /// Reads a line of a file.
  package init(_ bytes: [UInt8], file: String, number: Int) throws(RecordingError) {
    func error(_ offset: Int, _ expected: String, _ found: String? = nil) -> RecordingError {
      let rest = bytes[min(offset, bytes.count)...]
      return RecordingError(
        file: file, position: .line(number, column: offset + 1), expected: expected,
        found: found ?? RecordingError.excerpt(rest))
    }
    let root: JSONNode?
    do {
      root = try JSONParser.parse(bytes)
    } catch {
      throw RecordingError(
        file: file, position: .line(number, column: error.offset + 1),
        expected: "\(error.expected)",
        found: RecordingError.excerpt(bytes[min(error.offset, bytes.count)...]))
    }
    guard let root, case .object(let members) = root.value else {
      throw error(0, "a gesture as an object of JSON")
    }
    if root.isCut { throw error(bytes.count, "the end of the object") }
    text = String(decoding: bytes, as: UTF8.self)
    values = []
    if let again = root.firstDuplicate { throw error(again.node.offset, "each key once") }
    for member in members {
      guard Self.keys.contains(member.name) || Self.otherKeys.contains(member.name) else {
        let near = Suggestion.nearest(to: member.name, among: Self.keys + Self.otherKeys)
        let name = "\"\(member.name.prefix(columns: 40).printable)\""
        throw error(
          member.node.offset, "a key of gesture records",
          near.map { "\(name); did you mean \($0)?" } ?? name)
      }
      guard let value = ExpectedValue(member.node) else {
        throw error(member.node.offset, "a number, a text or an object")
      }
      if let words = Self.words[member.name], value.text.map(words.contains) != true,
        value != .null || !Self.optionalWords.contains(member.name)
      {
        let near = value.text.flatMap { Suggestion.nearest(to: $0, among: words) }
        throw error(
          member.node.offset, "one of \(words.joined(separator: ", ")) for \(member.name)",
          near.map { "\(value.json); did you mean \($0)?" })
      }
      switch member.name {
      case "file", "note": break
      case "tolerance":
        guard case .number(let seconds) = value, seconds >= 0 else {
          throw error(member.node.offset, "seconds from 0")
        }
        tolerance = seconds
      default: values.append((member.name, value))
      }
    }
  }
}

extension JSONNode {
  /// The first member, in this object or in one within it, whose name was there before.
  fileprivate var firstDuplicate: Member? {
    guard case .object(let members) = value else { return nil }
    var names: Set<String> = []
    for member in members {
      if !names.insert(member.name).inserted { return member }
      if let inner = member.node.firstDuplicate { return inner }
    }
    return nil
  }
}
