import Timeline

/// Hears of the samples of an ``Accelerometer``.
public protocol AccelerometerDelegate: AnyObject {
  func accelerometer(_ accelerometer: Accelerometer, didAccelerate sample: AccelerationSample)
}

/// Delivers samples to whoever wants them, at most as often as they want.
///
/// A simulator, a file or a device puts samples in; the delegate gets them at once, and each
/// ``samples(bufferingNewest:)`` as an asynchronous sequence.
public final class Accelerometer {
  /// Seconds between delivered samples at least; 0 delivers all of them. The textbook's example has
  /// 1/60.
  ///
  /// Samples come when they come: neither rate nor spacing is promised.
  public var updateInterval = 0.0 {
    didSet { due = .min }
  }
  public weak var delegate: (any AccelerometerDelegate)?
  /// The last delivered sample.
  public private(set) var last: AccelerationSample?
  private var due = Timestamp.min
  private var listeners: [Listener] = []

  private final class Listener {
    let continuation: AsyncStream<AccelerationSample>.Continuation

    init(_ continuation: AsyncStream<AccelerationSample>.Continuation) {
      self.continuation = continuation
    }
  }

  public init() {}

  deinit { finish() }

  /// Takes a sample of the sensor in, and delivers it if it is time.
  public func receive(_ sample: AccelerationSample) {
    guard sample.time >= due else {
      // Another clock: the one that the time counted from is over.
      if due.seconds(since: sample.time) > updateInterval + 1 { due = .min }
      return
    }
    if updateInterval > 0 {
      // On the grid of the interval while samples keep up with it, so that 60 a second out of 100 are
      // 60 and not 50.
      let onGrid = due.advanced(bySeconds: updateInterval)
      let free = sample.time.advanced(bySeconds: updateInterval)
      due = due > .min && onGrid > sample.time ? onGrid : free
    }
    last = sample
    delegate?.accelerometer(self, didAccelerate: sample)
    listeners.removeAll { listener in
      if case .terminated = listener.continuation.yield(sample) { return true }
      return false
    }
  }

  /// The samples from now on. Who is slower than they come loses the oldest.
  public func samples(bufferingNewest count: Int = 256) -> AsyncStream<AccelerationSample> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: AccelerationSample.self, bufferingPolicy: .bufferingNewest(max(1, count)))
    listeners.append(Listener(continuation))
    return stream
  }

  /// Ends the sequences: there are no more samples.
  public func finish() {
    for listener in listeners { listener.continuation.finish() }
    listeners.removeAll()
  }
}
