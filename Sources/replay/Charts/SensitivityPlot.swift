import Lab
import Pictures
import SensorPlayback
import Timeline

extension Plot {
  /// Plots the shakes that were found against the false ones: a point for each sensitivity, with
  /// the default and the best one named.
  static func sensitivities(_ tuning: ShakeTuning, of path: String) -> Plot {
    let points = tuning.points.sorted {
      ($0.counts.falseShakes, $0.counts.found) < ($1.counts.falseShakes, $1.counts.found)
    }
    let labels = points.map { $0.counts.found + $0.counts.missed }.max() ?? 0
    var plot = Plot(title: "\(Plot.title(of: path)): sensitivity of shakes")
    plot.axis = Axis(title: "false shakes", unit: "")
    plot.range = 0...Double(max(1, points.last?.counts.falseShakes ?? 0))
    plot.facts = [("labels", "\(labels)"), ("best", text(tuning.best))]
    if let usual = points.first(where: { $0.sensitivity == 1 }) {
      plot.facts.append(("default", text(usual)))
    }
    var lane = Lane(
      title: "found", group: "result", height: 8, range: 0...Double(max(1, labels)) * 1.05)
    lane.series = [
      Lane.Series(
        name: "a point for each sensitivity", color: 0,
        times: points.map { Double($0.counts.falseShakes) },
        values: points.map { Double($0.counts.found) })
    ]
    lane.limits = [
      Lane.Limit(value: Double(labels), time: plot.range, text: "all \(labels) labels")
    ]
    plot.lanes = [choice(points, tuning.best), lane]
    return plot
  }

  /// A point as in `0.8: 76 found, 4 false`.
  private static func text(_ point: ShakeTuning.Point) -> String {
    "\(point.sensitivity.shortestText): \(point.counts.found) found, "
      + "\(point.counts.falseShakes) false"
  }

  private static func choice(_ points: [ShakeTuning.Point], _ best: ShakeTuning.Point) -> Lane {
    var lane = Lane(title: "sensitivity", group: "result")
    lane.marks = points.map { point in
      Lane.Mark(
        time: Double(point.counts.falseShakes), kind: point == best ? .recognized : .note,
        text: text(point))
    }
    return lane
  }
}
