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
/// succession, and statistical inference", 1927). Unlike the usual plus-or-minus it stays within
/// 0...1, and the interval of 200 of 200 is 0.981...1: an event that was never seen may still
/// happen. Trials have to be independent.
public struct Proportion: Hashable, Sendable {
  public var successes: Int
  public var trials: Int

  /// - Parameters:
  ///   - successes: The number of successes, clamped to 0...`trials`.
  ///   - trials: The number of trials, at least 0.
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

  /// The fewest trials, all of them successes, whose interval is at or above a share.
  ///
  /// - Parameter share: The share, at least 0 and less than 1; no number of trials shows a share of
  ///   1, for which the result is nil.
  public static func fewestTrials(showing share: Double) -> Int? {
    guard share < 1 else { return nil }
    guard share > 0 else { return 0 }
    let trials = (share * deviations * deviations / (1 - share)).rounded(.up)
    return trials < 1e9 ? Int(trials) : nil
  }
}

extension Proportion: CustomStringConvertible {
  /// The share in words, as in `198 of 200 (96.4 to 99.7 %)`.
  public var description: String {
    let percent = [interval.lowerBound, interval.upperBound].map {
      ($0 * 100).text(decimals: 0...1)
    }
    return "\(successes) of \(trials) (\(percent[0]) to \(percent[1]) %)"
  }

  /// The interval as an array of JSON, as in `[0.964,0.997]`.
  package var intervalJSON: String {
    "[\(interval.lowerBound.text(decimals: 1...6)),\(interval.upperBound.text(decimals: 1...6))]"
  }
}
