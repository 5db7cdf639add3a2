public import Timeline

/// The imperfections of a simulated accelerometer.
public struct SensorModel: Hashable, Sendable {
  /// The number of samples per second.
  public var rate = 100.0
  /// The constant error, in g.
  public var bias = Acceleration.zero
  /// The standard deviation of the noise on each axis, in g; 0.002 is a phone's at 100 Hz.
  public var noise = 0.0
  /// The resolution, in g; 0 for no rounding.
  public var quantum = 0.0
  /// The largest magnitude, in g; nil for no limit.
  public var range: Double?
  /// The largest deviation of a sample's time, in seconds, up to 0.49 of the interval.
  public var jitter = 0.0
  /// The share of the samples that are lost, 0 to 1.
  public var loss = 0.0

  public init() {}

  /// Returns the measured value for a true acceleration.
  func measure(_ ideal: Acceleration, _ generator: inout SeededGenerator) -> Acceleration {
    var measured = ideal + bias
    if noise > 0 {
      measured =
        measured
        + Acceleration(x: generator.gaussian(), y: generator.gaussian(), z: generator.gaussian())
        * noise
    }
    return Acceleration(x: settle(measured.x), y: settle(measured.y), z: settle(measured.z))
  }

  private func settle(_ value: Double) -> Double {
    var value = value
    if quantum > 0 { value = (value / quantum).rounded() * quantum }
    if let range { value = max(-range, min(range, value)) }
    return value
  }
}

/// Simulates the accelerometer of a device that moves by a script. The same script, sensor and seed
/// produce the same samples.
public struct AccelerometerSimulator: Sequence, IteratorProtocol, Sendable {
  public let script: MotionScript
  public let sensor: SensorModel
  public let seed: UInt64
  /// The time at which the script starts.
  public let origin: Timestamp
  private var number: Int64 = 0
  private var playback: MotionPlayback

  public init(
    _ script: MotionScript, sensor: SensorModel = SensorModel(), seed: UInt64 = 1,
    origin: Timestamp = .zero
  ) {
    self.script = script
    self.sensor = sensor
    playback = MotionPlayback(script, interval: 1 / (sensor.rate > 0 ? sensor.rate : 1))
    self.seed = seed
    self.origin = origin
  }

  /// The next sample; nil at the end of the script.
  public mutating func next() -> AccelerationSample? {
    let rate = sensor.rate > 0 ? sensor.rate : 1
    while Double(number) / rate <= script.duration {
      defer { number += 1 }
      if let sample = sample(rate: rate) { return sample }
    }
    return nil
  }

  /// Returns the sample with an index; nil if it is lost.
  private mutating func sample(rate: Double) -> AccelerationSample? {
    var generator = SeededGenerator(
      seed: seed &+ UInt64(bitPattern: number) &* 0xD1B5_4A32_D192_ED03)
    if generator.uniform() < sensor.loss { return nil }
    let largest = Swift.min(Swift.max(0, sensor.jitter), 0.49 / rate)
    let time = Swift.max(0, Double(number) / rate + (generator.uniform() * 2 - 1) * largest)
    let measured = sensor.measure(playback.acceleration(at: time), &generator)
    return AccelerationSample(time: origin.advanced(bySeconds: time), acceleration: measured)
  }
}
