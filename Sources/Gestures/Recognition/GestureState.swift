/// Where a recognizer stands.
public enum GestureState: String, Sendable, CaseIterable {
  /// Watching, nothing decided.
  case possible
  /// A continuous gesture began.
  case began
  /// A continuous gesture went on.
  case changed
  /// A continuous gesture ended as it should.
  case ended
  /// A continuous gesture was broken off.
  case cancelled
  /// It was something else.
  case failed
  /// A discrete gesture happened.
  case recognized
}

extension GestureState {
  /// Whether nothing follows but a reset.
  public var isFinal: Bool {
    switch self {
    case .possible, .began, .changed: false
    case .ended, .cancelled, .failed, .recognized: true
    }
  }

  /// Whether a continuous gesture is going on.
  public var isActive: Bool { self == .began || self == .changed }

  /// Whether listeners hear of the state; a failure is silent.
  public var isReported: Bool { self != .possible && self != .failed }

  /// Whether a recognizer may go from this state to another by itself; the reset to possible is the
  /// arbiter's.
  public func allows(_ next: GestureState) -> Bool {
    switch (self, next) {
    // Discrete gestures.
    case (.possible, .recognized), (.possible, .failed): true
    // Continuous gestures.
    case (.possible, .began): true
    case (.began, .changed), (.began, .ended), (.began, .cancelled): true
    case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
    default: false
    }
  }
}
