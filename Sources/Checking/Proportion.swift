import Timeline

/// A share of trials, with the range of the true share.
///
/// ```swift
/// let share = Proportion(198, of: 200)
/// share.share     // 0.99
/// share.interval  // 0.964...0.997
/// ```
///
/// The interval is Wilson's with 95 % confidence (E. B. Wilson, "Probable inference, the law of
/// succession, and statistical inference", 1927). Trials have to be independent.
public struct Proportion: Hashable, Sendable, CustomStringConvertible {
  public var successes: Int
  public var trials: Int

  /// Both numbers are clamped to at least 0, the successes to at most `trials`.
  public init(_ successes: Int, of trials: Int) {
    self.trials = max(0, trials)
    self.successes = max(0, min(successes, self.trials))
  }

  /// The confidence of ``interval``.
  public static let confidence = 0.95
  /// The 97.5th percentile of the normal distribution, for a two-sided interval of 95 %.
  private static let deviations = 1.959963984540054

  /// The successes per trial; nil without trials.
  public var share: Double? { trials > 0 ? Double(successes) / Double(trials) : nil }

  /// The range of the true share, with 95 % confidence; 0...1 without trials.
  public var interval: ClosedRange<Double> {
    guard let share else { return 0...1 }
    let square = Self.deviations * Self.deviations
    let count = Double(trials)
    let middle = share + square / (2 * count)
    let half =
      Self.deviations * (share * (1 - share) / count + square / (4 * count * count)).squareRoot()
    let scale = 1 + square / count
    // The ends are exactly 0 and 1, where rounding would leave a trace.
    let low = successes == 0 ? 0 : max(0, (middle - half) / scale)
    let high = successes == trials ? 1 : min(1, (middle + half) / scale)
    return low...high
  }

  /// The fewest trials, all of them successes, whose interval is at or above a share of at least 0;
  /// nil for a share of 1 or more.
  public static func fewestTrials(showing share: Double) -> Int? {
    guard share < 1 else { return nil }
    guard share > 0 else { return 0 }
    let trials = (share * deviations * deviations / (1 - share)).rounded(.up)
    return trials < 1e9 ? Int(trials) : nil
  }

  /// The share in words, as in `198 of 200 (96.4 to 99.7 %)`.
  public var description: String {
    let percent = [interval.lowerBound, interval.upperBound].map {
      ($0 * 100).text(decimals: 0...1)
    }
    return "\(successes) of \(trials) (\(percent[0]) to \(percent[1]) %)"
  }
}

extension ClosedRange<Double> {
  /// Both ends as an array of JSON, as in `[0.964,0.997]`.
  package var json: String {
    "[\(lowerBound.text(decimals: 1...6)),\(upperBound.text(decimals: 1...6))]"
  }
}
