import Timeline

/// Receives the samples of an ``Accelerometer``.
public protocol AccelerometerDelegate: AnyObject {
  func accelerometer(_ accelerometer: Accelerometer, didAccelerate sample: AccelerationSample)
}

/// Delivers samples to a delegate and to asynchronous sequences, at a limited rate.
public final class Accelerometer {
  /// The least number of seconds between two delivered samples; 0 delivers all of them.
  public var updateInterval = 0.0 {
    didSet { due = .min }
  }
  public weak var delegate: (any AccelerometerDelegate)?
  /// The last delivered sample.
  public private(set) var last: AccelerationSample?
  private var due = Timestamp.min
  private var listeners: [AsyncStream<AccelerationSample>.Continuation] = []

  public init() {}

  deinit { finish() }

  /// Receives a sample, and delivers it unless it is too soon after the last one.
  public func receive(_ sample: AccelerationSample) {
    guard sample.time >= due else {
      // A time that went back too far for the same clock starts the grid again.
      if due.seconds(since: sample.time) > updateInterval + 1 { due = .min }
      return
    }
    if updateInterval > 0 {
      // The samples stay on the grid of the interval while they keep up with it, so that 60 of 100
      // samples per second are delivered and not 50.
      let onGrid = due.advanced(bySeconds: updateInterval)
      let free = sample.time.advanced(bySeconds: updateInterval)
      due = due > .min && onGrid > sample.time ? onGrid : free
    }
    last = sample
    delegate?.accelerometer(self, didAccelerate: sample)
    listeners.removeAll { listener in
      if case .terminated = listener.yield(sample) { true } else { false }
    }
  }

  /// Returns a sequence of the samples from now on. A slow reader loses the oldest ones.
  public func samples(bufferingNewest count: Int = 256) -> AsyncStream<AccelerationSample> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: AccelerationSample.self, bufferingPolicy: .bufferingNewest(max(1, count)))
    listeners.append(continuation)
    return stream
  }

  /// Ends the sequences.
  public func finish() {
    for listener in listeners { listener.finish() }
    listeners.removeAll()
  }
}
