import Contacts
import Files
import Foundation
import Pictures
import Playback
import SensorPlayback
import Sensors
import Testing
import Timeline
import VectorGraphics

struct TrackPlotTests {
  /// A fix some metres east and north of a place, by the kilometres of a degree at the equator.
  private func fix(
    east: Double = 0, north: Double = 0, time: Double? = 0, at place: (Double, Double) = (0, 0),
    accuracy: Double? = nil, speed: Double? = nil, dropped: DropReason? = nil
  ) -> LocationDecision {
    var longitude = place.1 + east / 111_195
    if longitude > 180 { longitude -= 360 }
    var location = Location(
      coordinate: Coordinate(latitude: place.0 + north / 111_195, longitude: longitude))
    location.horizontalAccuracy = accuracy
    location.speed = speed
    location.timestamp = time.map { Timestamp(seconds: $0) }
    return LocationDecision(location: location, dropped: dropped, total: 0)
  }

  private func plots(
    _ tracks: [[LocationDecision]], filters: [any LocationFilter] = []
  ) -> [Plot] {
    var plot = TrackPlot(filters: filters)
    for (index, track) in tracks.enumerated() {
      plot.beginTrack("track \(index)")
      for decision in track { plot.add(decision) }
    }
    return plot.plots
  }

  /// A straight path to the east, a fix each second.
  private func line(
    _ metres: Double = 100, at place: (Double, Double) = (0, 0)
  ) -> [LocationDecision] {
    (0...10).map {
      fix(east: metres * Double($0) / 10, time: Double($0), at: place, speed: Double($0))
    }
  }

  private func stage(_ plots: [Plot]) throws -> PlotArea { try #require(plots.first?.stage) }

  @Test("A map has the track in metres, north upward, with start, end and scale bar")
  func mapOfTrack() throws {
    let track = [fix(time: 0), fix(north: 100, time: 1), fix(east: 50, north: 100, time: 2)]
    let stage = try stage(plots([track]))
    #expect(stage.kind == .map && stage.unit == "m")
    let trail = try #require(stage.trails.first)
    let (x, y) = (trail.points.map(\.x), trail.points.map(\.y))
    #expect(abs(y[0] - y[1] - 100) < 0.01 && abs(x[2] - x[1] - 50) < 0.01)
    #expect(stage.marks.map(\.kind) == [.start, .end])
    let bar = try #require(stage.scaleBar)
    #expect(bar.length == 20 && bar.text == "20 m")
    #expect(stage.x <= x.min() ?? -.infinity && stage.height > 100)
  }

  @Test(
    "The header of a part has its fixes, distance and time",
    arguments: [
      (RecordingCut(from: 2, to: 6), "5, 5 delivered", "44.5 m", "00:00:04"),
      (RecordingCut(), "11, 11 delivered", "111.3 m", "00:00:10"),
      (RecordingCut(from: 99), "0, 0 delivered", "0 m", nil),
    ] as [(RecordingCut, String, String, String?)])
  func headerOfPart(cut: RecordingCut, fixes: String, length: String, time: String?) throws {
    let rows = (0...10).map { "\($0),0,\(Double($0) * 1e-4)\n" }.joined()
    let source = ByteSource(name: "walk.csv", bytes: Array(("time,lat,lon\n" + rows).utf8))
    var tracks = TrackPlot()
    let summary = try tracks.addTrack(source, cut: cut)
    let facts = tracks.plots[0].facts
    func fact(_ name: String) -> String? { facts.first { $0.name == name }?.text }
    #expect(fact("fixes") == fixes && fact("travelled") == length)
    #expect(fact("duration") == time)
    #expect(abs(summary.displacement - summary.pathLength) < 1e-6)
  }

  @Test("A single track is colored by its speed, several by their names")
  func trackColors() throws {
    let single = try stage(plots([line()]))
    #expect(single.trails[0].values.first == 0 && single.trails[0].values.last == 1)
    #expect(single.legend?.high == 10 && single.legend?.unit == "m/s")
    let both = try stage(plots([line(), line()]))
    #expect(both.legend == nil && both.trails.map(\.color) == [0, 1])
    #expect(both.trails.allSatisfy { $0.values.isEmpty })
    #expect(
      both.marks.filter { $0.kind == .start }.map(\.text) == ["track 0 start", "track 1 start"])
  }

  @Test(
    "A way between two fixes has the color of the speed on it, derived or reported at its start",
    arguments: [
      ([nil, nil, nil, nil], [0.5, 0.25, 1, 1]), ([5, 10, 20, 4], [0.25, 0.5, 1, 0.2]),
      ([nil, nil, 20, 10], [0.5, 1, 1, 0.5]),
    ] as [([Double?], [Double])])
  func colorsOfWays(speeds: [Double?], values: [Double]) throws {
    // 10, 5 and 20 m/s from fix to fix.
    let track = zip([0.0, 10, 15, 35], speeds).enumerated().map { index, fix in
      var decision = self.fix(east: fix.0, time: Double(index), speed: fix.1)
      decision.distance = index == 0 ? nil : [10, 5, 20][index - 1]
      return decision
    }
    let trail = try stage(plots([track])).trails[0]
    #expect(zip(trail.values, values).allSatisfy { abs($0 - $1) < 1e-9 }, "\(trail.values)")
    #expect(trail.values.count == values.count)
  }

  @Test(
    "Tracks near each other share a plot, others have their own",
    arguments: [(195.0, 1), (205.0, 2)])
  func tracksNearEachOther(
    distance: Double, count: Int
  ) {
    let far = line(at: (0, distance / 111_195))
    #expect(plots([line(), far]).count == count)
  }

  @Test("A track across the antimeridian stays connected, and shares a plot")
  func antimeridian() throws {
    let place = (10.0, 180 - 0.0005)
    let plots = plots([line(at: place), line(at: (10, -179.9998))])
    #expect(plots.count == 1)
    for trail in try stage(plots).trails {
      let x = trail.points.map(\.x)
      #expect((x.max() ?? 0) - (x.min() ?? 0) < 110)
    }
    #expect(try stage(plots).width < 300)
  }

  @Test("A dropped fix has its reason, and one that is far away does not widen the map")
  func droppedFixes()
    throws
  {
    var track = line()
    track.insert(fix(east: 20, north: 40, time: 2.5, dropped: .backward), at: 3)
    track.insert(fix(east: 90_000, time: 3.5, dropped: .speed), at: 5)
    let plot = try #require(plots([track]).first)
    let stage = try #require(plot.stage)
    #expect(stage.width < 200)
    let drops = stage.marks.filter { $0.kind == .dropped }
    #expect(drops.map(\.text) == ["dropped at 2.5 s: backward", "dropped at 3.5 s: speed"])
    #expect(plot.events.count { $0.kind == .failed } == 2)
    #expect(plot.lanes.first?.title == "dropped" && plot.lanes.first?.marks.count == 2)
  }

  @Test("The limits of filters are in the lanes, and drops compare with them")
  func filterLimits() throws {
    var track = line().map { decision in
      var decision = decision
      decision.location.horizontalAccuracy = 4
      return decision
    }
    track.append(fix(east: 100, time: 11, accuracy: 30, dropped: .accuracy))
    let plot = try #require(
      plots([track], filters: [AccuracyFilter(limit: 10), SpeedFilter(limit: 12)]).first)
    let lanes = Dictionary(uniqueKeysWithValues: plot.lanes.map { ($0.title, $0) })
    #expect(lanes["accuracy"]?.limits.map(\.value) == [10])
    #expect(lanes["speed"]?.limits.map(\.value) == [12])
    let mark = try #require(lanes["dropped"]?.marks.first)
    #expect(mark.measured == 30 && mark.limit == 10)
    #expect(mark.text == "dropped at 11.0 s: accuracy, 30.0 m, at most 10 m allowed")
  }

  @Test("Fixes have circles of their accuracy")
  func accuracyCircles() throws {
    let stage = try stage(plots([[fix(time: 0, accuracy: 5), fix(east: 9, time: 1)]]))
    #expect(stage.circles.map(\.radius) == [5])
  }

  @Test("Without times the axis counts the fixes")
  func missingTimes() throws {
    let plot = try #require(plots([[fix(time: nil), fix(east: 9, time: nil)]]).first)
    #expect(plot.axis.title == "fix" && plot.range == 1...2)
    #expect(plot.notes.contains { $0.contains("the axis counts them") })
  }

  @Test("With one time missing the axis counts all fixes, those of other tracks included")
  func oneMissingTime()
    throws
  {
    var track = line()
    track[5].location.timestamp = nil
    track.insert(fix(east: 70, time: 6.5, dropped: .backward), at: 7)
    let plot = try #require(plots([track, line()]).first)
    #expect(plot.axis.title == "fix" && plot.range == 1...12)
    let trails = try #require(plot.stage?.trails)
    #expect(
      trails.map(\.times) == [[1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12], (1...11).map(Double.init)])
    let drop = try #require(plot.lanes.first?.marks.first)
    #expect(drop.time == 8 && drop.text == "fix 8 dropped: backward")
    #expect(plot.lanes.last?.series.first?.times == trails[0].times)
  }

  @Test("A long track is thinned with a note, and keeps its end")
  func thinning() throws {
    let track = (0...60_000).map { fix(east: Double($0), time: Double($0)) }
    let plot = try #require(plots([track]).first)
    let trail = try #require(plot.stage?.trails.first)
    #expect(trail.times.count <= 50_001 && trail.times.last == 60_000)
    #expect(plot.stage?.circles.count ?? 0 <= 1001)
  }

  @Test("Without a location there is an empty map of ten metres")
  func noLocation() throws {
    for plots in [plots([]), plots([[fix(dropped: .invalid)]])] {
      #expect(plots.count == 1)
      let stage = try stage(plots)
      #expect(stage.width >= 10 && stage.trails.allSatisfy { $0.points.isEmpty })
      #expect(plots[0].notes.contains("no fix was delivered"))
      #expect(!SVGFile.text(Picture(plots)).contains("nan"))
    }
  }

  @Test("A receiver that does not move shows ten metres")
  func restingReceiver() throws {
    let stage = try stage(plots([[fix(time: 0), fix(time: 1)]]))
    #expect(stage.width >= 10 && stage.width < 13)
  }
}
