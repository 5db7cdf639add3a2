import Testing
import Timeline

@testable import Sensors

@Suite("Track smoother")
struct TrackSmootherTests {
  /// Movements, with the errors of the fixes left out.
  static let movements: [(name: String, script: String)] = [
    ("walk", "at 37.5 127\n%\nspeed 1.4\ngo 40 for 400 m\ngo 100 for 300 m\nwait 60"),
    (
      "drive",
      "at 52.5 13.4\n%\nspeed 50 km/h\ngo 90 for 2 km\nspeed 30 km/h\ngo 0 for 500 m\nwait 30"
    ),
    (
      "tunnel",
      "at -33.9 151.2\n%\nspeed 80 km/h\ngo 10 for 2 km\ntunnel 700\ngo 15 for 3 km\ngo 10 for 1 km"
    ),
    ("antimeridian", "at 10 179.99\n%\nspeed 20\ngo 90 for 4 km"),
    ("pole", "at 89.99 0\n%\nspeed 10\ngo 0 for 3 km"),
    ("rest", "at 0 0\n%\nwait 300"),
  ]

  /// The fixes of a movement and their true positions.
  private func samples(
    _ script: String, _ errors: String, seed: UInt64, hasSpeeds: Bool
  ) throws -> (fixes: [Location], truth: [Location]) {
    let parts = script.split(separator: "%", omittingEmptySubsequences: false)
    var script = try LocationScript(parsing: parts.joined(separator: errors))
    script.seed = seed
    let samples = LocationSimulation(script).compactMap { sample in
      sample.fix.map { (fix: $0, truth: sample.truth) }
    }
    var fixes = samples.map(\.fix)
    if !hasSpeeds {
      for index in fixes.indices {
        fixes[index].speed = nil
        fixes[index].course = nil
      }
    }
    return (fixes, samples.map(\.truth))
  }

  private func errors(_ fixes: [Location], _ truth: [Location]) throws -> [Double] {
    try zip(fixes, truth).map { try $0.distance(from: $1) }.sorted()
  }

  private func root(_ errors: [Double]) -> Double {
    (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }

  /// The ratio of the root mean squares, and the largest ratio of the percentiles from the median.
  private func gains(
    _ smoothed: [Double], _ raw: [Double]
  ) -> (root: Double, worst: Double) {
    let shares = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99, 1]
    let ratios = shares.map { share in
      let index = Int((Double(raw.count - 1) * share).rounded())
      return smoothed[index] / raw[index]
    }
    return (root(smoothed) / root(raw), ratios.max() ?? 0)
  }

  @Test(
    "White errors become much smaller, at every percentile", arguments: movements, [true, false])
  func white(movement: (name: String, script: String), hasSpeeds: Bool) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let (fixes, truth) = try samples(
        movement.script, "noise 4", seed: seed, hasSpeeds: hasSpeeds)
      let gains = try gains(errors(TrackSmoother().smooth(fixes), truth), errors(fixes, truth))
      #expect(gains.root < 0.6, "\(movement.name), seed \(seed): \(gains)")
      #expect(gains.worst < 1, "\(movement.name), seed \(seed): \(gains)")
    }
  }

  @Test(
    "Correlated errors become smaller, at every percentile, if there are speeds",
    arguments: movements, [30, 60])
  func correlated(movement: (name: String, script: String), seconds: Int) throws {
    // Near the pole, courses are no measurements.
    guard movement.name != "pole" else { return }
    for seed in 1...3 as ClosedRange<UInt64> {
      let (fixes, truth) = try samples(
        movement.script, "drift 4 \(seconds) s", seed: seed, hasSpeeds: true)
      let gains = try gains(errors(TrackSmoother().smooth(fixes), truth), errors(fixes, truth))
      #expect(gains.root <= 0.95, "\(movement.name), seed \(seed): \(gains)")
      #expect(gains.worst <= 1, "\(movement.name), seed \(seed): \(gains)")
    }
  }

  @Test(
    "Without speeds, correlated errors do not become larger as a whole", arguments: movements,
    [30, 60])
  func positionsOnly(movement: (name: String, script: String), seconds: Int) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let (fixes, truth) = try samples(
        movement.script, "drift 4 \(seconds) s", seed: seed, hasSpeeds: false)
      let gains = try gains(errors(TrackSmoother().smooth(fixes), truth), errors(fixes, truth))
      #expect(gains.root <= 1, "\(movement.name), seed \(seed): \(gains)")
    }
  }

  @Test(
    "An outlier moves to the track, and does not pull its neighbours", arguments: [true, false])
  func outlier(hasSpeeds: Bool) throws {
    let (clean, truth) = try samples(
      TrackSmootherTests.movements[0].script, "noise 2", seed: 1, hasSpeeds: hasSpeeds)
    let without = TrackSmoother().smooth(clean)
    for distance in [50.0, 300, 100_000] {
      var fixes = clean
      let index = 200
      let frame = LocalFrame(at: fixes[index].coordinate)
      fixes[index].coordinate =
        frame.coordinate(at: LocalFrame.Offset(east: distance, north: 0)) ?? frame.origin
      let smoothed = TrackSmoother().smooth(fixes)
      let error = try smoothed[index].distance(from: truth[index])
      #expect(error < 4, "\(distance) m")
      for neighbour in (index - 10)...(index + 10) where neighbour != index {
        #expect(try smoothed[neighbour].distance(from: without[neighbour]) < 0.5)
      }
    }
  }

  @Test("A precise track is unchanged, and its one outlier moves to it")
  func precise() throws {
    let script = "at 37.5 127\naccuracy 5\nspeed 10\ngo 40 for 3 km"
    let exact = LocationSimulation(try LocationScript(parsing: script)).compactMap(\.fix)
    #expect(TrackSmoother().smooth(exact) == exact)
    var fixes = exact
    fixes[100].coordinate.latitude += 0.001
    let smoothed = TrackSmoother().smooth(fixes)
    #expect(try smoothed[100].distance(from: exact[100]) < 0.5)
    #expect(smoothed[..<100] == exact[..<100] && smoothed[101...] == exact[101...])
  }

  @Test("Braking and turning are no outliers, whatever accuracy is reported", arguments: [0.02, 5])
  func manoeuvres(accuracy: Double) {
    // A car at rest, which starts with 2.5 m/s², drives a circle of 40 m and brakes with 2.5 m/s².
    var (east, north, speed, heading) = (0.0, 0.0, 0.0, 0.0)
    let fixes = (0..<120).map { second in
      let fix = Location(
        coordinate: Coordinate(latitude: north / 110_574, longitude: east / 111_319),
        horizontalAccuracy: accuracy, timestamp: Timestamp(seconds: Double(second)))
      for _ in 0..<10 {
        if (60..<64).contains(second) { speed += 0.25 }
        if (100..<104).contains(second) { speed = max(0, speed - 0.25) }
        if (70..<90).contains(second) { heading += speed / 40 * 0.1 }
        let direction = SinCos(degrees: heading * 180 / .pi)
        east += direction.sine * speed * 0.1
        north += direction.cosine * speed * 0.1
      }
      return fix
    }
    #expect(TrackSmoother().smooth(fixes) == fixes)
  }

  @Test("Short tracks, and fixes without a time or a valid position, are unchanged")
  func unchanged() throws {
    let (fixes, _) = try samples(
      TrackSmootherTests.movements[0].script, "noise 4", seed: 1, hasSpeeds: true)
    for count in [0, 1, 2, 9] {
      #expect(TrackSmoother().smooth(Array(fixes.prefix(count))) == Array(fixes.prefix(count)))
    }
    #expect(TrackSmoother().smooth(Array(fixes.prefix(60))) != Array(fixes.prefix(60)))
    var broken = fixes
    broken[20].timestamp = nil
    broken[21].coordinate.latitude = .nan
    broken[22].horizontalAccuracy = -1
    let smoothed = TrackSmoother().smooth(broken)
    #expect(smoothed[20] == broken[20] && smoothed[22] == broken[22])
    #expect(smoothed[21].coordinate.latitude.isNaN && smoothed[23] != broken[23])
    let timeless = fixes.map { fix in
      var fix = fix
      fix.timestamp = nil
      return fix
    }
    #expect(TrackSmoother().smooth(timeless) == timeless)
  }

  @Test("Where positions and speeds contradict each other, no fix is moved")
  func contradiction() throws {
    let start = Coordinate(latitude: 48, longitude: 11)
    let fixes = try (0..<60).map { second in
      var fix = Location(
        coordinate: try GreatCircle().destination(
          from: start, bearing: 0, distance: Double(second) * 0.5))
      fix.timestamp = Timestamp(seconds: Double(second))
      fix.horizontalAccuracy = 4.5
      fix.speed = 1.75
      fix.course = 0
      return fix
    }
    #expect(TrackSmoother().smooth(fixes) == fixes)
  }

  @Test("Gaps and times that run backward separate tracks")
  func parts() throws {
    let (fixes, _) = try samples(
      TrackSmootherTests.movements[0].script, "noise 4", seed: 1, hasSpeeds: false)
    let half = Array(fixes.prefix(200))
    let alone = TrackSmoother().smooth(half)
    for seconds in [301.0, -1000] {
      let later = half.map { fix in
        var fix = fix
        fix.timestamp = fix.timestamp?.advanced(bySeconds: 200 + seconds)
        fix.coordinate.latitude += 1
        return fix
      }
      #expect(Array(TrackSmoother().smooth(half + later).prefix(200)) == alone)
    }
  }

  @Test("Fixes ten seconds apart are smoothed, those farther apart are not", arguments: [10, 10.5])
  func interval(seconds: Double) throws {
    let (fixes, _) = try samples(
      "at 0 0\n%\nwait 200", "noise 4", seed: 1, hasSpeeds: false)
    let apart = fixes.enumerated().map { index, fix in
      var fix = fix
      fix.timestamp = Timestamp(seconds: Double(index) * seconds)
      return fix
    }
    #expect((TrackSmoother().smooth(apart) == apart) == (seconds > 10))
  }

  @Test("A walk around with a fix now and then is unchanged")
  func sparse() {
    // Steps of up to 20 m in 10 to 60 s, which a walker makes.
    for seed in 1...20 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var fix = Location(coordinate: Coordinate(latitude: 45, longitude: 14))
      fix.timestamp = Timestamp(seconds: 0)
      let fixes = (0..<30).map { _ in
        fix.coordinate.latitude += 0.0001 * generator.gaussian()
        fix.coordinate.longitude += 0.0001 * generator.gaussian()
        let pause = 30 + 10 * generator.gaussian()
        fix.timestamp = fix.timestamp?.advanced(bySeconds: max(5, pause))
        return fix
      }
      #expect(TrackSmoother().smooth(fixes) == fixes, "seed \(seed)")
    }
  }

  @Test("Fixes with the time of the one before are unchanged, or move with it if they repeat it")
  func equalTimes() throws {
    let (fixes, _) = try samples(
      TrackSmootherTests.movements[0].script, "noise 4", seed: 1, hasSpeeds: false)
    let alone = TrackSmoother().smooth(fixes)
    let twice = TrackSmoother().smooth(fixes.flatMap { [$0, $0] })
    #expect(twice == alone.flatMap { [$0, $0] })
    let other = fixes.map { fix in
      var fix = fix
      fix.coordinate.latitude += 0.001
      return fix
    }
    #expect(
      TrackSmoother().smooth(zip(fixes, other).flatMap { [$0, $1] })
        == zip(alone, other).flatMap { [$0, $1] })
    let still = fixes.map { fix in
      var fix = fix
      fix.timestamp = fixes[0].timestamp
      return fix
    }
    #expect(TrackSmoother().smooth(still) == still)
  }

  @Test(
    "Extreme values leave valid positions",
    arguments: [0, 1e-300, 1e300, .infinity, .nan, 5] as [Double], [0, 1e300, .nan, -1] as [Double])
  func extremes(accuracy: Double, speed: Double) {
    let coordinates = [(90.0, 0.0), (-90, 180), (0, -180), (0, 180), (45, 90), (-45, -90)]
    let fixes = (0..<60).map { index in
      let (latitude, longitude) = coordinates[index % coordinates.count]
      var fix = Location(coordinate: Coordinate(latitude: latitude, longitude: longitude))
      fix.timestamp = Timestamp(microseconds: Int64(index) * (index % 2 == 0 ? 1 : 5_000_000))
      fix.horizontalAccuracy = accuracy
      fix.speed = speed
      fix.course = index % 3 == 0 ? nil : 90
      return fix
    }
    #expect(TrackSmoother().smooth(fixes).allSatisfy { $0.coordinate.isValid })
  }
}
