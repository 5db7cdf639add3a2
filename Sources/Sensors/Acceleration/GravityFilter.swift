import Timeline

/// Separates what an accelerometer measures into gravity and the acceleration of its user.
///
/// Causal: it knows no sample before its time. See ``GravityEstimate`` for how.
public struct GravityFilter: Sendable {
  /// A sample's two parts, in g.
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

  /// Takes the next sample. One whose time repeats or goes back a little, or that no sensor measures,
  /// changes nothing.
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
      _ = history.advance(to: now, acceleration, step: step)
      _ = estimate.advance(by: step, acceleration, change: history.meanSquareChange)
      _ = history.add(acceleration - estimate.gravity, size: 0, step: step)
    }
    return Parts(gravity: estimate.gravity, user: acceleration - estimate.gravity)
  }
}
