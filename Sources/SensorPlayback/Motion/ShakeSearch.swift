public import Gestures

/// Finds the shakes in recordings of accelerometers.
public struct ShakeSearch: Sendable {
  public var rule: ShakeDetector.Rule
  /// The sensor's range in g, if known.
  public var range: Double?
  /// The number of samples per second, for tables without times.
  public var rate: Double?
  /// The sensitivity of ``Sensors/StandardShakeRule/Parameters``.
  public var sensitivity = 1.0

  public var parameters: StandardShakeRule.Parameters {
    var parameters = StandardShakeRule.Parameters()
    parameters.range = range
    parameters.sensitivity = sensitivity
    return parameters
  }

  /// The statistics of a recording.
  public struct Summary: Hashable, Sendable {
    public var samples = 0
    /// The remarks of the reader on the table.
    public var remarks: [TableRemark] = []
    /// The time in seconds from the first sample to the last.
    public var duration = 0.0
    /// The median of the intervals between samples, in seconds; nil with fewer than two.
    public var interval: Double?
    /// The measures of the strongest motion that was no shake, with the standard rule.
    public var strongestOther: ShakeMeasures?
    /// The time of the first sample; nil without samples.
    public var start: Timestamp?
  }

  public init(
    rule: ShakeDetector.Rule = .standard, range: Double? = nil, rate: Double? = nil,
    sensitivity: Double = 1
  ) {
    self.rule = rule
    self.range = range
    self.rate = rate
    self.sensitivity = sensitivity
  }

  /// Passes on the samples of a table, and each of its shakes when it is over.
  public func run(
    _ source: ByteSource, sample: (AccelerationSample) -> Void = { _ in },
    report: @escaping (ShakeRecord) -> Void
  ) throws(FileError) -> Summary {
    let path = source.name
    let reader = AccelerationReader(source, rate: rate)
    var detector = ShakeDetector(rule, parameters: parameters)
    var summary = Summary()
    var intervals = SampleIntervals()
    var previous: Timestamp?
    while let next = try reader.next() {
      let start = summary.start ?? next.time
      if summary.start == nil {
        summary.start = start
        detector.onEnded = { report(ShakeRecord(file: path, shake: $0, origin: start)) }
      }
      sample(next)
      detector.process(next)
      // The first sample has no interval, and an interval of 0 does not count.
      intervals.add(next.time.microseconds(since: previous ?? next.time))
      previous = next.time
      summary.duration = max(summary.duration, next.time.seconds(since: start))
      summary.samples += 1
    }
    detector.finish()
    summary.interval = intervals.median
    summary.remarks = reader.remarks
    summary.strongestOther = detector.strongestOther
    return summary
  }
}

/// A shake as a record of `replay shake`; see docs/Records.md.
public struct ShakeRecord: Hashable, JSONObject {
  /// The path of the recording as given.
  public var file: String?
  public var shake: DetectedShake
  /// The time of the recording's first sample, from which times count.
  public var origin: Timestamp

  /// The time of recognition in seconds from the first sample.
  public var time: Double { shake.time.seconds(since: origin) }

  /// The beginning of the motion in seconds from the first sample.
  public var start: Double { shake.start.seconds(since: origin) }

  public func add(to line: inout JSONLine) {
    line.add("v", 2)
    line.add("file", file)
    line.add("gesture", "shake")
    line.add("time_s", time, decimals: 6)
    line.add("start_s", start, decimals: 6)
    line.add("duration_s", shake.duration, decimals: 6)
    line.add("strength_g", shake.strength, decimals: 3)
    if shake.isAtLeast { line.add("at_least", true) }
  }
}

extension ShakeDetector {
  /// Delivers shakes to an application's responder chain, in place of ``onBegan`` and ``onEnded``.
  public mutating func deliver(to application: Application) {
    onBegan = { [weak application] shake in
      application?.send(MotionEvent(.shake, .began, at: shake.time))
    }
    onEnded = { [weak application] shake in
      application?.send(MotionEvent(.shake, .ended, at: max(shake.time, shake.end)))
    }
  }
}

/// The intervals between samples, in bins of a few percent, so that their median needs no list.
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
