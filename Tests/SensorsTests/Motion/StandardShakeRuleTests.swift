import Foundation
import Sensors
import Testing
import Timeline

@Suite("Standard shake rule")
struct StandardShakeRuleTests {
  /// An upright device that is shaken along x from 2 s to 3 s and is otherwise at rest.
  private func recording(
    rate: Double, frequency: Double = 4, amplitude: Double = 3, seconds: Double = 5,
    shaken: ClosedRange<Double> = 2...3, start: Double = 100
  ) -> [AccelerationSample] {
    (0..<Int(seconds * rate)).map { index in
      let time = Double(index) / rate
      let swing =
        shaken.contains(time)
        ? amplitude * sin(2 * Double.pi * frequency * (time - shaken.lowerBound)) : 0
      return AccelerationSample(
        time: Timestamp(seconds: start + time), acceleration: Acceleration(x: swing, y: -1, z: 0))
    }
  }

  @Test("A shake is found at any rate", arguments: [10.0, 15, 25, 26, 50, 60, 100, 200, 400])
  func rates(rate: Double) throws {
    // 3.3 Hz is visible at 10 samples per second.
    let shakes = StandardShakeRule.shakes(in: recording(rate: rate, frequency: 3.3))
    #expect(shakes.count == 1)
    let shake = try #require(shakes.first)
    #expect((102.1...102.7).contains(shake.time.seconds), "\(shake.time)")
    #expect((101.9...102.2).contains(shake.start.seconds), "\(shake.start)")
    #expect((102.8...103.2).contains(shake.end.seconds), "\(shake.end)")
    #expect((2.4...3.5).contains(shake.strength), "\(shake.strength)")
    #expect(!shake.isAtLeast)
  }

  @Test("A swing of the arm is not a shake, however strong", arguments: [10.0, 50, 100])
  func swing(rate: Double) {
    let samples = recording(rate: rate, frequency: 0.8, shaken: 2...4.5, start: 0)
    #expect(StandardShakeRule.shakes(in: samples).isEmpty)
  }

  @Test("Turning the device over is not a shake", arguments: [10.0, 50, 100])
  func turn(rate: Double) {
    let samples = (0..<Int(5 * rate)).map { index in
      let time = Double(index) / rate
      let angle = Double.pi * max(0, min(1, (time - 2) / 0.4))
      return AccelerationSample(
        time: Timestamp(seconds: time),
        acceleration: Acceleration(x: -sin(angle), y: -cos(angle), z: 0))
    }
    #expect(StandardShakeRule.shakes(in: samples).isEmpty)
  }

  @Test("Continuous shaking is one shake, shakes with pauses are several")
  func several() {
    let long = recording(rate: 50, seconds: 30, shaken: 2...28)
    #expect(StandardShakeRule.shakes(in: long).count == 1)
    var samples = recording(rate: 50, start: 0)
    samples += recording(rate: 50, start: 5)
    samples += recording(rate: 50, start: 10)
    #expect(StandardShakeRule.shakes(in: samples).count == 3)
  }

  /// Two shakes of 0.6 s, with rest between the end of the first and the start of the second.
  private func twice(
    pause: Double, rate: Double, first: Double, second: Double
  ) -> [AccelerationSample] {
    let start = 2.6 + pause
    let shakes = [
      recording(rate: rate, amplitude: first, shaken: 2...2.6),
      recording(rate: rate, amplitude: second, shaken: start...(start + 0.6)),
    ]
    return zip(shakes[0], shakes[1]).map { sample, other in
      var both = sample
      both.acceleration.x += other.acceleration.x
      return both
    }
  }

  @Test(
    "Rest of more than a quarter of a second ends a shake, however strong it was",
    arguments: [50.0, 100, 400])
  func stillness(rate: Double) throws {
    let apart = StandardShakeRule.shakes(
      in: twice(pause: 0.3, rate: rate, first: 10, second: 10))
    try #require(apart.count == 2)
    #expect((102.5...102.65).contains(apart[0].end.seconds), "\(apart[0].end)")
    #expect((102.85...103).contains(apart[1].start.seconds), "\(apart[1].start)")
    let together = StandardShakeRule.shakes(
      in: twice(pause: 0.2, rate: rate, first: 10, second: 10))
    #expect(together.count == 1)
  }

  @Test("The strength of a shake does not count for the next one", arguments: [50.0, 100, 400])
  func aftermath(rate: Double) {
    // The window still contains the end of the first shake when the second begins.
    let weak = twice(pause: 0.32, rate: rate, first: 10, second: 1.2)
    #expect(StandardShakeRule.shakes(in: weak).count == 1)
    let strong = twice(pause: 0.32, rate: rate, first: 10, second: 3.5)
    #expect(StandardShakeRule.shakes(in: strong).count == 2)
  }

  @Test("A recording that begins in mid-shake has a shake if it is faster than runners")
  func sustained() {
    let samples = recording(rate: 50, frequency: 4.5, shaken: 0...5)
    #expect(StandardShakeRule.shakes(in: samples).count == 1)
    let steps = recording(rate: 50, frequency: 3, shaken: 0...5)
    #expect(StandardShakeRule.shakes(in: steps).isEmpty)
  }

  @Test(
    "A recording that begins in mid-shake has a shake if calm follows", arguments: [10.0, 50, 400])
  func calmAfterwards(rate: Double) throws {
    let samples = recording(rate: rate, frequency: 3.3, shaken: 0...0.9, start: 0)
    let shake = try #require(StandardShakeRule.shakes(in: samples).first)
    #expect(shake.time.seconds > shake.end.seconds)
    // The estimate of gravity begins with the first sample, which is in the shake.
    #expect((0...0.4).contains(shake.start.seconds), "\(shake.start)")
    #expect((0.8...1.2).contains(shake.end.seconds), "\(shake.end)")
  }

  @Test("A recording shorter than two seconds may be a shake from end to end, a longer one not")
  func endToEnd() {
    let brief = recording(rate: 50, frequency: 3, seconds: 1.5, shaken: 0...5)
    #expect(StandardShakeRule.shakes(in: brief).count == 1)
    let long = recording(rate: 50, frequency: 3, seconds: 2.5, shaken: 0...5)
    #expect(StandardShakeRule.shakes(in: long).isEmpty)
  }

  @Test("Saturated samples make the strength a lower bound", arguments: [nil, 2.0])
  func saturated(range: Double?) throws {
    let samples = recording(rate: 100, amplitude: 6).map { sample in
      var clipped = sample
      clipped.acceleration.x = max(-2, min(2, sample.acceleration.x))
      return clipped
    }
    var parameters = StandardShakeRule.Parameters()
    parameters.range = range
    let shake = try #require(StandardShakeRule.shakes(in: samples, parameters).first)
    #expect(shake.isAtLeast)
    #expect(shake.strength >= 1.9)
  }

  @Test("Repeated and backward times and invalid values are ignored")
  func disorder() {
    let samples = recording(rate: 50)
    var disordered: [AccelerationSample] = []
    for sample in samples {
      disordered.append(sample)
      var invalid = sample
      invalid.acceleration.x = 900
      disordered.append(invalid)
      invalid.time = sample.time.advanced(bySeconds: -0.1)
      disordered.append(invalid)
      invalid.time = sample.time.advanced(bySeconds: 0.001)
      invalid.acceleration.x = .nan
      disordered.append(invalid)
      invalid.acceleration.x = -.infinity
      disordered.append(invalid)
    }
    #expect(
      StandardShakeRule.shakes(in: disordered).map(\.time)
        == StandardShakeRule.shakes(in: samples).map(\.time))
    var rule = StandardShakeRule()
    for sample in disordered { _ = rule.process(sample) }
    #expect(rule.ignoredSamples == samples.count * 4)
  }

  @Test("A gap or a clock that was set ends a shake")
  func gaps() {
    let first = recording(rate: 50, seconds: 2.6, start: 100)
    #expect(StandardShakeRule.shakes(in: first + recording(rate: 50, start: 200)).count == 2)
    #expect(StandardShakeRule.shakes(in: first + recording(rate: 50, start: 5)).count == 2)
  }

  @Test("Random times and values do not trap")
  func anything() {
    var generator = SeededGenerator(seed: 3)
    var rule = StandardShakeRule()
    for _ in 0..<20_000 {
      let bits = generator.next()
      let time = bits & 3 == 0 ? Int64(bitPattern: generator.next()) : Int64(bits % 400_000)
      _ = rule.process(
        AccelerationSample(
          time: Timestamp(microseconds: time),
          acceleration: Acceleration(
            x: Double(bitPattern: generator.next()), y: generator.gaussian() * 3,
            z: generator.gaussian() * 300)))
    }
    #expect(rule.ignoredSamples > 0)
  }

  @Test("The same samples produce the same shakes")
  func repeatable() {
    let samples = recording(rate: 60)
    #expect(StandardShakeRule.shakes(in: samples) == StandardShakeRule.shakes(in: samples))
  }
}

extension StandardShakeRule {
  /// The shakes of a recording, each at its end.
  static func shakes(
    in samples: [AccelerationSample], _ parameters: Parameters = Parameters()
  ) -> [DetectedShake] {
    var rule = StandardShakeRule(parameters)
    var shakes: [DetectedShake] = []
    for sample in samples {
      if let shake = rule.process(sample)?.finished { shakes.append(shake) }
    }
    if let shake = rule.finish()?.finished { shakes.append(shake) }
    return shakes
  }
}

extension ShakeEvent {
  /// The shake, if it is over.
  var finished: DetectedShake? {
    switch self {
    case .began: nil
    case .ended(let shake), .completed(let shake): shake
    }
  }
}
