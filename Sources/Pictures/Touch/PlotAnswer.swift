import Checking
import Playback

// The answer to a question in the plot of touches: the verdict's sentences, the lane of the
// expected recognizer first, and each unmet limit, drawn at its position.

extension Plot.Answer {
  init(_ verdict: Verdict) {
    isRecognized = verdict.isRecognized
    sentences = verdict.sentences
    warnings = verdict.isRecognized ? [] : verdict.assumptions.map(\.sentence)
    time =
      verdict.isRecognized
      ? verdict.recognized.first { verdict.expected.matches($0.gesture) }?.time
      : verdict.unmet.lazy.compactMap(\.gaveUp).first
  }
}

extension TouchPlotBuilder {
  /// Adds the verdict to a plot of its device, if there is one.
  func addAnswer(to plot: inout Plot) {
    guard let verdict, verdict.device == data.track.name else { return }
    var answer = Plot.Answer(verdict)
    let title = verdict.expected.kind.rawValue
    var lane = Lane(title: title, group: "recognizer")
    if let index = plot.lanes.firstIndex(where: { $0.title == title && $0.group == lane.group }) {
      lane = plot.lanes.remove(at: index)
    }
    lane.isExpected = true
    let span = verdict.span ?? plot.range
    let failures = lane.marks.map(\.time).filter(span.contains)
    answer.time = answer.time ?? failures.last ?? verdict.span?.upperBound
    plot.answer = answer
    // Settings of other recognizers are no limits of this one.
    for condition in verdict.unmet where condition.cause != nil {
      add(condition, span, &lane, &plot)
    }
    plot.lanes.insert(lane, at: 0)
  }

  /// Replaces the measures at which the expected recognizer gave up by those of the whole movement.
  func restateFailure(in plot: inout Plot) {
    guard plot.lanes.first?.isExpected == true, let verdict else { return }
    func restated(_ text: String, _ condition: Verdict.Condition) -> String {
      "\(text.prefix { $0 != ":" }): \(condition.sentence)"
    }
    for (index, mark) in plot.lanes[0].marks.enumerated() {
      guard let condition = verdict.condition(gaveUpAt: mark.time) else { continue }
      plot.lanes[0].marks[index].text = restated(mark.text, condition)
      plot.lanes[0].marks[index].measured = condition.measured
      plot.lanes[0].marks[index].limit = condition.limit
      plot.lanes[0].marks[index].parameter = condition.parameter
    }
    for (index, event) in plot.events.enumerated() where event.lane == 0 {
      guard let condition = verdict.condition(gaveUpAt: event.time) else { continue }
      plot.events[index].text = restated(event.text, condition)
    }
  }

  private func add(
    _ condition: Verdict.Condition, _ span: ClosedRange<Double>, _ lane: inout Lane,
    _ plot: inout Plot
  ) {
    guard let parameter = condition.parameter, let measured = condition.measured,
      let limit = condition.limit, measured.isFinite, limit.isFinite
    else { return }
    let name = parameter.split(separator: ".").last.map(String.init) ?? parameter
    switch condition.unit {
    case "s":
      addBrackets(parameter, name, measured, limit, span, &lane)
      let ends = lane.bands.map(\.time.upperBound)
      let length = plot.range.upperBound - plot.range.lowerBound
      let end = min((ends.max() ?? 0) + length / 50, plot.range.upperBound + length)
      plot.range = plot.range.lowerBound...max(plot.range.upperBound, end)
    case "mm" where Self.lengthsOfPaths.contains(name) && !Self.hasOtherLengths(parameter):
      addLines(parameter, measured, limit, span, &plot)
    default:
      let paths = data.trails.filter { $0.times.first.map(span.contains) ?? false }.map(\.points)
      guard let stage = plot.stage,
        let corners = LimitRegion(parameter: parameter, limit, paths, stage)?.corners
      else { return }
      func inHundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
      plot.stage?.regions.append(
        PlotArea.Region(
          x: corners.map { inHundredths($0.x) }, y: corners.map { inHundredths($0.y) },
          text: "\(parameter) \(limit.text(decimals: 0...2))"))
    }
  }

  /// The lengths that are distances from the touch down.
  private static let lengthsOfPaths = [
    "slop", "initialSlop", "minimumLength", "allowableMovement", "minimumDelta",
  ]

  /// Whether the lengths of a recognizer are not distances from the touch down.
  static func hasOtherLengths(_ parameter: String) -> Bool {
    ["checkmark.", "pinch.", "rotation."].contains { parameter.hasPrefix($0) }
  }

  // MARK: Durations

  private func addBrackets(
    _ parameter: String, _ name: String, _ measured: Double, _ limit: Double,
    _ span: ClosedRange<Double>, _ lane: inout Lane
  ) {
    let start = start(of: name, measured, span)
    let isMost = measured > limit
    let decimals = Double.decimals(distinguishing: measured, from: limit, atLeast: 3)
    func add(_ kind: Lane.Band.Kind, _ length: Double, _ text: String) {
      lane.bands.append(
        Lane.Band(
          time: start...(start + max(0, length)), kind: kind, text: text,
          detail: "\(text) (\(origin(parameter)))"))
      lane.height += 0.9
    }
    add(.limit, limit, "\(isMost ? "at most" : "at least") \(limit.text(decimals: decimals)) s")
    add(.measured, measured, "\(measured.text(decimals: decimals)) s")
  }

  /// The start of a measured duration: of a pause at a touch up, of the first moments at the first
  /// touch down, of others so that they end with the movement.
  private func start(of name: String, _ measured: Double, _ span: ClosedRange<Double>) -> Double {
    switch name {
    case "maximumStagger", "initialDuration", "maximumTapDuration", "decisionDelay":
      return span.lowerBound
    case "interval", "minimumInterval", "strokeInterval":
      let trails = data.trails.filter { span.contains($0.times.first ?? .nan) }
      let ups = trails.compactMap(\.times.last).sorted()
      let downs = trails.compactMap(\.times.first).sorted()
      let pauses = ups.compactMap { up in downs.first { $0 > up }.map { (up, $0 - up) } }
      let nearest = pauses.min { abs($0.1 - measured) < abs($1.1 - measured) }
      return nearest?.0 ?? span.lowerBound
    default: return max(span.lowerBound, span.upperBound - measured)
    }
  }

  // MARK: Lengths

  private func addLines(
    _ parameter: String, _ measured: Double, _ limit: Double, _ span: ClosedRange<Double>,
    _ plot: inout Plot
  ) {
    guard let index = plot.lanes.firstIndex(where: { $0.title == "displacement" }) else { return }
    let word = measured > limit ? "at most" : "at least"
    let decimals = Double.decimals(distinguishing: measured, from: limit, atLeast: 1)
    let text = "\(word) \(limit.text(decimals: decimals)) mm: \(parameter)"
    var line = Lane.Limit(
      value: measured, time: span, text: "\(measured.text(decimals: decimals)) mm measured")
    line.isMeasured = true
    plot.lanes[index].limits.removeAll { $0.parameter == parameter }
    plot.lanes[index].limits.append(
      Lane.Limit(
        value: limit, time: span, text: text, parameter: parameter, origin: origin(parameter)))
    // Two limits may have the same measure.
    if !plot.lanes[index].limits.contains(line) { plot.lanes[index].limits.append(line) }
    let highest = max(plot.lanes[index].range?.upperBound ?? 0, limit, measured)
    plot.lanes[index].range = 0...Ticks.end(above: highest)
  }
}
