import Gestures
import Lab
import Pictures
import Timeline

extension Plot {
  /// Plots a search: for each parameter the F1 of its values on left-out recordings, with the best
  /// value and those of equal quality.
  static func tuning(_ tuning: ProfileTuning) -> [Plot] {
    tuning.curves.map { curve in
      let parameter = curve.parameter
      var plot = Plot(title: "\(Plot.title(of: tuning.labels)): \(parameter.key)")
      plot.axis = Axis(title: "value", unit: parameter.unit)
      let values = curve.steps.map(\.value)
      let low = values.min() ?? curve.best
      plot.range = low...max(low, values.max() ?? low)
      plot.facts = [
        ("recordings", "\(tuning.files)"), ("profiles", "\(tuning.points)"),
        ("best", text(curve.best, parameter.unit)), ("F1 before", share(tuning.before)),
        ("F1 of the best", share(tuning.best)),
      ]
      if !curve.makesDifference { plot.notes.append("no value makes a difference") }
      if curve.isOpen, curve.makesDifference {
        plot.notes.append("values as good reach an end of the range: the best may lie beyond")
      }
      if curve.steps.contains(where: { $0.interval != nil }) {
        plot.facts.append(("outer lines", "95 % confidence"))
      }
      plot.lanes = (curve.makesDifference ? [choice(curve)] : []) + [score(curve, plot.range)]
      return plot
    }
  }

  private static func text(_ value: Double, _ unit: String) -> String {
    value.shortestText + (unit.isEmpty ? "" : " \(unit)")
  }

  private static func share(_ counts: ScoreCounts) -> String { ScoreNumber.share(counts.f1) }

  private static func choice(_ curve: ProfileTuning.Curve) -> Lane {
    var lane = Lane(title: "as good", group: "result")
    lane.bands = [
      Lane.Band(
        time: curve.flat, kind: .possible,
        detail: "an F1 at most \(ProfileTuning.tolerance.shortestText) below that of the best")
    ]
    lane.marks = [
      Lane.Mark(
        time: curve.best, kind: .recognized,
        text: "the best value: \(text(curve.best, curve.parameter.unit))")
    ]
    return lane
  }

  private static func score(_ curve: ProfileTuning.Curve, _ range: ClosedRange<Double>) -> Lane {
    var lane = Lane(title: "F1", group: "result", height: 8)
    let steps = curve.steps.filter { $0.counts.f1 != nil }
    lane.series = [
      Lane.Series(
        name: "F1", color: 0, times: steps.map(\.value), values: steps.compactMap(\.counts.f1))
    ]
    let known = steps.filter { $0.interval != nil }
    if !known.isEmpty {
      lane.addConfidence(
        known.map(\.value), lower: known.compactMap(\.interval?.lowerBound),
        upper: known.compactMap(\.interval?.upperBound))
    }
    let all = lane.series.flatMap(\.values)
    let room = max(0.005, ((all.max() ?? 1) - (all.min() ?? 0)) * 0.08)
    lane.range = max(0, (all.min() ?? 0) - room)...min(1.02, (all.max() ?? 1) + room)
    return lane
  }
}
