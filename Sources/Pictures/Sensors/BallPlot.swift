import Playback
import SensorPlayback

extension Plot {
  /// Plots the path of a ball on a screen, colored by time, with its end and its bounces.
  public static func ball(_ track: BallTrack, title: String) -> Plot {
    BallPlotBuilder(track, title: title).plot()
  }
}

private struct BallPlotBuilder {
  private let track: BallTrack
  private let title: String
  /// The drawn points, in order.
  private let shown: [BallTrack.Point]
  private let stride: Int
  private let duration: Double

  /// The most points, beyond which they are thinned: forty minutes at 60 Hz.
  private static let maximumPoints = 150_000
  /// The most bounces: a thousand marks on the edges of a screen overlap.
  private static let maximumBounces = 1000

  init(_ track: BallTrack, title: String) {
    self.track = track
    self.title = title
    let points = track.points
    let stride = (points.count + Self.maximumPoints - 1) / Self.maximumPoints
    self.stride = max(1, stride)
    shown = Swift.stride(from: 0, to: points.count, by: self.stride).map { points[$0] }
    duration = points.last?.time ?? 0
  }

  func plot() -> Plot {
    let (bounces, count) = bounces
    var plot = Plot(title: title)
    plot.range = 0...max(0, duration)
    plot.facts = [
      ("screen", "\(text(track.box.width)) x \(text(track.box.height)) px"),
      ("ball", "\(text(track.box.ballSize)) px"),
      ("duration", "\(duration.text(decimals: 0...2)) s"), ("bounces", "\(count)"),
    ]
    if stride > 1 { plot.notes.append("thinned: one of \(stride) steps is drawn") }
    if count > bounces.count {
      plot.notes.append("the first \(bounces.count) of \(count) bounces are drawn")
    }
    plot.stage = stage(bounces)
    plot.lanes = [
      lane("x", 0, track.box.width, \.x), lane("y", 1, track.box.height, \.y),
    ]
    plot.events = bounces.map { Plot.Event(time: $0.time, kind: .note, text: $0.text) }
    return plot
  }

  private func position(_ point: BallTrack.Point) -> Point { Point(x: point.x, y: point.y) }

  private func text(_ value: Double) -> String { value.text(decimals: 0...2) }

  private func stage(_ bounces: [PlotArea.Mark]) -> PlotArea {
    var stage = PlotArea(
      kind: .screen, unit: "px", width: track.box.width, height: track.box.height)
    var trail = Trail(name: "ball", color: 0)
    trail.times = shown.map(\.time)
    trail.points = shown.map(position)
    if duration > 0 {
      trail.values = shown.map { $0.time / duration }
      stage.legend = PlotArea.Legend(text: "time", unit: "s", low: 0, high: duration)
    }
    stage.trails = shown.isEmpty ? [] : [trail]
    stage.marks = bounces
    if let first = shown.first, let last = track.points.last {
      stage.marks += [(first, PlotArea.Mark.Kind.start), (last, .end)].map { point, kind in
        PlotArea.Mark(
          time: point.time, position: position(point), kind: kind, text: kind.rawValue, color: 7)
      }
      stage.circles = [
        PlotArea.Circle(
          time: last.time, position: position(last), radius: track.box.ballSize / 2, color: 7)
      ]
    }
    return stage
  }

  private func lane(
    _ title: String, _ color: Int, _ side: Double, _ value: (BallTrack.Point) -> Double
  ) -> Lane {
    let line = Lane.Series(
      name: title, color: color, times: shown.map(\.time), values: shown.map(value))
    return Lane(
      title: title, unit: "px", group: "ball", height: 3, range: 0...side,
      series: shown.isEmpty ? [] : [line])
  }

  // MARK: Bounces

  /// The positions where the ball turned back at an edge, between two steps, and their number.
  private var bounces: (marks: [PlotArea.Mark], count: Int) {
    let (points, radius) = (track.points, track.box.ballSize / 2)
    let edges: [(String, (BallTrack.Point) -> Double, Double, Bool)] = [
      ("left", \.x, radius, true), ("right", \.x, track.box.width - radius, true),
      ("upper", \.y, radius, false), ("lower", \.y, track.box.height - radius, false),
    ]
    var marks: [PlotArea.Mark] = []
    var count = 0
    for (before, (point, after)) in zip(points, zip(points.dropFirst(), points.dropFirst(2))) {
      for (name, value, edge, isVertical) in edges {
        guard isBounce(value(before), value(point), value(after), at: edge) else { continue }
        count += 1
        guard marks.count < Self.maximumBounces else { continue }
        marks.append(
          PlotArea.Mark(
            time: point.time,
            position: Point(x: isVertical ? edge : point.x, y: isVertical ? point.y : edge),
            kind: .bounce, text: "bounce at the \(name) edge at \(point.time.text(decimals: 3)) s",
            color: 7))
      }
    }
    return (marks, count)
  }

  /// Whether a coordinate turns back within a step of an edge.
  private func isBounce(_ before: Double, _ now: Double, _ after: Double, at edge: Double) -> Bool {
    let (toward, away) = (now - before, after - now)
    guard toward != 0, toward * away < 0, (edge - now) * toward >= 0 else { return false }
    return abs(edge - now) <= max(abs(toward), abs(away))
  }
}
