import Timeline

/// Separates the samples of an accelerometer into gravity and the user's acceleration.
///
/// It is causal: it never uses a later sample. The method is described at `GravityEstimate`.
public struct GravityFilter: Sendable {
  /// The two parts of a sample, in g.
  public struct Parts: Hashable, Sendable {
    public var gravity: Acceleration
    public var user: Acceleration

    public init(gravity: Acceleration, user: Acceleration) {
      self.gravity = gravity
      self.user = user
    }
  }

  private var estimate = GravityEstimate()
  private var history = ShakeHistory()
  private var origin: Timestamp?
  private var seconds = 0.0

  public init() {}

  /// Processes the next sample. Samples whose time repeats or goes back slightly, and implausible
  /// values, have no effect.
  public mutating func process(_ sample: AccelerationSample) -> Parts {
    let acceleration = sample.acceleration
    guard acceleration.isPlausible else { return Parts(gravity: estimate.gravity, user: .zero) }
    let now = origin.map { sample.time.seconds(since: $0) } ?? .infinity
    let step = now - seconds
    if step > StandardShakeRule.longestGap || step < -StandardShakeRule.longestStepBack {
      origin = sample.time
      seconds = 0
      estimate.begin(acceleration)
      history.begin(acceleration)
    } else if step > 0 {
      seconds = now
      history.advance(to: now, acceleration, step: step)
      _ = estimate.advance(by: step, acceleration, change: history.meanSquareChange)
    }
    return Parts(gravity: estimate.gravity, user: acceleration - estimate.gravity)
  }
}

/// Estimates gravity from the samples so far: a mean that adapts quickly while the device is calm
/// and very slowly while it is shaken.
///
/// A low-pass filter with a fixed time constant either follows a shake, and takes half of it for
/// gravity, or shows the old attitude for seconds after the device was turned over. The change of
/// the acceleration, which has no gravity in it, shows how calm the device is. For recordings
/// without gravity the estimate stays near zero.
struct GravityEstimate: Hashable, Sendable {
  /// In seconds: before this time the estimate is the mean of all samples, after it a fading mean.
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
