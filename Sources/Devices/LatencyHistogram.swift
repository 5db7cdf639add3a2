#if Live
  /// Delays by the microsecond, in constant memory.
  public struct LatencyHistogram: Sendable {
    /// Longer delays, in microseconds, count as this one.
    private static let longest = 100_000

    private var counts = [Int32](repeating: 0, count: longest + 1)
    public private(set) var count = 0

    init() {}

    /// Counts a delay in microseconds; negative ones as none.
    mutating func add(_ microseconds: Int64) {
      counts[Int(max(0, min(Int64(LatencyHistogram.longest), microseconds)))] += 1
      count += 1
    }

    /// The delay in microseconds that a share of all, from 0 to 1, does not exceed; 0 if there is none.
    public func quantile(_ share: Double) -> Int {
      let rank = max(1, Int((share * Double(count)).rounded(.up)))
      var passed = 0
      for (delay, number) in counts.enumerated() {
        passed += Int(number)
        if passed >= rank { return delay }
      }
      return 0
    }

    /// As in `10000 frames, p50 21 us, p99 60 us, p99.9 84 us, at most 90 us`.
    public var text: String {
      "\(count) frames, p50 \(quantile(0.5)) us, p99 \(quantile(0.99)) us, "
        + "p99.9 \(quantile(0.999)) us, at most \(quantile(1)) us"
    }
  }
#endif
