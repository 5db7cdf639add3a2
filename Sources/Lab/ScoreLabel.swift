import Checking
public import Playback

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
  /// The number of the label's line in its file, from 1.
  let line: Int
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
    let file = file(of: path)
    let bytes = try ByteSource(path: file).readAll(limit: ExpectationFile.largest)
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    return (try parse(bytes, file: file), folder)
  }

  /// The file of labels at a path, or in the folder at it.
  static func file(of path: String) -> String {
    guard InputFiles.isFolder(path) || path.hasSuffix("/") else { return path }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let current = folder + "labels.v2.jsonl"
    return InputFiles.exists(current) ? current : folder + "labels.jsonl"
  }

  /// Reads labels from bytes; `file` is the path in errors.
  public static func parse(_ bytes: [UInt8], file: String) throws(FileError) -> [ScoreLabel] {
    var labels: [ScoreLabel] = []
    try JSONNode.forEachObject(
      inLinesOf: bytes, file: file, "a label as an object of JSON"
    ) { root, _, line throws(JSONError) in labels.append(try ScoreLabel(root, line: line)) }
    return labels
  }

  private init(_ root: JSONNode, line: Int) throws(JSONError) {
    self.line = line
    if root.isCut { throw JSONError(offset: 0, expected: "a label as an object of JSON") }
    guard root["v"]?.number == 2 else { throw root.error("v", "labels of version 2: \"v\":2") }
    guard let path = root["file"]?.text, !path.isEmpty else {
      throw root.error("file", "the path of a recording as \"file\"")
    }
    guard let items = root["expect"]?.elements else {
      throw root.error("expect", "a list of gestures as \"expect\"")
    }
    gestures = []
    for item in items { gestures.append(try Gesture(item)) }
    file = path
    device = root["device"]?.text ?? root["observed_device"]?.text
    deviceName = root["device_name"]?.text
    person = root["person"]?.text
  }
}

extension ScoreLabel.Gesture {
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

  fileprivate init(_ node: JSONNode) throws(JSONError) {
    kinds = try Self.kinds("gesture", of: node)
    guard let first = kinds.first else { throw node.error("gesture", "at least one gesture") }
    guard let start = node["start"]?.number, let end = node["end"]?.number, start <= end else {
      throw node.error("start", "start and end of the gesture, seconds from the first event")
    }
    (self.start, self.end) = (start, end)
    touches = Self.count(node["touches"])
    taps = Self.count(node["taps"])
    direction = node["direction"]?.text
    name = node["name"]?.text
    let kind = ScoreClass.name(first)
    for key in Self.required[kind] ?? [] where first != .checkmark {
      let isCount = key == "touches" || key == "taps"
      let isThere = isCount ? Self.count(node[key]) != nil : node[key]?.text != nil
      if !isThere { throw node.error(key, "\(key) of a \(kind)") }
    }
    if let allowed = Self.directions[kind], let direction, !allowed.contains(direction) {
      throw node.error("direction", "one of \(allowed.joined(separator: ", "))")
    }
    motion = (node["motion"]?.text).flatMap(ScoreLabel.Motion.init)
    if let word = node["motion"], motion == nil {
      guard case .null = word.value else { throw node.error("motion", "flick or drag as motion") }
    }
    tolerated = node["tolerate"] == nil ? [] : Set(try Self.kinds("tolerate", of: node))
  }

  /// One name of a gesture under a key, or a list of them.
  private static func kinds(
    _ key: String, of node: JSONNode
  ) throws(JSONError) -> [Gestures.Gesture.Kind] {
    let all = Gestures.Gesture.Kind.allCases.map(\.rawValue)
    let names: [JSONNode?] = node[key]?.elements ?? [node[key]]
    var kinds: [Gestures.Gesture.Kind] = []
    for name in names {
      guard let kind = name?.text.flatMap(Gestures.Gesture.Kind.init) else {
        throw (name ?? node).error(
          "one of \(all.joined(separator: ", ")) for \(key)",
          found: name == nil ? "nothing" : nil,
          hint: name?.text.flatMap { formerNames[$0] ?? Suggestion.nearest(to: $0, among: all) })
      }
      kinds.append(kind)
    }
    return kinds
  }

  private static func count(_ node: JSONNode?) -> Int? {
    node?.integer.flatMap { (1...100).contains($0) ? $0 : nil }
  }
}

extension JSONNode {
  /// The error of a member, or of this object without it.
  fileprivate func error(_ key: String, _ expected: String) -> JSONError {
    (self[key] ?? self).error(expected, found: self[key] == nil ? "nothing" : nil)
  }
}
