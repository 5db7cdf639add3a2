public import Recordings
public import Sensors
import Timeline

/// The shakes in recordings of accelerometers.
public struct ShakeSearch: Sendable {
  public var profile: ShakeDetector.Profile
  /// The sensor's range in g, where it is known.
  public var range: Double?
  /// Samples a second, for tables without times.
  public var rate: Double?

  /// How a search went.
  public struct Summary: Hashable, Sendable {
    public var samples = 0
    public var skippedRows = 0
    /// Seconds from the first sample to the last.
    public var duration = 0.0
    public var hasTimes = true
  }

  public init(
    profile: ShakeDetector.Profile = .standard, range: Double? = nil, rate: Double? = nil
  ) {
    self.profile = profile
    self.range = range
    self.rate = rate
  }

  /// Reports the shakes in a file, each when it is over.
  public func run(
    path: String, _ report: @escaping (ShakeRecord) -> Void
  ) throws(RecordingError) -> Summary {
    let reader = AccelerationReader(try ByteSource(path: path), rate: rate)
    var parameters = StandardShakeRule.Parameters()
    parameters.range = range
    var detector = ShakeDetector(profile, parameters: parameters)
    var summary = Summary()
    guard let first = try reader.next() else { return summary }
    detector.onEnded = {
      report(ShakeRecord(file: path, shake: $0, origin: first.time))
    }
    var last = first.time
    detector.process(first)
    summary.samples = 1
    while let sample = try reader.next() {
      detector.process(sample)
      last = max(last, sample.time)
      summary.samples += 1
    }
    detector.finish()
    summary.duration = last.seconds(since: first.time)
    summary.skippedRows = reader.skippedRows
    summary.hasTimes = reader.hasTimes
    return summary
  }
}
