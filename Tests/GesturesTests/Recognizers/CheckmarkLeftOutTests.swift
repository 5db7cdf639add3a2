import Contacts
import Foundation
import TestSupport
import Testing

@testable import Gestures
@testable import Shapes

/// The checkmark on the strokes of people that had no part in the choice of its limit.
///
/// Each person is left out once: ``Profile/Checkmark/minimumLegRatio`` is chosen on the strokes of
/// the others, and judged on that person's. The other limits are the profile's.
@Suite("Checkmarks of people left out", .requiresShared(DrawnStroke.file))
struct CheckmarkLeftOutTests {
  private struct Stroke {
    var user: String
    var isTick: Bool
    /// Whether the profile's other limits allow it.
    var isAllowed = false
    /// The second leg over the first; 0 without a corner.
    var ratio = 0.0
    /// The same with their bows.
    var bowedRatio = 0.0

    init(_ stroke: DrawnStroke) {
      user = stroke.user
      isTick = stroke.shape == "check"
      var path = StrokePath()
      for sample in stroke.samples { path.add(sample.point) }
      path.close()
      guard let corner = StrokeCorner(of: path.points) else { return }
      var others = Profile.standard.checkmark
      others.minimumLegRatio = 0
      isAllowed = others.reasonAgainst(path.points) == nil
      ratio = corner.second.length / corner.first.length
      bowedRatio = corner.bowedRatio
    }
  }

  private typealias Measure = KeyPath<Stroke, Double>

  private static let strokes = DrawnStroke.all.map(Stroke.init)
  private static let users = Set(strokes.map(\.user)).sorted()
  private static let candidates = stride(from: 100, through: 300, by: 5).map { Double($0) / 100 }

  private struct Score {
    var (hits, missed, falseReports) = (0, 0, 0)
    var errors: Int { missed + falseReports }
    var precision: Double { Double(hits) / Double(max(1, hits + falseReports)) }
    var recall: Double { Double(hits) / Double(max(1, hits + missed)) }

    init() {}

    init(_ strokes: [Stroke], _ measure: Measure, atLeast limit: Double) {
      for stroke in strokes {
        let isRecognized = stroke.isAllowed && stroke[keyPath: measure] >= limit
        if stroke.isTick && isRecognized { hits += 1 }
        if stroke.isTick && !isRecognized { missed += 1 }
        if !stroke.isTick && isRecognized { falseReports += 1 }
      }
    }

    static func += (left: inout Score, right: Score) {
      left.hits += right.hits
      left.missed += right.missed
      left.falseReports += right.falseReports
    }

    func row(_ name: String, _ limit: String) -> String {
      let shares = [precision, recall].map { String(format: "%.3f", $0) }
      return "| \(name) | \(limit) | \(hits) | \(missed) | \(falseReports) | "
        + shares.joined(separator: " | ") + " |"
    }
  }

  /// The limit with the fewest errors; of several, the middle one.
  private static func choice(_ measure: Measure, on strokes: [Stroke]) -> Double {
    let errors = candidates.map { Score(strokes, measure, atLeast: $0).errors }
    let least = errors.min() ?? 0
    let best = zip(candidates, errors).filter { $0.1 == least }.map(\.0)
    return best[best.count / 2]
  }

  /// The score of each person with the limit that was chosen without them.
  private static func leftOut(_ measure: Measure) -> [(user: String, limit: Double, score: Score)] {
    users.map { user in
      let limit = choice(measure, on: strokes.filter { $0.user != user })
      return (user, limit, Score(strokes.filter { $0.user == user }, measure, atLeast: limit))
    }
  }

  @Test("People left out have a precision and recall of at least 0.95, as the documentation says")
  func people() throws {
    let bowed = Self.leftOut(\.bowedRatio)
    let all = bowed.reduce(into: Score()) { $0 += $1.score }
    let plain = Self.leftOut(\.ratio).reduce(into: Score()) { $0 += $1.score }
    let limit = Profile.standard.checkmark.minimumLegRatio
    let rows =
      bowed.map { $0.score.row("person \($0.user) left out", String(format: "%.2f", $0.limit)) }
      + [
        all.row("all, each left out", "of each"),
        Score(Self.strokes, \.bowedRatio, atLeast: limit).row("all, none left out", "\(limit)"),
        plain.row("all, each left out, without bows", "of each"),
      ]
    let table = rows.joined(separator: "\n")
    #expect(all.precision >= 0.95 && all.recall >= 0.95)
    let page = try String(
      contentsOf: packageFolder.appending(path: "docs/Evidence.md"), encoding: .utf8)
    #expect(page.contains(table), "the table in docs/Evidence.md should be\n\(table)")
  }
}
