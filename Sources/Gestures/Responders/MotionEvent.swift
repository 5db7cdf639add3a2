public import Timeline

/// Something that the person does with the whole device: so far, shaking it.
///
/// ```swift
/// application.send(MotionEvent(.shake, .began, at: start))
/// application.send(MotionEvent(.shake, .ended, at: end))
/// ```
///
/// It takes its way from the key window's first responder up the chain, through
/// ``Responder/motionBegan(_:with:)`` and its kin. Who finds out that a device is shaken is none of this
/// module's business.
public struct MotionEvent: Hashable, Sendable {
  /// What the device is done to.
  public enum Kind: String, Sendable, CaseIterable {
    case shake
  }

  /// What happened to the motion.
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

/// A motion between its beginning and its end.
struct MotionInProgress {
  var kind: MotionEvent.Kind
  /// Whoever heard of the beginning hears of the end, wherever the first responder has gone.
  weak var responder: Responder?
}
