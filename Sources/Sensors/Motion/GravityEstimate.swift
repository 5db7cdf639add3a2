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
