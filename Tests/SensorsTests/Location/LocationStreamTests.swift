import Testing
import Timeline

@testable import Sensors

/// A fix at a distance in metres east of (0, 0), at a time in seconds.
func fix(
  _ seconds: Double?, east metres: Double = 0, accuracy: Double? = nil, speed: Double? = nil
) -> Location {
  let coordinate = try? GreatCircle().destination(
    from: Coordinate(latitude: 0, longitude: 0), bearing: 90, distance: metres)
  return Location(
    coordinate: coordinate ?? Coordinate(latitude: .nan, longitude: 0),
    horizontalAccuracy: accuracy,
    speed: speed, timestamp: seconds.map { Timestamp(seconds: $0) })
}

@Suite("Location filters")
struct LocationFilterTests {
  /// The drop reason of each fix, or `delivered`.
  private func reasons(_ filters: [any LocationFilter], _ fixes: [Location]) -> [String] {
    var pipeline = LocationPipeline(filters)
    return fixes.map { pipeline.receive($0).dropped?.rawValue ?? "delivered" }
  }

  @Test("Negative accuracies and invalid coordinates are dropped")
  func validity() {
    var far = fix(3)
    far.coordinate.latitude = 91
    #expect(
      reasons([ValidityFilter()], [fix(0), fix(1, accuracy: -1), fix(2, accuracy: 0), far])
        == ["delivered", "invalid", "delivered", "invalid"])
  }

  @Test("An accuracy equal to the limit passes, and so does an unknown one")
  func accuracy() {
    #expect(
      reasons(
        [AccuracyFilter(limit: 10)], [fix(0, accuracy: 10), fix(1, accuracy: 10.1), fix(2)])
        == ["delivered", "accuracy", "delivered"])
  }

  @Test("A repeated time is a duplicate, an earlier time is backward")
  func time() {
    #expect(
      reasons([TimeFilter()], [fix(10), fix(10, east: 5), fix(9), fix(11)])
        == ["delivered", "duplicate", "backward", "delivered"])
    #expect(
      reasons([TimeFilter()], [fix(nil), fix(nil), fix(nil, east: 3)])
        == ["delivered", "duplicate", "delivered"])
  }

  @Test("A clock that was set back is accepted after five fixes")
  func clockSetBack() {
    let fixes = [fix(1e9)] + (0..<6).map { fix(Double($0)) }
    #expect(
      reasons([TimeFilter()], fixes)
        == ["delivered"] + Array(repeating: "backward", count: 4) + ["delivered", "delivered"])
  }

  @Test("Unreachable fixes are dropped until three agree")
  func speed() {
    #expect(
      reasons(
        [SpeedFilter(limit: 100)],
        [fix(0), fix(1, east: 99), fix(2, east: 5000), fix(3, east: 290)])
        == ["delivered", "delivered", "speed", "delivered"])
    #expect(
      reasons(
        [SpeedFilter(limit: 100)],
        [fix(0), fix(1, east: 9000), fix(2, east: 9010), fix(3, east: 9020)])
        == ["delivered", "speed", "speed", "delivered"])
  }

  @Test("The distance filter measures from the last delivered fix")
  func distance() {
    #expect(
      reasons(
        [DistanceFilter(distance: 99.9)],
        [fix(0), fix(1, east: 60), fix(2, east: 99), fix(3, east: 101), fix(4, east: 150)])
        == ["delivered", "distance", "distance", "delivered", "distance"])
  }

  @Test("A fix at exactly the distance passes; one closer by the smallest step does not")
  func distanceBoundary() throws {
    let (first, second) = (fix(0), fix(1, east: 1000))
    let distance = try second.distance(from: first)
    #expect(reasons([DistanceFilter(distance: distance)], [first, second]).last == "delivered")
    #expect(
      reasons([DistanceFilter(distance: distance.nextUp)], [first, second]).last == "distance")
  }

  @Test("A more accurate fix passes the distance filter")
  func betterAccuracy() {
    #expect(
      reasons(
        [DistanceFilter(distance: 1000)],
        [fix(0, accuracy: 50), fix(1, accuracy: 50), fix(2, accuracy: 10), fix(3, accuracy: 10)])
        == ["delivered", "distance", "delivered", "distance"])
  }

  @Test("A fix after exactly the interval passes")
  func interval() {
    #expect(
      reasons([IntervalFilter(interval: 2)], [fix(0), fix(1.9), fix(2), fix(3), fix(4.1)])
        == ["delivered", "interval", "delivered", "interval", "delivered"])
  }

  @Test("Filters run by stage, whatever the order in which they were added")
  func order() {
    let fixes = [fix(0), fix(1, accuracy: -5)]
    let forward = reasons([ValidityFilter(), DistanceFilter(distance: 10)], fixes)
    #expect(forward == reasons([DistanceFilter(distance: 10), ValidityFilter()], fixes))
    #expect(forward == ["delivered", "invalid"])
  }
}

@Suite("Distance travelled")
struct OdometerTests {
  @Test("A walk out and back adds to the path length, not to the displacement")
  func outAndBack() {
    var pipeline = LocationPipeline([])
    for index in 0...10 {
      _ = pipeline.receive(fix(Double(index), east: Double(5 - abs(index - 5)) * 100))
    }
    #expect(abs(pipeline.pathLength - 1000) < 3)
    #expect(pipeline.displacement == 0)
  }

  @Test(
    "A receiver at rest for an hour adds less than a hundredth of the unfiltered distance",
    arguments: [(5.0, 0.0), (0, 3), (2, 4), (10, 8)])
  func still(noise: Double, drift: Double) throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let script = LocationScript(
        seed: seed, coordinate: Coordinate(latitude: 37.5, longitude: 127),
        steps: [.noise(noise), .drift(drift, seconds: 60), .wait(3600)])
      let fixes = LocationSimulation(script).compactMap(\.fix)
      var naive = LocationPipeline([])
      var ours = LocationPipeline(LocationPipeline.standardFilters)
      for fix in fixes {
        _ = naive.receive(fix)
        _ = ours.receive(fix)
      }
      #expect(naive.pathLength > 1000)
      #expect(ours.pathLength < naive.pathLength / 100, "seed \(seed)")
    }
  }

  @Test("Without speeds a receiver at rest adds less than a hundredth, too")
  func stillWithoutSpeeds() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let script = LocationScript(
        seed: seed, coordinate: Coordinate(latitude: 37.5, longitude: 127),
        steps: [.noise(1), .drift(3, seconds: 60), .wait(3600)])
      var naive = LocationPipeline([])
      var ours = LocationPipeline(LocationPipeline.standardFilters)
      for sample in LocationSimulation(script) {
        guard var fix = sample.fix else { continue }
        fix.speed = nil
        _ = naive.receive(fix)
        _ = ours.receive(fix)
      }
      #expect(ours.pathLength < naive.pathLength / 100, "seed \(seed)")
    }
  }

  @Test("A path that begins and ends at rest is measured completely")
  func walk() throws {
    let script = LocationScript(
      coordinate: Coordinate(latitude: 37.5, longitude: 127),
      steps: [.noise(2), .wait(120), .speed(1.4), .head(90, metres: 1000), .wait(120)])
    var pipeline = LocationPipeline(LocationPipeline.standardFilters + [SmoothingFilter()])
    for sample in LocationSimulation(script) { _ = sample.fix.map { pipeline.receive($0) } }
    #expect(abs(pipeline.displacement - 1000) < 30)
    #expect(abs(pipeline.pathLength - 1000) < 100)
  }
}

@Suite("Location stream")
struct LocationStreamTests {
  /// Records the calls of the delegate.
  private final class Listener: LocationStreamDelegate {
    var updates: [(new: Double, old: Double?)] = []
    var errors: [LocationError] = []

    func locationStream(
      _ stream: LocationStream, didUpdateTo newLocation: Location, from oldLocation: Location?
    ) {
      updates.append(
        (newLocation.timestamp?.seconds ?? -1, oldLocation.map { $0.timestamp?.seconds ?? -1 }))
    }

    func locationStream(_ stream: LocationStream, didFailWith error: LocationError) {
      errors.append(error)
    }
  }

  @Test("Nothing is delivered before the start and after the stop; the first old location is nil")
  func startAndStop() {
    let stream = LocationStream(filters: [])
    let listener = Listener()
    stream.delegate = listener
    #expect(stream.receive(fix(0)).dropped == .stopped)
    stream.start()
    stream.receive(fix(1))
    stream.receive(fix(2))
    stream.stop()
    stream.receive(fix(3))
    stream.start()
    stream.receive(fix(4))
    #expect(listener.updates.map(\.new) == [1, 2, 4])
    #expect(listener.updates.map(\.old) == [nil, 1, 2])
  }

  @Test("A denial is final, an unknown location is not")
  func failures() {
    let stream = LocationStream(filters: [])
    let listener = Listener()
    stream.delegate = listener
    stream.start()
    stream.fail(.locationUnknown)
    stream.receive(fix(1))
    stream.fail(.denied)
    stream.receive(fix(2))
    stream.start()
    stream.receive(fix(3))
    stream.fail(.locationUnknown)
    #expect(listener.updates.map(\.new) == [1])
    #expect(listener.errors == [.locationUnknown, .denied])
    #expect(stream.state == .denied)
  }

  @Test("A sequence gets the delivered locations, and ends when the stream is denied")
  func sequence() async {
    let stream = LocationStream(filters: [DistanceFilter(distance: 10)])
    let locations = stream.locations
    stream.start()
    for second in 0..<4 { stream.receive(fix(Double(second), east: Double(second) * 6)) }
    stream.fail(.denied)
    var times: [Double] = []
    for await location in locations { times.append(location.timestamp?.seconds ?? -1) }
    #expect(times == [0, 2])
    for await _ in stream.locations { Issue.record("a denied stream has no locations") }
  }

  @Test("Desired accuracies have Core Location's values; the best one is never met")
  func desiredAccuracy() {
    #expect(DesiredAccuracy.best.rawValue < 0 && DesiredAccuracy.threeKilometers.rawValue == 3000)
    let stream = LocationStream(filters: [])
    stream.desiredAccuracy = .nearestTenMeters
    stream.start()
    stream.receive(fix(0, accuracy: 10.5))
    #expect(!stream.hasDesiredAccuracy)
    stream.receive(fix(1, accuracy: 10))
    #expect(stream.hasDesiredAccuracy)
    stream.desiredAccuracy = .best
    #expect(!stream.hasDesiredAccuracy)
  }
}
