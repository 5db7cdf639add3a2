import Foundation
import Sensors
import TestSupport
import Testing
import Timeline

@Suite("Recorded shakes", .requiresShared("data/accel"))
struct RecordedShakeTests {
  /// The F1 score: a shake counts if it is recognized within 0.3 s of a label, each label once.
  private func score(
    _ samples: [AccelerationSample], _ labels: [ClosedRange<Timestamp>]? = nil
  ) throws -> Double {
    try StandardShakeRule.score(samples, labels ?? SensorLogs.labels()).f1
  }

  @Test("Labelled shakes at 10 Hz are found with an F1 of at least 0.89")
  func labelled() throws {
    #expect(try SensorLogs.labels().count == 82)
    #expect(try score(SensorLogs.shakes()) >= 0.89)
  }

  @Test("Shakes among ten people's other movements are found with an F1 of at least 0.84")
  func gestures() throws {
    #expect(try SensorLogs.gestureLabels().count == 30)
    #expect(try score(SensorLogs.gestures(), SensorLogs.gestureLabels()) >= 0.84)
  }

  // The figure depends on which samples are left: one shake is worth 0.02.
  @Test(
    "Shakes among other movements are found at other rates with an F1 of at least 0.75",
    arguments: [20.0, 25, 40, 50, 60, 75, 150, 200, 400])
  func gestureRates(rate: Double) throws {
    let samples = try resampled(SensorLogs.gestures(), rate)
    let f1 = try score(samples, SensorLogs.gestureLabels())
    print("F1 at \(rate) Hz: \(f1)")
    #expect(f1 >= 0.75)
  }

  @Test("Shakes are the same with the sensor mounted in another direction, or with gravity removed")
  func mounted() throws {
    let samples = try SensorLogs.gestures()
    let rotated = samples.map { sample in
      var rotated = sample
      let a = sample.acceleration
      // A rotation by 60° about x, then by 36.87° about z.
      let (y, z) = (
        0.5 * a.y - 0.866_025_403_784_438_6 * a.z, 0.866_025_403_784_438_6 * a.y + 0.5 * a.z
      )
      rotated.acceleration = Acceleration(x: 0.8 * a.x - 0.6 * y, y: 0.6 * a.x + 0.8 * y, z: z)
      return rotated
    }
    let shifted = samples.map { sample in
      var shifted = sample
      shifted.acceleration = sample.acceleration - Acceleration(x: 0.2, y: -0.5, z: 0.9)
      return shifted
    }
    let times = StandardShakeRule.shakes(in: samples).map(\.time)
    // The sum of products rounds differently, which may decide a sample earlier or later.
    for other in [rotated, shifted] {
      let found = StandardShakeRule.shakes(in: other).map(\.time)
      try #require(found.count == times.count)
      #expect(zip(found, times).allSatisfy { abs($0.seconds(since: $1)) < 0.021 })
    }
  }

  /// How many clips of a class have a shake, each cut out with some seconds before and after.
  private func clips(
    _ samples: [AccelerationSample], _ intervals: [ClosedRange<Timestamp>], before: Double,
    after: Double
  ) -> Int {
    // The stream has a sample every hundredth of a second from 0 s on.
    intervals.count { interval in
      let first = max(0, Int((interval.lowerBound.seconds - before) * 100))
      let last = min(samples.count, Int((interval.upperBound.seconds + after) * 100) + 1)
      return !StandardShakeRule.shakes(in: Array(samples[first..<last])).isEmpty
    }
  }

  @Test(
    "Clips that begin with rest or in mid-movement: shakes are found, other movements seldom are",
    arguments: [(1.0, 1.0, 21), (0.3, 0.3, 19), (0, 1, 17), (0, 0, 12)])
  func clips(before: Double, after: Double, least: Int) throws {
    let samples = try SensorLogs.gestures()
    let shakes = try SensorLogs.gestureLabels()
    let others = try SensorLogs.gestureLabels(of: [1, 3, 4, 5, 6, 7, 8, 9, 10])
    #expect(others.count == 270)
    let found = clips(samples, shakes, before: before, after: after)
    let alarms = clips(samples, others, before: before, after: after)
    print("clips with \(before) s before, \(after) s after: \(found) of 30, \(alarms) of 270 false")
    #expect(found >= least)
    #expect(alarms <= 4)
  }

  @Test(
    "Clips of walkers, runners and cyclists are seldom shakes, and of two seconds or more hardly")
  func gaitClips() throws {
    let kinds = ["walk", "cycling", "running", "jogging"]
    let logs = try kinds.flatMap { try SensorLogs.logs($0) }
    for seconds in [1.5, 2.5, 5] {
      let length = Int(seconds * 26)
      let clips = logs.flatMap { log in
        stride(from: 0, to: log.samples.count - length, by: length).map {
          Array(log.samples[$0..<($0 + length)])
        }
      }
      let alarms = clips.count { !StandardShakeRule.shakes(in: $0).isEmpty }
      print("clips of \(seconds) s: \(alarms) of \(clips.count) false")
      #expect(Double(alarms) <= Double(clips.count) * (seconds < 2 ? 0.4 : 0.02))
    }
  }

  @Test("Digits drawn in the air have at most one false positive in twenty logs")
  func digits() throws {
    let logs = try SensorLogs.digits()
    #expect(logs.count == 123)
    let alarms = logs.count { !StandardShakeRule.shakes(in: $0).isEmpty }
    #expect(alarms * 20 <= logs.count, "\(alarms)")
  }

  @Test(
    "Rest, walking, cycling, running and handling have no false positives",
    arguments: ["stationary", "walk", "cycling", "running", "jogging", "motion"])
  func falsePositives(kind: String) throws {
    let logs = try SensorLogs.logs(kind)
    #expect(!logs.isEmpty)
    for (name, samples) in logs {
      let shakes = StandardShakeRule.shakes(in: samples)
      #expect(shakes.isEmpty, "\(name) \(shakes.map(\.time))")
    }
  }

  @Test("Shakes clipped at 2 g are found, and their strengths are lower bounds")
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
    let f1 = try score(weakened)
    print("F1 clipped at 2 g: \(f1)")
    #expect(f1 >= 0.88)
  }

  /// The samples with linear interpolation, at a multiple of the rate.
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

  @Test("Doubling the rate changes the score by at most 0.03")
  func doubled() throws {
    let samples = try SensorLogs.shakes()
    #expect(try abs(score(multiplied(samples, by: 2)) - score(samples)) <= 0.03)
  }

  // Interpolation between two samples on opposite sides of a stroke loses most of the stroke.
  @Test("Interpolating to 40 and 100 Hz keeps the score at 0.895 or above", arguments: [4, 10])
  func multiplied(factor: Int64) throws {
    print("F1 times \(factor): \(try score(multiplied(SensorLogs.shakes(), by: factor)))")
    #expect(try score(multiplied(SensorLogs.shakes(), by: factor)) >= 0.895)
  }

  /// The samples with linear interpolation, at another rate, from a third of an interval on.
  private func resampled(_ samples: [AccelerationSample], _ rate: Double) -> [AccelerationSample] {
    guard let first = samples.first, let last = samples.last else { return [] }
    var index = 0
    return (0..<Int(last.time.seconds(since: first.time) * rate)).map { number in
      let time = first.time.advanced(bySeconds: (Double(number) + 0.33) / rate)
      while index + 2 < samples.count, samples[index + 1].time <= time { index += 1 }
      let (before, after) = (samples[index], samples[index + 1])
      let part = time.seconds(since: before.time) / after.time.seconds(since: before.time)
      return AccelerationSample(
        time: time,
        acceleration: before.acceleration + (after.acceleration - before.acceleration) * part)
    }
  }

  @Test("Jitter of 30 ms changes the score by at most 0.03", arguments: 1...5)
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
