import Checking
import Lab
import Pictures
import SensorPlayback

extension Plot {
  /// Plots the F1 of the values of each parameter of a search, with the best and equal ones.
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
        ("best", text(curve.best, parameter.unit)),
        ("F1 before", ScoreNumber.share(tuning.before.f1)),
        ("F1 of the best", ScoreNumber.share(tuning.best.f1)),
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

  private static func choice(_ curve: ProfileTuning.Curve) -> Lane {
    Lane(
      title: "as good", group: "result",
      bands: [
        Lane.Band(
          time: curve.flat, kind: .possible,
          detail: "an F1 at most \(ProfileTuning.tolerance.shortestText) below that of the best")
      ],
      marks: [
        Lane.Mark(
          time: curve.best, kind: .recognized,
          text: "the best value: \(text(curve.best, curve.parameter.unit))")
      ])
  }

  private static func score(_ curve: ProfileTuning.Curve, _ range: ClosedRange<Double>) -> Lane {
    let steps = curve.steps.filter { $0.counts.f1 != nil }
    let line = Lane.Series(
      name: "F1", color: 0, times: steps.map(\.value), values: steps.compactMap(\.counts.f1))
    var lane = Lane(title: "F1", group: "result", height: 8, series: [line])
    lane.addConfidence(steps.compactMap { step in step.interval.map { (step.value, $0) } })
    let all = lane.series.flatMap(\.values)
    let room = max(0.005, ((all.max() ?? 1) - (all.min() ?? 0)) * 0.08)
    lane.range = max(0, (all.min() ?? 0) - room)...min(1.02, (all.max() ?? 1) + room)
    return lane
  }

  /// Plots the share of surviving draws by the amount of each perturbation, a plot for each unit.
  static func stress(_ subject: StressTest.Subject, of path: String) -> [Plot] {
    var units: [String] = []
    let curves = subject.curves.filter { !$0.points.isEmpty && $0.grade != .missingResolution }
    for curve in curves where !units.contains(curve.grade.unit) { units.append(curve.grade.unit) }
    return units.map { unit in
      plot(
        of: curves.filter { $0.grade.unit == unit }, unit,
        title: "\(Plot.title(of: path)): \(subject.title)")
    }
  }

  private static func plot(of curves: [StressCurve], _ unit: String, title: String) -> Plot {
    var plot = Plot(title: title)
    plot.axis = Axis(title: "amount", unit: unit)
    let amounts = curves.flatMap(\.points).map(\.amount)
    let low = amounts.min() ?? 0
    plot.range = (unit == "Hz" || unit == "x" ? low : 0)...max(low, amounts.max() ?? 0)
    plot.facts = curves.map { curve in
      ("margin of \(curve.grade.name)", curve.margin.map { text($0, unit) } ?? "none shown")
    }
    if curves.contains(where: \.grade.isRandom) {
      plot.facts.append(("outer lines", "the interval of the share, 95 % confidence"))
    }
    plot.lanes = curves.map { lane(of: $0, plot.range) }
    plot.events = curves.enumerated().flatMap { index, curve in losses(of: curve, lane: index) }
      .sorted { $0.time < $1.time }
    return plot
  }

  /// The fate of the gesture in the first lost draw of each amount.
  private static func losses(of curve: StressCurve, lane: Int) -> [Event] {
    curve.points.filter { $0.firstLoss != nil }.map { point in
      let amount = curve.grade.text(point.amount)
      return Event(
        time: point.amount, kind: .failed,
        text: "\(curve.grade.name) \(amount): \(point.lossText)", lane: lane)
    }
  }

  private static func lane(of curve: StressCurve, _ range: ClosedRange<Double>) -> Lane {
    let points = curve.points.sorted { $0.amount < $1.amount }
    let shares = points.map {
      100 * Double($0.survival.successes) / Double(max(1, $0.survival.trials))
    }
    let limit = Lane.Limit(
      value: 100 * StressDraws.share, time: range,
      text: "\((100 * StressDraws.share).text(decimals: 0)) %",
      origin: "the share of draws that has to survive")
    var lane = Lane(
      title: curve.grade.name, unit: "%", group: "result", height: 5, range: 0...104,
      series: [.init(name: "survive", color: 0, times: points.map(\.amount), values: shares)],
      limits: [limit])
    // The interval is that of a share, with many draws.
    if curve.grade.isRandom {
      lane.addConfidence(
        points.map { point in
          let interval = point.survival.interval
          return (point.amount, 100 * interval.lowerBound...100 * interval.upperBound)
        })
    }
    return lane
  }

  /// Plots the found shakes against the false ones, with the default and the best sensitivity.
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
    let line = Lane.Series(
      name: "a point for each sensitivity", color: 0,
      times: points.map { Double($0.counts.falseShakes) },
      values: points.map { Double($0.counts.found) })
    let marks = points.map { point in
      Lane.Mark(
        time: Double(point.counts.falseShakes), kind: point == tuning.best ? .recognized : .note,
        text: text(point))
    }
    plot.lanes = [
      Lane(title: "sensitivity", group: "result", marks: marks),
      Lane(
        title: "found", group: "result", height: 8, range: 0...Double(max(1, labels)) * 1.05,
        series: [line],
        limits: [.init(value: Double(labels), time: plot.range, text: "all \(labels) labels")]),
    ]
    return plot
  }

  /// A point as in `0.8: 76 found, 4 false`.
  private static func text(_ point: ShakeTuning.Point) -> String {
    "\(point.sensitivity.shortestText): \(point.counts.found) found, "
      + "\(point.counts.falseShakes) false"
  }
}

extension Lane {
  fileprivate mutating func addConfidence(
    _ intervals: [(time: Double, interval: ClosedRange<Double>)]
  ) {
    if intervals.isEmpty { return }
    let times = intervals.map(\.time)
    let ends = [
      ("lower", intervals.map(\.interval.lowerBound)),
      ("upper", intervals.map(\.interval.upperBound)),
    ]
    for (end, values) in ends {
      series.append(Series(name: "95 % confidence, \(end)", color: 6, times: times, values: values))
    }
  }
}
