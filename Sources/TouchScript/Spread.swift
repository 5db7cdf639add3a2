public import Timeline

/// The distribution of a quantity among people and devices, given by its percentiles.
///
/// ```swift
/// let duration = Spread(0.048, p5: 0.053, p25: 0.066, p50: 0.075, p75: 0.089, p95: 0.115, 0.124)
/// duration.draw(&generator)  // half of the draws are below 0.075
/// ```
///
/// Between two percentiles all values are equally likely. That adds nothing to what was measured, and
/// every machine computes the same.
public struct Spread: Hashable, Sendable {
  public var lowest: Double
  public var p5: Double
  public var p25: Double
  public var p50: Double
  public var p75: Double
  public var p95: Double
  public var highest: Double

  /// A spread; a value that is below the one before it, or not a number, counts as the one before it.
  public init(
    _ lowest: Double, p5: Double, p25: Double, p50: Double, p75: Double, p95: Double,
    _ highest: Double
  ) {
    self.lowest = lowest.isNaN ? 0 : lowest
    // The maximum of a number and not-a-number is the first one.
    self.p5 = max(self.lowest, p5)
    self.p25 = max(self.p5, p25)
    self.p50 = max(self.p25, p50)
    self.p75 = max(self.p50, p75)
    self.p95 = max(self.p75, p95)
    self.highest = max(self.p95, highest)
  }

  /// Always the same value.
  public static func constant(_ value: Double) -> Spread {
    Spread(value, p5: value, p25: value, p50: value, p75: value, p95: value, value)
  }

  /// Always zero.
  public static let none = constant(0)
}

extension Spread {
  /// The value that the given share (0 to 1) of all draws is below.
  public func value(at share: Double) -> Double {
    switch share {
    case ..<0.05: between(lowest, p5, share / 0.05)
    case ..<0.25: between(p5, p25, (share - 0.05) / 0.2)
    case ..<0.5: between(p25, p50, (share - 0.25) / 0.25)
    case ..<0.75: between(p50, p75, (share - 0.5) / 0.25)
    case ..<0.95: between(p75, p95, (share - 0.75) / 0.2)
    default: between(p95, highest, (share - 0.95) / 0.05)
    }
  }

  /// A random value of this spread.
  public func draw(_ generator: inout SeededGenerator) -> Double {
    value(at: generator.uniform())
  }

  /// The spread with all its values multiplied by a factor; one below 0, or not a number, counts as 0.
  public func scaled(by factor: Double) -> Spread {
    let factor = factor > 0 ? factor : 0
    return Spread(
      lowest * factor, p5: p5 * factor, p25: p25 * factor, p50: p50 * factor, p75: p75 * factor,
      p95: p95 * factor, highest * factor)
  }

  private func between(_ low: Double, _ high: Double, _ share: Double) -> Double {
    low + (high - low) * min(max(share, 0), 1)
  }
}
