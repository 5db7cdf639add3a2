import Lab
import Pictures

extension Plot {
  static let maximumMistakes = 50

  /// Plots the recordings with mistakes of a score: each the part around its mistakes, with the
  /// missed gestures and the false reports. A closure gets the errors of those that it leaves out.
  static func mistakes(
    _ report: ScoreReport, in folder: LabelledFolder, options: ReplayOptions,
    onFailure: (FileError) -> Void = { _ in }
  ) -> [Plot] {
    var plots: [Plot] = []
    let mistakes = report.mistakes
    var budget = TouchBudget(recordings: min(mistakes.count, maximumMistakes))
    for mistake in mistakes.prefix(maximumMistakes) {
      do throws(FileError) {
        plots += try plot(mistake.label, mistake.score, folder, options, within: &budget)
      } catch {
        onFailure(error)
      }
    }
    let others = mistakes.count - maximumMistakes
    if others > 0, !plots.isEmpty {
      plots[0].notes.insert(
        "the first \(maximumMistakes) of \(mistakes.count) recordings with mistakes", at: 0)
    }
    if plots.isEmpty {
      var none = Plot(title: Plot.title(of: report.labels))
      none.facts = [("recordings", "\(report.totals.files)"), ("mistakes", "none")]
      plots = [none]
    }
    return plots
  }

  private static func plot(
    _ label: ScoreLabel, _ score: RecordingScore, _ folder: LabelledFolder,
    _ options: ReplayOptions, within budget: inout TouchBudget
  ) throws(FileError) -> [Plot] {
    var options = try folder.options(label, options)
    let part = part(score)
    options.cut.from = max(options.cut.from ?? 0, part.lowerBound)
    options.cut.to = min(options.cut.to ?? .infinity, part.upperBound)
    let recording = try Recording(path: folder.path(label), options: options, keepsEvents: false)
    return try touches(of: recording, options: options, within: &budget).map { plot in
      var plot = plot
      plot.title = label.file
      plot.notes = score.mistakes(most: 12) + plot.notes
      let place = plot.lanes.firstIndex { $0.title == "gestures" } ?? plot.lanes.count
      plot.lanes.insert(lane(label, score), at: place)
      for index in plot.events.indices {
        guard let lane = plot.events[index].lane, lane >= place else { continue }
        plot.events[index].lane = lane + 1
      }
      return plot
    }
  }

  /// The seconds that are drawn before and after mistakes.
  private static let room = 0.5

  /// The range from before the first mistake to after the last.
  private static func part(_ score: RecordingScore) -> ClosedRange<Double> {
    let starts = score.missed.map(\.start) + score.falseReports.map { min($0.start, $0.time) }
    let ends = score.missed.map(\.end) + score.falseReports.map { max($0.start, $0.time) }
    let first = max(0, (starts.min() ?? 0) - room)
    return first...max(first, (ends.max() ?? 0) + room)
  }

  private static func lane(_ label: ScoreLabel, _ score: RecordingScore) -> Lane {
    let bands = label.gestures.map { gesture in
      let isMissed = score.missed.contains {
        $0.start == gesture.start && $0.kinds == gesture.kinds
      }
      return Lane.Band(
        time: gesture.start...max(gesture.start, gesture.end),
        kind: isMissed ? .cancelled : .possible, text: gesture.phrase,
        detail: "\(isMissed ? "missed" : "found"): \(gesture.phrase)")
    }
    return Lane(title: "expected", group: "gesture", bands: bands)
  }
}
