/// The state of a gesture recognizer.
public enum GestureState: String, Sendable, CaseIterable {
  /// The recognizer has not decided.
  case possible
  /// A continuous gesture began.
  case began
  /// A continuous gesture changed.
  case changed
  /// A continuous gesture ended normally.
  case ended
  /// A continuous gesture was cancelled.
  case cancelled
  /// The touches are not the gesture.
  case failed
  /// A discrete gesture was recognized.
  case recognized

  /// Whether the attempt is decided, so that only a reset can follow.
  public var isFinal: Bool {
    switch self {
    case .possible, .began, .changed: false
    case .ended, .cancelled, .failed, .recognized: true
    }
  }

  /// Whether a continuous gesture is in progress.
  public var isActive: Bool { self == .began || self == .changed }

  /// Whether actions and observers are called for the state.
  public var isReported: Bool { self != .possible && self != .failed }

  /// Whether a recognizer may go from this state to another, before it is reset.
  public func allows(_ next: GestureState) -> Bool {
    switch next {
    case .began, .recognized, .failed: self == .possible
    case .changed, .ended, .cancelled: isActive
    case .possible: false
    }
  }
}
