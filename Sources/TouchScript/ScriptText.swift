import Contacts
import Timeline

extension FingerScript {
  /// The script as Swift code, to be pasted into a test. An action of a type of another module is
  /// described by its values.
  public var swiftText: String {
    let head = ScriptText(swift: "FingerScript", touch: nil)
    return ScriptText.block(head, actions).map(\.swift).joined(separator: "\n")
  }

  /// The script as a `.touch` file for a device and a hand, which reads as the same script.
  ///
  /// Nil if files cannot express it: for an action of a type of another module, a recorded path, or
  /// a number beyond the limits of files.
  public func touchText(on touchArea: Size, isTouchscreen: Bool = false, hand: Hand = .human)
    -> String?
  {
    guard let handWords = hand.touchText else { return nil }
    var lines = ["size \(touchArea.width.shortestText)x\(touchArea.height.shortestText)mm"]
    if isTouchscreen { lines.append("device touchscreen") }
    lines.append("hand \(handWords)")
    for line in actions.flatMap(ScriptText.lines) {
      guard let touch = line.touch else { return nil }
      lines.append(touch)
    }
    let text = lines.joined(separator: "\n") + "\n"
    // The parser checks the limits of each number.
    return (try? ScriptFile(Array(text.utf8), file: "")) == nil ? nil : text
  }
}

/// A part of a script, such as an action, an argument or a line, in both languages.
struct ScriptText {
  /// The part in Swift, as in `Tap(count: 2)`.
  var swift: String
  /// The part in files, as in `tap count 2`; nil if files cannot express it.
  var touch: String?

  /// The text with a change of both languages.
  func map(_ change: (String) -> String) -> ScriptText {
    ScriptText(swift: change(swift), touch: touch.map(change))
  }
}

extension ScriptText {
  /// An action: its name, and its arguments that differ from their default values.
  init(_ swiftName: String, _ touchName: String, _ arguments: [ScriptText]...) {
    let all = arguments.flatMap { $0 }
    let words = [touchName] + all.compactMap(\.touch)
    swift = "\(swiftName)(\(all.map(\.swift).joined(separator: ", ")))"
    touch = words.count > all.count ? words.joined(separator: " ") : nil
  }

  /// A value with its labels in both languages.
  func labelled(_ label: String, _ word: String) -> ScriptText {
    ScriptText(swift: "\(label): \(swift)", touch: touch.map { "\(word) \($0)" })
  }

  /// A number, which both languages write alike.
  init(_ number: String) { self.init(swift: number, touch: number) }

  init(_ point: Point) {
    let (x, y) = (point.x.shortestText, point.y.shortestText)
    self.init(swift: "Point(x: \(x), y: \(y))", touch: "\(x),\(y)")
  }

  // MARK: Actions and blocks

  static func lines(of action: any FingerAction) -> [ScriptText] {
    switch action {
    case let together as Together:
      return block(ScriptText(swift: "Together", touch: "together"), together.actions)
    case let sequence as InSequence:
      return block(ScriptText(swift: "InSequence", touch: "sequence"), sequence.actions)
    case let fingers as Fingers: return block(head(of: fingers), fingers.fingers.map(line))
    case let numbered as Numbered:
      var lines = lines(of: numbered.action)
      lines[lines.count - 1].swift += ".numbered(\(numbered.number))"
      lines[lines.count - 1].touch? += " numbered \(numbered.number)"
      // Files have no number for a pause, and one number for an action.
      if numbered.action is Wait || numbered.action is Numbered { lines[0].touch = nil }
      return lines
    default: return [ScriptText(action) ?? ScriptText(swift: "\(action)", touch: nil)]
    }
  }

  fileprivate static func block(_ head: ScriptText, _ actions: [any FingerAction]) -> [ScriptText] {
    block(head, actions.flatMap(lines))
  }

  private static func block(_ head: ScriptText, _ lines: [ScriptText]) -> [ScriptText] {
    let end = ScriptText(swift: "}", touch: "}")
    return [head.map { $0 + " {" }] + lines.map { line in line.map { "  " + $0 } } + [end]
  }

  // MARK: Fingers

  private static func head(of fingers: Fingers) -> ScriptText {
    guard let meaning = fingers.meaning else {
      return ScriptText(swift: "Fingers", touch: "fingers")
    }
    var swift = "IntendedGesture(.\(meaning.kind.rawValue)"
    if meaning.touches != 1 { swift += ", touches: \(meaning.touches)" }
    if let taps = meaning.taps { swift += ", taps: \(taps)" }
    if let direction = meaning.direction { swift += ", direction: .\(direction.rawValue)" }
    let direction = meaning.direction.map { " \($0.rawValue)" } ?? ""
    // Files count the fingers, and allow one tap only.
    let isInFiles = meaning.touches == fingers.fingers.count && (meaning.taps ?? 1) == 1
    return ScriptText(
      swift: "Fingers(meaning: \(swift)))",
      touch: isInFiles ? "fingers as \(meaning.kind.scriptWord)\(direction)" : nil)
  }

  private static func line(of finger: Finger) -> ScriptText {
    let first = ScriptText(finger.legs.first?.start ?? .zero)
    let delay = finger.delay.shortestText
    let legs = finger.legs.dropFirst().map(leg)
    let swift = "Finger(at: \(first.swift)\(finger.delay == 0 ? "" : ", after: \(delay)"))"
    var line = ScriptText(swift: swift + legs.map(\.swift).joined(), touch: nil)
    let words = legs.compactMap(\.touch)
    if case .still = finger.legs.first, words.count == legs.count, let position = first.touch {
      let start = ["finger \(position)"] + (finger.delay == 0 ? [] : ["after \(delay)"])
      line.touch = (start + words).joined(separator: " ")
    }
    return line
  }

  private static func leg(_ leg: Movement) -> ScriptText {
    let seconds = leg.duration.shortestText
    let end = ScriptText(leg.end)
    let swift = ".move(to: \(end.swift), over: \(seconds)"
    let touch = "to \(end.touch ?? "") for \(seconds)"
    switch leg {
    case .still: return ScriptText(swift: ".rest(\(seconds))", touch: "rest \(seconds)")
    case .straight(_, _, _, .minimumJerk): return ScriptText(swift: "\(swift))", touch: touch)
    case .straight(_, _, _, .linear):
      return ScriptText(swift: "\(swift), .linear)", touch: "\(touch) linear")
    case .straight(_, _, _, .flick(let liftOff)):
      return ScriptText(
        swift: "\(swift), .flick(liftOff: \(liftOff.shortestText)))",
        touch: liftOff == 2 ? "\(touch) flick" : nil)
    case .path(let line, _):
      let points = line.points.dropFirst().map { ScriptText($0).swift }.joined(separator: ", ")
      return ScriptText(swift: ".draw([\(points)], over: \(seconds))", touch: nil)
    case .arc, .course, .track: return ScriptText(swift: " /* \(leg) */", touch: nil)
    }
  }
}

// MARK: - Hands

extension Hand {
  /// The named hand that equals this one, apart from its seed and its sensor's rate and losses.
  private var preset: (swift: String, touch: String?)? {
    let presets: [(swift: String, touch: String?, hand: Hand)] = [
      (".perfect", "perfect", .perfect), (".human", "human", .human), (".shaky", "shaky", .shaky),
      (".unsteady", nil, .unsteady), (".person(\(seed))", "person \(seed)", .person(seed)),
    ]
    let match = presets.first { preset in
      preset.hand.seeded(seed).sampled(at: sensor.rate).dropping(sensor.droppedFrames) == self
    }
    return match.map { ($0.swift, $0.touch) }
  }

  /// The hand as Swift code, as in `Hand.person(17).sampled(at: 60)`; nil if it differs from the
  /// named hands.
  package var swiftText: String? {
    guard let preset else { return nil }
    var text = "Hand" + preset.swift
    if seed != 0, !preset.swift.hasPrefix(".person") { text += ".seeded(\(seed))" }
    let usual = preset.swift == ".perfect" ? Self.perfect : .human
    if sensor.rate != usual.sensor.rate { text += ".sampled(at: \(sensor.rate.shortestText))" }
    if sensor.droppedFrames != 0 { text += ".dropping(\(sensor.droppedFrames.shortestText))" }
    return text
  }

  /// The hand in messages: its Swift code, or its seed.
  package var phrase: String { swiftText ?? "a hand of the test's own, seed \(seed)" }

  /// The words of a `.touch` file's line `hand`; nil if no words express the hand.
  fileprivate var touchText: String? {
    guard let words = preset?.touch else { return nil }
    var text = words
    if seed != 0, !words.hasPrefix("person") { text += " seed \(seed)" }
    text += " rate \(sensor.rate.shortestText)"
    if sensor.droppedFrames != 0 { text += " dropped \((sensor.droppedFrames * 100).shortestText)" }
    return text
  }
}
