public import Playback
import SystemPackage

/// The expected gestures of a trace: the `NAME.gestures.jsonl` beside it.
///
/// Each line is an object with any of the keys of a gesture record; a key that it omits may have
/// any value. `tolerance` is in seconds, for `time_s`, `start_s` and `duration_s`; `note` is a
/// comment; `"recognizer":"libinput"` marks libinput's gestures, and a file of these alone has no
/// other expectations. An empty file expects no gestures.
public struct ExpectationFile: Sendable {
  /// An expected gesture.
  public struct Line: Sendable {
    /// The line as written in the file.
    public var text: String
    /// The number of the line in the file, from 1.
    public var number: Int
    /// The members in the order of the file, without `v`, `file`, `tolerance` and `note`.
    var values: [JSONNode.Member]
    var tolerance: Double?
    /// Whether libinput is expected to recognize the gesture, not this program.
    package var isLibinput = false
  }

  public var lines: [Line]

  /// The end of the names of expectation files.
  package static let ending = ".gestures.jsonl"

  /// The expectations in the folders among the paths, in order.
  public static func files(in paths: [String]) -> [String] {
    InputFiles.files(in: paths, endingWith: ending)
  }

  /// The path of the expectations of a trace: its own with `.gestures.jsonl` for its extension.
  public static func path(forTrace trace: String) -> String {
    let slash = trace.lastIndex(of: "/").map { trace.index(after: $0) } ?? trace.startIndex
    let name = trace[slash...]
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return trace + ending
    }
    return trace[..<dot] + ending
  }

  /// Reads the expectations of a file; nil if there is no such file. Those of custom recognizers,
  /// whose gestures may have any value, may have any key of records.
  public static func read(path: String, isCustom: Bool = false) throws(FileError) -> Self? {
    let bytes: [UInt8]
    do {
      bytes = try ByteSource(path: path).readAll(limit: largest)
    } catch {
      if error.systemError == .noSuchFileOrDirectory { return nil }
      throw error
    }
    return try ExpectationFile(bytes, file: path, isCustom: isCustom)
  }

  /// The largest file in bytes: far larger than any real one.
  package static let largest = 256 << 20

  /// Reads expectations from bytes; `file` is the path in errors.
  public init(_ bytes: [UInt8], file: String, isCustom: Bool = false) throws(FileError) {
    var lines: [Line] = []
    try JSONNode.forEachObject(
      inLinesOf: bytes, file: file, "a gesture as an object of JSON"
    ) { root, bytes, number throws(JSONError) in
      lines.append(try Line(root, bytes, number: number, isCustom: isCustom))
    }
    self.lines = lines
  }

  /// Writes records as the expectations of a trace, with the permissions of an existing file or of
  /// `inputs`.
  public static func write(
    _ records: [GestureRecord], to path: String, madeOf inputs: [String] = []
  ) throws(FileError) {
    let lines = records.map { $0.jsonWithoutFile + "\n" }
    try ByteSink.write(lines.joined().utf8, to: path, madeOf: inputs)
  }

  /// The lines with the recognized gestures: those that are met and blank ones as they are, others
  /// replaced or removed, and one for each unexpected gesture.
  func updated(by comparisons: [GestureComparison]) -> String {
    var texts = Dictionary(grouping: lines, by: \.number).mapValues { $0.map(\.text) }
    texts[0] = []
    for comparison in comparisons {
      var place = 0
      for pair in comparison.pairs {
        place = pair.line?.number ?? place
        if pair.kind == .match { continue }
        if pair.line != nil { texts[place] = [] }
        if let record = pair.gesture?.record {
          texts[place]?.append(
            comparison.isOfLibinput ? record.libinputExpectation : record.jsonWithoutFile)
        }
      }
    }
    return (0...(lines.last?.number ?? 0)).flatMap { texts[$0] ?? [""] }.map { $0 + "\n" }.joined()
  }

  /// The lines about libinput, or about this program.
  package func lines(ofLibinput isLibinput: Bool) -> ExpectationFile {
    var file = self
    file.lines.removeAll { $0.isLibinput != isLibinput }
    return file
  }
}

extension GestureRecord {
  /// The line that expects the gesture from libinput; it has no position.
  fileprivate var libinputExpectation: String {
    var line = JSONLine()
    line.add("v", JSONLine.schemaVersion)
    line.add("recognizer", "libinput")
    add([.time, .start, .kind, .device, .touches, .taps, .direction], to: &line)
    return line.object
  }
}

// MARK: - Lines

extension JSONNode {
  /// The value as JSON, with members by name; expected values have no array.
  var json: String {
    switch value {
    case .number(let number): number.shortestText
    case .string(let text): JSONLine.quoted(text)
    case .bool(let value): value ? "true" : "false"
    case .null, .array: "null"
    case .object(let members):
      "{\(members.sorted { $0.name < $1.name }.map(\.json).joined(separator: ","))}"
    }
  }

  var isNull: Bool { if case .null = value { true } else { false } }

  /// Whether both have the same value; members may be in any order.
  func isEqual(to other: JSONNode) -> Bool {
    switch (value, other.value) {
    case (.number(let number), .number(let other)): number == other
    case (.string(let text), .string(let other)): text == other
    case (.bool(let value), .bool(let other)): value == other
    case (.null, .null): true
    case (.object(let members), .object(let others)):
      members.count == others.count
        && members.allSatisfy { other[$0.name].map($0.node.isEqual) ?? false }
    default: false
    }
  }
}

extension JSONNode.Member {
  fileprivate var json: String { "\(JSONLine.quoted(name)):\(node.json)" }
}

extension ExpectationFile.Line {
  /// The line as an object of JSON, without `v`, `file` and `note`.
  package var json: String {
    var members = values.map(\.json)
    if let tolerance { members.append("\"tolerance\":\(tolerance.shortestText)") }
    if isLibinput { members.append("\"recognizer\":\"libinput\"") }
    return "{\(members.joined(separator: ","))}"
  }

  /// The text under a key; nil without one.
  package func text(of key: String) -> String? { values.first { $0.name == key }?.node.text }

  /// The number under a key; nil without one.
  package func number(of key: String) -> Double? { values.first { $0.name == key }?.node.number }

  static let keys = ["v", "file"] + GestureField.allCases.map(\.key)

  /// The keys of version 1 with other names now.
  private static let oldKeys = [
    "time": "time_s", "start": "start_s", "duration": "duration_s", "rotation": "rotation_deg",
    "translation": "translation_mm", "velocity": "velocity_mm_s", "location": "location_mm",
  ]

  private static let otherKeys = ["tolerance", "note", "recognizer"]

  private static let recognizers = ["touchstone", "libinput"]

  /// The fields with a fixed set of texts that a record may omit.
  private static let optionalFields: Set<GestureField> = [.direction, .axis]

  /// Reads the object of a line of a file.
  fileprivate init(
    _ root: JSONNode, _ bytes: [UInt8], number: Int, isCustom: Bool
  ) throws(JSONError) {
    if root.isCut { throw JSONError(offset: bytes.count, expected: "the end of the object") }
    text = String(decoding: bytes, as: UTF8.self)
    self.number = number
    values = []
    if let again = root.firstDuplicate { throw again.node.error("each key once") }
    for member in root.members ?? [] { try add(member) }
    if !isCustom { try checkKind() }
  }

  private mutating func add(_ member: JSONNode.Member) throws(JSONError) {
    let (name, node) = (member.name, member.node)
    guard Self.keys.contains(name) || Self.otherKeys.contains(name) else {
      if let new = Self.oldKeys[name] {
        throw node.error(
          "keys of records of version 2", found: "`\(name)`, which is `\(new)` since version 2")
      }
      throw node.error(
        "a key of gesture records", found: "\"\(name.prefix(columns: 40).printable)\"",
        hint: Suggestion.nearest(to: name, among: Self.keys + Self.otherKeys))
    }
    if let field = GestureField(rawValue: name) { try Self.check(node, of: field) }
    switch name {
    case "file", "note": break
    case "recognizer":
      guard let name = node.text, Self.recognizers.contains(name) else {
        throw node.error("one of \(Self.recognizers.joined(separator: ", ")) for recognizer")
      }
      isLibinput = name == "libinput"
    case "v":
      guard node.number == Double(JSONLine.schemaVersion) else {
        throw node.error("version \(JSONLine.schemaVersion) of records")
      }
    case "tolerance":
      guard let seconds = node.number, seconds >= 0 else { throw node.error("seconds from 0") }
      tolerance = seconds
    default: values.append(member)
    }
  }

  /// Checks that a value is one of the field's words or of its type, or null where that is allowed.
  private static func check(_ node: JSONNode, of field: GestureField) throws(JSONError) {
    if node.isNull, optionalFields.contains(field) { return }
    if let words = field.words {
      if node.text.map(words.contains) == true { return }
      let near = node.text.flatMap { Suggestion.nearest(to: $0, among: words) }
      throw node.error(
        "one of \(words.joined(separator: ", ")) for \(field.key)",
        found: near.map { _ in node.json }, hint: near)
    }
    let (type, isRight) =
      switch field {
      case .touches, .taps: ("a whole number", node.integer != nil)
      case .device, .name, .runnerUp: ("a text", node.text != nil)
      case .translation, .velocity, .location:
        (
          "the numbers x and y",
          node.members?.count == 2 && node["x"]?.number != nil && node["y"]?.number != nil
        )
      default: ("a number", node.number != nil)
      }
    if !isRight { throw node.error("\(type) for \(field.key)") }
  }

  /// Checks that gestures of the kind can have the keys and the direction, except libinput's.
  private func checkKind() throws(JSONError) {
    guard !isLibinput, let kind = text(of: "gesture").flatMap(Gesture.Kind.init) else { return }
    let words = kind.directions.map(\.rawValue)
    for member in values where !member.node.isNull {
      if !kind.hasKey(member.name) {
        let keys = GestureField.allCases.map(\.key).filter(kind.hasKey)
        throw member.node.error(
          "one of the keys of \(kind.rawValue) gestures: \(keys.joined(separator: ", "))",
          found: "\"\(member.name)\"")
      }
      if member.name == "direction", member.node.text.map(words.contains) != true {
        throw member.node.error(
          "one of \(words.joined(separator: ", ")) for the direction of \(kind.rawValue)",
          found: member.node.json)
      }
    }
  }
}

extension JSONNode {
  /// The first member, of this object or of one inside it, whose name occurred before.
  fileprivate var firstDuplicate: Member? {
    var names: Set<String> = []
    for member in members ?? [] {
      if !names.insert(member.name).inserted { return member }
      if let inner = member.node.firstDuplicate { return inner }
    }
    return nil
  }
}
