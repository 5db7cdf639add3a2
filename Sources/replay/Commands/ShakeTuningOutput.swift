import Files
import Lab
import Pictures
import Playback
import SensorPlayback
import Timeline

extension ShakeCommand {
  /// Prints or draws the agreement of a table's shakes with labels at several sensitivities.
  func compareSensitivities(
    _ labels: [ClosedRange<Timestamp>], _ search: ShakeSearch, _ walk: RecordingWalk,
    _ console: Console
  ) throws(FileError) {
    var plots: [Plot] = []
    walk.visit(passes: 1) { file, _ throws(FileError) in
      let tuning = try ShakeTuning(file.source, search: search, labels: labels)
      note(tuning.summary, file.path, console)
      if tuning.summary.samples == 0 { return }
      if results.drawing != nil {
        plots.append(.sensitivities(tuning, of: file.path))
      } else {
        print(tuning, console)
      }
    }
    let inputs = walk.files.map(\.path) + [self.labels].compactMap(\.self)
    if !plots.isEmpty { try results.draw(plots, madeOf: inputs, console) }
  }

  private func print(_ tuning: ShakeTuning, _ console: Console) {
    console.printTable(
      [
        .right("SENSITIVITY"), .right("FOUND", 5), .right("MISSED", 6), .right("FALSE", 5),
        .right("F1"), .right("95 %", 11), .left(""),
      ],
      tuning.points.map { ShakeCommand.row($0, isBest: $0 == tuning.best) })
    guard let leftOut = tuning.leftOut?.scoreCounts else { return }
    console.print("")
    console.print(
      "left out: F1 \(ScoreNumber.share(leftOut.f1)) "
        + "(\(ScoreNumber.interval(leftOut.f1Interval))), each fifth of the labels with the best "
        + "sensitivity of the others")
  }

  private static func row(_ point: ShakeTuning.Point, isBest: Bool) -> [String] {
    let counts = point.counts.scoreCounts
    let remarks = [isBest ? "best" : "", point.sensitivity == 1 ? "default" : ""]
    return [
      point.sensitivity.text(decimals: 2), "\(point.counts.found)", "\(point.counts.missed)",
      "\(point.counts.falseShakes)", ScoreNumber.share(counts.f1),
      ScoreNumber.interval(counts.f1Interval),
      remarks.filter { !$0.isEmpty }.joined(separator: ", "),
    ]
  }
}

extension ShakeTuning.Counts {
  /// The counts in the form of a score, which has intervals.
  fileprivate var scoreCounts: ScoreCounts {
    var counts = ScoreCounts()
    counts.hits = found
    counts.missed = missed
    counts.falseReports = falseShakes
    return counts
  }
}
