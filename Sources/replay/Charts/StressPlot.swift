import Checking
import Lab
import Pictures
import Playback
import Timeline

extension Plot {
  /// Plots the survival of a gesture: for each perturbation the share of draws that survive, amount
  /// by amount.
  ///
  /// Amounts of different perturbations have different units: a plot has the perturbations of one
  /// unit, whose amounts are its axis.
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
      let margin = curve.margin.map { $0.shortestText + (unit.isEmpty ? "" : " \(unit)") }
      return ("margin of \(curve.grade.name)", margin ?? "none shown")
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
    curve.points.compactMap { point in
      guard let loss = point.firstLoss else { return nil }
      let seed = loss.seed.map { "seed \($0): " } ?? ""
      return Event(
        time: point.amount, kind: .failed,
        text: "\(curve.grade.name) \(point.amount.shortestText) \(curve.grade.unit): "
          + "\(seed)\(loss.loss.sentence)", lane: lane)
    }
  }

  private static func lane(of curve: StressCurve, _ range: ClosedRange<Double>) -> Lane {
    var lane = Lane(
      title: curve.grade.name, unit: "%", group: "result", height: 5, range: 0...104)
    let points = curve.points.sorted { $0.amount < $1.amount }
    let shares = points.map {
      100 * Double($0.survival.successes) / Double(max(1, $0.survival.trials))
    }
    lane.series = [
      Lane.Series(name: "survive", color: 0, times: points.map(\.amount), values: shares)
    ]
    // The interval is that of a share, with many draws.
    if curve.grade.isRandom {
      let intervals = points.map(\.survival.interval)
      lane.addConfidence(
        points.map(\.amount), lower: intervals.map { 100 * $0.lowerBound },
        upper: intervals.map { 100 * $0.upperBound })
    }
    lane.limits = [
      Lane.Limit(
        value: 100 * StressDraws.share, time: range,
        text: "\((100 * StressDraws.share).text(decimals: 0)) %", parameter: nil,
        origin: "the share of draws that has to survive")
    ]
    return lane
  }
}

extension Lane {
  /// Adds the ends of intervals with 95 % confidence.
  mutating func addConfidence(_ times: [Double], lower: [Double], upper: [Double]) {
    for (end, values) in [("lower", lower), ("upper", upper)] {
      series.append(Series(name: "95 % confidence, \(end)", color: 6, times: times, values: values))
    }
  }
}
