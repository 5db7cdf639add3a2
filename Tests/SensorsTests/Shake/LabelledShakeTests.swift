import Sensors
import Testing
import Timeline

/// Against recordings that lie beside the project; skipped where they are missing.
@Suite("Recorded shakes", .enabled(if: SensorLogs.arePresent, "the recordings are not here"))
struct LabelledShakeTests {
  /// The harmonic mean of precision and recall: a shake counts if it is recognized within 0.3 s of
  /// a label, each label once.
  private func score(_ samples: [AccelerationSample]) throws -> Double {
    let labels = try SensorLogs.labels()
    let shakes = StandardShakeRule.shakes(in: samples)
    var isFound = [Bool](repeating: false, count: labels.count)
    for shake in shakes {
      let hit = labels.indices.first { index in
        !isFound[index] && labels[index].lowerBound.advanced(bySeconds: -0.3) <= shake.time
          && shake.time <= labels[index].upperBound.advanced(bySeconds: 0.3)
      }
      if let hit { isFound[hit] = true }
    }
    let hits = isFound.count { $0 }
    return 2 * Double(hits) / Double(labels.count + shakes.count)
  }

  @Test("Most of the labelled shakes are found, and little else")
  func labelled() throws {
    #expect(try SensorLogs.labels().count == 82)
    #expect(try score(SensorLogs.shakes()) >= 0.93)
  }

  @Test(
    "Nobody who is still, walks, cycles, runs or handles a device shakes it",
    arguments: ["stationary", "walk", "cycling", "running", "jogging", "motion"])
  func falseAlarms(kind: String) throws {
    let logs = try SensorLogs.logs(kind)
    #expect(!logs.isEmpty)
    for (name, samples) in logs {
      let shakes = StandardShakeRule.shakes(in: samples)
      #expect(shakes.isEmpty, "\(name) \(shakes.map(\.time))")
    }
  }

  @Test("A recording clipped at 2 g has shakes, of at least so much")
  func clipped() throws {
    for (_, samples) in try SensorLogs.logs("__shake") {
      let shakes = StandardShakeRule.shakes(in: samples)
      #expect(!shakes.isEmpty)
      #expect(shakes.allSatisfy { $0.isAtLeast })
      #expect(shakes.reduce(0) { $0 + $1.duration } > 20)
    }
    let weakened = try SensorLogs.shakes().map { sample in
      var clipped = sample
      clipped.acceleration = Acceleration(
        x: max(-2, min(2, sample.acceleration.x)), y: max(-2, min(2, sample.acceleration.y)),
        z: max(-2, min(2, sample.acceleration.z)))
      return clipped
    }
    #expect(try score(weakened) >= 0.91)
  }

  /// So many times the samples, linear between.
  private func multiplied(_ samples: [AccelerationSample], by factor: Int64) -> [AccelerationSample]
  {
    zip(samples, samples.dropFirst()).flatMap { sample, next in
      let gap = next.time.microseconds(since: sample.time)
      return (0..<(gap < 500_000 ? factor : 1)).map { index in
        let part = Double(index) / Double(factor)
        return AccelerationSample(
          time: sample.time.advanced(byMicroseconds: gap * index / factor),
          acceleration: sample.acceleration + (next.acceleration - sample.acceleration) * part)
      }
    }
  }

  @Test("Twice the rate changes little")
  func doubled() throws {
    let samples = try SensorLogs.shakes()
    #expect(try abs(score(multiplied(samples, by: 2)) - score(samples)) <= 0.03)
  }

  // Of a stroke between two samples on opposite sides the line between them has little.
  @Test("More samples of the same lines find most", arguments: [4, 10])
  func multiplied(factor: Int64) throws {
    #expect(try score(multiplied(SensorLogs.shakes(), by: factor)) >= 0.895)
  }

  // Every second sample of 10 Hz is less than the rule is made for (10 to 400 Hz): of some shakes no
  // sample is left that differs from rest.
  @Test("Half the rate, 5 Hz, finds most", arguments: [0, 1])
  func halved(first: Int) throws {
    let samples = try SensorLogs.shakes()
    let halved = stride(from: first, to: samples.count, by: 2).map { samples[$0] }
    #expect(try score(halved) >= 0.885)
  }

  @Test("Jitter changes little", arguments: 1...5)
  func jittered(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let samples = try SensorLogs.shakes()
    let jittered = samples.map { sample in
      AccelerationSample(
        time: sample.time.advanced(bySeconds: (generator.uniform() - 0.5) * 0.06),
        acceleration: sample.acceleration)
    }
    #expect(try abs(score(jittered) - score(samples)) <= 0.03)
  }
}
