import Timeline

/// The textbook's threshold shake: any axis beyond a threshold, regardless of sign.
///
/// Gravity is not taken away, nothing is latched, and each axis is for itself: (1.9, 1.9, 1.9) with
/// its 3.29 g does not fire.
public struct ThresholdShakeRule: Hashable, Sendable {
  /// In g; exactly this much does not fire. The textbook's ladder: 1.5 a light shake, 2.0 a strong one.
  public var threshold: Double

  public init(threshold: Double = 2.0) {
    self.threshold = threshold
  }

  /// Whether a sample fires.
  @inlinable
  public func process(_ acceleration: Acceleration) -> Bool {
    acceleration.x.magnitude > threshold || acceleration.y.magnitude > threshold
      || acceleration.z.magnitude > threshold
  }
}

/// The textbook's counted shake: so many samples beyond the threshold within a window.
///
/// The window opens with the first of them and tumbles instead of sliding; what is counted are
/// samples, not changes of direction.
public struct CountedShakeRule: Hashable, Sendable {
  /// Seconds from the first hit: one that comes strictly later opens a new window. The textbook's
  /// number.
  public static let window = 1.5
  /// The count that has to be exceeded: the fifth hit fires. The textbook's number.
  public static let count = 4

  public var threshold: ThresholdShakeRule
  private var hits = 0
  private var start = Timestamp.zero

  public init(threshold: Double = 2.0) {
    self.threshold = ThresholdShakeRule(threshold: threshold)
  }

  /// Takes a sample; whether it fires.
  public mutating func process(_ sample: AccelerationSample) -> Bool {
    let limit = start.advanced(bySeconds: CountedShakeRule.window)
    if hits == 0 || sample.time > limit {
      hits = 0
      start = sample.time
    }
    guard threshold.process(sample.acceleration) else { return false }
    hits += 1
    guard hits > CountedShakeRule.count else { return false }
    hits = 0
    start = sample.time
    return true
  }
}

/// The textbook's ShakeAndBreak: a screen that breaks once, and is whole again after a touch.
///
/// There is no absolute value: shakes toward the negative axes do nothing.
public struct BreakShakeRule: Hashable, Sendable {
  /// In g; exactly this much does not fire. The textbook's number.
  public static let threshold = 2.2

  /// Whether the broken screen is shown.
  public private(set) var isBroken = false

  public init() {}

  /// Takes a sample; whether it breaks the screen.
  public mutating func process(_ acceleration: Acceleration) -> Bool {
    let limit = BreakShakeRule.threshold
    guard !isBroken, acceleration.x > limit || acceleration.y > limit || acceleration.z > limit
    else { return false }
    isBroken = true
    return true
  }

  /// A touch: the whole screen is shown.
  public mutating func rearm() {
    isBroken = false
  }
}
