public import Timeline

/// A recognizer went from one state to another.
public struct StateChange: Hashable, Sendable {
  public var kind: Gesture.Kind
  public var from: GestureState
  public var to: GestureState
  public var time: Timestamp
  /// Of a swipe: the direction that it was about, ``GestureRecognizer/soughtDirection``.
  public var direction: Gesture.Direction?
  /// Why it failed or was cancelled.
  public var reason: FailureReason?

  public init(
    kind: Gesture.Kind, from: GestureState, to: GestureState, time: Timestamp,
    direction: Gesture.Direction? = nil, reason: FailureReason? = nil
  ) {
    self.kind = kind
    self.from = from
    self.to = to
    self.time = time
    self.direction = direction
    self.reason = reason
  }
}
