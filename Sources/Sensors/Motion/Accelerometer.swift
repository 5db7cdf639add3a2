import Timeline

/// Receives the samples of an ``Accelerometer``.
public protocol AccelerometerDelegate: AnyObject {
  func accelerometer(_ accelerometer: Accelerometer, didAccelerate sample: AccelerationSample)
}

/// Delivers samples to a delegate at a limited rate.
public final class Accelerometer {
  /// The least number of seconds between two delivered samples; 0 delivers all of them.
  public var updateInterval = 0.0 {
    didSet { due = .min }
  }
  public weak var delegate: (any AccelerometerDelegate)?
  /// The last delivered sample.
  public private(set) var last: AccelerationSample?
  private var due = Timestamp.min

  public init() {}

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
  }
}
