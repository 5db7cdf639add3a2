import Checking
public import Files
public import Gestures
import Playback

/// The gestures of a recording: one line of a file of labels, version 2.
///
/// ```json
/// {"v":2,"file":"a.evemu","expect":[{"gesture":["swipe","pan"],"touches":2,"direction":"left","start":0.1,"end":0.4}]}
/// ```
public struct ScoreLabel: Sendable {
  /// The motion of a swipe or a pan, for strict scores of recordings that do not show it.
  public enum Motion: String, CaseIterable, Sendable {
    /// A motion that is a swipe.
    case flick
    /// A motion that is a pan.
    case drag
  }

  /// A gesture in the recording.
  public struct Gesture: Hashable, Sendable {
    /// The kinds as which it may be reported; never empty.
    public internal(set) var kinds: [Gestures.Gesture.Kind]
    /// The times of the first touch down and the last touch up, in seconds from the first event.
    public var start: Double
    public var end: Double
    public var touches: Int?
    public var taps: Int?
    public var direction: String?
    /// The name of a path.
    public var name: String?
    /// The one of its kinds that a swipe or a pan is, if the label specifies it.
    public var motion: Motion?
    /// The kinds that may be reported besides, once each.
    public var tolerated: Set<Gestures.Gesture.Kind>

    package init(
      kinds: [Gestures.Gesture.Kind], start: Double, end: Double, touches: Int?, taps: Int?,
      direction: String?, name: String?, motion: Motion? = nil,
      tolerated: Set<Gestures.Gesture.Kind> = []
    ) {
      self.kinds = kinds
      self.start = start
      self.end = end
      self.touches = touches
      self.taps = taps
      self.direction = direction
      self.name = name
      self.motion = motion
      self.tolerated = tolerated
    }

    /// The class of the first kind, unless swipes and pans are separate classes.
    public var kind: String { ScoreClass.name(kinds[0]) }
  }

  /// The path of the recording, relative to the folder of the labels.
  public var file: String
  /// The path of a device description for recordings without one, relative to that folder.
  public var device: String?
  /// The name of the device that made the recording.
  public var deviceName: String?
  /// The person who made the recording.
  public var person: String?
  /// The gestures, in the order of their recognition; empty for a palm.
  public var gestures: [Gesture]

  /// The gestures, in which each movement is either a swipe or a pan by its duration.
  func gestures(judgedBy meter: MovementMeter) -> [Gesture] {
    gestures.map { $0.withOneMotion(meter) }
  }
}

/// The classes in which gestures are counted: the records' names, with two pairs joined.
public enum ScoreClass {
  /// The usual classes, in the order of tables.
  public static let usual = [
    "tap", "swipe", "pinch", "rotation", "longPress", "tapAndDrag", "path",
  ]

  /// The class of a kind: a checkmark counts as a `path`, and a pan as a `swipe`, unless movements
  /// are judged by their duration.
  static func name(_ kind: Gesture.Kind, isStrict: Bool = false) -> String {
    switch kind {
    case .pan: isStrict ? kind.rawValue : Gesture.Kind.swipe.rawValue
    case .checkmark: Gesture.Kind.path.rawValue
    default: kind.rawValue
    }
  }

  /// All classes, in the order of tables.
  public static func all(isStrict: Bool) -> [String] {
    ordered(Set(Gesture.Kind.allCases.map { name($0, isStrict: isStrict) }), isStrict: isStrict)
  }

  /// Sorts classes in the order of tables: the usual ones first, then others by name.
  static func ordered(_ classes: Set<String>, isStrict: Bool) -> [String] {
    var usual = usual
    if isStrict { usual.insert(Gesture.Kind.pan.rawValue, at: 2) }
    return usual.filter(classes.contains) + classes.subtracting(usual).sorted()
  }
}

// MARK: - Reading

extension ScoreLabel {
  /// Reads the labels of a file of JSON Lines, or of a folder with a `labels.v2.jsonl` or
  /// `labels.jsonl`.
  public static func read(
    path: String
  ) throws(FileError) -> (labels: [ScoreLabel], folder: String) {
    var file = path
    if InputFiles.isFolder(path) || path.hasSuffix("/") {
      let folder = path.hasSuffix("/") ? path : path + "/"
      file = folder + "labels.v2.jsonl"
      if !InputFiles.exists(file) { file = folder + "labels.jsonl" }
    }
    let bytes = try ByteSource(path: file).readAll(limit: ExpectationFile.largest)
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    return (try parse(bytes, file: file), folder)
  }

  /// Reads labels from bytes; `file` is the path in errors.
  public static func parse(_ bytes: [UInt8], file: String) throws(FileError) -> [ScoreLabel] {
    var labels: [ScoreLabel] = []
    for (index, line) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { continue }
      let parser = ScoreLabelParser(bytes: Array(line), file: file, line: index + 1)
      labels.append(try parser.label())
    }
    return labels
  }
}

private struct ScoreLabelParser {
  let bytes: [UInt8]
  let file: String
  let line: Int

  /// The keys that a gesture of a class needs.
  private static let required = [
    "tap": ["touches", "taps"], "swipe": ["touches", "direction"], "pinch": ["direction"],
    "rotation": ["direction"], "longPress": ["touches"], "path": ["name"],
  ]

  private static let directions = [
    "swipe": ["left", "right", "up", "down"], "pinch": ["in", "out"],
    "rotation": ["clockwise", "counterclockwise"],
  ]

  /// The words of version 1, with those of version 2.
  private static let formerNames = [
    "hold": "longPress", "rotate": "rotation", "drag": "tapAndDrag", "stroke": "path",
  ]

  func label() throws(FileError) -> ScoreLabel {
    let root: JSONNode?
    do {
      root = try JSONNode.parse(bytes)
    } catch {
      throw error.located(in: bytes, file: file, line: line)
    }
    guard let root, root.members != nil, !root.isCut else {
      throw error(0, "a label as an object of JSON")
    }
    guard root["v"]?.number == 2 else {
      throw error(root["v"], root, "labels of version 2: \"v\":2")
    }
    guard let path = root["file"]?.text, !path.isEmpty else {
      throw error(root["file"], root, "the path of a recording as \"file\"")
    }
    guard let items = root["expect"]?.elements else {
      throw error(root["expect"], root, "a list of gestures as \"expect\"")
    }
    var gestures: [ScoreLabel.Gesture] = []
    for item in items { gestures.append(try gesture(item)) }
    return ScoreLabel(
      file: path, device: root["device"]?.text ?? root["observed_device"]?.text,
      deviceName: root["device_name"]?.text, person: root["person"]?.text, gestures: gestures)
  }

  private func gesture(_ node: JSONNode) throws(FileError) -> ScoreLabel.Gesture {
    let kinds = try kinds(node["gesture"], of: node, "gesture")
    guard let first = kinds.first else {
      throw error(node["gesture"], node, "at least one gesture")
    }
    guard let start = node["start"]?.number, let end = node["end"]?.number, start <= end else {
      throw error(node["start"], node, "start and end of the gesture, seconds from the first event")
    }
    let kind = ScoreClass.name(first)
    for key in Self.required[kind] ?? [] where first != .checkmark {
      let isCount = key == "touches" || key == "taps"
      let isThere = isCount ? count(node[key]) != nil : node[key]?.text != nil
      if !isThere { throw error(node[key], node, "\(key) of a \(kind)") }
    }
    let direction = node["direction"]?.text
    if let allowed = Self.directions[kind], let direction, !allowed.contains(direction) {
      throw error(node["direction"], node, "one of \(allowed.joined(separator: ", "))")
    }
    let motion = (node["motion"]?.text).flatMap(ScoreLabel.Motion.init)
    if let word = node["motion"], motion == nil {
      guard case .null = word.value else { throw error(word, node, "flick or drag as motion") }
    }
    var tolerated: [Gesture.Kind] = []
    if let node = node["tolerate"] { tolerated = try self.kinds(node, of: node, "tolerate") }
    return ScoreLabel.Gesture(
      kinds: kinds, start: start, end: end, touches: count(node["touches"]),
      taps: count(node["taps"]), direction: direction, name: node["name"]?.text, motion: motion,
      tolerated: Set(tolerated))
  }

  /// One name of a gesture, or a list of them.
  private func kinds(
    _ node: JSONNode?, of parent: JSONNode, _ key: String
  ) throws(FileError) -> [Gesture.Kind] {
    let names: [JSONNode?] = node?.elements ?? [node]
    var kinds: [Gesture.Kind] = []
    for name in names {
      let word = name?.text
      if let kind = word.flatMap(Gesture.Kind.init) {
        kinds.append(kind)
        continue
      }
      let all = Gesture.Kind.allCases.map(\.rawValue)
      throw error(
        name, parent, "one of \(all.joined(separator: ", ")) for \(key)",
        hint: word.flatMap { Self.formerNames[$0] ?? Suggestion.nearest(to: $0, among: all) })
    }
    return kinds
  }

  private func count(_ node: JSONNode?) -> Int? {
    node?.integer.flatMap { (1...100).contains($0) ? $0 : nil }
  }

  private func error(
    _ node: JSONNode?, _ parent: JSONNode, _ expected: String, hint: String? = nil
  ) -> FileError {
    let offset = (node ?? parent).offset
    let found = node == nil ? "nothing" : FileError.excerpt(bytes[min(offset, bytes.count)...])
    return FileError(
      file: file, position: .line(line, column: offset + 1), expected: expected,
      found: hint.map { "\(found); did you mean \($0)?" } ?? found)
  }

  private func error(_ offset: Int, _ expected: String) -> FileError {
    JSONError(offset: offset, expected: expected).located(in: bytes, file: file, line: line)
  }
}

extension JSONNode {
  /// The value of the node; nil if it is of another type.
  var text: String? { if case .string(let text) = value { text } else { nil } }
  var number: Double? { if case .number(let number) = value { number } else { nil } }
  var integer: Int? { number.flatMap(Int.init(exactly:)) }
  var bool: Bool? { if case .bool(let bool) = value { bool } else { nil } }
  var elements: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }
  var members: [Member]? { if case .object(let members) = value { members } else { nil } }
}
