import Contacts
import Foundation
import TestSupport
import Testing

@testable import Gestures
@testable import Shapes

/// The checkmark on the strokes of people that had no part in the choice of its limit, and on those
/// of people who are varied.
@Suite("Checkmarks of people left out", .requiresShared(DrawnStroke.file))
struct CheckmarkLeftOutTests {
  /// How another person may draw.
  private struct Style: Hashable {
    /// The second leg over the first, times this.
    var legs = 1.0
    /// Degrees clockwise.
    var rotation = 0.0
    /// To the left at the top, over the height.
    var slant = 0.0

    static let all = [0.8, 1, 1.25].flatMap { legs in
      [-8.0, 0, 8].flatMap { rotation in
        [-0.15, 0, 0.15].map { Style(legs: legs, rotation: rotation, slant: $0) }
      }
    }

    /// The stroke about its lowest point, the corner of a tick or a letter v.
    func apply(to points: [Point]) -> [Point] {
      let lowest = points.indices.max { points[$0].y < points[$1].y } ?? 0
      let (sine, cosine) = (
        Trigonometry.sine(degrees: rotation), Trigonometry.cosine(degrees: rotation)
      )
      return points.enumerated().map { index, point in
        let scale = index < lowest ? 1 / legs.squareRoot() : legs.squareRoot()
        var offset = (point - points[lowest]) * scale
        offset.dx += slant * offset.dy
        return Point(
          x: offset.dx * cosine - offset.dy * sine, y: offset.dx * sine + offset.dy * cosine)
      }
    }
  }

  private struct Stroke {
    var user: String
    var shape: String
    var isTick: Bool { shape == "check" }
    /// Whether the profile's other limits allow it.
    var isAllowed = false
    /// The second leg over the first; 0 without a corner.
    var plainRatio = 0.0
    /// The same, times one plus the bows.
    var bowedRatio = 0.0
    /// The ratio that the limit is about.
    var ratio = 0.0
    /// That of a tick.
    var likelihood: Double?

    init(_ stroke: DrawnStroke, style: Style = Style()) {
      user = stroke.user
      shape = stroke.shape
      var path = StrokePath()
      for point in style.apply(to: stroke.samples.map(\.point)) { path.add(point) }
      path.close()
      guard let corner = StrokeCorner(of: path.points) else { return }
      var others = Profile.standard.checkmark
      others.minimumLegRatio = 0
      isAllowed = others.reasonAgainst(path.points) == nil
      plainRatio = corner.second.length / corner.first.length
      ratio = corner.legRatio
      let depth = max(corner.first.vector.dy, corner.first.length * 0.5.squareRoot())
      bowedRatio = ratio * depth / corner.first.length
      likelihood = others.readings(of: path.points).first?.likelihood
    }
  }

  private typealias Measure = KeyPath<Stroke, Double>

  private static let strokes = DrawnStroke.all.map { Stroke($0) }
  /// The ticks and letters v in all styles.
  private static let varied = DrawnStroke.all.filter { ["check", "v"].contains($0.shape) }
    .flatMap { stroke in Style.all.map { (style: $0, stroke: Stroke(stroke, style: $0)) } }
  private static let users = Set(strokes.map(\.user)).sorted()
  private static let candidates = stride(from: 100, through: 300, by: 5).map { Double($0) / 100 }
  private static let limit = Profile.standard.checkmark.minimumLegRatio

  private struct Score {
    var (hits, missed, falseReports) = (0, 0, 0)
    var errors: Int { missed + falseReports }
    var precision: Double { Double(hits) / Double(max(1, hits + falseReports)) }
    var recall: Double { Double(hits) / Double(max(1, hits + missed)) }

    init() {}

    init(_ strokes: [Stroke], _ measure: Measure = \.ratio, atLeast limit: Double) {
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

    var row: String {
      let shares = [precision, recall].map { String(format: "%.3f", $0) }
      return "\(hits) | \(missed) | \(falseReports) | " + shares.joined(separator: " | ") + " |"
    }
  }

  /// The limit with the fewest errors; of several, the middle one.
  private static func choice(_ measure: Measure, on strokes: [Stroke]) -> Double {
    let errors = candidates.map { Score(strokes, measure, atLeast: $0).errors }
    let least = errors.min() ?? 0
    let best = zip(candidates, errors).filter { $0.1 == least }.map(\.0)
    return best[best.count / 2]
  }

  /// All choices of a number of people.
  private static func people(_ count: Int, of users: ArraySlice<String>) -> [[String]] {
    guard count > 0 else { return [[]] }
    guard let first = users.first else { return [] }
    let rest = users.dropFirst()
    return people(count - 1, of: rest).map { [first] + $0 } + people(count, of: rest)
  }

  /// The score of people with the limit that was chosen without them.
  private static func score(
    _ measure: Measure = \.ratio, leavingOut people: [String]
  ) -> (limit: Double, score: Score) {
    let limit = choice(measure, on: strokes.filter { !people.contains($0.user) })
    return (
      limit, Score(strokes.filter { people.contains($0.user) }, measure, atLeast: limit)
    )
  }

  /// The score of all choices of a number of people, together.
  private static func total(_ measure: Measure = \.ratio, leavingOut count: Int) -> Score {
    people(count, of: users[...]).reduce(into: Score()) {
      $0 += score(measure, leavingOut: $1).score
    }
  }

  private func expect(_ table: String) throws {
    // For `make evidence`.
    print(table)
    let page = try String(
      contentsOf: packageFolder.appending(path: "docs/Evidence.md"), encoding: .utf8)
    #expect(page.contains(table), "the table in docs/Evidence.md should be\n\(table)")
  }

  @Test("People left out have a precision and recall of at least 0.95, as the documentation says")
  func people() throws {
    let all = Self.total(leavingOut: 1)
    let rows =
      Self.users.map { user in
        let (limit, score) = Self.score(leavingOut: [user])
        return "| person \(user) left out | \(String(format: "%.2f", limit)) | \(score.row)"
      } + [
        "| all, each left out | of each | \(all.row)",
        "| all, three of six left out in 20 ways | of each | \(Self.total(leavingOut: 3).row)",
        "| all, none left out | \(Self.limit) | \(Score(Self.strokes, atLeast: Self.limit).row)",
      ]
    #expect(all.precision >= 0.95 && all.recall >= 0.95)
    try expect(rows.joined(separator: "\n"))
  }

  @Test("People who are varied have a precision and recall of more than 0.94 together")
  func styles() throws {
    let rows = [0.8, 1, 1.25].map { legs in
      let strokes = Self.varied.filter { $0.style.legs == legs }.map(\.stroke)
      return "| legs times \(legs) | \(Score(strokes, atLeast: Self.limit).row)"
    }
    let strokes = Self.varied.map(\.stroke)
    let all = Score(strokes, atLeast: Self.limit)
    #expect(all.precision > 0.94 && all.recall > 0.94)
    let others: [(String, Measure)] = [
      ("by the legs and bows", \.bowedRatio), ("by the legs alone", \.plainRatio),
    ]
    let best = others.map { name, measure in
      let limit = Self.choice(measure, on: strokes)
      let score = Score(strokes, measure, atLeast: limit)
      return "| all, \(name), at the best limit, \(String(format: "%.2f", limit)) | \(score.row)"
    }
    try expect((rows + ["| all | \(all.row)"] + best).joined(separator: "\n"))
  }

  @Test("Of strokes with a likelihood of a tick, such a share are ticks")
  func likelihoods() throws {
    let limits = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1]
    let rows = zip(limits, limits.dropFirst()).map { lower, upper in
      let strokes = Self.varied.map(\.stroke).filter { stroke in
        stroke.likelihood.map { (lower..<upper).contains($0) } ?? false
      }
      let mean = strokes.reduce(0) { $0 + ($1.likelihood ?? 0) } / Double(strokes.count)
      let share = Double(strokes.count(where: \.isTick)) / Double(strokes.count)
      #expect(abs(share - mean) < 0.15)
      let shares = [mean, share].map { String(format: "%.2f", $0) }.joined(separator: " | ")
      return "| \(lower) to \(upper) | \(strokes.count) | \(shares) |"
    }
    try expect(rows.joined(separator: "\n"))
  }

  @Test("The letter v is the only shape that is ever near to a tick")
  func shapes() throws {
    let near = Self.strokes.filter { $0.isAllowed && !$0.isTick }
    let rows = Set(near.map(\.shape)).sorted().map { shape in
      let strokes = near.filter { $0.shape == shape }
      let ratio = String(format: "%.2f", strokes.map(\.ratio).max() ?? 0)
      let ambiguous = strokes.count { $0.likelihood ?? 0 >= 0.05 }
      let found = strokes.count { $0.ratio >= Self.limit }
      return "| \(shape) | \(strokes.count) | \(ratio) | \(ambiguous) | \(found) |"
    }
    try expect(rows.joined(separator: "\n"))
  }
}
