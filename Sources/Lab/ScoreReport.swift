import Checking
public import Playback

/// The numbers of gestures found, reported wrongly and missed.
public struct ScoreCounts: Hashable, Sendable {
  public var hits = 0
  public var falseReports = 0
  public var missed = 0

  public init() {}

  public var expected: Int { hits + missed }
  /// The share of right reports; nil without reports.
  public var precision: Double? { ratio(hits, hits + falseReports) }
  /// The share of found gestures; nil without gestures.
  public var recall: Double? { ratio(hits, hits + missed) }
  /// The harmonic mean of both; nil if there is neither a gesture nor a report.
  public var f1: Double? { ratio(2 * hits, 2 * hits + falseReports + missed) }

  /// The difference of both F1; nil if one of them is undefined.
  func f1Difference(from other: ScoreCounts) -> Double? {
    f1.flatMap { own in other.f1.map { own - $0 } }
  }

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
  /// The counts by class, including those of false reports, such as `edgePan`.
  public private(set) var classes: [String: ScoreCounts] = [:]
  /// The number of recordings without a gesture, and of those among them without a report.
  public private(set) var empty = 0
  public private(set) var clean = 0
  /// The number of recordings, and of those without any error.
  public private(set) var files = 0
  public private(set) var exact = 0
  /// The numbers by expected and reported class.
  private var confusions: [String: [String: Int]] = [:]

  /// The recordings without any error.
  public var exactProportion: Proportion { Proportion(exact, of: files) }
  /// The share of recordings without a report, among those without a gesture.
  public var cleanProportion: Proportion { Proportion(clean, of: empty) }

  /// Whether pans are a separate class, as in strict scores.
  public let isStrict: Bool

  public init(isStrict: Bool = false) { self.isStrict = isStrict }

  init(of scores: [RecordingScore], isStrict: Bool) {
    self.isStrict = isStrict
    for score in scores { add(score) }
  }

  /// The column of gestures without a report, and the row of reports without a gesture.
  public static let nothing = "nothing"
  /// The column of gestures whose report has the right class and other wrong properties.
  public static let other = "otherwise"

  public var total: ScoreCounts { .sum(classes.values) }

  /// The classes in the order of tables: the usual ones, then others by name.
  public var names: [String] {
    ScoreClass.ordered(Set(ScoreClass.usual).union(classes.keys), isStrict: isStrict)
  }

  private func name(_ kind: Gesture.Kind) -> String { ScoreClass.name(kind, isStrict: isStrict) }

  /// The number of times that a gesture of a class, or ``nothing``, was reported as one of a class,
  /// or as ``nothing``. A missed gesture is in the column of the nearest false report.
  public func confusion(_ expected: String, _ reported: String) -> Int {
    confusions[expected]?[reported] ?? 0
  }

  /// Adds a recording.
  public mutating func add(_ score: RecordingScore) {
    files += 1
    if score.expected.isEmpty {
      empty += 1
      if score.isExact { clean += 1 }
    }
    if score.isExact { exact += 1 }
    for hit in score.hits {
      let name = name(hit.expected.kinds[0])
      classes[name, default: ScoreCounts()].hits += 1
      count(name, name)
    }
    for report in score.falseReports {
      classes[name(report.gesture.kind), default: ScoreCounts()].falseReports += 1
    }
    for gesture in score.missed {
      classes[name(gesture.kinds[0]), default: ScoreCounts()].missed += 1
    }
    addConfusions(score.missed, score.falseReports)
  }

  private mutating func addConfusions(
    _ missed: [ScoreLabel.Gesture], _ reports: [GestureRecord]
  ) {
    // The false reports stay in the order of their times.
    let pairs = GestureMatcher.nearest(
      missed.count, reports.count, candidates: { missed[$0].reportsInTime(of: reports) },
      distance: { i, j in
        missed[i].isInTime(reports[j]) ? abs(reports[j].start - missed[i].start) : nil
      })
    let partners = Dictionary(uniqueKeysWithValues: pairs.map { ($0.expected, $0.actual) })
    for (index, gesture) in missed.enumerated() {
      let expected = name(gesture.kinds[0])
      let reported = partners[index].map { name(reports[$0].gesture.kind) }
      count(expected, reported == expected ? ScoreTotals.other : reported ?? ScoreTotals.nothing)
    }
    let paired = Set(pairs.map(\.actual))
    for index in reports.indices where !paired.contains(index) {
      count(ScoreTotals.nothing, name(reports[index].gesture.kind))
    }
  }

  private mutating func count(_ expected: String, _ reported: String) {
    confusions[expected, default: [:]][reported, default: 0] += 1
  }
}

/// The score of a labelled folder: the totals, and the errors of each recording.
public struct ScoreReport: Sendable {
  /// The path of the labels.
  public let labels: String
  /// Whether movements were judged by their duration: see ``LabelledFolder/score(_:_:isStrict:)``.
  public let isStrict: Bool
  /// The scores of the recordings that could be read, in the order of their labels.
  public private(set) var scores: [ScoredRecording] = []
  public private(set) var totals: ScoreTotals
  /// The number of gestures that may be reported as a swipe or as a pan.
  public var either: Int { scores.reduce(0) { $0 + $1.score.expected.count(where: \.mayBeEither) } }
  /// The intervals of F1.
  public private(set) var intervals: ScoreIntervals
  /// The scores of the recordings with errors.
  public var mistakes: [ScoredRecording] { scores.filter { !$0.score.isExact } }
  /// The score of each group; nil unless a grouping was given.
  public private(set) var grouped: GroupedScore?
  /// The errors of recordings that could not be read.
  public private(set) var failures: [FileError] = []
  /// The number of labels whose recording is missing.
  public let missing: Int

  /// Replays all recordings, in groups and with another recognizer if given; the intervals group by
  /// devices if labels name them, or else by people, if no grouping is given.
  public init(
    _ folder: LabelledFolder, options: ReplayOptions = ReplayOptions(),
    grouping: ScoreGrouping? = nil, isStrict: Bool = false, jobs: Int = ParallelWork.usualJobs,
    recognize: LabelledFolder.Recognizer? = nil
  ) {
    labels = folder.path
    self.isStrict = isStrict
    totals = ScoreTotals(isStrict: isStrict)
    missing = folder.missing.count
    let results = ParallelWork.map(folder.labels.count, jobs: jobs) { index in
      Result { () throws(FileError) in
        try folder.score(folder.labels[index], options, isStrict: isStrict, recognize: recognize)
      }
    }
    for (index, (label, result)) in zip(folder.labels, results).enumerated() {
      switch result {
      case .failure(let error): failures.append(error)
      case .success(let score):
        totals.add(score)
        scores.append(ScoredRecording(index: index, label: label, score: score))
      }
    }
    intervals = ScoreIntervals(scores, grouping, totals: totals)
    grouped = grouping.map { GroupedScore($0, scores, isStrict: isStrict) }
  }
}

/// A recording of a labelled folder and its score.
public struct ScoredRecording: Sendable {
  /// The number of the label among those whose recordings exist, from 0.
  public var index: Int
  public var label: ScoreLabel
  public var score: RecordingScore
}

/// The numbers of scores, rounded as C and Python print them: a tie to the even digit.
public enum ScoreNumber {
  public static func text(_ value: Double, decimals: Int) -> String {
    // The longest number has 309 digits before the point.
    String(unsafeUninitializedCapacity: 320 + decimals) { buffer in
      let text = UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
      return withVaList([value]) { arguments in
        Int(vsnprintf(text, buffer.count, "%.\(decimals)f", arguments))
      }
    }
  }

  /// A share with three decimals; `-` for nil.
  public static func share(_ value: Double?) -> String {
    value.map { text($0, decimals: 3) } ?? "-"
  }

  /// The interval as text, as in `0.976-1.000`; empty for nil.
  public static func interval(_ value: ClosedRange<Double>?) -> String {
    value.map { "\(share($0.lowerBound))-\(share($0.upperBound))" } ?? ""
  }
}
