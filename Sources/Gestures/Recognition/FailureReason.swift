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
    /// Points from where a finger landed to where it had to.
    case place
    /// Seconds that it took, too many.
    case duration
    /// Seconds without the landing that had to follow.
    case pause
    /// Seconds that it took, too few.
    case tooShort
    /// Fingers, too many or too few.
    case touches
    /// Taps, too few or too many.
    case taps
    /// Degrees of a corner, or of a turn.
    case angle
    /// The ratio of two lengths.
    case ratio
    /// A spread or a turn over the rest of the fingers' movement.
    case dominance
    /// Degrees of a line above or below the horizontal.
    case direction
    /// Points of the shorter of a stroke's lines, too few.
    case length
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
    /// The delegate said no, or it was switched off.
    case refused
    /// The system took the touches away.
    case cancelled
    /// A touch turned out to be a palm.
    case palm
    /// A touch was there before it was first seen, so that it never landed.
    case resumedTouch
    /// A button was down.
    case button
  }

  public var cause: Cause
  /// In points, seconds, degrees, or a number, as ``cause`` has it.
  public var measured: Double?
  /// The same of the limit: the most allowed where more was measured, or else the least needed.
  public var limit: Double?
  public var touch: Touch.ID?
  public var time: Timestamp
  /// The kind of the recognizer that stood in the way, for ``Cause/prevented`` and
  /// ``Cause/requirement``.
  public var other: Gesture.Kind?
  /// The ``ProfileParameter/key`` of the number that the limit comes from, as in
  /// `swipe.minimumLength`; nil where no profile has it.
  public var parameter: String?

  public init(
    _ cause: Cause, measured: Double? = nil, limit: Double? = nil, parameter: String? = nil,
    touch: Touch.ID? = nil, other: Gesture.Kind? = nil, time: Timestamp = .zero
  ) {
    self.cause = cause
    self.measured = measured
    self.limit = limit
    self.parameter = parameter
    self.touch = touch
    self.other = other
    self.time = time
  }
}

extension FailureReason {
  /// Fingers: too many, or too few.
  static func fingers(
    _ count: Int, limit: Int, touch: Touch.ID? = nil, at time: Timestamp
  ) -> FailureReason {
    FailureReason(
      .touches, measured: Double(count), limit: Double(limit), touch: touch, time: time)
  }
}
