/// A motion script in text form, with the simulated sensor that measures it (docs/Sensors.md).
public struct MotionScriptFile: Hashable, Sendable {
  public var script: MotionScript
  public var sensor = SensorModel()
  public var seed: UInt64 = 1

  /// The number of the sensor's samples, including lost ones.
  public var sampleCount: Double { (script.duration * sensor.rate).rounded(.down) + 1 }

  /// The longest script in seconds: 10,000 hours.
  fileprivate static let longest = 36_000_000.0

  /// Reads a script; throws an error with the position of the first invalid line.
  public init(_ source: ByteSource) throws(FileError) {
    script = MotionScript(duration: 0)
    var end: Double?
    /// The latest start, and the error if it is after the end.
    var latest: (start: Double, error: FileError)?
    let lines = LineBuffer(source)
    while var cursor = try lines.nextLine() {
      var start = cursor
      start.skipSpaces()
      let count = script.actions.count
      do throws(Expectation) {
        try readLine(&cursor, &end)
      } catch {
        throw lines.error(at: cursor, error)
      }
      if script.actions.count > count, let action = script.actions.last,
        action.start > latest?.start ?? -1
      {
        let error = lines.error(at: start, expected: "a motion that begins before the script's end")
        latest = (action.start, error)
      }
    }
    if let latest, let end, latest.start > end { throw latest.error }
    let last = script.actions.map { $0.start + $0.motion.length }.max() ?? 0
    // A second of rest lets the last motion end.
    script.duration = end ?? last + 1
  }

  private mutating func readLine(
    _ cursor: inout TextCursor, _ end: inout Double?
  ) throws(Expectation) {
    cursor.skipSpaces()
    if cursor.isAtTextEnd { return }
    let start = cursor
    if cursor.byte.isDigit {
      let time = try cursor.number(0...Self.longest, "a time in seconds")
      script.actions.append(MotionScript.Action(start: time, try Self.motion(&cursor)))
    } else {
      switch cursor.keyword() {
      case "end": end = try cursor.number(0...Self.longest, "a time in seconds")
      case "pose": script.attitude = Attitude(try cursor.choice("an orientation, such as faceUp"))
      case "rate":
        sensor.rate = try cursor.number(0.1...100_000, "samples per second, up to 100000")
      case "noise": sensor.noise = try cursor.size()
      case "quantum": sensor.quantum = try cursor.size()
      case "range": sensor.range = try cursor.size()
      case "jitter": sensor.jitter = try cursor.number(0...10, "seconds from 0 to 10")
      case "loss": sensor.loss = try cursor.number(0...1, "a share from 0 to 1")
      case "seed": seed = UInt64(try cursor.number(0...9e15, "a whole number from 0"))
      case "bias":
        sensor.bias = Acceleration(x: try cursor.bias(), y: try cursor.bias(), z: try cursor.bias())
      default:
        cursor = start
        throw Expectation(
          "a time, or rate, noise, bias, quantum, range, jitter, loss, seed, pose or end")
      }
    }
    try cursor.endText()
  }

  private static func motion(
    _ cursor: inout TextCursor
  ) throws(Expectation) -> MotionScript.Motion {
    cursor.skipSpaces()
    let start = cursor
    switch cursor.keyword() {
    case "turn":
      let goal = Attitude(try cursor.choice("an orientation, such as faceUp"))
      return .turn(to: goal, duration: try cursor.duration())
    case "shake":
      return .shake(
        duration: try cursor.duration(), frequency: try cursor.frequency(),
        peak: try cursor.peak(), axis: try cursor.choice("x, y or z"))
    case "tap": return .tap(peak: try cursor.peak(), axis: try cursor.choice("x, y or z"))
    case "drop": return .drop(height: try cursor.number(0...1000, "a height from 0 to 1000 m"))
    case "walk":
      return .walk(
        duration: try cursor.duration(), steps: try cursor.frequency(), peak: try cursor.peak())
    default:
      cursor = start
      throw Expectation("turn, shake, tap, drop or walk")
    }
  }
}

extension TextCursor {
  /// Reads a word and the spaces after it.
  fileprivate mutating func keyword() -> String {
    defer { skipSpaces() }
    return String(decoding: word(), as: UTF8.self)
  }

  fileprivate mutating func number(
    _ range: ClosedRange<Double>, _ missed: StaticString
  ) throws(Expectation) -> Double {
    skipSpaces()
    let start = self
    guard let number = decimalNumber(), range.contains(number) else {
      self = start
      throw Expectation(missed)
    }
    return number
  }

  fileprivate mutating func duration() throws(Expectation) -> Double {
    try number(0...MotionScriptFile.longest, "seconds, up to 36000000")
  }

  fileprivate mutating func frequency() throws(Expectation) -> Double {
    try number(Double.leastNonzeroMagnitude...1000, "a frequency above 0, up to 1000 Hz")
  }

  fileprivate mutating func peak() throws(Expectation) -> Double {
    try number(-1000...1000, "a peak from -1000 to 1000 g")
  }

  fileprivate mutating func size() throws(Expectation) -> Double {
    try number(0...1000, "a number of g from 0 to 1000")
  }

  fileprivate mutating func bias() throws(Expectation) -> Double {
    try number(-1000...1000, "three numbers of g from -1000 to 1000")
  }

  /// Reads a word that is the raw value of a case.
  fileprivate mutating func choice<Choice: RawRepresentable<String>>(
    _ missed: StaticString
  ) throws(Expectation) -> Choice {
    skipSpaces()
    let start = self
    guard let choice = Choice(rawValue: String(decoding: word(), as: UTF8.self)) else {
      self = start
      throw Expectation(missed)
    }
    return choice
  }
}
