import Checking
import Files
import Playback

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
    line.add("none", json: none)
    line.add("micro", json: "{\(totals.total.shareMembers(intervals.total))}")
    line.add("total", json: "{\(totals.total.countMembers)}")
    let classes = totals.names.compactMap { name in
      totals.classes[name].map { counts in
        "\(JSONLine.quoted(name)):{\(counts.members(intervals.classes[name]))}"
      }
    }
    line.add("classes", json: "{\(classes.joined(separator: ","))}")
    line.add("resampling", json: resampling)
    line.add("confusion", json: totals.confusionJSON)
    if let grouped { line.add("groups", json: json(grouped)) }
    if let comparison { line.add("against", json: comparison.json) }
    if let change { line.add("baseline", json: change.json) }
    line.add("mistakes", list: mistakes.map(ScoreReport.json))
    return line.object
  }

  private var none: String {
    var line = JSONLine()
    line.add("files", totals.empty)
    line.add("clean", totals.clean)
    if totals.empty > 0 { line.add("clean_interval", json: totals.cleanProportion.interval.json) }
    return line.object
  }

  private var resampling: String {
    var line = JSONLine()
    line.add("by", intervals.grouping?.rawValue)
    line.add("groups", intervals.groups)
    line.add("resamples", GroupBootstrap.resamples)
    return line.object
  }

  private func json(_ grouped: GroupedScore) -> String {
    var line = JSONLine()
    line.add("by", grouped.grouping.rawValue)
    if let mean = grouped.mean { line.add("mean_f1", json: "\(mean)") }
    if let mean = intervals.mean { line.add("mean_f1_interval", json: mean.json) }
    line.add("worst", grouped.worst?.name)
    let rows = grouped.groups.map { group in
      var row = JSONLine()
      row.add("name", group.name)
      row.add("files", group.totals.files)
      let total = group.totals.total
      return "\(row.object.dropLast()),\(total.members(total.f1Interval))}"
    }
    line.add("list", list: rows)
    return line.object
  }

  private static func json(_ mistake: Mistake) -> String {
    var line = JSONLine()
    line.add("file", mistake.file)
    line.add("missed", list: mistake.missed.map(\.json))
    line.add("false", list: mistake.falseReports.map(\.json))
    return line.object
  }
}

extension ScoreTotals {
  /// The counts of each class with counts, as members of an object of JSON.
  var classCounts: [String] {
    names.compactMap { name in
      classes[name].map { "\(JSONLine.quoted(name)):{\($0.countMembers)}" }
    }
  }

  /// The confusions as an object of JSON: by class, then by the reported class.
  var confusionJSON: String {
    let rows = (names + [ScoreTotals.nothing]).compactMap { row -> String? in
      let cells = (names + [ScoreTotals.other, ScoreTotals.nothing]).compactMap { column in
        let count = confusion(row, column)
        return count > 0 ? "\(JSONLine.quoted(column)):\(count)" : nil
      }
      return cells.isEmpty ? nil : "\(JSONLine.quoted(row)):{\(cells.joined(separator: ","))}"
    }
    return "{\(rows.joined(separator: ","))}"
  }
}

extension ScoreCounts {
  fileprivate func members(_ f1Interval: ClosedRange<Double>?) -> String {
    let members = [countMembers, shareMembers(f1Interval)]
    return members.filter { !$0.isEmpty }.joined(separator: ",")
  }

  fileprivate var countMembers: String { "\"tp\":\(hits),\"fp\":\(falseReports),\"fn\":\(missed)" }

  /// The shares with all digits, as other scorers print them; without undefined shares.
  func shareMembers(_ f1Interval: ClosedRange<Double>?) -> String {
    [
      ("precision", precision, precisionProportion.interval),
      ("recall", recall, recallProportion.interval), ("f1", f1, f1Interval),
    ].flatMap { (name: String, share: Double?, interval: ClosedRange<Double>?) -> [String] in
      guard let share else { return [] }
      return ["\"\(name)\":\(share)"] + (interval.map { ["\"\(name)_interval\":\($0.json)"] } ?? [])
    }.joined(separator: ",")
  }
}
