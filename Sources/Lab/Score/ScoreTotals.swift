import Foundation
import Playback

/// How many gestures were found, how many reports were false, how many gestures were missed.
public struct ScoreCounts: Hashable, Sendable {
  public var hits = 0
  public var falseReports = 0
  public var missed = 0

  public init() {}

  public var expected: Int { hits + missed }
  /// Of the reports those that are right; nil without any.
  public var precision: Double? { ratio(hits, hits + falseReports) }
  /// Of the gestures those that were found; nil without any.
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

/// The counts of a labelled folder, in all and for each class, with what was taken for what.
public struct ScoreTotals: Sendable {
  /// By class; classes that nobody expects are those of false reports, such as `edgePan`.
  public private(set) var classes: [String: ScoreCounts] = [:]
  /// Recordings without a gesture, and those of them that gave none.
  public private(set) var empty = 0
  public private(set) var clean = 0
  /// Recordings, and those without any error.
  public private(set) var files = 0
  public private(set) var exact = 0
  /// How often a gesture of a class was reported as one of another; see ``confusion(_:_:)``.
  private var confusions: [Confusion: Int] = [:]

  private struct Confusion: Hashable {
    var expected: String
    var reported: String
  }

  public init() {}

  /// The column of gestures without a report, and the row of reports without a gesture.
  public static let nothing = "nothing"
  /// The column of gestures whose report has the right class and is wrong otherwise: another
  /// direction, another number of fingers or taps.
  public static let other = "otherwise"

  public var total: ScoreCounts { classes.values.reduce(into: ScoreCounts()) { $0 += $1 } }

  /// The classes in the order in which they are shown: the usual ones, then others by name.
  public var names: [String] {
    ScoreLabel.classes
      + classes.keys.filter { !ScoreLabel.classes.contains($0) }.sorted()
  }

  /// How often a gesture of a class, or none, was reported as one of a class, or not at all.
  ///
  /// A row's sum is the number of gestures of its class. A missed gesture stands in the column of
  /// the false report that is nearest to it in time; each report stands for one gesture only.
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
    addConfusions(score)
  }

  private mutating func addConfusions(_ score: RecordingScore) {
    var rest = score.falseReports
    for gesture in score.missed {
      let near = rest.indices.filter { gesture.isInTime(rest[$0]) }
        .min { abs(rest[$0].start - gesture.start) < abs(rest[$1].start - gesture.start) }
      guard let near else {
        count(gesture.kind, ScoreTotals.nothing)
        continue
      }
      let kind = rest.remove(at: near).kind
      count(gesture.kind, kind == gesture.kind ? ScoreTotals.other : kind)
    }
    for report in rest { count(ScoreTotals.nothing, report.kind) }
  }

  private mutating func count(_ expected: String, _ reported: String) {
    confusions[Confusion(expected: expected, reported: reported), default: 0] += 1
  }
}

/// Numbers of scores as other programs print them.
public enum ScoreNumber {
  /// A number with so many decimals, a tie to the even digit, as C and Python print it.
  public static func text(_ value: Double, decimals: Int) -> String {
    String(format: "%.\(decimals)f", value)
  }

  /// A share with three decimals; `-` for none.
  public static func share(_ value: Double?) -> String {
    value.map { text($0, decimals: 3) } ?? "-"
  }
}
