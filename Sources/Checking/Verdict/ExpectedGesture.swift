public import Files
public import Gestures

/// A gesture that is expected of a recording: its kind, and its required properties.
///
/// ```swift
/// ExpectedGesture(.swipe, touches: 3)
/// try ExpectedGesture(parsing: "swipe,touches=3,direction=left")
/// ```
///
/// A property that is nil may have any value.
public struct ExpectedGesture: Hashable, Sendable {
  public var kind: Gesture.Kind
  /// The number of fingers.
  public var touches: Int?
  /// The number of taps in a row; taps only.
  public var taps: Int?
  public var direction: Gesture.Direction?
  /// The name of the shape; paths only.
  public var name: String?
  /// The time in seconds from the first event; the movement at it, or the nearest one, counts.
  public var at: Double?

  public init(
    _ kind: Gesture.Kind, touches: Int? = nil, taps: Int? = nil,
    direction: Gesture.Direction? = nil, name: String? = nil, at: Double? = nil
  ) {
    self.kind = kind
    self.touches = touches
    self.taps = taps
    self.direction = direction
    self.name = name
    self.at = at
  }

  /// The kinds as which touches can be recognized.
  public static let kinds: [Gesture.Kind] = Profile.sections.compactMap {
    Gesture.Kind(rawValue: $0.name)
  }

  /// Whether a recognized gesture is the expected one, at any time.
  public func matches(_ gesture: Gesture) -> Bool {
    gesture.kind == kind && gesture.state != .cancelled
      && (touches == nil || gesture.touches ?? 1 == touches)
      && (taps == nil || gesture.taps ?? 1 == taps)
      && (direction == nil || gesture.direction == direction)
      && (name == nil || gesture.name == name)
  }
}

// MARK: - Kinds

extension Gesture.Kind {
  /// The directions that gestures of the kind can have; none for a kind without directions.
  var directions: [Gesture.Direction] {
    switch self {
    case .tap, .longPress, .checkmark, .path, .shake: []
    case .swipe: Gesture.Direction.allCases.filter { $0.vector != .zero }
    case .pan, .edgePan, .tapAndDrag: [.left, .right, .up, .down]
    case .tipTap: [.left, .right]
    case .pinch: [.in, .out]
    case .rotation: [.clockwise, .counterclockwise]
    }
  }

  /// The fewest fingers that make a gesture of the kind.
  var fewestTouches: Int { [.pinch, .rotation, .tipTap].contains(self) ? 2 : 1 }

  /// Whether gestures of the kind that a profile's recognizers report can have a key of records or
  /// of ``ExpectedGesture``.
  func hasKey(_ key: String) -> Bool {
    switch key {
    case "direction": !directions.isEmpty
    case "taps": self == .tap
    case "axis": self == .swipe
    case "translation_mm", "velocity_mm_s": [.swipe, .pan, .edgePan, .tapAndDrag].contains(self)
    case "scale": self == .pinch
    case "rotation_deg": self == .rotation
    case "name", "score", "runner_up", "runner_up_score": self == .path
    default: true
    }
  }
}

// MARK: - Text

extension ExpectedGesture {
  private static let keys = ["touches", "direction", "taps", "name", "at"]
  /// The numbers of fingers that a device reports, and of taps that are counted here.
  static let numbers = 1...10

  /// Reads text such as `swipe,direction=left,touches=3`; `option` is the place in errors.
  public init(parsing text: String, option: String = "--expected") throws(FileError) {
    func error(_ expected: String, _ found: String, among words: [String] = []) -> FileError {
      let near = Suggestion.nearest(to: found, among: words).map { "; did you mean \($0)?" } ?? ""
      return FileError(
        file: option, position: .file, expected: expected,
        found: found.isEmpty ? "nothing" : "\"\(found.printable)\"\(near)")
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let names = ExpectedGesture.kinds.map(\.rawValue)
    guard let kind = ExpectedGesture.kinds.first(where: { $0.rawValue == parts[0] }) else {
      throw error("one of \(names.joined(separator: ", "))", parts[0], among: names)
    }
    self.init(kind)
    let keys = ExpectedGesture.keys.filter(kind.hasKey)
    var used: Set<String> = []
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard pair.count == 2, !pair[1].isEmpty else {
        throw error("a key and its value, as in touches=3", part)
      }
      guard keys.contains(pair[0]) else {
        let isUnknown = !ExpectedGesture.keys.contains(pair[0])
        throw error(
          "one of \(keys.joined(separator: ", ")) for \(kind.rawValue)", pair[0],
          among: isUnknown ? keys : [])
      }
      guard used.insert(pair[0]).inserted else { throw error("each key once", part) }
      try set(pair[0], pair[1], error)
    }
  }

  private mutating func set(
    _ key: String, _ value: String, _ error: (String, String, [String]) -> FileError
  ) throws(FileError) {
    switch key {
    case "touches", "taps":
      let least = key == "touches" ? kind.fewestTouches : 1
      let numbers = least...ExpectedGesture.numbers.upperBound
      guard let number = Int(value), numbers.contains(number) else {
        let subject = least == 1 ? key : "the touches of \(kind.rawValue)"
        throw error("a number from \(least) to \(numbers.upperBound) for \(subject)", value, [])
      }
      if key == "touches" { touches = number } else { taps = number }
    case "direction":
      let words = kind.directions.map(\.rawValue)
      guard let direction = kind.directions.first(where: { $0.rawValue == value }) else {
        throw error(
          "one of \(words.joined(separator: ", ")) for the direction of \(kind.rawValue)", value,
          words)
      }
      self.direction = direction
    case "name": name = value
    default:
      guard let seconds = Double(value), seconds.isFinite, seconds >= 0 else {
        throw error("seconds from the first event for at, as in at=1.2", value, [])
      }
      at = seconds
    }
  }

  /// The text that ``init(parsing:option:)`` reads.
  public var text: String {
    var text = kind.rawValue
    if let touches { text += ",touches=\(touches)" }
    if let direction { text += ",direction=\(direction.rawValue)" }
    if let taps { text += ",taps=\(taps)" }
    if let name { text += ",name=\(name)" }
    if let at { text += ",at=\(at.shortestText)" }
    return text
  }

  /// The gesture in words, as in `swipe of 3 fingers to the left`.
  public var phrase: String {
    GestureWords.phrase(kind, touches: touches, taps: taps, direction: direction, name: name)
  }
}

/// Gestures in words, for sentences.
package enum GestureWords {
  /// As in `double tap`, `swipe of 3 fingers to the left` or `path "v"`.
  static func phrase(
    _ kind: Gesture.Kind, touches: Int?, taps: Int?, direction: Gesture.Direction?, name: String?
  ) -> String {
    var words =
      switch kind {
      case .longPress: "long press"
      case .edgePan: "edge pan"
      case .tapAndDrag: "tap-and-drag"
      case .tipTap: "tip-tap"
      default: kind.rawValue
      }
    switch taps {
    case nil, 1: break
    case 2: words = "double \(words)"
    case 3: words = "triple \(words)"
    case .some(let count): words += " of \(count) taps"
    }
    if let name { words += " \"\(name.printable)\"" }
    if let touches, touches != 1 {
      words += " \(taps.map { $0 > 3 } == true ? "with" : "of") \(touches.counted("finger"))"
    }
    if let direction { words += " \(suffix(direction))" }
    return words
  }

  private static func suffix(_ direction: Gesture.Direction) -> String {
    switch direction {
    case .left, .right: "to the \(direction.rawValue)"
    case .up: "upward"
    case .down: "downward"
    case .upLeft: "up to the left"
    case .upRight: "up to the right"
    case .downLeft: "down to the left"
    case .downRight: "down to the right"
    case .in: "inward"
    case .out: "outward"
    case .clockwise, .counterclockwise: direction.rawValue
    }
  }

  /// The phrase with an article, as in `a pan to the right` or `an edge pan`.
  package static func withArticle(_ phrase: String) -> String {
    ("aeiou".contains(phrase.first ?? "x") ? "an " : "a ") + phrase
  }
}

extension Gesture {
  var words: String {
    GestureWords.phrase(kind, touches: touches, taps: taps, direction: direction, name: name)
  }
}
