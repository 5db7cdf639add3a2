/// A motion of the whole device; the only kind so far is a shake. It travels from the key window's
/// first responder up the chain.
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

struct MotionInProgress {
  var kind: MotionEvent.Kind
  /// The responder that received the beginning, and receives the end.
  weak var responder: Responder?
}
