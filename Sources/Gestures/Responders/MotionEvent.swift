public import Timeline

/// A motion of the whole device; the only kind so far is a shake.
///
/// ```swift
/// application.send(MotionEvent(.shake, .began, at: start))
/// application.send(MotionEvent(.shake, .ended, at: end))
/// ```
///
/// The event travels from the key window's first responder up the chain, through
/// ``Responder/motionBegan(_:with:)`` and the related callbacks. Detecting shakes is the task of
/// other modules.
public struct MotionEvent: Hashable, Sendable {
  /// The kinds of motions.
  public enum Kind: String, Sendable, CaseIterable {
    case shake
  }

  /// The phase of a motion.
  public enum Phase: String, Sendable, CaseIterable {
    case began, ended, cancelled
  }

  public var kind: Kind
  public var phase: Phase
  public var timestamp: Timestamp

  public init(_ kind: Kind, _ phase: Phase, at timestamp: Timestamp) {
    self.kind = kind
    self.phase = phase
    self.timestamp = timestamp
  }
}

/// A motion that has begun and not ended.
struct MotionInProgress {
  var kind: MotionEvent.Kind
  /// The responder that received the beginning; it also receives the end, even if it is no longer
  /// the first.
  weak var responder: Responder?
}
