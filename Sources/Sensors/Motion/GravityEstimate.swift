/// Estimates gravity from the samples so far: a mean that adapts quickly while the device is calm
/// and very slowly while it is shaken.
///
/// A low-pass filter with a fixed time constant either follows a shake, and counts half of it as
/// gravity, or shows the old attitude for seconds after the device was turned over. The change of
/// the acceleration, which contains no gravity, shows whether the device is calm. For recordings
/// without gravity the estimate stays near zero.
struct GravityEstimate: Hashable, Sendable {
  /// The settling time in seconds: before it the estimate is the mean of all samples, after it a
  /// fading mean.
  private static let settlingTime = 1.0

  /// The estimate in g.
  private(set) var gravity = Acceleration.zero
  private var elapsed = 0.0

  /// Restarts with a first sample.
  mutating func begin(_ acceleration: Acceleration) {
    gravity = acceleration
    elapsed = 0
  }

  /// Processes the next sample, `step` seconds after the previous one, and returns the new
  /// estimate.
  ///
  /// - Parameter change: the mean square, in g², of the change of the acceleration over 0.1 s
  ///   during ``StandardShakeRule/window``.
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
