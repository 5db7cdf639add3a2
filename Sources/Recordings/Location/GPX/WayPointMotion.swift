import Sensors
import Timeline

/// The location that moves over way points in the time between them, as Xcode simulates it: a fix
/// each second, on the shortest way, at a constant speed.
struct WayPointMotion {
  private let points: [(location: Location, time: Timestamp)]

  /// Nil unless there are two points or more, all with times that grow.
  init?(_ points: [Location]) {
    var timed: [(Location, Timestamp)] = []
    for point in points {
      guard let time = point.timestamp, timed.last.map({ $0.1 < time }) ?? true else { return nil }
      timed.append((point, time))
    }
    guard timed.count > 1 else { return nil }
    self.points = timed.map { (location: $0.0, time: $0.1) }
  }

  private static let step: Int64 = 1_000_000
  /// Two points that are longer apart are not filled: a day.
  private static let longest: Int64 = 86_400_000_000

  /// Hands on the fixes.
  func forEach(
    _ body: (Location) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    for index in points.indices {
      let (location, time) = points[index]
      guard index + 1 < points.count else {
        var last = location
        last.speed = 0
        try body(last)
        return
      }
      try between(location, time, points[index + 1], body)
    }
  }

  private func between(
    _ location: Location, _ start: Timestamp, _ next: (location: Location, time: Timestamp),
    _ body: (Location) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    let duration = next.time.microseconds(since: start)
    guard
      let way = try? Ellipsoid.wgs84.inverse(
        from: location.coordinate, to: next.location.coordinate)
    else { return }
    var fix = location
    fix.speed = way.distance / (Double(duration) / 1e6)
    fix.source = .simulated
    var elapsed: Int64 = 0
    repeat {
      let share = Double(elapsed) / Double(duration)
      if let place = try? Ellipsoid.wgs84.direct(
        from: location.coordinate, azimuth: way.azimuth1, distance: way.distance * share)
      {
        fix.coordinate = elapsed == 0 ? location.coordinate : place.destination
        fix.course = place.azimuth < 0 ? place.azimuth + 360 : place.azimuth
      }
      if let low = location.altitude, let high = next.location.altitude {
        fix.altitude = low + (high - low) * share
      }
      fix.timestamp = start.advanced(byMicroseconds: elapsed)
      try body(fix)
      elapsed += WayPointMotion.step
    } while elapsed < duration && duration <= WayPointMotion.longest
  }
}
