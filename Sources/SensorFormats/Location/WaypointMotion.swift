/// A location that moves between waypoints in Xcode's way: one fix per second, at a constant speed.
struct WaypointMotion {
  private let points: [(location: Location, time: Timestamp)]

  /// Creates a motion; returns nil unless there are at least two points with increasing times.
  init?(_ points: [Location]) {
    self.points = points.compactMap { point in point.timestamp.map { (point, $0) } }
    let areInOrder = zip(self.points, self.points.dropFirst()).allSatisfy { $0.time < $1.time }
    guard points.count > 1, self.points.count == points.count, areInOrder else { return nil }
  }

  private static let step: Int64 = 1_000_000
  /// The longest time between two points that is filled with fixes: a day.
  private static let longest: Int64 = 86_400_000_000

  /// The number of fixes.
  var fixCount: Double {
    zip(points, points.dropFirst()).reduce(1) { count, pair in
      let duration = pair.1.time.microseconds(since: pair.0.time)
      return count + Double(duration <= Self.longest ? (duration + Self.step - 1) / Self.step : 1)
    }
  }

  func forEach(_ body: (Location) throws(FileError) -> Void) throws(FileError) {
    for (start, next) in zip(points, points.dropFirst()) {
      try interpolate(start.location, start.time, next, body)
    }
    guard var last = points.last?.location else { return }
    last.speed = 0
    last.source = .simulated
    try body(last)
  }

  private func interpolate(
    _ location: Location, _ start: Timestamp, _ next: (location: Location, time: Timestamp),
    _ body: (Location) throws(FileError) -> Void
  ) throws(FileError) {
    let duration = next.time.microseconds(since: start)
    guard
      let geodesic = try? Ellipsoid.wgs84.inverse(
        from: location.coordinate, to: next.location.coordinate)
    else { return }
    var fix = location
    fix.speed = geodesic.distance / (Double(duration) / 1e6)
    fix.source = .simulated
    var elapsed: Int64 = 0
    repeat {
      let share = Double(elapsed) / Double(duration)
      if let reached = try? Ellipsoid.wgs84.direct(
        from: location.coordinate, azimuth: geodesic.azimuth1, distance: geodesic.distance * share)
      {
        fix.coordinate = elapsed == 0 ? location.coordinate : reached.destination
        fix.course = reached.course
      }
      if let low = location.altitude, let high = next.location.altitude {
        fix.altitude = low + (high - low) * share
      }
      fix.timestamp = start.advanced(byMicroseconds: elapsed)
      try body(fix)
      elapsed += WaypointMotion.step
    } while elapsed < duration && duration <= WaypointMotion.longest
  }
}
