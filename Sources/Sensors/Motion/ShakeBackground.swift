/// The motion before a shake: its calm, and its ratio of jerk over the last 1.5 s.
struct ShakeBackground: Sendable {
  private struct Mark {
    var time = 0.0
    var deviation = 0.0
    /// The integrals up to this time.
    var integrals = ShakeHistory.Integrals()
  }

  /// The interval between marks in seconds.
  private static let step = 0.1
  /// The number of marks: two seconds.
  private static let count = 20
  static let memory = 2.0
  /// The share of the marks that are calmer than the calm deviation.
  private static let quantile = 0.25
  /// The first seconds without a result.
  private static let firstCalm = 1.0
  /// The number of marks over which jerk must be sustained: 1.5 s.
  private static let sustained = 15

  private var marks = [Mark](repeating: Mark(), count: count)
  /// The number of marks made.
  private var made = 0
  private var next = StandardShakeRule.window
  private var last = 0.0
  /// The deviation at the quantile; nil if it was not computed since the last mark.
  private var known: Double?

  /// Adds the deviation at a sample; one mark is kept for each tenth of a second.
  @inline(__always) mutating func add(
    deviation: Double, at time: Double, _ integrals: ShakeHistory.Integrals
  ) {
    guard time >= next else { return }
    marks[made % ShakeBackground.count] = Mark(
      time: time, deviation: deviation, integrals: integrals)
    made += 1
    last = time
    next = max(next, time - ShakeBackground.step) + ShakeBackground.step
    known = nil
  }

  /// Returns the largest deviation of the calmest quarter of two seconds; nil in the first second.
  mutating func calm() -> Double? {
    guard last >= ShakeBackground.firstCalm else { return nil }
    if let known { return known }
    let since = last - ShakeBackground.memory
    let recent = marks.prefix(made).filter { $0.time > since }.map(\.deviation).sorted()
    // The last mark is always recent.
    let calm = recent[Int(ShakeBackground.quantile * Double(recent.count))]
    known = calm
    return calm
  }

  /// The mean square of the change over that of the deviation, for 1.5 s; 0 until they are known.
  func jerkRatioSquared(at time: Double, _ totals: ShakeHistory.Integrals) -> Double {
    guard made >= ShakeBackground.sustained else { return 0 }
    let mark = marks[(made - ShakeBackground.sustained) % ShakeBackground.count]
    let pace = 1 / (time - mark.time)
    let mean = (totals.sum - mark.integrals.sum) * pace
    let variance = (totals.lineSquare - mark.integrals.lineSquare) * pace - mean.dot(mean)
    // Motion of less than 0.05 g counts as having no jerk.
    return (totals.change - mark.integrals.change) * pace / max(variance, 0.05 * 0.05)
  }
}
