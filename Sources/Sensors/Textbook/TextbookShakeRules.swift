import Timeline

/// The textbook rule of a plain threshold: a sample with an axis beyond it, gravity included.
public struct ThresholdShakeRule: Hashable, Sendable {
  /// The threshold in g, exclusive.
  public var threshold: Double

  public init(threshold: Double = 2.0) {
    self.threshold = threshold
  }

  /// Returns whether the sample is a shake.
  @inlinable public func process(_ acceleration: Acceleration) -> Bool {
    acceleration.x.magnitude > threshold || acceleration.y.magnitude > threshold
      || acceleration.z.magnitude > threshold
  }
}

/// The textbook rule of a counted shake: several samples beyond the threshold within a window,
/// which starts with the first of them and tumbles instead of sliding.
public struct CountedShakeRule: Hashable, Sendable {
  /// The length of the window in seconds, inclusive; the value is the program's.
  public static let window = 1.5
  /// The count that has to be exceeded: the fifth hit is a shake. The value is the program's.
  public static let count = 4

  public var threshold: ThresholdShakeRule
  private var hits = 0
  private var start = Timestamp.zero

  public init(threshold: Double = 2.0) {
    self.threshold = ThresholdShakeRule(threshold: threshold)
  }

  /// Processes a sample; returns whether it completes a shake.
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

/// The textbook rule of ShakeAndBreak: a shake toward a positive axis breaks the screen.
public struct BreakShakeRule: Hashable, Sendable {
  /// The threshold in g, exclusive. The value is the program's.
  public static let threshold = 2.2

  /// Whether the broken screen is shown.
  public private(set) var isBroken = false

  public init() {}

  /// Processes a sample; returns whether it breaks the screen.
  public mutating func process(_ acceleration: Acceleration) -> Bool {
    let limit = BreakShakeRule.threshold
    guard !isBroken, acceleration.x > limit || acceleration.y > limit || acceleration.z > limit
    else { return false }
    isBroken = true
    return true
  }

  /// Repairs the screen, as a touch does in the program.
  public mutating func rearm() { isBroken = false }
}
