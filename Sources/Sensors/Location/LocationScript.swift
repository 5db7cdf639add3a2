public import Timeline

/// The movement of a simulated receiver: paths, pauses and reception. docs/Location.md describes
/// its text. The same script produces the same fixes, noise included.
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
    /// Sets the standard deviation of the noise of each axis in metres.
    case noise(Double)
    /// Sets a drifting error in metres, and its correlation time.
    case drift(Double, seconds: Double)
    /// Suppresses fixes for some seconds.
    case outage(Double)
    /// Suppresses fixes along some metres.
    case tunnel(Double)
    /// Reports an error; after ``LocationError/denied`` there are no fixes.
    case error(LocationError)

    /// Whether the step is a movement that takes forever without a speed.
    fileprivate var hasDistance: Bool {
      switch self {
      case .go, .head: true
      default: false
      }
    }
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
    self.init(coordinate: Coordinate(latitude: 0, longitude: 0))
    var number = 0
    var hasPlace = false
    var isStill = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      var words = ScriptLine(line, number: number)
      try read(&words, &hasPlace, &isStill)
    }
    guard hasPlace else {
      throw LocationScriptError(
        line: max(1, number), column: 1, expected: "a starting point, as in at 37.56 126.97",
        found: "none")
    }
  }

  private mutating func read(
    _ line: inout ScriptLine, _ hasPlace: inout Bool, _ isStill: inout Bool
  ) throws(LocationScriptError) {
    let given = line
    guard let command = line.word() else { return }
    switch command {
    case "start":
      let rest = line
      guard let word = line.word(), let time = CalendarTime.timestamp(iso8601: word.utf8) else {
        throw rest.error("a date that exists and its time, as in 2024-05-01T09:00:00Z")
      }
      start = time
    case "seed":
      guard let word = line.word(), let number = UInt64(word) else {
        throw given.error("seed NUMBER, as in seed 7")
      }
      seed = number
    case "rate": rate = try line.number("fixes per second", 0.001...1000)
    case "at":
      guard !hasPlace else { throw given.error("only one starting point") }
      (coordinate, altitude) = try line.place()
      hasPlace = true
    default:
      if let step = try line.movement(command) {
        guard hasPlace else { throw given.error("at LAT LON before the first movement") }
        if isStill, step.hasDistance { throw given.error("a speed above 0 before a movement") }
        steps.append(step)
      } else if let step = try line.setting(command) {
        if case .speed(let speed) = step { isStill = speed == 0 }
        steps.append(step)
      } else {
        throw given.error(
          """
          start, seed, rate, at, to, go, wait, speed, accuracy, noise, drift, outage, tunnel or \
          error
          """)
      }
    }
    guard line.isAtEnd else { throw line.error("the end of the line") }
  }
}

private struct ScriptLine {
  private let words: [Substring]
  private let number: Int
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

  /// The error for a missed expectation at the next word.
  func error(_ expected: String) -> LocationScriptError {
    let index = isAtEnd ? words.last?.endIndex : words[next].startIndex
    let column = line.utf8.distance(from: line.startIndex, to: index ?? line.startIndex) + 1
    return LocationScriptError(
      line: number, column: column, expected: expected,
      found: isAtEnd ? "the end of the line" : "\"\(words[next])\"")
  }

  mutating func number(
    _ expected: String, _ range: ClosedRange<Double>
  ) throws(LocationScriptError) -> Double {
    guard !isAtEnd, let value = Double(words[next]), range.contains(value) else {
      throw error("\(expected) from \(range.lowerBound) to \(range.upperBound)")
    }
    next += 1
    return value
  }

  /// Parses a number and its unit; without a unit it is the first one.
  private mutating func quantity(
    _ expected: String, _ units: [(name: String, factor: Double)], most: Double
  ) throws(LocationScriptError) -> Double {
    guard !isAtEnd else { throw error(expected) }
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

  private mutating func length() throws(LocationScriptError) -> Double {
    try quantity("metres, as in 300, 300m or 2 km", [("m", 1), ("km", 1000)], most: 4e7)
  }

  private mutating func time() throws(LocationScriptError) -> Double {
    try quantity(
      "seconds, as in 90, 90s or 2 min", [("s", 1), ("min", 60), ("h", 3600)], most: 1e7)
  }

  private mutating func speed() throws(LocationScriptError) -> Double {
    try quantity(
      "a speed, as in 1.4, 5 km/h or 10 kn",
      [("m/s", 1), ("km/h", 1 / 3.6), ("kn", 1852.0 / 3600), ("mph", 0.44704)], most: 1e4)
  }

  /// Parses a latitude, a longitude and perhaps an altitude.
  mutating func place() throws(LocationScriptError) -> (Coordinate, Double?) {
    let latitude = try number("a latitude", -90...90)
    let longitude = try number("a longitude", -180...180)
    let altitude = isAtEnd ? nil : try number("an altitude", -12_000...100_000)
    return (Coordinate(latitude: latitude, longitude: longitude), altitude)
  }

  /// Parses the rest of a movement; returns nil for any other command.
  mutating func movement(_ command: Substring) throws(LocationScriptError) -> LocationScript.Step? {
    switch command {
    case "to":
      let (coordinate, altitude) = try place()
      return .go(coordinate, altitude: altitude)
    case "go":
      let heading = try number("a direction", -360...360)
      guard skip("for") else { throw error("for") }
      // A quantity with a unit of time is a time.
      var copy = self
      if let length = try? copy.length(), copy.isAtEnd {
        self = copy
        return .head(heading, metres: length)
      }
      return .headFor(heading, seconds: try time())
    case "wait": return .wait(try time())
    case "outage": return .outage(try time())
    case "tunnel": return .tunnel(try length())
    default: return nil
    }
  }

  /// Parses the rest of a setting; returns nil for any other command.
  mutating func setting(_ command: Substring) throws(LocationScriptError) -> LocationScript.Step? {
    switch command {
    case "speed": return .speed(try speed())
    case "accuracy": return .accuracy(skip("auto") ? nil : try length())
    case "noise": return .noise(try length())
    case "drift": return .drift(try length(), seconds: isAtEnd ? 60 : try time())
    case "error":
      if skip("denied") { return .error(.denied) }
      guard skip("unknown") else { throw error("denied or unknown") }
      return .error(.locationUnknown)
    default: return nil
    }
  }
}
