import Sensors
import Testing
import Timeline

@Suite("Textbook shake rules")
struct TextbookShakeTests {
  @Test(
    "The threshold rule fires for an axis strictly beyond 2 g, in either direction",
    arguments: [
      (2.0, 0.0, 0.0, false), (2.01, 0, 0, true), (-2.01, 0, 0, true), (0, -2.0, 0, false),
      (0, 2.5, 0, true), (0, 0, -2.5, true), (1.9, 1.9, 1.9, false),
    ])
  func threshold(x: Double, y: Double, z: Double, fires: Bool) {
    #expect(ThresholdShakeRule().process(Acceleration(x: x, y: y, z: z)) == fires)
  }

  @Test("Three axes of 1.9 g, together 3.29 g, do not fire")
  func magnitude() {
    let acceleration = Acceleration(x: 1.9, y: 1.9, z: 1.9)
    #expect(abs(acceleration.magnitude - 3.29) < 0.001)
    #expect(!ThresholdShakeRule().process(acceleration))
  }

  @Test(
    "Every threshold is exclusive", arguments: [1.3, 1.5, 2.0, 2.2])
  func ladder(limit: Double) {
    let rule = ThresholdShakeRule(threshold: limit)
    #expect(!rule.process(Acceleration(x: 0, y: limit, z: 0)))
    #expect(rule.process(Acceleration(x: 0, y: limit.nextUp, z: 0)))
  }

  private func fired(_ times: [Double], x: Double = 0, y: Double = 0, z: Double = 0) -> [Double] {
    var rule = CountedShakeRule()
    return times.filter { time in
      rule.process(
        AccelerationSample(
          time: Timestamp(seconds: time), acceleration: Acceleration(x: x, y: y, z: z)))
    }
  }

  private static let counts: [([Double], [Double])] = [
    ([0, 0.3, 0.6, 0.9, 1.5], [1.5]), ([0, 0.3, 0.6, 0.9, 1.51], []),
    ([0, 0.01, 0.02, 0.03, 0.04], [0.04]),
    ([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], [0.4, 0.9]), ([0, 0.1, 0.2, 0.3], []),
    ((0...19).map { Double($0) * 0.375 }, [1.5, 3.375, 5.25, 7.125]),
    ((0...99).map { Double($0) * 0.38 }, []),
    // The window tumbles: five hits within a quarter of a second do not fire.
    ([0, 1.4, 1.45, 1.55, 1.6, 1.65], []),
  ]

  @Test("The fifth hit fires, at most 1.5 s after the first", arguments: counts)
  func counted(times: [Double], expected: [Double]) {
    #expect(fired(times, x: 2.1) == expected)
  }

  @Test("Exactly 2 g does not count, -2.5 g on z does")
  func countedAxes() {
    let times = [0, 0.1, 0.2, 0.3, 0.4]
    #expect(fired(times, y: 2.0).isEmpty)
    #expect(fired(times, z: -2.5) == [0.4])
  }

  @Test("A jolt of 50 ms at 100 Hz is a shake by the counted rule, not by the standard rule")
  func jolt() {
    var counted = CountedShakeRule()
    var standard = StandardShakeRule()
    var fires = (false, false)
    for index in 0..<300 {
      let sample = AccelerationSample(
        time: Timestamp(microseconds: Int64(index) * 10_000),
        acceleration: Acceleration(x: (200..<205).contains(index) ? 3 : 0, y: -1, z: 0))
      if counted.process(sample) { fires.0 = true }
      if standard.process(sample) != nil { fires.1 = true }
    }
    #expect(fires.0)
    #expect(!fires.1)
  }

  @Test(
    "The screen breaks beyond 2.2 g toward a positive axis only",
    arguments: [(-3.0, 0.0, 0.0, false), (2.21, 0, 0, true), (2.2, 0, 0, false), (0, 0, 2.3, true)])
  func breaking(x: Double, y: Double, z: Double, breaks: Bool) {
    var rule = BreakShakeRule()
    #expect(rule.process(Acceleration(x: x, y: y, z: z)) == breaks)
    #expect(rule.isBroken == breaks)
  }

  @Test("The screen breaks once, and again after a touch")
  func rearming() {
    var detector = ShakeDetector(.break)
    var sounds: [Timestamp] = []
    detector.onBegan = { sounds.append($0.time) }
    func shake(at seconds: Double) -> AccelerationSample {
      AccelerationSample(
        time: Timestamp(seconds: seconds), acceleration: Acceleration(x: 2.5, y: 0, z: 0))
    }
    detector.process(shake(at: 1))
    detector.process(shake(at: 2))
    detector.rearm()
    detector.process(shake(at: 3))
    #expect(sounds == [Timestamp(seconds: 1), Timestamp(seconds: 3)])
  }

  @Test("With the textbook profile each sample that fires begins and ends a shake")
  func profile() {
    var detector = ShakeDetector(.threshold)
    var began = 0
    var ended: [DetectedShake] = []
    detector.onBegan = { _ in began += 1 }
    detector.onEnded = { ended.append($0) }
    for index in 0..<3 {
      detector.process(
        AccelerationSample(
          time: Timestamp(seconds: Double(index)), acceleration: Acceleration(x: 0, y: -2.5, z: 0)))
    }
    #expect(began == 3)
    #expect(ended.map(\.strength) == [2.5, 2.5, 2.5])
    #expect(ended.map(\.duration) == [0, 0, 0])
  }
}
