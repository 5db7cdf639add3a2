import Foundation
import Sensors
import Testing
import Timeline

/// Movements that are shakes and movements that are not, at all rates, with and without gravity.
@Suite("Movements and shakes")
struct ShakeMovementTests {
  /// A rate and whether gravity is in the samples.
  struct Sensor: CustomTestStringConvertible {
    var rate: Double
    var hasGravity: Bool

    var testDescription: String { "\(rate) Hz \(hasGravity ? "with" : "without") gravity" }

    static let all = [10.0, 25, 50, 100, 200, 400].flatMap { rate in
      [false, true].map { Sensor(rate: rate, hasGravity: $0) }
    }
    /// Those whose samples are close enough to show strokes.
    static let fine = all.filter { $0.rate > 10 }
  }

  /// The shakes of a movement that begins at 2 s, before and after which the device rests.
  private func shakes(
    _ sensor: Sensor, with parameters: StandardShakeRule.Parameters = .init(),
    clippedAt range: Double = 100, turning: Double = 0, _ movement: (Double) -> Acceleration
  ) -> [DetectedShake] {
    StandardShakeRule.shakes(
      in: (0..<Int(5 * sensor.rate)).map { index in
        let time = Double(index) / sensor.rate
        var acceleration = time >= 2 ? movement(time - 2) : .zero
        if sensor.hasGravity {
          let angle = 0.4 + turning * time
          acceleration = acceleration + Acceleration(x: 0, y: -cos(angle), z: -sin(angle))
        }
        acceleration.x = max(-range, min(range, acceleration.x))
        return AccelerationSample(time: Timestamp(seconds: time), acceleration: acceleration)
      }, parameters)
  }

  /// A number of lobes to alternate sides along an axis.
  private func lobes(
    _ count: Int, frequency: Double = 4, peak: Double = 3,
    along axis: Acceleration = Acceleration(x: 1, y: 0, z: 0)
  ) -> (Double) -> Acceleration {
    { time in
      guard time < Double(count) / (2 * frequency) else { return .zero }
      return axis * (peak * sin(2 * .pi * frequency * time))
    }
  }

  // At 25 Hz samples miss the peaks of strokes.
  @Test("Four lobes are a shake, at 25 Hz five", arguments: Sensor.fine, [4, 5, 8])
  func toAndFro(sensor: Sensor, count: Int) {
    #expect(shakes(sensor, lobes(sensor.rate < 50 ? count + 1 : count)).count == 1)
  }

  @Test(
    "A movement has two lobes, there and back has three; neither is a shake",
    arguments: Sensor.fine, [1, 2, 3])
  func movement(sensor: Sensor, count: Int) {
    #expect(shakes(sensor, lobes(count)).isEmpty)
  }

  @Test(
    "At 10 Hz, where strokes fall between samples, a second of strong strokes is a shake",
    arguments: [false, true])
  func coarse(hasGravity: Bool) {
    let sensor = Sensor(rate: 10, hasGravity: hasGravity)
    #expect(shakes(sensor, lobes(7, frequency: 3.3)).count == 1)
    #expect(shakes(sensor, lobes(7, frequency: 3.3, peak: 1)).isEmpty)
  }

  @Test("A shake reaches 0.95 g, root mean square", arguments: Sensor.fine)
  func strength(sensor: Sensor) {
    #expect(shakes(sensor, lobes(8, peak: 1.2)).isEmpty)
    #expect(shakes(sensor, lobes(8, peak: 1.6)).count == 1)
  }

  @Test(
    "Movements to and fro up to 1.5 Hz are not shakes, from 2.5 to 7 Hz they are",
    arguments: Sensor.fine)
  func frequency(sensor: Sensor) {
    for slow in [0.5, 1, 1.5] {
      #expect(shakes(sensor, lobes(8, frequency: slow)).isEmpty, "\(slow) Hz")
    }
    for fast in [2.5, 3, 4, 5, 6, 7] {
      #expect(shakes(sensor, lobes(10, frequency: fast)).count == 1, "\(fast) Hz")
    }
  }

  @Test(
    "A sensitivity is limited to its range",
    arguments: [(0.2, 0.25), (0.25, 0.25), (4, 4), (5, 4), (-1, 0.25), (.infinity, 4), (.nan, 1)])
  func limitedSensitivity(sensitivity: Double, limited: Double) {
    var parameters = StandardShakeRule.Parameters()
    parameters.sensitivity = sensitivity
    #expect(parameters.sensitivity == limited)
  }

  @Test(
    "A sensitivity of 2 is an acceleration twice as strong", arguments: Sensor.fine, [0.9, 1.6])
  func sensitivity(sensor: Sensor, peak: Double) {
    var parameters = StandardShakeRule.Parameters()
    parameters.sensitivity = 2
    #expect(shakes(sensor, with: parameters, lobes(8, peak: peak)).count == 1)
    #expect(shakes(sensor, with: parameters, lobes(8, peak: 0.6)).isEmpty)
    #expect(shakes(sensor, with: parameters, lobes(3, peak: peak)).isEmpty)
  }

  @Test("A vibration of 12 Hz and more is not a shake", arguments: [50.0, 100, 400], [12.0, 15])
  func vibration(rate: Double, frequency: Double) {
    let sensor = Sensor(rate: rate, hasGravity: true)
    #expect(shakes(sensor, lobes(30, frequency: frequency, peak: 4)).isEmpty)
  }

  @Test("A circle is not a shake", arguments: Sensor.all, [0.8, 1.2])
  func circle(sensor: Sensor, turns: Double) {
    let found = shakes(sensor) { time in
      guard time < 1 / turns else { return .zero }
      let angle = 2 * .pi * turns * time
      return Acceleration(x: 2 * cos(angle), y: 2 * sin(angle), z: 0)
    }
    #expect(found.isEmpty)
  }

  @Test(
    "A push that stays, as in a lift or a turn of the device, is not a shake", arguments: Sensor.all
  )
  func step(sensor: Sensor) {
    #expect(shakes(sensor) { _ in Acceleration(x: 2, y: 0, z: 0) }.isEmpty)
  }

  @Test("The steps of a walker or a runner are not a shake", arguments: Sensor.all, [1.7, 2.8])
  func steps(sensor: Sensor, pace: Double) {
    let found = StandardShakeRule.shakes(
      in: (0..<Int(10 * sensor.rate)).map { index in
        let time = Double(index) / sensor.rate
        let phase = (time * pace).truncatingRemainder(dividingBy: 1) / pace
        let impact = phase < 0.12 ? 4 * sin(.pi * phase / 0.12) : 0
        return AccelerationSample(
          time: Timestamp(seconds: time),
          acceleration: Acceleration(
            x: 0.3 * impact, y: -impact - (sensor.hasGravity ? 1 : 0), z: 0))
      })
    #expect(found.isEmpty)
  }

  @Test(
    "The direction of the strokes makes no difference", arguments: Sensor.fine,
    [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, -1), (0.6, -0.64, 0.48)])
  func mounting(sensor: Sensor, axis: (Double, Double, Double)) {
    let axis = Acceleration(x: axis.0, y: axis.1, z: axis.2)
    #expect(shakes(sensor, lobes(6, along: axis)).count == 1)
    #expect(shakes(sensor, lobes(3, along: axis)).isEmpty)
  }

  @Test("Gravity may turn, and the range may end at 2 g", arguments: Sensor.fine)
  func imperfect(sensor: Sensor) {
    #expect(shakes(sensor, turning: 0.7, lobes(6)).count == 1)
    #expect(shakes(sensor, turning: 0.7, lobes(3)).isEmpty)
    #expect(shakes(sensor, clippedAt: 2, lobes(6)).count == 1)
    #expect(shakes(sensor, clippedAt: 2, lobes(3)).isEmpty)
  }
}
