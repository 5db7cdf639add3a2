public import Timeline

/// A shake of the device.
public struct Shake: Hashable, Sendable {
  /// When the motion began that turned out to be a shake.
  public var start: Timestamp
  /// When it was recognized.
  public var time: Timestamp
  /// When the motion was last seen; grows until the shake has ended.
  public var end: Timestamp
  /// The largest acceleration without gravity, in g; of the textbook's rules, which know no gravity,
  /// the largest axis of the sample that fired.
  public var strength: Double
  /// Whether the sensor was at the end of its range meanwhile: the true strength is at least
  /// ``strength``.
  public var isAtLeast: Bool

  public init(
    start: Timestamp, time: Timestamp, end: Timestamp, strength: Double, isAtLeast: Bool = false
  ) {
    self.start = start
    self.time = time
    self.end = end
    self.strength = strength
    self.isAtLeast = isAtLeast
  }

  /// Seconds from ``start`` to ``end``.
  public var duration: Double { end.seconds(since: start) }
}

/// What a ``ShakeDetector`` says of a sample.
public enum ShakeEvent: Hashable, Sendable {
  /// A shake was recognized; it goes on.
  case began(Shake)
  /// The shake is over.
  case ended(Shake)
}
