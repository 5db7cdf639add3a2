/// Gravity out of the samples so far: a mean that follows quickly while the device is calm, and
/// hardly at all while it is shaken.
///
/// A low-pass filter of one speed either follows a shake, and takes half of it for gravity, or is
/// still on the old attitude seconds after the device was turned over. How calm the device is, the
/// change of the acceleration tells, in which there is no gravity. On recordings without gravity it
/// stays near zero.
public struct GravityEstimate: Hashable, Sendable {
  /// Seconds until a mean of all samples goes over to a fading one.
  private static let settlingTime = 1.0

  /// The estimate in g.
  public private(set) var gravity = Acceleration.zero
  private var elapsed = 0.0

  public init() {}

  /// Starts afresh with a first sample.
  public mutating func begin(_ acceleration: Acceleration) {
    gravity = acceleration
    elapsed = 0
  }

  /// Takes the next sample, `step` seconds after the one before; the new estimate.
  ///
  /// - Parameter change: the mean square, in g², of what the acceleration changed within 0.1 s
  ///   during the last half second.
  @inline(__always) public mutating func advance(
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
