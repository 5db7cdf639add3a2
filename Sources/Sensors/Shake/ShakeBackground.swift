/// What the motion was like before: the calm that a shake stands out from, and how swift it has been
/// for a while.
struct ShakeBackground: Sendable {
  private struct Mark {
    var time = 0.0
    var energy = 0.0
    /// The integrals up to here of the change squared and the size squared.
    var change = 0.0
    var size = 0.0
  }

  /// Seconds between marks.
  private static let step = 0.1
  /// Two seconds of marks.
  private static let count = 20
  private static let memory = 2.0
  /// The share of the marks that is calmer than the calm.
  private static let quantile = 0.25
  /// Seconds that a recording has to last before anything stands out from it: an energy is known
  /// after half a second, and what went before it after another half.
  private static let firstCalm = 1.0
  /// Seconds over which a swiftness is sustained, and the marks that they are.
  private static let sustained = 15

  private var marks = [Mark](repeating: Mark(), count: count)
  /// How many marks were made.
  private var made = 0
  private var next = StandardShakeRule.window
  private var last = 0.0
  /// The energy at the quantile, where it is known.
  private var known: Double?

  mutating func begin() {
    made = 0
    next = StandardShakeRule.window
    last = 0
    known = nil
  }

  /// Adds the energy of a sample; every tenth of a second it is remembered.
  mutating func add(energy: Double, at time: Double, change: Double, size: Double) {
    guard time >= next else { return }
    marks[made % ShakeBackground.count] = Mark(
      time: time, energy: energy, change: change, size: size)
    made += 1
    last = time
    next = max(next, time - ShakeBackground.step) + ShakeBackground.step
    known = nil
  }

  /// The energy that the calmest quarter of the last two seconds had at most; infinite within the
  /// first second, about which nothing is known.
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
    // The smallest so far, in order: a quarter of the marks and one.
    var smallest = InlineArray<6, Double>(repeating: .infinity)
    for mark in marks.prefix(made) where mark.time > since && mark.energy < smallest[5] {
      var place = 5
      while place > 0, smallest[place - 1] > mark.energy {
        smallest[place] = smallest[place - 1]
        place -= 1
      }
      smallest[place] = mark.energy
    }
    return smallest[min(rank, 5)]
  }

  /// The mean square of the change over that of the size, for the last one and a half seconds; 0
  /// before so much is known.
  func swiftnessSquared(change: Double, size: Double) -> Double {
    guard made >= ShakeBackground.sustained else { return 0 }
    let mark = marks[(made - ShakeBackground.sustained) % ShakeBackground.count]
    // Hardly any motion has no swiftness: 0.05 g.
    return (change - mark.change) / max(size - mark.size, 0.05 * 0.05 * 1.5)
  }
}
