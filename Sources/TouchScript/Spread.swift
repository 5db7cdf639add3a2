public import Timeline

/// A person's habit among those of all people: a person who taps long does so most times.
///
/// Each gesture draws its share, the rank of its value among those of all people from 0 (the
/// lowest) to 1 (the highest), around the person's level: at a normal deviation, reflected at both
/// ends. Uniformly distributed levels make the shares uniform.
public struct Habit: Hashable, Sendable {
  /// The middle of the person's shares, from 0 to 1.
  public var level: Double
  /// The standard deviation of the person's shares about the level, before the reflection; with 0
  /// all gestures have the same value, and with 0.7 or more the level has hardly any effect.
  public var deviation: Double

  func draw(_ generator: inout SeededGenerator) -> Double {
    let share = abs(level + generator.gaussian() * max(deviation, 0))
    guard share < 1e6 else { return 0.5 }
    let folded = share.truncatingRemainder(dividingBy: 2)
    return folded > 1 ? 2 - folded : folded
  }
}

/// The distribution of a quantity among people and devices, specified by its percentiles.
///
/// All values between two percentiles are equally likely.
public struct Spread: Hashable, Sendable {
  public var lowest: Double
  public var p5: Double
  public var p25: Double
  public var p50: Double
  public var p75: Double
  public var p95: Double
  public var p99: Double
  public var highest: Double
  /// The part of this spread that one person's gestures have; nil for gestures of random people.
  public var habit: Habit?

  /// Creates a spread; a value below the one before it, or not a number, counts as the one before
  /// it.
  ///
  /// - Parameter p99: The percentile; nil for the value on the line from `p95` to `highest`.
  public init(
    _ lowest: Double, p5: Double, p25: Double, p50: Double, p75: Double, p95: Double,
    p99: Double? = nil, _ highest: Double
  ) {
    self.lowest = lowest.isNaN ? 0 : lowest
    // The maximum of a number and not-a-number is the first one.
    self.p5 = max(self.lowest, p5)
    self.p25 = max(self.p5, p25)
    self.p50 = max(self.p25, p50)
    self.p75 = max(self.p50, p75)
    self.p95 = max(self.p75, p95)
    let end = max(self.p95, highest)
    self.p99 = max(self.p95, p99 ?? self.p95 + (end - self.p95) * 0.8)
    self.highest = max(self.p99, end)
  }

  /// A spread of a single value.
  public static func constant(_ value: Double) -> Spread {
    Spread(value, p5: value, p25: value, p50: value, p75: value, p95: value, value)
  }

  /// A spread of zero only.
  public static let none = constant(0)

  /// The value below which the given share (0 to 1) of all draws is.
  public func value(at share: Double) -> Double {
    switch share {
    case ..<0.05: between(lowest, p5, share / 0.05)
    case ..<0.25: between(p5, p25, (share - 0.05) / 0.2)
    case ..<0.5: between(p25, p50, (share - 0.25) / 0.25)
    case ..<0.75: between(p50, p75, (share - 0.5) / 0.25)
    case ..<0.95: between(p75, p95, (share - 0.75) / 0.2)
    case ..<0.99: between(p95, p99, (share - 0.95) / 0.04)
    default: between(p99, highest, (share - 0.99) / 0.01)
    }
  }

  /// Draws a random value.
  public func draw(_ generator: inout SeededGenerator) -> Double {
    value(at: habit?.draw(&generator) ?? generator.uniform())
  }

  /// The spread of one person's gestures.
  func with(_ habit: Habit?) -> Spread {
    var spread = self
    spread.habit = habit
    return spread
  }

  /// The spread with all its values multiplied by a factor; a factor below 0, or not a number,
  /// counts as 0.
  public func scaled(by factor: Double) -> Spread {
    let factor = factor > 0 ? factor : 0
    return Spread(
      lowest * factor, p5: p5 * factor, p25: p25 * factor, p50: p50 * factor, p75: p75 * factor,
      p95: p95 * factor, p99: p99 * factor, highest * factor
    ).with(habit)
  }

  private func between(_ low: Double, _ high: Double, _ share: Double) -> Double {
    low + (high - low) * min(max(share, 0), 1)
  }
}
