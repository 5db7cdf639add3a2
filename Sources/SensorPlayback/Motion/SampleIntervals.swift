/// The intervals between the samples of a recording, in bins of a few percent, so that their median
/// needs no list.
struct SampleIntervals: Hashable, Sendable {
  /// The bins between two powers of two, which are 1.6 to 3.1 % wide.
  private static let binsInDoubling = 32
  /// The bins from a microsecond to a day, 37 doublings.
  private static let count = 37 * 32

  private var counts = [Int](repeating: 0, count: count)
  private var sums = [Double](repeating: 0, count: count)
  private var total = 0

  /// Adds an interval in microseconds, unless it is 0 or less.
  mutating func add(_ interval: Int64) {
    guard interval > 0 else { return }
    let value = Double(interval)
    let part = Int((value.significand - 1) * Double(Self.binsInDoubling))
    let index = min(Int(value.exponent) * Self.binsInDoubling + part, Self.count - 1)
    counts[index] += 1
    sums[index] += Double(interval)
    total += 1
  }

  /// The median in seconds: the mean of the intervals in its bin; nil without intervals.
  var median: Double? {
    var seen = 0
    for index in counts.indices where counts[index] > 0 {
      seen += counts[index]
      if 2 * seen >= total { return sums[index] / Double(counts[index]) * 1e-6 }
    }
    return nil
  }
}
