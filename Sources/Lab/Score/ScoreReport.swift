import Playback
public import Recordings

/// The score of a labelled folder: the totals, and what went wrong in each recording.
public struct ScoreReport: Sendable {
  /// A recording with errors.
  public struct Mistake: Sendable {
    public var file: String
    /// As in `swipe(2,left)@1.34`.
    public var missed: [String]
    public var falseReports: [String]
  }

  public let labels: String
  public private(set) var totals = ScoreTotals()
  public private(set) var mistakes: [Mistake] = []
  /// Recordings that could not be read.
  public private(set) var failures: [RecordingError] = []
  /// Labels whose recording is not there.
  public let missing: Int

  /// Replays all recordings; the result does not depend on the number of threads.
  public init(
    _ folder: LabelledFolder, options: ReplayOptions = ReplayOptions(),
    jobs: Int = ParallelWork.usualJobs
  ) {
    labels = folder.path
    missing = folder.missing.count
    var results: [Result<RecordingScore, RecordingError>] = []
    ParallelWork.run(folder.labels.count, jobs: jobs) { index in
      Result { () throws(RecordingError) in try folder.score(folder.labels[index], options) }
    } consume: { _, result in
      results.append(result)
    }
    for (label, result) in zip(folder.labels, results) {
      switch result {
      case .failure(let error): failures.append(error)
      case .success(let score): add(score, of: label.file)
      }
    }
  }

  private mutating func add(_ score: RecordingScore, of file: String) {
    totals.add(score)
    if score.missed.isEmpty, score.falseReports.isEmpty { return }
    mistakes.append(
      Mistake(
        file: file, missed: score.missed.map(\.phrase),
        falseReports: score.falseReports.map(\.phrase)))
  }
}

// MARK: - JSON

extension ScoreReport {
  /// The report as one line of JSON, without the newline.
  public var json: String {
    var line = JSONLine()
    line.add("v", 1)
    line.add("labels", labels)
    line.add("files", totals.files)
    line.add("missing", missing)
    line.add("exact", totals.exact)
    line.add("none", json: "{\"files\":\(totals.empty),\"clean\":\(totals.clean)}")
    line.add("micro", json: ScoreReport.shares(totals.total))
    line.add("total", json: ScoreReport.counts(totals.total))
    let classes = totals.names.compactMap { name in
      totals.classes[name].map { "\(JSONLine.quoted(name)):\(ScoreReport.both($0))" }
    }
    line.add("classes", json: "{\(classes.joined(separator: ","))}")
    line.add("confusion", json: confusion)
    line.add("mistakes", json: "[\(mistakes.map(ScoreReport.json).joined(separator: ","))]")
    return line.object
  }

  private var confusion: String {
    let rows = (totals.names + [ScoreTotals.nothing]).compactMap { row -> String? in
      let cells = (totals.names + [ScoreTotals.other, ScoreTotals.nothing]).compactMap { column in
        let count = totals.confusion(row, column)
        return count > 0 ? "\(JSONLine.quoted(column)):\(count)" : nil
      }
      return cells.isEmpty ? nil : "\(JSONLine.quoted(row)):{\(cells.joined(separator: ","))}"
    }
    return "{\(rows.joined(separator: ","))}"
  }

  private static func json(_ mistake: Mistake) -> String {
    var line = JSONLine()
    line.add("file", mistake.file)
    line.add("missed", json: list(mistake.missed))
    line.add("false", json: list(mistake.falseReports))
    return line.object
  }

  private static func list(_ texts: [String]) -> String {
    "[\(texts.map(JSONLine.quoted).joined(separator: ","))]"
  }

  /// All digits, as other scorers print them.
  private static func shares(_ counts: ScoreCounts) -> String { "{\(shareMembers(counts))}" }

  private static func shareMembers(_ counts: ScoreCounts) -> String {
    [("precision", counts.precision), ("recall", counts.recall), ("f1", counts.f1)]
      .map { "\"\($0.0)\":\($0.1.map { "\($0)" } ?? "null")" }.joined(separator: ",")
  }

  private static func countMembers(_ counts: ScoreCounts) -> String {
    "\"tp\":\(counts.hits),\"fp\":\(counts.falseReports),\"fn\":\(counts.missed)"
  }

  private static func counts(_ counts: ScoreCounts) -> String { "{\(countMembers(counts))}" }

  private static func both(_ counts: ScoreCounts) -> String {
    "{\(countMembers(counts)),\(shareMembers(counts))}"
  }
}

// MARK: - Text

extension ScoreReport {
  /// The table of classes, its header first.
  public var table: [String] {
    let header = row(
      "class", "expected", "found", "false", "missed", "precision", "recall", "F1")
    let rows = totals.names.map { ($0, totals.classes[$0] ?? ScoreCounts()) }
    return [header]
      + (rows + [("all", totals.total)]).map { name, counts in
        row(
          name, String(counts.expected), String(counts.hits), String(counts.falseReports),
          String(counts.missed), ScoreNumber.share(counts.precision),
          ScoreNumber.share(counts.recall), ScoreNumber.share(counts.f1))
      }
  }

  private func row(_ name: String, _ cells: String...) -> String {
    name.padded(toColumns: 9) + cells.map { $0.rightAligned(toColumns: 10) }.joined()
  }

  /// The confusion matrix, its header first; columns and rows without a count are left out.
  public var matrix: [String] {
    let rows = (totals.names + [ScoreTotals.nothing]).filter { row in
      columns.contains { totals.confusion(row, $0) > 0 }
    }
    let shown = columns.filter { column in rows.contains { totals.confusion($0, column) > 0 } }
    func line(_ name: String, _ cells: [String]) -> String {
      name.padded(toColumns: 9)
        + zip(shown, cells).map { $1.rightAligned(toColumns: max(7, $0.columns + 2)) }.joined()
    }
    return [line("", shown)]
      + rows.map { row in
        line(
          row,
          shown.map {
            let count = totals.confusion(row, $0)
            return count > 0 ? String(count) : "."
          })
      }
  }

  private var columns: [String] { totals.names + [ScoreTotals.other, ScoreTotals.nothing] }
}
