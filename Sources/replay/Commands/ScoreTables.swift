import Checking
import Lab

/// The tables of `replay score`, at most 80 columns wide except for long names of devices.
extension Console {
  /// - Parameter errors: The number of recordings with errors to list.
  func print(_ report: ScoreReport, errors: Int) {
    printClasses(report)
    print("")
    printSentences(report)
    print("")
    printHeading("expected gestures (rows) and reported ones (columns)")
    printConfusion(report.totals)
    if let grouped = report.grouped { print(grouped, mean: report.intervals.mean) }
    print(report.mistakes, errors)
  }

  private func print(_ mistakes: [ScoredRecording], _ errors: Int) {
    if mistakes.isEmpty || errors == 0 { return }
    let shown = mistakes.prefix(errors)
    print("")
    printHeading("recordings with errors (\(shown.count) of \(mistakes.count))")
    // The rest of a line is the path's.
    let limit = max(20, Table.limit(on: output) - 44)
    let rows = shown.flatMap { mistake in
      let lines = mistake.score.mistakes(most: 6).joined(separator: "; ").printable
        .wrapped(toColumns: limit)
      return lines.enumerated().map { [$1, $0 == 0 ? mistake.label.file : ""] }
    }
    printTable([.left("ERRORS"), .path("RECORDING")], rows)
  }

  /// Prints each class on two lines: counts and shares, and the intervals of the shares.
  private func printClasses(_ report: ScoreReport) {
    let totals = report.totals
    let classes = totals.names.map {
      ($0, totals.classes[$0] ?? ScoreCounts(), report.intervals.classes[$0])
    }
    let counts = ["LABELS", "FOUND", "FALSE", "MISSED"].map { Table.Column.right($0) }
    let shares = ["PRECISION", "RECALL", "F1"].map { Table.Column.right($0, 11) }
    printTable(
      [.left("CLASS")] + counts + shares,
      (classes + [("all", totals.total, report.intervals.total)]).flatMap { name, counts, f1 in
        let numbers = [counts.expected, counts.hits, counts.falseReports, counts.missed]
        let shares = [counts.precision, counts.recall, counts.f1].map(ScoreNumber.share)
        let row = [name] + numbers.map(String.init) + shares
        if counts.f1 == nil { return [row] }
        return [row, ["", "", "", "", ""] + intervals(counts, f1: f1)]
      })
  }

  /// The intervals of precision, recall and F1; empty for undefined shares.
  private func intervals(_ counts: ScoreCounts, f1: ClosedRange<Double>?) -> [String] {
    [counts.precisionProportion, counts.recallProportion].map {
      $0.trials > 0 ? ScoreNumber.interval($0.interval) : ""
    } + [ScoreNumber.interval(f1)]
  }

  private func printSentences(_ report: ScoreReport) {
    let totals = report.totals
    var lines = [
      "below each share: its interval with 95 % confidence "
        + "(F1: \(report.intervals.phrase) drawn with replacement)"
    ]
    if totals.empty > 0 {
      lines.append("recordings without gestures that have no reports: \(totals.cleanProportion)")
    }
    lines.append("recordings without errors: \(totals.exactProportion)")
    if report.isStrict {
      lines.append("movements whose duration does not tell a swipe from a pan: \(report.either)")
    }
    printSentences(lines)
  }

  private func print(_ grouped: GroupedScore, mean: ClosedRange<Double>?) {
    let word = grouped.grouping.rawValue
    print("")
    printHeading("each \(word) by itself")
    let titles = ["FILES", "LABELS", "FALSE", "MISSED", "F1", "95 %"]
    var rows = grouped.groups.map { group in
      let counts = group.totals.total
      let numbers = [group.totals.files, counts.expected, counts.falseReports, counts.missed]
      return numbers.map(String.init)
        + [ScoreNumber.share(counts.f1), ScoreNumber.interval(counts.f1Interval)]
        + [group.name ?? "(not named)"]
    }
    rows.append(
      ["", "", "", "", ScoreNumber.share(grouped.mean), ScoreNumber.interval(mean), "mean"])
    // The name of a folder is a path.
    printTable(titles.map { .right($0) } + [.path(word.uppercased())], rows)
    if let worst = grouped.worst {
      print(
        "lowest F1: \((worst.name ?? "(not named)").printable), "
          + ScoreNumber.share(worst.totals.total.f1))
    }
  }

  /// Prints the confusions, without columns and rows without a count.
  private func printConfusion(_ totals: ScoreTotals) {
    let columns = totals.names + [ScoreTotals.other, ScoreTotals.nothing]
    let rows = (totals.names + [ScoreTotals.nothing]).filter { row in
      columns.contains { totals.confusion(row, $0) > 0 }
    }
    let shown = columns.filter { column in rows.contains { totals.confusion($0, column) > 0 } }
    printTable(
      [.left("", 9)] + shown.map { .right($0, 5) },
      rows.map { row in
        [row]
          + shown.map { column in
            let count = totals.confusion(row, column)
            return count > 0 ? String(count) : "."
          }
      })
  }

  func print(_ comparison: ScoreComparison) {
    print("")
    printHeading("\(comparison.name) against \(comparison.formerName), on the same recordings")
    let titles = ["LABELS", "GAINED", "LOST", "P", "F1", "AGAINST", "CHANGE", "95 %"]
    let rows = comparison.names.compactMap { name in comparison.classes[name].map { (name, $0) } }
    printTable(
      [.left("CLASS")] + titles.map { .right($0) },
      (rows + [("all", comparison.total)]).map { name, row in
        [
          name, String(row.counts.expected), String(row.pairs.gained), String(row.pairs.lost),
          probability(row.pairs.probability), ScoreNumber.share(row.counts.f1),
          ScoreNumber.share(row.former.f1), ScoreNumber.difference(row.difference),
          row.interval.map { interval in
            [interval.lowerBound, interval.upperBound].map(ScoreNumber.difference)
              .joined(separator: "..")
          } ?? "",
        ]
      })
    printSentences([comparison.sentence])
  }

  private func probability(_ value: Double) -> String {
    value < 0.001 ? "<0.001" : ScoreNumber.text(value, decimals: 3)
  }
}

extension RecordingScore {
  /// The errors in words, as in `missed swipe(2,left)@1.34`, with at most `most` of a kind.
  func mistakes(most: Int) -> [String] {
    let kinds = [("missed", missed.map(\.phrase)), ("false", falseReports.map(\.labelPhrase))]
    let lists = kinds.filter { !$0.1.isEmpty }.map { name, phrases in
      ([name] + phrases.prefix(most) + (phrases.count > most ? ["..."] : []))
        .joined(separator: " ")
    }
    return (lack.map { ["no touches: \($0)"] } ?? []) + lists
  }
}
