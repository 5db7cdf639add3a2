public import Files
public import Sensors

/// A motion script in text form, with the simulated sensor that measures it.
///
/// A line is a setting of the sensor (`rate 100`, `noise 0.01`, `bias 0 0 0.02`, `quantum 0.001`,
/// `range 2`, `jitter 0.002`, `loss 0.05`, `seed 7`), a setting of the script (`pose faceUp`,
/// `end 10`), or a time in seconds and a motion that begins then:
///
/// ```
/// 1.0 turn landscapeLeft 0.5      # an orientation, seconds
/// 2.0 shake 0.8 4 2.5 x           # seconds, Hz, peak in g, axis
/// 4.0 tap 3 z                     # peak in g, axis
/// 5.0 drop 0.5                    # height in metres
/// 7.0 walk 5 1.8 0.4              # seconds, steps per second, peak in g
/// ```
public struct MotionScriptFile: Hashable, Sendable {
  public var script: MotionScript
  public var sensor = SensorModel()
  public var seed: UInt64 = 1

  /// The number of the sensor's samples, including lost ones.
  public var sampleCount: Double { (script.duration * sensor.rate).rounded(.down) + 1 }

  /// The longest script in seconds: 10,000 hours.
  private static let longest = 36_000_000.0

  /// Reads a script; throws an error with the position of the first invalid line.
  public init(_ source: ByteSource) throws(FileError) {
    script = MotionScript(duration: 0)
    var end: Double?
    let lines = LineBuffer(source)
    while try lines.fill() {
      var cursor = lines.cursor
      while !cursor.isAtEnd {
        do {
          try readLine(&cursor, &end)
        } catch {
          throw lines.error(at: cursor, error)
        }
      }
      lines.consume(to: cursor)
    }
    let last = script.actions.map { $0.start + $0.motion.length }.max() ?? 0
    // A second of rest lets the last motion end.
    script.duration = end ?? last + 1
  }

  private mutating func readLine(
    _ cursor: inout TextCursor, _ end: inout Double?
  ) throws(Expectation) {
    cursor.skipSpaces()
    if cursor.isAtLineEnd || cursor.byte == UInt8(ascii: "#") {
      cursor.nextLine()
      return
    }
    if cursor.byte &- UInt8(ascii: "0") <= 9 {
      let start = try cursor.number(0...Self.longest, Expectation("a time in seconds"))
      script.actions.append(MotionScript.Action(start: start, try Self.motion(&cursor)))
    } else if cursor.keyword("end") {
      end = try cursor.number(0...Self.longest, Expectation("a time in seconds"))
    } else if cursor.keyword("pose") {
      script.attitude = Attitude(try cursor.choice("an orientation, such as faceUp"))
    } else {
      try readSensor(&cursor)
    }
    try cursor.endLine()
  }

  private mutating func readSensor(_ cursor: inout TextCursor) throws(Expectation) {
    let size = Expectation("a number of g from 0 to 1000")
    if cursor.keyword("rate") {
      sensor.rate = try cursor.number(
        0.1...100_000, Expectation("samples per second, up to 100000"))
    } else if cursor.keyword("noise") {
      sensor.noise = try cursor.number(0...1000, size)
    } else if cursor.keyword("quantum") {
      sensor.quantum = try cursor.number(0...1000, size)
    } else if cursor.keyword("range") {
      sensor.range = try cursor.number(0...1000, size)
    } else if cursor.keyword("jitter") {
      sensor.jitter = try cursor.number(0...10, Expectation("seconds from 0 to 10"))
    } else if cursor.keyword("loss") {
      sensor.loss = try cursor.number(0...1, Expectation("a share from 0 to 1"))
    } else if cursor.keyword("seed") {
      seed = UInt64(try cursor.number(0...9e15, Expectation("a whole number from 0")))
    } else if cursor.keyword("bias") {
      let bias = Expectation("three numbers of g from -1000 to 1000")
      sensor.bias = Acceleration(
        x: try cursor.number(-1000...1000, bias), y: try cursor.number(-1000...1000, bias),
        z: try cursor.number(-1000...1000, bias))
    } else {
      throw Expectation(
        "a time, or rate, noise, bias, quantum, range, jitter, loss, seed, pose or end")
    }
  }

  private static func motion(
    _ cursor: inout TextCursor
  ) throws(Expectation) -> MotionScript.Motion {
    cursor.skipSpaces()
    let seconds = Expectation("seconds, up to 36000000")
    let hertz = Expectation("a frequency from 0 to 1000 Hz")
    let peak = Expectation("a peak from -1000 to 1000 g")
    if cursor.keyword("turn") {
      let goal = Attitude(try cursor.choice("an orientation, such as faceUp"))
      return .turn(to: goal, duration: try cursor.number(0...longest, seconds))
    }
    if cursor.keyword("shake") {
      return .shake(
        duration: try cursor.number(0...longest, seconds),
        frequency: try cursor.number(0...1000, hertz),
        peak: try cursor.number(-1000...1000, peak), axis: try cursor.choice("x, y or z"))
    }
    if cursor.keyword("tap") {
      return .tap(peak: try cursor.number(-1000...1000, peak), axis: try cursor.choice("x, y or z"))
    }
    if cursor.keyword("drop") {
      return .drop(height: try cursor.number(0...1000, Expectation("a height from 0 to 1000 m")))
    }
    if cursor.keyword("walk") {
      return .walk(
        duration: try cursor.number(0...longest, seconds),
        steps: try cursor.number(0...1000, hertz), peak: try cursor.number(-1000...1000, peak))
    }
    throw Expectation("turn, shake, tap, drop or walk")
  }
}

extension TextCursor {
  /// Skips a word and the spaces after it; returns false if the word is not next.
  fileprivate mutating func keyword(_ word: StaticString) -> Bool {
    let start = self
    guard skip(word), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || isAtLineEnd else {
      restore(start)
      return false
    }
    skipSpaces()
    return true
  }

  fileprivate mutating func number(
    _ range: ClosedRange<Double>, _ missed: Expectation
  ) throws(Expectation) -> Double {
    skipSpaces()
    let start = self
    guard let number = decimalNumber(), range.contains(number) else {
      restore(start)
      throw missed
    }
    return number
  }

  /// Reads a word that is the raw value of a case.
  fileprivate mutating func choice<Choice: RawRepresentable<String>>(
    _ missed: StaticString
  ) throws(Expectation) -> Choice {
    skipSpaces()
    let start = self
    guard let choice = Choice(rawValue: String(decoding: word(), as: UTF8.self)) else {
      restore(start)
      throw Expectation(missed)
    }
    return choice
  }
}
