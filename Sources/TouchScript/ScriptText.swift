import Contacts
import Timeline

extension FingerScript {
  /// The script as Swift code, to be pasted into a test.
  ///
  /// ```swift
  /// FingerScript { Tap(count: 2); Wait(1) }.swiftText
  /// // FingerScript {
  /// //   Tap(count: 2)
  /// //   Wait(1)
  /// // }
  /// ```
  ///
  /// An action of a type of another module is described by its values.
  public var swiftText: String {
    (["FingerScript {"] + actions.flatMap { ScriptText.swift($0, indent: 1) } + ["}"])
      .joined(separator: "\n")
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
    for action in actions {
      guard let own = ScriptText.touch(action, indent: 0) else { return nil }
      lines += own
    }
    let text = lines.joined(separator: "\n") + "\n"
    // The parser checks the limits of each number.
    return (try? ScriptFile(Array(text.utf8), file: "")) == nil ? nil : text
  }
}

/// An action in words: its name, and its arguments that differ from their default values.
struct ScriptText {
  struct Argument {
    /// The argument in Swift, as in `count: 2`.
    var swift: String
    /// The argument in files, as in `count 2`; nil if files cannot express it.
    var touch: String?
  }

  /// The action in Swift, as in `Tap(count: 2)`.
  let swift: String
  /// The action in files, as in `tap count 2`; nil if files cannot express it.
  let touch: String?

  init(_ swiftName: String, _ touchName: String, _ arguments: [Argument]...) {
    let all = arguments.flatMap { $0 }
    let words = [touchName] + all.compactMap(\.touch)
    swift = "\(swiftName)(\(all.map(\.swift).joined(separator: ", ")))"
    touch = words.count > all.count ? words.joined(separator: " ") : nil
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

  /// The lines of an action in files; nil if files cannot express it.
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
      // Files have no number for a pause, and one number for an action.
      guard !(numbered.action is Wait || numbered.action is Numbered),
        var lines = touch(numbered.action, indent: indent)
      else { return nil }
      lines[lines.count - 1] += " numbered \(numbered.number)"
      return lines
    default: return ScriptText(action)?.touch.map { [space + $0] }
    }
  }
}

// MARK: - Fingers

extension ScriptText {
  private static func swift(_ meaning: IntendedGesture) -> String {
    var text = "IntendedGesture(.\(meaning.kind.rawValue)"
    if meaning.touches != 1 { text += ", touches: \(meaning.touches)" }
    if let taps = meaning.taps { text += ", taps: \(taps)" }
    if let direction = meaning.direction { text += ", direction: .\(direction.rawValue)" }
    return text + ")"
  }

  private static func head(of fingers: Fingers) -> String? {
    guard let meaning = fingers.meaning else { return "fingers {" }
    // Files count the fingers, and allow one tap only.
    guard meaning.touches == fingers.fingers.count, (meaning.taps ?? 1) == 1 else { return nil }
    let direction = meaning.direction.map { " \($0.rawValue)" } ?? ""
    return "fingers as \(meaning.kind.scriptWord)\(direction) {"
  }

  private static func swift(_ finger: Finger) -> String {
    let delay = finger.delay == 0 ? "" : ", after: \(finger.delay.shortestText)"
    let first = finger.legs.first?.start ?? .zero
    let legs = finger.legs.dropFirst().map { text(of: $0).swift }
    return "Finger(at: \(Argument.swift(first))\(delay))" + legs.joined()
  }

  private static func touch(_ finger: Finger) -> String? {
    guard case .still(let first, _) = finger.legs.first else { return nil }
    let delay = finger.delay == 0 ? [] : ["after \(finger.delay.shortestText)"]
    let legs = finger.legs.dropFirst().compactMap { text(of: $0).touch }
    guard legs.count + 1 == finger.legs.count else { return nil }
    return (["finger \(Argument.touch(first))"] + delay + legs).joined(separator: " ")
  }

  private static func text(of leg: Movement) -> Argument {
    let seconds = leg.duration.shortestText
    let swift = ".move(to: \(Argument.swift(leg.end)), over: \(seconds)"
    let touch = "to \(Argument.touch(leg.end)) for \(seconds)"
    switch leg {
    case .still: return Argument(swift: ".rest(\(seconds))", touch: "rest \(seconds)")
    case .minimumJerk: return Argument(swift: "\(swift))", touch: touch)
    case .linear: return Argument(swift: "\(swift), .linear)", touch: "\(touch) linear")
    case .flick(_, _, _, let liftOff):
      return Argument(
        swift: "\(swift), .flick(liftOff: \(liftOff.shortestText)))",
        touch: liftOff == 2 ? "\(touch) flick" : nil)
    case .path(let line, _):
      let points = line.points.dropFirst().map(Argument.swift).joined(separator: ", ")
      return Argument(swift: ".draw([\(points)], over: \(seconds))", touch: nil)
    case .arc, .course, .track: return Argument(swift: " /* \(leg) */", touch: nil)
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
      var hand = preset.hand.seeded(seed)
      hand.sensor.rate = sensor.rate
      hand.sensor.droppedFrames = sensor.droppedFrames
      return hand == self
    }
    return match.map { ($0.swift, $0.touch) }
  }

  /// The hand as Swift code, as in `Hand.person(17).sampled(at: 60)`; nil if it differs from the
  /// named hands.
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
