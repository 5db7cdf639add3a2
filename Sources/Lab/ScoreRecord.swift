import Checking
public import Playback

extension ScoreReport {
  /// The report as one line of JSON, without the newline, with its comparisons if there are any.
  public func json(
    against comparison: ScoreComparison? = nil, since change: ScoreBaseline.Change? = nil
  ) -> String {
    var line = JSONLine()
    line.add("v", 2)
    line.add("labels", labels)
    line.add("strict", isStrict)
    line.add("either", either)
    line.add("fingerprint", fingerprint)
    line.add("files", totals.files)
    line.add("missing", missing)
    line.add("exact", totals.exact)
    line.add("exact_interval", json: totals.exactProportion.interval.json)
    line.add("none", none)
    line.add("micro", totals.total.shares(intervals.total))
    line.add("total", totals.total)
    var classes = JSONLine()
    for name in totals.names {
      guard let counts = totals.classes[name] else { continue }
      var row = JSONLine()
      counts.add(to: &row)
      counts.addShares(to: &row, intervals.classes[name])
      classes.add(name, row)
    }
    line.add("classes", classes)
    line.add("resampling", resampling)
    line.add("confusion", totals.confusionMatrix)
    line.add("groups", grouped.map(object))
    line.add("against", comparison)
    line.add("baseline", change)
    line.add("mistakes", mistakes.map(object))
    return line.object
  }

  private var none: JSONLine {
    var line = JSONLine()
    line.add("files", totals.empty)
    line.add("clean", totals.clean)
    if totals.empty > 0 { line.add("clean_interval", json: totals.cleanProportion.interval.json) }
    return line
  }

  private var resampling: JSONLine {
    var line = JSONLine()
    line.add("by", intervals.grouping?.rawValue)
    line.add("groups", intervals.groups)
    line.add("resamples", GroupBootstrap.resamples)
    return line
  }

  private func object(_ grouped: GroupedScore) -> JSONLine {
    var line = JSONLine()
    line.add("by", grouped.grouping.rawValue)
    if let mean = grouped.mean { line.add("mean_f1", json: "\(mean)") }
    if let mean = intervals.mean { line.add("mean_f1_interval", json: mean.json) }
    line.add("worst", grouped.worst?.name)
    line.add("list", grouped.groups)
    return line
  }

  private func object(_ mistake: ScoredRecording) -> JSONLine {
    var line = JSONLine()
    line.add("file", mistake.label.file)
    line.add("lack", mistake.score.lack?.description)
    line.add("missed", mistake.score.missed)
    let reports = mistake.score.falseReports.map { report in
      var line = JSONLine()
      report.add([.time, .start, .kind, .touches, .taps, .direction, .name], to: &line)
      return line
    }
    line.add("false", reports)
    return line
  }
}

extension GroupedScore.Group: JSONObject {
  public func add(to line: inout JSONLine) {
    line.add("name", name)
    line.add("files", totals.files)
    totals.total.add(to: &line)
    totals.total.addShares(to: &line, totals.total.f1Interval)
  }
}

extension ScoreTotals {
  /// The confusions by class, then by the reported class.
  var confusionMatrix: JSONLine {
    var rows = JSONLine()
    for expected in names + [ScoreTotals.nothing] {
      let reported = (names + [ScoreTotals.other, ScoreTotals.nothing])
        .filter { confusion(expected, $0) > 0 }
      if reported.isEmpty { continue }
      var row = JSONLine()
      for name in reported { row.add(name, confusion(expected, name)) }
      rows.add(expected, row)
    }
    return rows
  }
}

extension ScoreCounts: JSONObject {
  public func add(to line: inout JSONLine) {
    line.add("tp", hits)
    line.add("fp", falseReports)
    line.add("fn", missed)
  }

  /// Adds the shares with all digits, as other scorers print them; without undefined shares.
  func addShares(to line: inout JSONLine, _ f1Interval: ClosedRange<Double>?) {
    let shares: [(name: String, share: Double?, interval: ClosedRange<Double>?)] = [
      ("precision", precision, precisionProportion.interval),
      ("recall", recall, recallProportion.interval), ("f1", f1, f1Interval),
    ]
    for (name, share, interval) in shares {
      guard let share else { continue }
      line.add(name, json: "\(share)")
      if let interval { line.add("\(name)_interval", json: interval.json) }
    }
  }

  func shares(_ f1Interval: ClosedRange<Double>?) -> JSONLine {
    var line = JSONLine()
    addShares(to: &line, f1Interval)
    return line
  }
}
