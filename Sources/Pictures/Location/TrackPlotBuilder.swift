import Playback
import SensorPlayback
import VectorGraphics

/// Builds the plot of tracks that share a map.
struct TrackPlotBuilder {
  private let tracks: [PlottedTrack]
  private let limits: TrackLimits
  /// Whether the plot is the only one, which needs no names of tracks.
  private let isOnly: Bool
  /// Whether all fixes have a time; otherwise the axis counts them.
  private let hasTimes: Bool
  private let extent: TrackExtent
  private let center: Coordinate
  private let metresPerLongitude: Double
  private let highestSpeed: Double

  init(tracks: [PlottedTrack], limits: TrackLimits, isOnly: Bool) {
    let hasTimes = tracks.allSatisfy(\.hasTimes)
    self.hasTimes = hasTimes
    self.tracks = hasTimes ? tracks : tracks.map(\.counted)
    self.limits = limits
    self.isOnly = isOnly
    var extent = tracks.reduce(TrackExtent()) { $0.united(with: $1.extent) }
    let delivered = extent
    for drop in tracks.flatMap(\.drops) where delivered.isNear(drop.fix.position) {
      extent.add(drop.fix.position)
    }
    if extent.isEmpty { extent.add(Coordinate(latitude: 0, longitude: 0)) }
    self.extent = extent
    center = Coordinate(
      latitude: (extent.south + extent.north) / 2, longitude: (extent.west + extent.east) / 2)
    metresPerLongitude = extent.metresPerLongitude
    highestSpeed = tracks.flatMap(\.fixes).compactMap(\.speed).filter(\.isFinite).max() ?? 0
  }

  func plot() -> Plot {
    var plot = Plot(title: tracks.map(\.name).joined(separator: ", "))
    if !hasTimes { plot.axis = Plot.Axis(title: "fix", unit: "") }
    if tracks.count > 1, hasTimes { plot.axis.title = "from start" }
    plot.range = range
    plot.facts = facts
    plot.notes = notes
    plot.stage = stage
    plot.lanes = lanes
    plot.events = events
    return plot
  }

  /// Whether the colors show speeds: those of a single track do.
  private var isColoredBySpeed: Bool { tracks.count == 1 && highestSpeed > 0 }

  private var range: ClosedRange<Double> {
    let times = tracks.flatMap { $0.drawn.map(\.time) + $0.drops.map(\.fix.time) }
    let first = times.min() ?? 0
    return first...max(first, times.max() ?? first)
  }

  private func color(_ track: PlottedTrack) -> Int { track.index % Palette.lines.count }

  // MARK: Head

  private var facts: [(name: String, text: String)] {
    if tracks.count > 1 {
      return tracks.map { track in
        let text = track.summary.map {
          "\($0.delivered.counted("fix", "fixes")), \(length($0.pathLength))"
        }
        return (track.name, text ?? "")
      }
    }
    guard let summary = tracks.first?.summary else { return [] }
    var facts = [
      ("format", summary.format.rawValue),
      ("fixes", "\(summary.fixes), \(summary.delivered) delivered"),
    ]
    if !summary.dropped.isEmpty {
      let reasons = summary.dropped.map { "\($0.count) \($0.reason.rawValue)" }
      facts.append(("dropped", reasons.joined(separator: ", ")))
    }
    facts.append(("travelled", length(summary.pathLength)))
    if let duration = summary.duration, duration > 0 {
      facts.append(("duration", LocationSummary.clock(duration)))
    }
    if let speeds = summary.speeds {
      facts.append(("mean speed", "\(speeds.mean.text(decimals: 1)) m/s"))
    }
    return facts
  }

  private func length(_ metres: Double) -> String {
    metres < 1000
      ? "\(metres.text(decimals: 0...1)) m" : "\((metres / 1000).text(decimals: 0...2)) km"
  }

  private var notes: [String] {
    var notes: [String] = []
    for track in tracks {
      let prefix = tracks.count > 1 ? "\(track.name): " : ""
      for note in track.summary?.notes ?? [] { notes.append(prefix + note.description) }
      if track.stride > 1 {
        notes.append("\(prefix)thinned: one of \(track.stride) fixes is drawn")
      }
      if track.dropCount > track.drops.count {
        notes.append(
          "\(prefix)the first \(track.drops.count) of \(track.dropCount) dropped fixes are drawn")
      }
    }
    if tracks.allSatisfy(\.extent.isEmpty) { notes.append("no fix was delivered") }
    if !hasTimes { notes.append("not all fixes have a time: the axis counts them") }
    return notes
  }

  // MARK: Map

  /// The least ratio of a map's sides: a straight road is drawn with its surroundings.
  private static let minimumShare = 0.35
  /// The margin around the tracks, as a share of the longer side.
  private static let margin = 0.06

  private var stage: PlotArea {
    let longer = max(extent.size, TrackExtent.minimumSize)
    let room = 2 * Self.margin * longer
    let least = max(Self.minimumShare * longer, TrackExtent.minimumSize)
    let width = max(extent.width, least) + room
    let height = max(extent.height, least) + room
    var stage = PlotArea(kind: .map, unit: "m", width: width, height: height)
    stage.x = -width / 2
    stage.y = -height / 2
    stage.scaleBar = scaleBar(max(width, height))
    stage.trails = tracks.map(trail)
    for track in tracks {
      stage.circles += circles(of: track)
      stage.marks += marks(of: track)
    }
    if isColoredBySpeed {
      stage.legend = PlotArea.Legend(text: "speed", unit: "m/s", low: 0, high: highestSpeed)
    }
    return stage
  }

  /// A bar of 1, 2 or 5 times a power of ten metres, at most a quarter of the longer side.
  private func scaleBar(_ side: Double) -> PlotArea.ScaleBar {
    let power = pow(10, (log10(side / 4)).rounded(.down))
    let metres = [5, 2, 1].map { $0 * power }.first { $0 <= side / 4 } ?? power
    return PlotArea.ScaleBar(length: metres, text: length(metres))
  }

  /// The position in metres from the center, y to the south.
  private func place(_ position: Coordinate) -> Point {
    Point(
      x: (position.longitude - center.longitude) * metresPerLongitude,
      y: (center.latitude - position.latitude) * TrackExtent.metresPerDegree)
  }

  private func trail(of track: PlottedTrack) -> Trail {
    var trail = Trail(name: track.name, color: color(track))
    var speed = 0.0
    let drawn = track.drawn
    for (fix, next) in zip(drawn, drawn.dropFirst() + drawn.suffix(1)) {
      trail.times.append(fix.time)
      trail.points.append(place(fix.position))
      // The value of the way to the next fix. A derived speed is that of the way to its own fix; a
      // fix without a speed has that of the one before.
      speed = (fix.isSpeedDerived || next.isSpeedDerived ? next : fix).speed ?? speed
      if isColoredBySpeed { trail.values.append(speed / highestSpeed) }
    }
    return trail
  }

  /// The most circles: a thousand overlap on a map; more look the same.
  private static let maximumCircles = 1000

  private func circles(of track: PlottedTrack) -> [PlotArea.Circle] {
    let known = track.fixes.filter { ($0.accuracy ?? 0) > 0 }
    let step = max(1, known.count / Self.maximumCircles)
    return stride(from: 0, to: known.count, by: step).map { index in
      PlotArea.Circle(
        time: known[index].time, position: place(known[index].position),
        radius: known[index].accuracy ?? 0, color: color(track))
    }
  }

  private func marks(of track: PlottedTrack) -> [PlotArea.Mark] {
    let name = tracks.count > 1 || !isOnly ? shortName(track) + " " : ""
    func mark(
      _ fix: PlottedTrack.Fix, _ kind: PlotArea.Mark.Kind, _ text: String
    ) -> PlotArea.Mark {
      PlotArea.Mark(
        time: fix.time, position: place(fix.position), kind: kind, text: text, color: color(track))
    }
    let drawn = track.drawn
    return track.drops.map { mark($0.fix, .dropped, sentence($0)) }
      + drawn.prefix(1).map { mark($0, .start, "\(name)start") }
      + drawn.dropFirst().suffix(1).map { mark($0, .end, "\(name)end") }
  }

  private func shortName(_ track: PlottedTrack) -> String {
    track.name.split(separator: "/").last.map(String.init) ?? track.name
  }

  /// The drop in words, as in `dropped at 12.0 s: accuracy, 23.4 m, at most 10 m allowed`.
  private func sentence(_ drop: PlottedTrack.Drop) -> String {
    let text =
      hasTimes
      ? "dropped at \(drop.fix.time.text(decimals: 1...3)) s: \(drop.reason.rawValue)"
      : "fix \(drop.fix.number) dropped: \(drop.reason.rawValue)"
    guard let (measured, limit) = accuracies(drop) else { return text }
    let most = "at most \(limit.text(decimals: 0...1)) m allowed"
    return "\(text), \(measured.text(decimals: 1)) m, \(most)"
  }

  /// The accuracies in metres that a filter compared; nil for a drop for another reason.
  private func accuracies(_ drop: PlottedTrack.Drop) -> (measured: Double, limit: Double)? {
    guard drop.reason == .accuracy, let limit = limits.accuracy, let measured = drop.fix.accuracy
    else { return nil }
    return (measured, limit)
  }

  // MARK: Lanes

  private var lanes: [Lane] {
    let measured: [(String, String, (PlottedTrack.Fix) -> Double?)] = [
      ("speed", "m/s", \.speed), ("altitude", "m", \.altitude), ("accuracy", "m", \.accuracy),
    ]
    return ([droppedLane] + measured.map { lane($0, $1, $2) }).compactMap { $0 }
  }

  private var droppedLane: Lane? {
    guard tracks.contains(where: { !$0.drops.isEmpty }) else { return nil }
    let marks = tracks.flatMap(\.drops).map { drop in
      var mark = Lane.Mark(time: drop.fix.time, kind: .failed, text: sentence(drop))
      if let (measured, limit) = accuracies(drop) {
        (mark.measured, mark.limit, mark.unit) = (measured, limit, "m")
        (mark.parameter, mark.origin) = ("accuracy", "the filter of accuracy")
      }
      return mark
    }
    return Lane(title: "dropped", group: "location", marks: marks)
  }

  private func lane(
    _ title: String, _ unit: String, _ value: (PlottedTrack.Fix) -> Double?
  ) -> Lane? {
    var lane = Lane(title: title, unit: unit, group: "location", height: 3.5)
    lane.series = tracks.compactMap { track in
      let points = track.drawn.compactMap { fix in
        value(fix).flatMap { $0.isFinite ? (fix.time, $0) : nil }
      }
      if points.isEmpty { return nil }
      return Lane.Series(
        name: track.name, color: color(track), times: points.map(\.0), values: points.map(\.1))
    }
    let values = lane.series.flatMap(\.values)
    guard let low = values.min(), var high = values.max() else { return nil }
    if let limit = title == "speed" ? limits.speed : title == "accuracy" ? limits.accuracy : nil {
      lane.limits = [
        Lane.Limit(
          value: limit, time: range, text: "at most \(limit.text(decimals: 0...1)) \(unit)",
          parameter: title, origin: "the filter of \(title)")
      ]
      // A limit far beyond the values would flatten the line.
      if limit < 3 * high { high = max(high, limit) }
    }
    let room = max((high - low) * 0.05, 0.5)
    lane.range = title == "altitude" ? (low - room)...(high + room) : 0...(high + room)
    return lane
  }

  // MARK: Events

  private var events: [Plot.Event] {
    var events: [Plot.Event] = []
    for track in tracks {
      let name = tracks.count > 1 ? shortName(track) + ": " : ""
      let drawn = track.drawn
      events += drawn.prefix(1).map { Plot.Event(time: $0.time, kind: .note, text: "\(name)start") }
      events += track.drops.map {
        Plot.Event(time: $0.fix.time, kind: .failed, text: name + sentence($0), lane: 0)
      }
      events += drawn.suffix(1).map { Plot.Event(time: $0.time, kind: .note, text: "\(name)end") }
    }
    return events.inOrderOfTime
  }
}
