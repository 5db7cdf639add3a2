import Testing
import Timeline

@testable import Sensors

@Suite("Smoothing filter")
struct SmoothingFilterTests {
  /// A walk, a drive with stops, and a drive through a tunnel.
  static let scripts: [(name: String, script: String)] = [
    (
      "walk",
      """
      at 37.5 127
      noise 5
      speed 1.4
      go 40 for 400 m
      go 100 for 300 m
      wait 60
      go 200 for 500 m
      """
    ),
    (
      "drive",
      """
      at 52.5 13.4
      noise 6
      speed 50 km/h
      go 90 for 2 km
      speed 30 km/h
      go 0 for 500 m
      wait 30
      speed 90 km/h
      go 300 for 4 km
      """
    ),
    (
      "tunnel",
      """
      at -33.9 151.2
      noise 4
      drift 2 30
      speed 80 km/h
      go 10 for 1500 m
      tunnel 700
      go 15 for 1500 m
      go 10 for 1 km
      """
    ),
  ]

  /// The root mean square distances of the raw and of the smoothed fixes from the truth.
  static func errors(_ text: String, seed: UInt64) throws -> (raw: Double, smoothed: Double) {
    var script = try LocationScript(parsing: text)
    script.seed = seed
    var filter = SmoothingFilter()
    var sums = (raw: 0.0, smoothed: 0.0)
    var count = 0.0
    for sample in LocationSimulation(script) {
      guard var fix = sample.fix else { continue }
      let raw = try fix.distance(from: sample.truth)
      // A dropped fix is unchanged.
      _ = filter.judge(&fix, after: nil)
      let smoothed = try fix.distance(from: sample.truth)
      sums.raw += raw * raw
      sums.smoothed += smoothed * smoothed
      count += 1
    }
    return ((sums.raw / count).squareRoot(), (sums.smoothed / count).squareRoot())
  }

  @Test("Smoothed fixes are closer to the truth than raw ones", arguments: scripts)
  func closer(name: String, script: String) throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let (raw, smoothed) = try SmoothingFilterTests.errors(script, seed: seed)
      #expect(smoothed < raw, "\(name), seed \(seed): \(raw) m, \(smoothed) m")
    }
  }

  @Test("A distant fix is an outlier; the third in a row is accepted")
  func outliers() {
    var pipeline = LocationPipeline([SmoothingFilter()])
    var dropped: [DropReason?] = []
    for second in 0..<20 {
      let off = second == 10 || second >= 15 ? 500.0 : 0
      dropped.append(
        pipeline.receive(fix(Double(second), east: Double(second) + off, accuracy: 5)).dropped)
    }
    #expect(dropped[10] == .outlier && dropped[11] == nil)
    #expect(dropped[15] == .outlier && dropped[16] == .outlier && dropped[17] == nil)
  }

  @Test("Fixes at the pole, across the date line and without a time stay valid")
  func edges() {
    var pipeline = LocationPipeline([SmoothingFilter()])
    for (index, longitude) in [179.99999, -179.99999, 179.99999].enumerated() {
      let location = Location(
        coordinate: Coordinate(latitude: 10, longitude: longitude), horizontalAccuracy: 5,
        timestamp: Timestamp(seconds: Double(index)))
      let decision = pipeline.receive(location)
      #expect(decision.isDelivered && decision.location.isValid)
    }
    #expect(pipeline.pathLength < 10)
    var polar = LocationPipeline([SmoothingFilter()])
    for index in 0..<10 {
      let location = Location(
        coordinate: Coordinate(latitude: 89.99999, longitude: Double(index) * 36 - 180),
        horizontalAccuracy: 5, timestamp: Timestamp(seconds: Double(index)))
      #expect(polar.receive(location).location.isValid)
    }
    #expect(
      pipeline.receive(Location(coordinate: Coordinate(latitude: 1, longitude: 1))).isDelivered)
  }
}
