import Files
import Sensors
import TestSupport
import Testing
import Timeline

@testable import Playback
@testable import SensorPlayback

@Suite("Replays of locations")
struct LocationReplayTests {
  /// What is done with the fixes: nothing, each preset, and smoothing.
  static let options: [(name: String, options: LocationReplayOptions)] = {
    var all = [("none", LocationReplayOptions())]
    for activity in ActivityType.allCases {
      var options = LocationReplayOptions()
      options.filters = activity.filters
      all.append((activity.rawValue, options))
    }
    var smooth = LocationReplayOptions()
    smooth.smooths = true
    all.append(("smooth", smooth))
    var thin = LocationReplayOptions()
    thin.distanceFilter = 25
    thin.interval = 2
    thin.desiredAccuracy = .nearestTenMeters
    all.append(("thin", thin))
    return all
  }()

  private static func logs() -> [String] {
    [("gpsd", ".log"), ("gpsd-header", ".log"), ("gpx", ".gpx"), ("drive", ".nmea")].flatMap {
      SharedFolder.files("data/" + $0.0, ending: $0.1)
    }
  }

  @Test(
    "Summaries of real logs are in order: speeds, distances, counts, times",
    .requiresShared("data/gpsd"), arguments: options)
  func sane(name: String, options: LocationReplayOptions) throws {
    var logs = 0
    for log in LocationReplayTests.logs() {
      guard let source = try? ByteSource(path: log),
        let summary = try? LocationReplay.run(source, options, { _ in })
      else { continue }
      logs += 1
      check(summary, "\(name), \(log)")
      if !options.dropsFixes { #expect(summary.delivered == summary.fixes, "\(name), \(log)") }
    }
    #expect(logs >= 38)
  }

  private func check(_ summary: LocationSummary, _ name: String) {
    if let speeds = summary.speeds {
      #expect(speeds.lowest >= 0 && speeds.lowest <= speeds.mean, "\(name)")
      #expect(speeds.mean <= speeds.highest && speeds.highest.isFinite, "\(name)")
    }
    #expect(summary.displacement >= 0 && summary.pathLength >= summary.displacement, "\(name)")
    #expect(summary.duration ?? 0 >= 0, "\(name)")
    let dropped = summary.dropped.reduce(0) { $0 + $1.count }
    #expect(summary.fixes == summary.delivered + dropped, "\(name)")
  }

  @Test("A fix without a valid position is delivered and has no part in the distances")
  func invalidPosition() {
    var pipeline = LocationPipeline([])
    func fix(_ latitude: Double) -> Location {
      Location(coordinate: Coordinate(latitude: latitude, longitude: 0))
    }
    #expect(pipeline.receive(fix(0)).isDelivered)
    #expect(pipeline.receive(fix(99)).isDelivered)
    let next = pipeline.receive(fix(1))
    #expect(next.distance.map { abs($0 - 110_574) < 1 } == true)
    #expect(pipeline.pathLength == pipeline.displacement)
  }

  @Test("Speeds of fixes that report none are those between them")
  func travelledSpeeds() throws {
    let points = [("00", 0.0), ("10", 0.001), ("20", 0.004), ("15", 0.005)].map {
      second, longitude in
      "<trkpt lat=\"0\" lon=\"\(longitude)\"><time>2024-05-01T12:00:\(second)Z</time></trkpt>"
    }
    let text = "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    let summary = try LocationReplay.run(
      ByteSource(name: "test", bytes: Array(text.utf8)), LocationReplayOptions()
    ) { _ in }
    let speeds = try #require(summary.speeds)
    #expect(abs(speeds.lowest - 11.13) < 0.01 && abs(speeds.highest - 33.40) < 0.01)
    #expect(abs(speeds.mean - 22.26) < 0.01)
    #expect(summary.duration == 20)
  }

  @Test(
    "Smoothing makes no percentile of a drive's errors worse", .requiresShared("data/drive"))
  func drive() throws {
    let truth = try TrueTrack(path: SharedFolder.path("data/drive/truth.nmea"))
    let path = SharedFolder.path("data/drive/receiver.nmea")
    var errors = LocationErrors(file: path, truth: truth)
    var options = LocationReplayOptions()
    options.smooths = true
    _ = try LocationReplay.run(ByteSource(path: path), options) { errors.add($0) }
    #expect(errors.count > 800)
    for entry in errors.percentiles {
      #expect(entry.delivered <= entry.recorded, "\(entry.percentage) %")
    }
  }

  @Test(
    "Smoothing removes noise that is added to a drive, at every percentile",
    .requiresShared("data/drive"), arguments: [true, false])
  func noisyDrive(hasSpeeds: Bool) throws {
    let truth = try TrueTrack(path: SharedFolder.path("data/drive/truth.nmea"))
    var generator = SeededGenerator(seed: 1)
    var fixes: [Location] = []
    _ = try LocationReplay.run(
      ByteSource(path: SharedFolder.path("data/drive/receiver.nmea")), LocationReplayOptions()
    ) { record in
      var fix = record.recorded
      // 3 m per axis; a degree of latitude is 111 km long, one of longitude 88 km.
      fix.coordinate.latitude += 3 / 111_000 * generator.gaussian()
      fix.coordinate.longitude += 3 / 88_400 * generator.gaussian()
      fix.horizontalAccuracy = 4.5
      if !hasSpeeds { fix.speed = nil }
      fixes.append(fix)
    }
    func errors(_ fixes: [Location]) -> [Double] { fixes.compactMap(truth.error).sorted() }
    let (before, after) = (errors(fixes), errors(TrackSmoother().smooth(fixes)))
    for index in before.indices.dropFirst(before.count / 2) {
      #expect(after[index] < before[index] * 0.6)
    }
  }

  @Test(
    "True positions are matched by time, between two of them, and without a date by time of day")
  func matching() throws {
    func fix(_ seconds: Double, east: Double, isDated: Bool = true) -> Location {
      Location(
        coordinate: Coordinate(latitude: 0, longitude: east / 111_319.49),
        timestamp: Timestamp(seconds: seconds), isDateKnown: isDated)
    }
    let day = 86_400.0 * 19_000
    let truth = TrueTrack([fix(day, east: 0), fix(day + 2, east: 20), fix(day + 5, east: 50)])
    func error(_ fix: Location) -> Double? { truth.error(of: fix).map { ($0 * 1000).rounded() } }
    #expect(error(fix(day, east: 3)) == 3000 && error(fix(day + 1, east: 10)) == 0)
    #expect(error(fix(day + 3, east: 30)) == nil && error(fix(day - 1, east: 0)) == nil)
    #expect(error(fix(day + 6, east: 0)) == nil)
    #expect(error(fix(1, east: 10, isDated: false)) == 0)
    let long = TrueTrack([fix(day, east: 0), fix(day + 2, east: 20), fix(day + 86_400, east: 50)])
    #expect(long.error(of: fix(1, east: 10, isDated: false)) == nil)
    // Days without dates, and one fix without a date before days of them, are not folded.
    let days = [fix(60, east: 0, isDated: false), fix(86_460, east: 50, isDated: false)]
    let late = [fix(1, east: 9, isDated: false), fix(day, east: 0), fix(day + 86_400, east: 50)]
    for fixes in [days, late] {
      let own = TrueTrack(fixes)
      #expect(fixes.allSatisfy { own.error(of: $0) == 0 })
    }
    // A receiver that knows the date after its first positions.
    let start = TrueTrack([
      fix(0, east: 0, isDated: false), fix(2, east: 20, isDated: false), fix(day + 4, east: 40),
    ])
    #expect(start.error(of: fix(day + 1, east: 10)).map { $0 < 0.001 } == true)
    #expect(start.error(of: fix(day + 86_404, east: 40)) == nil)
    let dateless = TrueTrack([fix(0, east: 0, isDated: false), fix(2, east: 20, isDated: false)])
    #expect(dateless.error(of: fix(day + 1, east: 10)).map { $0 < 0.001 } == true)
  }
}
