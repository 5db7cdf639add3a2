#if Live
  /// Counts delays to the microsecond in constant memory.
  public struct LatencyHistogram: Sendable {
    /// The longest delay in microseconds; longer ones count as this one.
    private static let longest = 100_000

    private var counts = [Int32](repeating: 0, count: longest + 1)
    public private(set) var count = 0

    /// Counts a delay in microseconds; negative delays count as 0.
    mutating func add(_ microseconds: Int64) {
      counts[Int(max(0, min(Int64(LatencyHistogram.longest), microseconds)))] += 1
      count += 1
    }

    /// The quantile of the delays, in microseconds, for a share clamped to 0...1; 0 without delays.
    public func quantile(_ share: Double) -> Int {
      let share = share > 0 ? min(share, 1) : 0
      let rank = max(1, Int((share * Double(count)).rounded(.up)))
      var passed = 0
      for (delay, number) in counts.enumerated() {
        passed += Int(number)
        if passed >= rank { return delay }
      }
      return 0
    }

    /// The counts as text, as in `10000 frames, p50 21 us, p99 60 us, p99.9 84 us, max 90 us`.
    public var text: String {
      "\(count) frames, p50 \(quantile(0.5)) us, p99 \(quantile(0.99)) us, "
        + "p99.9 \(quantile(0.999)) us, max \(quantile(1)) us"
    }
  }
#endif
