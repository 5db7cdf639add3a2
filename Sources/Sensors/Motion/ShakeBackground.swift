/// The motion before a shake: how calm it was, and its ratio of jerk over the last 1.5 s.
struct ShakeBackground: Sendable {
  private struct Mark {
    var time = 0.0
    var energy = 0.0
    /// The integrals of the squared change and the squared magnitude up to this time.
    var change = 0.0
    var size = 0.0
  }

  /// Seconds between marks.
  private static let step = 0.1
  /// Two seconds of marks.
  private static let count = 20
  private static let memory = 2.0
  /// The share of the marks that are calmer than the calm energy.
  private static let quantile = 0.25
  /// Seconds from the start before which nothing counts as a contrast: an energy is known after
  /// half a second, and the energy before it after another half.
  private static let firstCalm = 1.0
  /// The number of marks over which jerk must be sustained: 1.5 s.
  private static let sustained = 15

  private var marks = [Mark](repeating: Mark(), count: count)
  /// The number of marks made.
  private var made = 0
  private var next = StandardShakeRule.window
  private var last = 0.0
  /// The energy at the quantile, if it was computed since the last mark.
  private var known: Double?

  mutating func begin() {
    made = 0
    next = StandardShakeRule.window
    last = 0
    known = nil
  }

  /// Adds the energy of a sample; one mark is kept for each tenth of a second.
  mutating func add(energy: Double, at time: Double, change: Double, size: Double) {
    guard time >= next else { return }
    marks[made % ShakeBackground.count] = Mark(
      time: time, energy: energy, change: change, size: size)
    made += 1
    last = time
    next = max(next, time - ShakeBackground.step) + ShakeBackground.step
    known = nil
  }

  /// Returns the largest energy of the calmest quarter of the last two seconds; infinite within the
  /// first second, before which nothing is known.
  mutating func calm() -> Double {
    if let known { return known }
    let calm = last >= ShakeBackground.firstCalm ? energyAtQuantile() : .infinity
    known = calm
    return calm
  }

  private func energyAtQuantile() -> Double {
    let since = last - ShakeBackground.memory
    let recent = marks.prefix(made).count { $0.time > since }
    let rank = Int(ShakeBackground.quantile * Double(recent))
    // The smallest values so far, in order: a quarter of the marks and one more.
    var smallest = InlineArray<6, Double>(repeating: .infinity)
    for mark in marks.prefix(made) where mark.time > since && mark.energy < smallest[5] {
      var slot = 5
      while slot > 0, smallest[slot - 1] > mark.energy {
        smallest[slot] = smallest[slot - 1]
        slot -= 1
      }
      smallest[slot] = mark.energy
    }
    return smallest[min(rank, 5)]
  }

  /// The mean square of the change over that of the magnitude, for the last 1.5 s; 0 before they
  /// are known.
  func jerkRatioSquared(change: Double, size: Double) -> Double {
    guard made >= ShakeBackground.sustained else { return 0 }
    let mark = marks[(made - ShakeBackground.sustained) % ShakeBackground.count]
    // Motion of less than 0.05 g counts as having no jerk.
    return (change - mark.change) / max(size - mark.size, 0.05 * 0.05 * 1.5)
  }
}
