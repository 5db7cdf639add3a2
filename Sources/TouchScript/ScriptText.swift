import Contacts
import Timeline

extension FingerScript {
  /// The script as Swift code that makes it, to be pasted into a test.
  ///
  /// ```swift
  /// FingerScript { Tap(count: 2); Wait(1) }.swiftText
  /// // FingerScript {
  /// //   Tap(count: 2)
  /// //   Wait(1)
  /// // }
  /// ```
  ///
  /// An action of a type that is not part of this module is described by its values.
  public var swiftText: String {
    (["FingerScript {"] + actions.flatMap { ScriptText.swift($0, indent: 1) } + ["}"])
      .joined(separator: "\n")
  }

  /// The script as a `.touch` file for a device and a hand, which reads as the same script.
  ///
  /// Nil if files cannot express it: an action of a type that is not part of this module, a recorded path,
  /// or a number beyond the limits of files.
  public func touchText(on touchArea: Size, isTouchscreen: Bool = false, hand: Hand = .human)
    -> String?
  {
    guard let handWords = hand.touchText else { return nil }
    var lines = ["size \(touchArea.width.shortestText)x\(touchArea.height.shortestText)mm"]
    if isTouchscreen { lines.append("device touchscreen") }
    lines.append("hand \(handWords)")
    for action in actions {
      guard let own = ScriptText.touch(action, indent: 0) else { return nil }
      lines += own
    }
    let text = lines.joined(separator: "\n") + "\n"
    // The parser has the limits of each number.
    return (try? ScriptFile(Array(text.utf8), file: "")) == nil ? nil : text
  }
}

/// An action in words: the name of its type and of its line in a file, and its arguments.
struct ScriptText {
  /// An argument that is not at its default value.
  struct Argument {
    /// As in `count: 2`.
    var swift: String
    /// As in `count 2`; nil if files cannot express it.
    var touch: String?
  }

  var swiftName: String
  var touchName: String
  var arguments: [Argument?]

  init(_ swiftName: String, _ touchName: String, _ arguments: [Argument?]) {
    self.swiftName = swiftName
    self.touchName = touchName
    self.arguments = arguments
  }

  var swift: String {
    "\(swiftName)(\(arguments.compactMap { $0?.swift }.joined(separator: ", ")))"
  }

  var touch: String? {
    var words = [touchName]
    for argument in arguments.compactMap({ $0 }) {
      guard let touch = argument.touch else { return nil }
      words.append(touch)
    }
    return words.joined(separator: " ")
  }
}

// MARK: - Actions and blocks

extension ScriptText {
  static func swift(_ action: any FingerAction, indent: Int) -> [String] {
    let space = String(repeating: "  ", count: indent)
    func block(_ head: String, _ lines: [String]) -> [String] {
      [space + head + " {"] + lines + [space + "}"]
    }
    switch action {
    case let together as Together:
      return block("Together", together.actions.flatMap { swift($0, indent: indent + 1) })
    case let sequence as InSequence:
      return block("InSequence", sequence.actions.flatMap { swift($0, indent: indent + 1) })
    case let fingers as Fingers:
      let meaning = fingers.meaning.map { "(meaning: \(swift($0)))" } ?? ""
      return block("Fingers" + meaning, fingers.fingers.map { space + "  " + swift($0) })
    case let numbered as Numbered:
      var lines = swift(numbered.action, indent: indent)
      lines[lines.count - 1] += ".numbered(\(numbered.number))"
      return lines
    default: return [space + (ScriptText(action)?.swift ?? "\(action)")]
    }
  }

  /// Nil if files cannot express it.
  static func touch(_ action: any FingerAction, indent: Int) -> [String]? {
    let space = String(repeating: "  ", count: indent)
    func block(_ head: String, _ actions: [any FingerAction]) -> [String]? {
      var lines = [space + head + " {"]
      for action in actions {
        guard let own = touch(action, indent: indent + 1) else { return nil }
        lines += own
      }
      return lines + [space + "}"]
    }
    switch action {
    case let together as Together: return block("together", together.actions)
    case let sequence as InSequence: return block("sequence", sequence.actions)
    case let fingers as Fingers:
      guard let head = head(of: fingers) else { return nil }
      var lines = [space + head]
      for finger in fingers.fingers {
        guard let own = touch(finger) else { return nil }
        lines.append(space + "  " + own)
      }
      return lines + [space + "}"]
    case let numbered as Numbered:
      // Files have no number of a pause, and one number of an action.
      guard !(numbered.action is Wait || numbered.action is Numbered),
        var lines = touch(numbered.action, indent: indent)
      else { return nil }
      lines[lines.count - 1] += " numbered \(numbered.number)"
      return lines
    default: return ScriptText(action)?.touch.map { [space + $0] }
    }
  }

  /// Nil for an action that is not part of this module.
  private init?(_ action: any FingerAction) {
    switch action {
    case let tap as Tap:
      self.init(
        "Tap", "tap",
        [
          .position("at", tap.position), .number("count", tap.count, usual: 1),
          .number("fingers", tap.fingers, usual: 1), .amount("interval", tap.interval),
          .amount("duration", tap.duration, word: "for"),
        ])
    case let press as LongPress:
      self.init(
        "LongPress", "long-press",
        [
          .position("at", press.position),
          .amount("duration", press.duration, word: "for", usual: 1),
          .number("fingers", press.fingers, usual: 1),
        ])
    case let tip as TipTap:
      self.init(
        "TipTap", "tip-tap",
        [
          .direction(tip.side), .position("at", tip.position),
          .amount("distance", tip.distance, usual: 25), .number("fingers", tip.fingers, usual: 1),
        ])
    case let swipe as Swipe:
      self.init(
        "Swipe", "swipe",
        Argument.path(swipe.start, swipe.end, swipe.isCentered) + [
          .amount("duration", swipe.duration, word: "for", usual: 0.25),
          .number("fingers", swipe.fingers, usual: 1),
          .amount("liftOff", swipe.liftOff, word: "lift-off", usual: 1.5),
          .amount("rest", swipe.rest, usual: 0),
        ])
    case let pan as Pan:
      self.init(
        "Pan", "pan",
        Argument.path(pan.start, pan.end, pan.isCentered) + [
          .amount("duration", pan.duration, word: "for", usual: 1),
          .number("fingers", pan.fingers, usual: 1),
          pan.isSteady ? Argument(swift: "isSteady: true", touch: "steady") : nil,
          .amount("rest", pan.rest, usual: 0),
        ])
    case let drag as TapAndDrag:
      self.init(
        "TapAndDrag", "tap-and-drag",
        Argument.path(drag.start, drag.end, drag.isCentered) + [
          .amount("duration", drag.duration, word: "for", usual: 0.6),
          .amount("interval", drag.interval),
        ])
    default:
      self.init(turning: action)
    }
  }

  private init?(turning action: any FingerAction) {
    switch action {
    case let edge as EdgePan:
      self.init(
        "EdgePan", "edge-pan",
        [
          .direction(edge.edge), .position("at", edge.position),
          .amount("length", edge.length, usual: 40),
          .amount("duration", edge.duration, word: "for", usual: 0.6),
        ])
    case let pinch as Pinch:
      self.init(
        "Pinch", "pinch",
        [
          pinch.isScaleMeant ? nil : .direction(pinch.endSpan < pinch.startSpan ? .in : .out),
          .position(pinch.isScaleMeant ? "center" : "at", pinch.center),
          pinch.isScaleMeant ? .amount("from", pinch.startSpan) : nil,
          pinch.isScaleMeant ? .amount("to", pinch.endSpan) : nil,
          .amount("duration", pinch.duration, word: "for", usual: 0.6),
          .number("fingers", pinch.fingers, usual: 2),
          .amount("angle", pinch.angle, usual: -45),
        ])
    case let rotation as Rotation:
      self.init(
        "Rotation", "rotation",
        [
          rotation.isAngleMeant
            ? nil : .direction(rotation.degrees < 0 ? .counterclockwise : .clockwise),
          .position(rotation.isAngleMeant ? "center" : "at", rotation.center),
          .amount("radius", rotation.radius, usual: 20),
          rotation.isAngleMeant ? .amount("degrees", rotation.degrees, word: "by") : nil,
          .amount("duration", rotation.duration, word: "for", usual: 0.8),
          .number("fingers", rotation.fingers, usual: 2),
          .amount("angle", rotation.angle, usual: 0),
        ])
    case let checkmark as Checkmark:
      self.init(
        "Checkmark", "checkmark",
        [
          .position("at", checkmark.center), .amount("width", checkmark.width, usual: 30),
          .amount("duration", checkmark.duration, word: "for", usual: 0.6),
        ])
    case let path as Path:
      let points = path.points.map(Argument.swift).joined(separator: ", ")
      self.init(
        "Path", "path",
        [
          Argument(
            swift: "[\(points)]", touch: path.points.map(Argument.touch).joined(separator: " ")),
          Argument(swift: "name: \(String(reflecting: path.name))", touch: "as \(path.name)"),
          .amount("duration", path.duration, word: "for", usual: 0.6),
          .number("fingers", path.fingers, usual: 1),
        ])
    case let wait as Wait: self.init("Wait", "wait", [.plain(wait.duration)])
    case let interrupt as Interrupt:
      self.init("Interrupt", "interrupt", [.plain(interrupt.duration)])
    case let shake as Shake:
      self.init(
        "Shake", "shake",
        [
          Argument(
            swift: shake.duration.shortestText, touch: "for \(shake.duration.shortestText)"),
          .amount("strength", shake.strength, usual: 2.5),
        ])
    case let move as Move:
      let (latitude, longitude) = (move.destination.latitude, move.destination.longitude)
      let place =
        "GeographicPosition(latitude: \(latitude.shortestText), longitude: \(longitude.shortestText))"
      self.init(
        "Move", "",
        [
          Argument(swift: "to: \(place)", touch: nil),
          .amount("over", move.duration, word: "", usual: 0),
        ])
    default: return nil
    }
  }
}

// MARK: - Arguments

extension ScriptText.Argument {
  static func swift(_ point: Point) -> String {
    "Point(x: \(point.x.shortestText), y: \(point.y.shortestText))"
  }

  static func touch(_ point: Point) -> String {
    "\(point.x.shortestText),\(point.y.shortestText)"
  }

  static func plain(_ value: Double) -> Self {
    Self(swift: value.shortestText, touch: value.shortestText)
  }

  static func position(_ label: String, _ point: Point?) -> Self? {
    point.map { Self(swift: "\(label): \(swift($0))", touch: "at \(touch($0))") }
  }

  static func direction(_ direction: ExpectedGesture.Direction) -> Self {
    Self(swift: ".\(direction.rawValue)", touch: direction.rawValue)
  }

  static func number(_ label: String, _ value: Int, usual: Int) -> Self? {
    value == usual ? nil : Self(swift: "\(label): \(value)", touch: "\(label) \(value)")
  }

  /// Nil for no value and the usual one; `word` is that of files where it differs.
  static func amount(
    _ label: String, _ value: Double?, word: String? = nil, usual: Double? = nil
  ) -> Self? {
    guard let value, value != usual else { return nil }
    let text = value.shortestText
    return Self(swift: "\(label): \(text)", touch: "\(word ?? label) \(text)")
  }

  /// The start and the end of a movement: positions, or a direction about the middle of the touch area.
  static func path(_ start: Point, _ end: Point, _ isCentered: Bool) -> [Self?] {
    guard isCentered, let direction = ExpectedGesture.Direction(from: start, to: end) else {
      return [
        Self(swift: "from: \(swift(start))", touch: "from \(touch(start))"),
        Self(swift: "to: \(swift(end))", touch: "to \(touch(end))"),
      ]
    }
    return [.direction(direction), .amount("length", start.distance(to: end), usual: 40)]
  }
}

// MARK: - Fingers

extension ScriptText {
  private static func swift(_ meaning: ExpectedGesture) -> String {
    var text = "ExpectedGesture(.\(meaning.kind.rawValue)"
    if meaning.touches != 1 { text += ", touches: \(meaning.touches)" }
    if let taps = meaning.taps { text += ", taps: \(taps)" }
    if let direction = meaning.direction { text += ", direction: .\(direction.rawValue)" }
    return text + ")"
  }

  private static func head(of fingers: Fingers) -> String? {
    guard let meaning = fingers.meaning else { return "fingers {" }
    // Files count the fingers, and know one tap only.
    guard meaning.touches == fingers.fingers.count, (meaning.taps ?? 1) == 1 else { return nil }
    let direction = meaning.direction.map { " \($0.rawValue)" } ?? ""
    return "fingers as \(meaning.kind.scriptWord)\(direction) {"
  }

  private static func swift(_ finger: Finger) -> String {
    let delay = finger.delay == 0 ? "" : ", after: \(finger.delay.shortestText)"
    let first = finger.legs.first?.start ?? .zero
    var text = "Finger(at: \(Argument.swift(first))\(delay))"
    for leg in finger.legs.dropFirst() {
      let seconds = leg.duration.shortestText
      let move = ".move(to: \(Argument.swift(leg.end)), over: \(seconds)"
      switch leg {
      case .still: text += ".rest(\(seconds))"
      case .minimumJerk: text += "\(move))"
      case .linear: text += "\(move), .linear)"
      case .flick(_, _, _, let liftOff):
        text += "\(move), .flick(liftOff: \(liftOff.shortestText)))"
      case .path(let line, _):
        let points = line.points.dropFirst().map(Argument.swift).joined(separator: ", ")
        text += ".draw([\(points)], over: \(seconds))"
      case .arc, .course, .track: text += " /* \(leg) */"
      }
    }
    return text
  }

  private static func touch(_ finger: Finger) -> String? {
    guard case .still(let first, _) = finger.legs.first else { return nil }
    var words = ["finger \(Argument.touch(first))"]
    if finger.delay != 0 { words.append("after \(finger.delay.shortestText)") }
    for leg in finger.legs.dropFirst() {
      let seconds = leg.duration.shortestText
      let move = "to \(Argument.touch(leg.end)) for \(seconds)"
      switch leg {
      case .still: words.append("rest \(seconds)")
      case .minimumJerk: words.append(move)
      case .linear: words.append("\(move) linear")
      case .flick(_, _, _, let liftOff) where liftOff == 2: words.append("\(move) flick")
      case .flick, .path, .arc, .course, .track: return nil
      }
    }
    return words.joined(separator: " ")
  }
}

// MARK: - Hands

extension Hand {
  /// A named hand that this one is, apart from its seed and its sensor's rate and lost frames.
  private var preset: (swift: String, touch: String?)? {
    let presets: [(swift: String, touch: String?, hand: Hand)] = [
      (".perfect", "perfect", .perfect), (".human", "human", .human), (".shaky", "shaky", .shaky),
      (".unsteady", nil, .unsteady), (".person(\(seed))", "person \(seed)", .person(seed)),
    ]
    let match = presets.first { preset in
      var hand = preset.hand.seeded(seed)
      hand.sensor.rate = sensor.rate
      hand.sensor.droppedFrames = sensor.droppedFrames
      return hand == self
    }
    return match.map { ($0.swift, $0.touch) }
  }

  /// The hand as Swift code, as in `Hand.person(17).sampled(at: 60)`; nil if it differs from the named
  /// hands.
  package var swiftText: String? {
    guard let preset else { return nil }
    var text = "Hand" + preset.swift
    if seed != 0, !preset.swift.hasPrefix(".person") { text += ".seeded(\(seed))" }
    let usual = preset.swift == ".perfect" ? Hand.perfect : .human
    if sensor.rate != usual.sensor.rate { text += ".sampled(at: \(sensor.rate.shortestText))" }
    if sensor.droppedFrames != 0 { text += ".dropping(\(sensor.droppedFrames.shortestText))" }
    return text
  }

  /// The hand in messages: its Swift code, or its seed.
  package var phrase: String { swiftText ?? "a hand of the test's own, seed \(seed)" }

  /// The words of a `.touch` file's line `hand`; nil if it has none for it.
  fileprivate var touchText: String? {
    guard let words = preset?.touch else { return nil }
    var text = words
    if seed != 0, !words.hasPrefix("person") { text += " seed \(seed)" }
    text += " rate \(sensor.rate.shortestText)"
    if sensor.droppedFrames != 0 { text += " dropped \((sensor.droppedFrames * 100).shortestText)" }
    return text
  }
}
