import Sensors
import Testing
import Timeline

/// Found by `Fuzz`.
@Test(
  "No rule reports a shake of an implausible sample",
  arguments: ShakeDetector.Rule.allCases, [Double.nan, .infinity, -1e300, 1001])
func implausibleSamples(rule: ShakeDetector.Rule, value: Double) {
  var detector = ShakeDetector(rule)
  var strengths: [Double] = []
  detector.onBegan = { strengths.append($0.strength) }
  for index in 0..<20 {
    let acceleration = Acceleration(x: index % 2 == 0 ? value : 5, y: value, z: -3)
    detector.process(
      AccelerationSample(time: Timestamp(seconds: Double(index) / 50), acceleration: acceleration))
  }
  detector.finish()
  #expect(strengths.isEmpty)
}
