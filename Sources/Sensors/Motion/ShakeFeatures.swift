/// Detects samples at the end of the sensor's range.
struct SaturationDetector: Sendable {
  /// The share of the range at which the range counts as reached: sensors differ by a hundredth.
  private static let tolerance = 0.99
  /// The ranges of sensors in g, and the share by which their largest values differ at most.
  private static let ranges = [2.0, 4, 8, 16]
  private static let spread = 0.025
  /// A value in g below all ranges.
  private static let smallestRange = 1.9
  /// The number of repetitions that make a largest value the end of the range.
  private static let repetitions = 3

  private let range: Double?
  private var largest = 0.0
  private var repeated = 0

  init(range: Double?) { self.range = range }

  @inline(__always) mutating func isSaturated(_ acceleration: Acceleration) -> Bool {
    let axis = acceleration.largestAxis
    if let range { return axis >= range * SaturationDetector.tolerance }
    if axis < largest || axis < SaturationDetector.smallestRange { return false }
    repeated = axis == largest ? repeated + 1 : 1
    largest = axis
    return repeated >= SaturationDetector.repetitions
      && SaturationDetector.ranges.contains {
        (axis - $0).magnitude <= $0 * SaturationDetector.spread
      }
  }
}

struct MotionBurst: Sendable {
  private(set) var start = 0.0
  private(set) var last = -Double.infinity
  private(set) var peak = 0.0
  private(set) var isSaturated = false
  /// Whether a sample since the last mean was saturated.
  var hasPendingSaturation = false

  /// Whether the pause is longer than between two strokes of a shake.
  @inline(__always) func hasPaused(at time: Double) -> Bool {
    time - last > StandardShakeRule.maximumPause
  }

  /// Processes the magnitude of a sample's acceleration; pauses are part of a shake if `isHeld`.
  @inline(__always) mutating func advance(to time: Double, _ size: Double, isHeld: Bool) {
    guard size >= StandardShakeRule.motion else { return }
    if !isHeld, hasPaused(at: time) {
      start = time
      peak = 0
      isSaturated = false
    }
    last = time
    peak = max(peak, size)
    if hasPendingSaturation {
      isSaturated = true
      hasPendingSaturation = false
    }
  }
}

/// Smooths samples that come faster than shakes require: those less than ``length`` apart are
/// averaged over that time, and two means less than ``longestPair`` apart once more.
struct SampleBin: Sendable {
  /// The length of a bin in seconds.
  static let length = 0.02
  /// The longest interval of averaged samples in seconds.
  private static let longestPair = 0.03
  /// The tolerance in seconds with which an even 50 Hz passes in spite of rounding.
  private static let tolerance = 0.001

  private var sum = Acceleration.zero
  private var count = 0.0
  private var start = 0.0
  private var last = Acceleration.zero
  private var lastTime = -Double.infinity

  /// Adds a sample, `interval` seconds after the previous one; returns the mean of a full bin.
  @inline(__always) mutating func add(
    _ acceleration: Acceleration, at time: Double, interval: Double
  ) -> Acceleration? {
    if count == 0 {
      if interval >= SampleBin.length - SampleBin.tolerance { return paired(acceleration, time) }
      start = time
      sum = acceleration
      count = 1
      return nil
    }
    sum = sum + acceleration
    count += 1
    if time - start + interval < SampleBin.length - SampleBin.tolerance { return nil }
    let mean = sum * (1 / count)
    count = 0
    return paired(mean, time)
  }

  @inline(__always) private mutating func paired(
    _ mean: Acceleration, _ time: Double
  ) -> Acceleration {
    let isClose = time - lastTime < SampleBin.longestPair
    let pair = isClose ? (mean + last) * 0.5 : mean
    last = mean
    lastTime = time
    return pair
  }
}

/// Estimates gravity from the samples so far: a mean that adapts quickly while the device is calm
/// and very slowly while it is shaken, as the change of the acceleration shows.
struct GravityEstimate: Hashable, Sendable {
  /// The time in seconds before which the estimate is the mean of all samples.
  private static let settlingTime = 1.0

  /// The estimate in g.
  private var gravity: Acceleration
  private var elapsed = 0.0

  /// Begins with a first sample.
  init(_ acceleration: Acceleration = .zero) { gravity = acceleration }

  /// Processes the next sample, `step` seconds after the previous one, and returns the new
  /// estimate. `change` is the mean square, in g², of the change of the acceleration over 0.1 s.
  @inline(__always) mutating func advance(
    by step: Double, _ acceleration: Acceleration, change: Double
  ) -> Acceleration {
    let calm = StandardShakeRule.gravityCalm
    let time = StandardShakeRule.gravityTime * (1 + change * (1 / (calm * calm)))
    var gain = step / (time + step)
    if elapsed < GravityEstimate.settlingTime {
      elapsed += step
      gain = max(gain, step / (elapsed + step))
    }
    gravity = gravity + (acceleration - gravity) * gain
    return gravity
  }
}
