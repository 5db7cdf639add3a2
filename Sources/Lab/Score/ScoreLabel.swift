import Playback
public import Recordings

/// What a labelled recording holds: one line of a `labels.jsonl`.
public struct ScoreLabel: Sendable {
  /// The classes that gestures are counted in, in the order in which they are shown.
  public static let classes = ["tap", "swipe", "pinch", "rotate", "hold", "drag", "stroke"]

  /// A gesture that is in the recording.
  public struct Gesture: Hashable, Sendable {
    /// One of ``ScoreLabel/classes``.
    public var kind: String
    /// Seconds from the first event to the first finger's landing and the last one's lift.
    public var start: Double
    public var end: Double
    public var touches: Int?
    public var taps: Int?
    public var direction: String?
    public var shape: String?
    /// Names of gestures, in small letters, that may be reported besides.
    public var tolerated: Set<String>
  }

  /// The recording, relative to the folder of the labels.
  public var file: String
  /// A description of the device for recordings without a header, relative to that folder.
  public var device: String?
  /// The gestures, in the order of their recognition; none for a palm.
  public var gestures: [Gesture]
}

extension ScoreLabel {
  /// Reads the labels of a file, and the folder that they are relative to.
  ///
  /// - Parameter path: A file of JSON Lines, or a folder with a `labels.jsonl`.
  public static func read(
    path: String
  ) throws(RecordingError) -> (labels: [ScoreLabel], folder: String) {
    var file = path
    if TracePaths.isFolder(path) { file = path.hasSuffix("/") ? path : path + "/" }
    if file.hasSuffix("/") { file += "labels.jsonl" }
    let bytes = try ByteSource(path: file).readAll(limit: largest)
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    return (try parse(bytes, file: file), folder)
  }

  /// More labels than anybody writes down.
  private static let largest = 256 << 20

  /// Reads labels from bytes; `file` stands for the path in errors.
  public static func parse(_ bytes: [UInt8], file: String) throws(RecordingError) -> [ScoreLabel] {
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

/// Makes a label of one line.
private struct ScoreLabelParser {
  let bytes: [UInt8]
  let file: String
  let line: Int

  /// What an item of a class has to tell.
  private static let required = [
    "tap": ["touches", "taps"], "swipe": ["touches", "direction"], "pinch": ["direction"],
    "rotate": ["direction"], "hold": ["touches"], "stroke": ["shape"],
  ]

  private static let directions = [
    "swipe": ["left", "right", "up", "down"], "pinch": ["in", "out"],
    "rotate": ["clockwise", "counterclockwise"],
  ]

  func label() throws(RecordingError) -> ScoreLabel {
    let root: JSONNode?
    do {
      root = try JSONParser.parse(bytes)
    } catch {
      throw self.error(error.offset, "\(error.expected)")
    }
    guard let root, case .object = root.value, !root.isCut else {
      throw error(0, "a label as an object of JSON")
    }
    guard let path = text(root["file"]), !path.isEmpty else {
      throw error(root["file"], root, "the path of a recording as \"file\"")
    }
    guard case .array(let items) = root["expect"]?.value else {
      throw error(root["expect"], root, "a list of gestures as \"expect\"")
    }
    var gestures: [ScoreLabel.Gesture] = []
    for item in items { gestures.append(try gesture(item)) }
    return ScoreLabel(
      file: path, device: text(root["device"]) ?? text(root["observed_device"]),
      gestures: gestures)
  }

  private func gesture(_ node: JSONNode) throws(RecordingError) -> ScoreLabel.Gesture {
    guard let kind = text(node["gesture"]), ScoreLabel.classes.contains(kind) else {
      let near = text(node["gesture"]).flatMap {
        Suggestion.nearest(to: $0, among: ScoreLabel.classes)
      }
      throw error(
        node["gesture"], node, "one of \(ScoreLabel.classes.joined(separator: ", ")) for gesture",
        hint: near)
    }
    guard let start = number(node["start"]), let end = number(node["end"]), start <= end else {
      throw error(
        node["start"], node, "start and end of the gesture, seconds from the first event")
    }
    for key in Self.required[kind] ?? [] {
      let isCount = key == "touches" || key == "taps"
      let isThere = isCount ? count(node[key]) != nil : text(node[key]) != nil
      if !isThere { throw error(node[key], node, "\(key) of a \(kind)") }
    }
    let direction = text(node["direction"])
    if let allowed = Self.directions[kind], let direction, !allowed.contains(direction) {
      throw error(node["direction"], node, "one of \(allowed.joined(separator: ", "))")
    }
    var tolerated: Set<String> = []
    if case .array(let names) = node["tolerate"]?.value {
      for name in names { tolerated.insert(text(name)?.lowercased() ?? "") }
    }
    return ScoreLabel.Gesture(
      kind: kind, start: start, end: end, touches: count(node["touches"]),
      taps: count(node["taps"]), direction: direction, shape: text(node["shape"]),
      tolerated: tolerated)
  }

  private func text(_ node: JSONNode?) -> String? {
    if case .string(let text) = node?.value { text } else { nil }
  }

  private func number(_ node: JSONNode?) -> Double? {
    if case .number(let number) = node?.value { number } else { nil }
  }

  private func count(_ node: JSONNode?) -> Int? {
    number(node).flatMap(Int.init(exactly:)).flatMap { (1...100).contains($0) ? $0 : nil }
  }

  private func error(
    _ node: JSONNode?, _ parent: JSONNode, _ expected: String, hint: String? = nil
  ) -> RecordingError {
    let offset = (node ?? parent).offset
    let found = node == nil ? "nothing" : RecordingError.excerpt(bytes[min(offset, bytes.count)...])
    return RecordingError(
      file: file, position: .line(line, column: offset + 1), expected: expected,
      found: hint.map { "\(found); did you mean \($0)?" } ?? found)
  }

  private func error(_ offset: Int, _ expected: String) -> RecordingError {
    RecordingError(
      file: file, position: .line(line, column: offset + 1), expected: expected,
      found: RecordingError.excerpt(bytes[min(offset, bytes.count)...]))
  }
}
