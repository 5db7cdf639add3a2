import Foundation
public import Playback
public import Recordings

/// The numbers of gestures found, reported wrongly and missed.
public struct ScoreCounts: Hashable, Sendable {
  public var hits = 0
  public var falseReports = 0
  public var missed = 0

  public init() {}

  public var expected: Int { hits + missed }
  /// The share of the reports that are right; nil without reports.
  public var precision: Double? { ratio(hits, hits + falseReports) }
  /// The share of the gestures that were found; nil without gestures.
  public var recall: Double? { ratio(hits, hits + missed) }
  /// The harmonic mean of both; nil where there is neither a gesture nor a report.
  public var f1: Double? { ratio(2 * hits, 2 * hits + falseReports + missed) }

  private func ratio(_ part: Int, _ whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }

  public static func += (left: inout ScoreCounts, right: ScoreCounts) {
    left.hits += right.hits
    left.falseReports += right.falseReports
    left.missed += right.missed
  }
}

/// The counts of a labelled folder, overall and for each class, with a confusion matrix.
public struct ScoreTotals: Sendable {
  /// By class; includes those of false reports, such as `edgePan`.
  public private(set) var classes: [String: ScoreCounts] = [:]
  /// The number of recordings without a gesture, and of those among them without a report.
  public private(set) var empty = 0
  public private(set) var clean = 0
  /// The number of recordings, and of those without any error.
  public private(set) var files = 0
  public private(set) var exact = 0
  private var confusions: [Confusion: Int] = [:]

  private struct Confusion: Hashable {
    var expected: String
    var reported: String
  }

  public init() {}

  /// The column of gestures without a report, and the row of reports without a gesture.
  public static let nothing = "nothing"
  /// The column of gestures whose report has the right class and a wrong direction or number of
  /// fingers or taps.
  public static let other = "otherwise"

  public var total: ScoreCounts { classes.values.reduce(into: ScoreCounts()) { $0 += $1 } }

  /// The classes in the order of tables: the usual ones, then others by name.
  public var names: [String] {
    ScoreClass.usual + classes.keys.filter { !ScoreClass.usual.contains($0) }.sorted()
  }

  /// How often a gesture of a class, or ``nothing``, was reported as one of a class, or not at all.
  ///
  /// A row's sum is the number of gestures of its class. A missed gesture is in the column of the
  /// false report that is nearest to it in time; each report serves one gesture.
  public func confusion(_ expected: String, _ reported: String) -> Int {
    confusions[Confusion(expected: expected, reported: reported)] ?? 0
  }

  /// Adds a recording.
  public mutating func add(_ score: RecordingScore) {
    files += 1
    let isEmpty = score.hits.isEmpty && score.missed.isEmpty
    if isEmpty { empty += 1 }
    if isEmpty, score.falseReports.isEmpty { clean += 1 }
    if score.missed.isEmpty, score.falseReports.isEmpty { exact += 1 }
    for hit in score.hits {
      classes[hit.expected.kind, default: ScoreCounts()].hits += 1
      count(hit.expected.kind, hit.expected.kind)
    }
    for report in score.falseReports {
      classes[report.kind, default: ScoreCounts()].falseReports += 1
    }
    for gesture in score.missed { classes[gesture.kind, default: ScoreCounts()].missed += 1 }
    addConfusions(score.missed, score.falseReports)
  }

  private mutating func addConfusions(
    _ missed: [ScoreLabel.Gesture], _ reports: [RecordingScore.Report]
  ) {
    // False reports keep the order of their times.
    let pairs = GestureMatcher.nearest(
      missed.count, reports.count, candidates: { missed[$0].reportsInTime(of: reports) },
      distance: { i, j in
        missed[i].isInTime(reports[j]) ? abs(reports[j].start - missed[i].start) : nil
      })
    let partners = Dictionary(uniqueKeysWithValues: pairs.map { ($0.expected, $0.actual) })
    for (index, gesture) in missed.enumerated() {
      let kind = partners[index].map { reports[$0].kind }
      count(gesture.kind, kind == gesture.kind ? ScoreTotals.other : kind ?? ScoreTotals.nothing)
    }
    let paired = Set(pairs.map(\.actual))
    for index in reports.indices where !paired.contains(index) {
      count(ScoreTotals.nothing, reports[index].kind)
    }
  }

  private mutating func count(_ expected: String, _ reported: String) {
    confusions[Confusion(expected: expected, reported: reported), default: 0] += 1
  }
}

/// The score of a labelled folder: the totals, and the errors of each recording.
public struct ScoreReport: Sendable {
  /// A recording with errors.
  public struct Mistake: Sendable {
    public var file: String
    public var missed: [ScoreLabel.Gesture]
    public var falseReports: [RecordingScore.Report]
  }

  /// The path of the labels.
  public let labels: String
  public private(set) var totals = ScoreTotals()
  public private(set) var mistakes: [Mistake] = []
  /// The score of each group; nil unless a grouping was given.
  public private(set) var grouped: GroupedScore?
  /// Why recordings could not be read.
  public private(set) var failures: [RecordingError] = []
  /// The number of labels whose recording is missing.
  public let missing: Int

  /// Replays all recordings; the result does not depend on the number of threads.
  public init(
    _ folder: LabelledFolder, options: ReplayOptions = ReplayOptions(),
    grouping: ScoreGrouping? = nil, jobs: Int = ParallelWork.usualJobs
  ) {
    labels = folder.path
    missing = folder.missing.count
    var results: [Result<RecordingScore, RecordingError>] = []
    ParallelWork.run(folder.labels.count, jobs: jobs) { index in
      Result { () throws(RecordingError) in try folder.score(folder.labels[index], options) }
    } consume: { _, result in
      results.append(result)
    }
    var scores: [(label: ScoreLabel, score: RecordingScore)] = []
    for (label, result) in zip(folder.labels, results) {
      switch result {
      case .failure(let error): failures.append(error)
      case .success(let score):
        totals.add(score)
        scores.append((label, score))
        if score.missed.isEmpty, score.falseReports.isEmpty { continue }
        mistakes.append(
          Mistake(file: label.file, missed: score.missed, falseReports: score.falseReports))
      }
    }
    grouped = grouping.map { GroupedScore($0, scores) }
  }
}

// MARK: - JSON

extension ScoreReport {
  /// The report as one line of JSON, without the newline.
  public var json: String {
    var line = JSONLine()
    line.add("v", 2)
    line.add("labels", labels)
    line.add("files", totals.files)
    line.add("missing", missing)
    line.add("exact", totals.exact)
    line.add("none", json: "{\"files\":\(totals.empty),\"clean\":\(totals.clean)}")
    line.add("micro", json: "{\(totals.total.shareMembers)}")
    line.add("total", json: "{\(totals.total.countMembers)}")
    let classes = totals.names.compactMap { name in
      totals.classes[name].map { counts in
        let members = [counts.countMembers, counts.shareMembers].filter { !$0.isEmpty }
        return "\(JSONLine.quoted(name)):{\(members.joined(separator: ","))}"
      }
    }
    line.add("classes", json: "{\(classes.joined(separator: ","))}")
    line.add("confusion", json: confusion)
    if let grouped { line.add("groups", json: ScoreReport.json(grouped)) }
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

  private static func json(_ grouped: GroupedScore) -> String {
    var line = JSONLine()
    line.add("by", grouped.grouping.rawValue)
    if let mean = grouped.mean { line.add("mean_f1", json: "\(mean)") }
    line.add("worst", grouped.worst?.name)
    let rows = grouped.groups.map { group in
      var row = JSONLine()
      row.add("name", group.name)
      row.add("files", group.totals.files)
      let total = group.totals.total
      let members = [total.countMembers, total.shareMembers].filter { !$0.isEmpty }
      return "\(row.object.dropLast()),\(members.joined(separator: ","))}"
    }
    line.add("list", json: "[\(rows.joined(separator: ","))]")
    return line.object
  }

  private static func json(_ mistake: Mistake) -> String {
    var line = JSONLine()
    line.add("file", mistake.file)
    line.add("missed", json: "[\(mistake.missed.map(\.json).joined(separator: ","))]")
    line.add("false", json: "[\(mistake.falseReports.map(\.json).joined(separator: ","))]")
    return line.object
  }
}

extension ScoreCounts {
  /// With all digits, as other scorers print them; without the shares of nothing.
  fileprivate var shareMembers: String {
    [("precision", precision), ("recall", recall), ("f1", f1)]
      .compactMap { name, share in share.map { "\"\(name)\":\($0)" } }.joined(separator: ",")
  }

  fileprivate var countMembers: String { "\"tp\":\(hits),\"fp\":\(falseReports),\"fn\":\(missed)" }
}

/// Numbers of scores, rounded as C and Python print them: a tie to the even digit.
public enum ScoreNumber {
  public static func text(_ value: Double, decimals: Int) -> String {
    String(format: "%.\(decimals)f", value)
  }

  /// A share with three decimals; `-` for nil.
  public static func share(_ value: Double?) -> String {
    value.map { text($0, decimals: 3) } ?? "-"
  }
}
