import Timeline

/// Counts intervals between frames in constant memory, to the microsecond up to a tenth of a second.
struct IntervalHistogram {
  /// Longer ones are counted together: no device's usual interval is longer.
  private static let limit = 100_000

  private var counts: [Int] = []
  private var total = 0
  /// The longest interval, in microseconds.
  private(set) var longest: Int64 = 0

  /// Counts an interval in microseconds; one of zero or less says nothing and is left out.
  mutating func add(_ interval: Int64) {
    guard interval > 0 else { return }
    if counts.isEmpty { counts = Array(repeating: 0, count: IntervalHistogram.limit + 1) }
    counts[Int(min(interval, Int64(IntervalHistogram.limit)))] += 1
    total += 1
    longest = max(longest, interval)
  }

  /// The interval in the middle, in microseconds; the shorter one of two, nil without any.
  var median: Int64? {
    var rest = (total + 1) / 2
    if rest == 0 { return nil }
    for (interval, count) in counts.enumerated() {
      rest -= count
      // Of those beyond the limit only the longest is known.
      if rest <= 0 { return interval == IntervalHistogram.limit ? longest : Int64(interval) }
    }
    return nil
  }
}
