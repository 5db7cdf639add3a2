public import Timeline

/// The movement of a simulated receiver: paths, pauses and reception.
///
/// ```
/// start 2024-05-01T09:00:00Z
/// at 37.5665 126.9780 38      # latitude, longitude, altitude
/// noise 4                     # metres, each axis
/// speed 5 km/h
/// to 37.5700 126.9770         # along the shortest path
/// wait 60 s
/// tunnel 300 m                # no fixes along the next 300 metres
/// error unknown               # the location cannot be determined now
/// go 90 for 1 km              # due east
/// ```
///
/// The same script produces the same fixes, noise included.
public struct LocationScript: Hashable, Sendable {
  /// One line of a script.
  public enum Step: Hashable, Sendable {
    /// Moves to a point at the current speed; changes altitude evenly if one is given.
    case go(Coordinate, altitude: Double?)
    /// Moves in a direction in degrees, for a distance.
    case head(Double, metres: Double)
    /// Moves in a direction in degrees, for a time.
    case headFor(Double, seconds: Double)
    /// Stays for some seconds.
    case wait(Double)
    /// Sets the speed in m/s.
    case speed(Double)
    /// Sets the accuracy that fixes report, in metres; nil for the accuracy of the noise.
    case accuracy(Double?)
    /// Sets the standard deviation of the noise of each axis in metres; independent for each fix.
    case noise(Double)
    /// Sets a drifting error in metres, and its correlation time.
    case drift(Double, seconds: Double)
    /// Suppresses fixes for some seconds.
    case outage(Double)
    /// Suppresses fixes along some metres.
    case tunnel(Double)
    /// Reports an error; after ``LocationError/denied`` there are no fixes.
    case error(LocationError)
  }

  public var start: Timestamp
  public var seed: UInt64
  /// The number of fixes per second.
  public var rate: Double
  public var coordinate: Coordinate
  public var altitude: Double?
  public var steps: [Step]

  public init(
    start: Timestamp = Timestamp(microseconds: 1_704_067_200_000_000), seed: UInt64 = 1,
    rate: Double = 1, coordinate: Coordinate, altitude: Double? = nil, steps: [Step] = []
  ) {
    self.start = start
    self.seed = seed
    self.rate = rate
    self.coordinate = coordinate
    self.altitude = altitude
    self.steps = steps
  }
}

/// An error in a script, and its position.
public struct LocationScriptError: Error, Hashable, Sendable {
  /// The line and, in bytes, the column, both from 1.
  public var line: Int
  public var column: Int
  public var expected: String
  public var found: String
}

extension LocationScript {
  /// Parses a script: one command per line, comments after `#`.
  public init(parsing text: String) throws(LocationScriptError) {
    var parser = ScriptParser()
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      try parser.take(ScriptLine(line, number: number))
    }
    self = try parser.script(lines: number)
  }
}

/// The words of a line.
private struct ScriptLine {
  let words: [Substring]
  let number: Int
  private let line: Substring
  private var next = 0

  init(_ line: Substring, number: Int) {
    self.line = line
    self.number = number
    words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "," }
  }

  var isAtEnd: Bool { next >= words.count }

  mutating func word() -> Substring? {
    guard !isAtEnd else { return nil }
    next += 1
    return words[next - 1]
  }

  /// Skips a word, if it is next.
  mutating func skip(_ word: String) -> Bool {
    guard !isAtEnd, words[next] == word else { return false }
    next += 1
    return true
  }

  func error(_ expected: String) -> LocationScriptError {
    let index = next < words.count ? words[next].startIndex : words.last?.endIndex
    let column = line.utf8.distance(from: line.startIndex, to: index ?? line.startIndex) + 1
    return LocationScriptError(
      line: number, column: column, expected: expected,
      found: next < words.count ? "\"\(words[next])\"" : "the end of the line")
  }

  mutating func number(
    _ expected: String, _ range: ClosedRange<Double>
  ) throws(LocationScriptError) -> Double {
    guard next < words.count, let value = Double(words[next]), range.contains(value) else {
      throw error("\(expected) from \(range.lowerBound) to \(range.upperBound)")
    }
    next += 1
    return value
  }

  /// Parses a number and its unit; without a unit it is the first one.
  mutating func quantity(
    _ expected: String, _ units: [(name: String, factor: Double)], most: Double
  ) throws(LocationScriptError) -> Double {
    guard next < words.count else { throw error(expected) }
    let word = words[next]
    let digits = word.prefix { $0.isNumber || $0 == "." || $0 == "-" }
    guard let value = Double(digits), value >= 0 else { throw error(expected) }
    var unit = word[digits.endIndex...]
    if unit.isEmpty, next + 1 < words.count, units.contains(where: { $0.name == words[next + 1] }) {
      next += 1
      unit = words[next]
    }
    guard let factor = unit.isEmpty ? 1 : units.first(where: { $0.name == unit })?.factor else {
      throw error(expected)
    }
    guard value * factor <= most else { throw error("at most \(most.shortestText)") }
    next += 1
    return value * factor
  }

  static let lengths = [("m", 1.0), ("km", 1000)]
  static let times = [("s", 1.0), ("min", 60), ("h", 3600)]
  static let speeds = [("m/s", 1.0), ("km/h", 1 / 3.6), ("kn", 1852.0 / 3600), ("mph", 0.44704)]

  mutating func length() throws(LocationScriptError) -> Double {
    try quantity("metres, as in 300, 300m or 2 km", ScriptLine.lengths, most: 4e7)
  }

  mutating func time() throws(LocationScriptError) -> Double {
    try quantity("seconds, as in 90, 90s or 2 min", ScriptLine.times, most: 1e7)
  }
}

private struct ScriptParser {
  private var script: LocationScript?
  private var start: Timestamp?
  private var seed: UInt64?
  private var rate: Double?
  private var pending: [LocationScript.Step] = []

  func script(lines: Int) throws(LocationScriptError) -> LocationScript {
    guard var script else {
      throw LocationScriptError(
        line: max(1, lines), column: 1, expected: "a starting point, as in at 37.56 126.97",
        found: "none")
    }
    if let start { script.start = start }
    if let seed { script.seed = seed }
    if let rate { script.rate = rate }
    return script
  }

  mutating func take(_ given: ScriptLine) throws(LocationScriptError) {
    var line = given
    guard let command = line.word() else { return }
    switch command {
    case "start":
      guard let word = line.word(), let time = CalendarTime.timestamp(iso8601: word.utf8) else {
        throw given.error("start TIME, as in start 2024-05-01T09:00:00Z")
      }
      start = time
    case "seed":
      guard let word = line.word(), let number = UInt64(word) else {
        throw given.error("seed NUMBER, as in seed 7")
      }
      seed = number
    case "rate": rate = try line.number("fixes per second", 0.001...1000)
    case "at": try begin(&line, given)
    default: try takeStep(command, &line, given)
    }
    guard line.isAtEnd else { throw line.error("the end of the line") }
  }

  private mutating func begin(
    _ line: inout ScriptLine, _ given: ScriptLine
  ) throws(LocationScriptError) {
    guard script == nil else { throw given.error("only one starting point") }
    let (coordinate, altitude) = try ScriptParser.coordinate(&line)
    script = LocationScript(coordinate: coordinate, altitude: altitude, steps: pending)
  }

  private static func coordinate(
    _ line: inout ScriptLine
  ) throws(LocationScriptError) -> (Coordinate, Double?) {
    let latitude = try line.number("a latitude", -90...90)
    let longitude = try line.number("a longitude", -180...180)
    let altitude = line.isAtEnd ? nil : try line.number("an altitude", -12_000...100_000)
    return (Coordinate(latitude: latitude, longitude: longitude), altitude)
  }

  private mutating func takeStep(
    _ command: Substring, _ line: inout ScriptLine, _ given: ScriptLine
  ) throws(LocationScriptError) {
    let step: LocationScript.Step
    var isMovement = true
    switch command {
    case "to":
      let (coordinate, altitude) = try ScriptParser.coordinate(&line)
      step = .go(coordinate, altitude: altitude)
    case "go":
      let heading = try line.number("a direction", -360...360)
      guard line.skip("for") else { throw line.error("for") }
      step = try ScriptParser.travel(heading, &line)
    case "wait": step = .wait(try line.time())
    case "outage": step = .outage(try line.time())
    case "tunnel": step = .tunnel(try line.length())
    default:
      isMovement = false
      step = try ScriptParser.setting(command, &line, given)
    }
    if script != nil {
      script?.steps.append(step)
    } else if isMovement {
      throw given.error("at LAT LON before the first movement")
    } else {
      pending.append(step)
    }
  }

  /// Parses a length or a time: a quantity with a unit of time is a time.
  private static func travel(
    _ heading: Double, _ line: inout ScriptLine
  ) throws(LocationScriptError) -> LocationScript.Step {
    var copy = line
    if let length = try? copy.length(), copy.isAtEnd {
      line = copy
      return .head(heading, metres: length)
    }
    return .headFor(heading, seconds: try line.time())
  }

  private static func setting(
    _ command: Substring, _ line: inout ScriptLine, _ given: ScriptLine
  ) throws(LocationScriptError) -> LocationScript.Step {
    switch command {
    case "speed":
      return .speed(
        try line.quantity("a speed, as in 1.4, 5 km/h or 10 kn", ScriptLine.speeds, most: 1e4))
    case "accuracy": return .accuracy(line.skip("auto") ? nil : try line.length())
    case "noise": return .noise(try line.length())
    case "error": return .error(try error(&line))
    case "drift":
      let metres = try line.length()
      return .drift(metres, seconds: line.isAtEnd ? 60 : try line.time())
    default:
      throw given.error(
        """
        start, seed, rate, at, to, go, wait, speed, accuracy, noise, drift, outage, tunnel or \
        error
        """)
    }
  }

  private static func error(_ line: inout ScriptLine) throws(LocationScriptError) -> LocationError {
    if line.skip("denied") { return .denied }
    guard line.skip("unknown") else { throw line.error("denied or unknown") }
    return .locationUnknown
  }
}
