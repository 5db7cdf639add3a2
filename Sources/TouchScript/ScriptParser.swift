import Contacts
import Evdev
import Files

/// Parses the lines of a script into actions.
struct ScriptParser {
  private(set) var result = ScriptFile()
  private let file: String
  /// The open blocks, outermost first; the first one is the script itself.
  private var blocks = [Block(kind: "", word: nil, count: 1)]
  private var seen: Set<String> = []

  private struct Block {
    var kind: String
    var word: ScriptWord?
    var count: Int
    var actions: [any FingerAction] = []
    /// The number of actions, including those of inner blocks.
    var size = 0
    /// The time in seconds that fingers are down.
    var touchTime = 0.0
    /// The fingers of a block that contains no actions.
    var fingers: ScriptFingers?
  }

  private static let settings = ["size", "device", "hand"]
  private static let blockKinds = ["together", "sequence", "repeat", "fingers"]
  private static let keywords = settings + blockKinds + ScriptAction.names + ["}"]
  /// The deepest nesting of blocks and the most actions; hand-written scripts need far less.
  private static let deepest = 32
  private static let maximumActions = 100_000
  private let frameLimit: Int

  init(file: String, frameLimit: Int) {
    self.file = file
    self.frameLimit = frameLimit
  }

  mutating func parse(_ bytes: [UInt8]) throws(FileError) {
    // Some editors start files with U+FEFF.
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var words = ScriptWords(line, file: file, line: index + 1)
      guard let first = words.take() else { continue }
      try parseLine(first, &words)
      try words.finish()
    }
    if blocks.count > 1, let open = blocks.last?.word {
      let words = ScriptWords([], file: file, line: lines.count)
      throw words.error(nil, "} for the \(open.text) of line \(open.line)")
    }
    result.script = FingerScript(blocks[0].actions)
  }

  private mutating func parseLine(
    _ first: ScriptWord, _ words: inout ScriptWords
  ) throws(FileError) {
    switch first.text {
    case "}": try closeBlock(first, &words)
    case _ where blocks[blocks.count - 1].fingers != nil:
      guard first.text == "finger" else {
        throw words.error(first, "finger x,y or }", among: ["finger"])
      }
      try blocks[blocks.count - 1].fingers?.add(&words)
    case _ where Self.blockKinds.contains(first.text): try openBlock(first, &words)
    case _ where Self.settings.contains(first.text): try readSetting(first, &words)
    case _ where ScriptAction.names.contains(first.text):
      let (action, time) = try ScriptAction.read(first.text, &words, on: result.touchArea)
      try add([action], size: 1, time: time, first, words)
    default:
      throw words.error(
        first, "one of \(Self.keywords.joined(separator: ", "))", among: Self.keywords,
        replacing: ScriptAction.formerNames)
    }
  }

  private mutating func add(
    _ actions: [any FingerAction], size: Int, time: Double, _ word: ScriptWord,
    _ words: ScriptWords
  ) throws(FileError) {
    let last = blocks.count - 1
    blocks[last].actions += actions
    blocks[last].size += size
    blocks[last].touchTime += time
    if blocks[last].size > Self.maximumActions {
      throw words.error(word, "at most \(Self.maximumActions) actions")
    }
    let frames = blocks[last].touchTime * result.hand.sensor.rate
    if frames > Double(frameLimit) {
      throw words.error(word, "at most \(frameLimit) frames of touches (--limit allows more)")
    }
  }

  private mutating func openBlock(
    _ first: ScriptWord, _ words: inout ScriptWords
  ) throws(FileError) {
    var count = 1
    var fingers: ScriptFingers?
    switch first.text {
    case "repeat":
      count = try words.count(1...10_000, "how many times,")
      _ = try words.choice(["{"])
    case "fingers": fingers = try ScriptFingers(&words)
    default: _ = try words.choice(["{"])
    }
    if blocks.count > Self.deepest {
      throw words.error(first, "at most \(Self.deepest) blocks within each other")
    }
    blocks.append(Block(kind: first.text, word: first, count: count, fingers: fingers))
  }

  private mutating func closeBlock(
    _ word: ScriptWord, _ words: inout ScriptWords
  ) throws(FileError) {
    guard blocks.count > 1, let block = blocks.popLast() else {
      throw words.error(word, "an action, since no block is open")
    }
    let number = try number(of: block, &words)
    func numbered(_ action: any FingerAction) -> any FingerAction {
      number.map { action.numbered($0) } ?? action
    }
    if let fingers = block.fingers {
      if fingers.isEmpty { throw words.error(word, "finger x,y") }
      try add([numbered(fingers.action)], size: 1, time: fingers.duration, word, words)
      return
    }
    // A block without actions has no effect, and in it others could be repeated without a limit.
    if block.actions.isEmpty { return }
    let size = block.size * block.count
    let time = block.touchTime * Double(block.count)
    guard size <= Self.maximumActions else {
      throw words.error(block.word, "at most \(Self.maximumActions) actions")
    }
    let actions: [any FingerAction] =
      switch block.kind {
      case "together": [numbered(Together(block.actions))]
      case "sequence": [numbered(InSequence(block.actions))]
      default: repeatElement(block.actions, count: block.count).flatMap { $0 }
      }
    try add(actions, size: size, time: time, word, words)
  }

  /// The number after a block's brace, which chooses its noise; nil without one.
  private func number(of block: Block, _ words: inout ScriptWords) throws(FileError) -> Int? {
    // Repeated actions are numbered by their position.
    guard block.kind != "repeat", words.next != nil else { return nil }
    _ = try words.choice(["numbered"])
    return try words.count(0...Int(Int32.max), "a number")
  }

  // MARK: Settings

  private mutating func readSetting(
    _ first: ScriptWord, _ words: inout ScriptWords
  ) throws(FileError) {
    if blocks.count > 1 || !blocks[0].actions.isEmpty {
      throw words.error(first, "an action, since settings come before the first one")
    }
    guard seen.insert(first.text).inserted else {
      throw words.error(first, "each setting once")
    }
    switch first.text {
    case "size":
      result.touchArea = try words.value(
        "width x height in mm, each from 1 to 10000, as in 100x70mm", TouchArea.size(parsing:))
    case "device":
      result.isTouchscreen = try words.choice(["touchpad", "touchscreen"]) != "touchpad"
    default: try readHand(&words)
    }
  }

  private static let hands: [(name: String, hand: Hand)] = [
    ("human", .human), ("shaky", .shaky), ("perfect", .perfect),
  ]

  private mutating func readHand(_ words: inout ScriptWords) throws(FileError) {
    let name = try words.choice(Self.hands.map(\.name) + ["person"])
    var hand = Self.hands.first { $0.name == name }?.hand ?? .human
    if name == "person" { hand = .person(UInt64(try words.count(0...Int(Int32.max), "a number"))) }
    var seen: Set<String> = []
    while let word = words.next {
      let option = try words.choice(["seed", "rate", "tremor", "dropped"])
      guard seen.insert(option).inserted else { throw words.error(word, "each word once") }
      switch option {
      case "seed": hand.seed = UInt64(try words.count(0...Int(Int32.max), "a seed"))
      case "rate": hand.sensor.rate = try words.number(1...10_000, unit: "Hz", "a rate")
      case "tremor":
        hand.tremor = .constant(try words.number(0...100, unit: "mm", "a tremor"))
      default:
        hand.sensor.droppedFrames = try words.number(0...100, unit: "%", "dropped frames") / 100
      }
    }
    result.hand = hand
  }
}

/// The block `fingers {`, with a line for each finger.
struct ScriptFingers {
  private var fingers: [Finger] = []
  private let meaning: IntendedGesture?
  /// Seconds from the first touch down to the last touch up.
  private(set) var duration = 0.0
  /// The most fingers: devices report at most ten contacts.
  private static let most = 10

  private static let directions = IntendedGesture.Direction.allCases.map(\.rawValue)

  /// Reads the words before the brace: none, or the intended gesture of the fingers.
  init(_ words: inout ScriptWords) throws(FileError) {
    guard try words.choice(["as", "{"]) == "as" else {
      meaning = nil
      return
    }
    let kinds = IntendedGesture.Kind.allCases
    let word = try words.choice(kinds.map(\.scriptWord), replacing: ScriptAction.formerNames)
    let kind = kinds.first { $0.scriptWord == word }
    var meaning = IntendedGesture(kind ?? .path)
    if kind == .tap { meaning.taps = 1 }
    let next = try words.choice(Self.directions + ["{"])
    if next != "{" {
      meaning.direction = IntendedGesture.Direction(rawValue: next)
      _ = try words.choice(["{"])
    }
    self.meaning = meaning
  }

  /// Reads a finger: its position and time of touch down, and its movements.
  mutating func add(_ words: inout ScriptWords) throws(FileError) {
    if fingers.count >= Self.most { throw words.error(nil, "at most \(Self.most) fingers") }
    var finger = Finger(at: try words.position())
    var touchUp = 0.0
    if words.takes("after") {
      finger.delay = try words.seconds()
      touchUp = finger.delay
    }
    while words.next != nil {
      let seconds: Double
      switch try words.choice(["rest", "to"]) {
      case "rest":
        seconds = try words.seconds()
        finger.add(.still(finger.position, duration: seconds))
      default:
        let end = try words.position()
        seconds = words.takes("for") ? try words.seconds() : 0.25
        finger.add(
          .straight(from: finger.position, to: end, duration: seconds, Self.profile(&words)))
      }
      touchUp += seconds
    }
    duration = max(duration, touchUp)
    fingers.append(finger)
  }

  private static func profile(_ words: inout ScriptWords) -> MotionProfile {
    if words.takes("linear") { return .linear }
    return words.takes("flick") ? .flick(liftOff: 2) : .minimumJerk
  }

  var isEmpty: Bool { fingers.isEmpty }

  var action: Fingers {
    var meaning = meaning
    meaning?.touches = fingers.count
    return Fingers(fingers, meaning: meaning)
  }
}
