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

  /// A way from one state to another.
  struct Transition: Hashable {
    let from: GestureState
    let to: GestureState
  }

  /// The ways that a recognizer may take by itself; the reset to possible is the arbiter's.
  static let transitions: Set<Transition> = [
    // Discrete gestures.
    Transition(from: .possible, to: .recognized),
    Transition(from: .possible, to: .failed),
    // Continuous gestures.
    Transition(from: .possible, to: .began),
    Transition(from: .began, to: .changed),
    Transition(from: .began, to: .ended),
    Transition(from: .began, to: .cancelled),
    Transition(from: .changed, to: .changed),
    Transition(from: .changed, to: .ended),
    Transition(from: .changed, to: .cancelled),
  ]

  /// Whether a recognizer may go from this state to another by itself.
  public func allows(_ next: GestureState) -> Bool {
    // The one that a moving finger takes hundreds of times a second needs no table.
    if self == .changed && next == .changed { return true }
    return GestureState.transitions.contains(Transition(from: self, to: next))
  }
}
