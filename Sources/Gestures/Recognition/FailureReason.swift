public import Timeline

/// Why a recognizer gave up: what was measured, and what the limit was.
public struct FailureReason: Hashable, Sendable {
  /// What was measured.
  public enum Cause: String, Sendable, CaseIterable {
    /// Points moved, where stillness was asked for.
    case movement
    /// Points moved along the direction, too few.
    case distance
    /// Points across the direction.
    case deviation
    /// Seconds that it took, too many.
    case duration
    /// Seconds without the landing that had to follow.
    case pause
    /// Seconds that it took, too few.
    case earliness
    /// Points per second, too few.
    case speed
    /// Fingers, too many or too few.
    case touches
    /// Taps, too few.
    case taps
    /// Degrees of a corner, or of a turn.
    case angle
    /// The ratio of two lengths.
    case ratio
    /// Degrees of a line above or below the horizontal.
    case direction
    /// A line's length over the way along it.
    case straightness
    /// The length of a hook at the end of a line, over the line's.
    case hook
    /// Another recognizer was recognized.
    case prevented
    /// A recognizer that had to fail did not.
    case requirement
    /// A recognizer that had to fail waits, by whatever detour, for this one.
    case requirementCycle
    /// The delegate said no.
    case refused
    /// The system took the touches away.
    case cancelled
    /// A touch that never landed, of a kind that is not allowed, or with a button down.
    case unsuitableTouch
  }

  public var cause: Cause
  public var measured: Double?
  public var limit: Double?
  public var touch: Touch.ID?
  public var time: Timestamp
  /// The kind of the recognizer that stood in the way, for ``Cause/prevented`` and
  /// ``Cause/requirement``.
  public var other: Gesture.Kind?

  public init(
    _ cause: Cause, measured: Double? = nil, limit: Double? = nil, touch: Touch.ID? = nil,
    other: Gesture.Kind? = nil, time: Timestamp = .zero
  ) {
    self.cause = cause
    self.measured = measured
    self.limit = limit
    self.touch = touch
    self.other = other
    self.time = time
  }
}
