import Sensors

/// The distances of raw and smoothed fixes from the truth, and the distance that a receiver at rest
/// adds.
enum Smoothing {
  private static let ways: [(name: String, script: String)] = [
    ("walk", "at 37.5 127\nnoise 5\nspeed 1.4\ngo 40 for 400 m\ngo 100 for 300 m\nwait 60"),
    (
      "drive",
      """
      at 52.5 13.4\nnoise 6\nspeed 50 km/h\ngo 90 for 2 km\nspeed 30 km/h\ngo 0 for 500 m\nwait 30
      speed 90 km/h\ngo 300 for 4 km
      """
    ),
    (
      "tunnel",
      """
      at -33.9 151.2\nnoise 4\ndrift 2 30\nspeed 80 km/h\ngo 10 for 1500 m\ntunnel 700
      go 15 for 1500 m\ngo 10 for 1 km
      """
    ),
  ]

  static func table() throws {
    for (name, text) in ways {
      for hasSpeeds in [true, false] {
        var raw = 0.0
        var smooth = 0.0
        for seed in 1...20 as ClosedRange<UInt64> {
          let errors = try errors(text, seed, hasSpeeds: hasSpeeds)
          raw += errors.raw / 20
          smooth += errors.smooth / 20
        }
        print(
          "\(name), \(hasSpeeds ? "with" : "without") speeds: raw \(raw) m, smoothed \(smooth) m")
      }
    }
    try still()
  }

  private static func errors(
    _ text: String, _ seed: UInt64, hasSpeeds: Bool
  ) throws -> (raw: Double, smooth: Double) {
    var script = try LocationScript(parsing: text)
    script.seed = seed
    var filter = SmoothingFilter()
    var (raw, smooth, count) = (0.0, 0.0, 0.0)
    for sample in LocationSimulation(script) {
      guard var fix = sample.fix else { continue }
      if !hasSpeeds { fix.speed = nil }
      let before = try fix.distance(from: sample.truth)
      _ = filter.judge(&fix, after: nil)
      let after = try fix.distance(from: sample.truth)
      raw += before * before
      smooth += after * after
      count += 1
    }
    return ((raw / count).squareRoot(), (smooth / count).squareRoot())
  }

  private static func still() throws {
    for (noise, drift) in [(5.0, 0.0), (0, 3), (2, 4), (10, 8)] {
      var worst = 0.0
      for seed in 1...20 as ClosedRange<UInt64> {
        let script = LocationScript(
          seed: seed, coordinate: Coordinate(latitude: 37.5, longitude: 127),
          steps: [.noise(noise), .drift(drift, seconds: 60), .wait(3600)])
        var naive = LocationPipeline([])
        var ours = LocationPipeline(LocationPipeline.standardFilters)
        for var fix in LocationSimulation(script).compactMap(\.fix) {
          fix.speed = nil
          _ = naive.receive(fix)
          _ = ours.receive(fix)
        }
        worst = max(worst, ours.pathLength / naive.pathLength)
      }
      print("still for an hour, noise \(noise) m, drift \(drift) m: at most \(worst * 100) % added")
    }
  }
}
