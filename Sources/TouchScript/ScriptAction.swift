import Contacts
import Files

/// Parses the words of an action.
enum ScriptAction {
  static let names = options.map(\.key)

  /// The words of other tools and earlier versions, with their replacements.
  static let formerNames = [
    "press": "`long-press`", "hold": "`long-press`", "drag": "`pan` or `tap-and-drag`",
    "tapdrag": "`tap-and-drag`", "rotate": "`rotation`", "draw": "`checkmark` or `path`",
    "stroke": "`checkmark` or `path`", "surface": "`size`",
  ]

  private static let directions = ["left", "right", "up", "down"]

  /// The values of an action's words; nil for absent words.
  private struct Values {
    var position: Point?
    var from: Point?
    var to: Point?
    var direction: IntendedGesture.Direction?
    var length: Double?
    var duration: Double?
    var rest: Double?
    var interval: Double?
    var fingers: Int?
    var count: Int?
    var span: (first: Double?, last: Double?) = (nil, nil)
    var radius: Double?
    var degrees: Double?
    var angle: Double?
    var liftOff: Double?
    var number: Int?
    var strength: Double?
    var path: [Point] = []
    var name: String?
    var isSteady = false
  }

  /// The words that each action accepts after its name.
  private static let options: KeyValuePairs<String, [String]> = [
    "tap": ["at", "count", "fingers", "interval", "for"],
    "long-press": ["at", "for", "fingers"],
    "swipe": ["at", "length", "from", "to", "for", "fingers", "lift-off", "rest"] + directions,
    "pan": ["at", "length", "from", "to", "for", "fingers", "rest", "steady"] + directions,
    "edge-pan": ["at", "length", "for"] + directions,
    "pinch": ["at", "from", "to", "for", "fingers", "angle", "in", "out"],
    "rotation": [
      "at", "by", "radius", "for", "fingers", "angle", "clockwise", "counterclockwise",
    ],
    "tap-and-drag": ["at", "length", "from", "to", "for", "interval"] + directions,
    "tip-tap": ["at", "distance", "fingers", "left", "right"],
    "checkmark": ["at", "width", "for"],
    "path": ["as", "for", "fingers"],
    "shake": ["for", "strength"],
    "wait": [],
    "interrupt": [],
  ]

  /// Reads an action, with the approximate seconds that its fingers are down.
  static func read(
    _ name: String, _ words: inout ScriptWords, on touchArea: Size
  ) throws(FileError) -> (action: any FingerAction, touchTime: Double) {
    switch name {
    case "wait": return (Wait(try words.seconds()), 0)
    case "interrupt": return (Interrupt(words.next == nil ? 0.5 : try words.seconds()), 0)
    default:
      let values = try readValues(name, &words)
      let middle = Point(x: touchArea.width / 2, y: touchArea.height / 2)
      // No action touches for much more than a second by default.
      let once = (values.duration ?? 1) + (values.rest ?? 0)
      let action = try make(name, values, words, middle)
      let numbered = values.number.map { action.numbered($0) } ?? action
      return (numbered, once * Double(values.count ?? 1))
    }
  }

  private static func readValues(
    _ name: String, _ words: inout ScriptWords
  ) throws(FileError) -> Values {
    var values = Values()
    let known = (options.first { $0.key == name }?.value ?? []) + ["numbered"]
    var seen: Set<String> = []
    // The position may come first without its word.
    if name == "path" {
      repeat {
        values.path.append(try words.position())
      } while values.path.count < 2 || words.next?.text.contains(",") ?? false
    } else if known.contains("at"), let next = words.next, next.text.contains(",") {
      values.position = try words.position()
      seen.insert("at")
    }
    while let word = words.next {
      let option = try words.choice(known)
      let isDirection = IntendedGesture.Direction(rawValue: option) != nil
      guard seen.insert(isDirection ? "direction" : option).inserted else {
        throw words.error(word, isDirection ? "one direction" : "each word once")
      }
      try readValue(option, of: name, &values, &words)
    }
    return values
  }

  private static func readValue(
    _ option: String, of name: String, _ values: inout Values, _ words: inout ScriptWords
  ) throws(FileError) {
    let isPinch = name == "pinch"
    switch option {
    case "at": values.position = try words.position()
    case "from" where isPinch: values.span.first = try words.number(1...1000, unit: "mm", "a span")
    case "to" where isPinch: values.span.last = try words.number(1...1000, unit: "mm", "a span")
    case "from": values.from = try words.position()
    case "to": values.to = try words.position()
    case "length", "width", "distance":
      values.length = try words.number(0.1...10_000, unit: "mm", "a length")
    case "for": values.duration = try words.seconds()
    case "rest": values.rest = try words.seconds()
    case "interval": values.interval = try words.seconds()
    case "fingers":
      let isOfSeveral = isPinch || name == "rotation"
      values.fingers = try words.count((isOfSeveral ? 2 : 1)...10, "fingers,")
    case "count": values.count = try words.count(1...100, "taps,")
    case "radius": values.radius = try words.number(1...1000, unit: "mm", "a radius")
    case "by": values.degrees = try words.number(-3600...3600, unit: "degrees", "a turn")
    case "angle": values.angle = try words.number(-360...360, unit: "degrees", "an angle")
    case "lift-off": values.liftOff = try words.number(0...2.5, unit: "", "a speed")
    case "numbered": values.number = try words.count(0...Int(Int32.max), "a number")
    case "steady": values.isSteady = true
    case "strength": values.strength = try words.number(0...100, unit: "g", "a strength")
    case "as": values.name = try words.take("a name").text
    default: values.direction = IntendedGesture.Direction(rawValue: option)
    }
  }

  // MARK: Actions

  private static func make(
    _ name: String, _ values: Values, _ words: ScriptWords, _ middle: Point
  ) throws(FileError) -> any FingerAction {
    let position = values.position ?? middle
    let fingers = values.fingers ?? 1
    switch name {
    case "tap":
      return Tap(
        at: position, count: values.count ?? 1, fingers: fingers, interval: values.interval,
        duration: values.duration)
    case "long-press":
      return LongPress(at: position, duration: values.duration ?? 1, fingers: fingers)
    case "swipe":
      let (start, end) = try path(values, words, middle)
      return Swipe(
        from: start, to: end, duration: values.duration ?? 0.25, fingers: fingers,
        liftOff: values.liftOff ?? 1.5, rest: values.rest ?? 0)
    case "pan":
      let (start, end) = try path(values, words, middle)
      return Pan(
        from: start, to: end, duration: values.duration ?? 1, fingers: fingers,
        isSteady: values.isSteady, rest: values.rest ?? 0)
    case "tap-and-drag":
      let (start, end) = try path(values, words, middle)
      return TapAndDrag(
        from: start, to: end, duration: values.duration ?? 0.6, interval: values.interval)
    case "pinch":
      return try pinch(values, words, position)
    case "rotation":
      return try rotation(values, words, position)
    case "edge-pan":
      return EdgePan(
        try direction(values, words, "an edge"), at: values.position, length: values.length ?? 40,
        duration: values.duration ?? 0.6)
    case "tip-tap":
      return TipTap(
        try direction(values, words, "a side"), at: position, distance: values.length ?? 25,
        fingers: fingers)
    case "checkmark":
      return Checkmark(at: position, width: values.length ?? 30, duration: values.duration ?? 0.6)
    case "shake": return Shake(values.duration ?? 0.6, strength: values.strength ?? 2.5)
    default:
      guard let name = values.name else { throw words.error(nil, "as and a name for the path") }
      return Path(values.path, name: name, duration: values.duration ?? 0.6, fingers: fingers)
    }
  }

  private static func pinch(
    _ values: Values, _ words: ScriptWords, _ center: Point
  ) throws(FileError) -> Pinch {
    var pinch: Pinch
    switch (values.direction, values.span.first, values.span.last) {
    case (let direction?, nil, nil): pinch = Pinch(direction == .in ? .in : .out, at: center)
    case (nil, let first?, let last?): pinch = Pinch(center: center, from: first, to: last)
    default:
      throw words.error(nil, "either in or out, or the spans of the fingers, as in from 20 to 50")
    }
    pinch.duration = values.duration ?? pinch.duration
    pinch.fingers = values.fingers ?? pinch.fingers
    pinch.angle = values.angle ?? pinch.angle
    return pinch
  }

  private static func rotation(
    _ values: Values, _ words: ScriptWords, _ center: Point
  ) throws(FileError) -> Rotation {
    var rotation: Rotation
    switch (values.direction, values.degrees) {
    case (let direction?, nil):
      rotation = Rotation(direction == .clockwise ? .clockwise : .counterclockwise, at: center)
    case (nil, let degrees?): rotation = Rotation(center: center, degrees: degrees)
    default:
      throw words.error(
        nil, "either clockwise or counterclockwise, or a turn in degrees, as in by 90")
    }
    rotation.radius = values.radius ?? rotation.radius
    rotation.duration = values.duration ?? rotation.duration
    rotation.fingers = values.fingers ?? rotation.fingers
    rotation.angle = values.angle ?? rotation.angle
    return rotation
  }

  private static func direction(
    _ values: Values, _ words: ScriptWords, _ meaning: String
  ) throws(FileError) -> IntendedGesture.Direction {
    guard let direction = values.direction else {
      throw words.error(nil, "\(meaning), as in left")
    }
    return direction
  }

  /// The start and the end of a movement: both positions, or a direction about a position.
  private static func path(
    _ values: Values, _ words: ScriptWords, _ middle: Point
  ) throws(FileError) -> (Point, Point) {
    if let start = values.from, let end = values.to, values.direction == nil,
      values.position == nil, values.length == nil
    {
      return (start, end)
    }
    guard let direction = values.direction, values.from == nil, values.to == nil else {
      throw words.error(
        nil, "either a direction (\(directions.joined(separator: ", "))) or from x,y to x,y")
    }
    let swipe = Swipe(direction, at: values.position ?? middle, length: values.length ?? 40)
    return (swipe.start, swipe.end)
  }
}
