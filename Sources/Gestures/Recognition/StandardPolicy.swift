/// The policy of the standard set: a trace gives one report for each thing that the person did.
///
/// Recognizers watch side by side. A press gives way to any movement; a pan, which begins early so
/// that programs can follow the finger, gives way to what the movement turns out to be: a pinch, a
/// rotation, a tap-and-drag, or at its end a swipe or a checkmark.
public struct StandardPolicy: ArbitrationPolicy {
  public init() {}

  public func verdict(
    on other: GestureRecognizer, claimant: GestureRecognizer
  ) -> ArbitrationVerdict {
    if ExclusivePolicy.mayRunTogether(claimant, other) { return .coexist }
    if other.state == .possible {
      return mayStillSucceed(other.kind, after: claimant.kind) ? .coexist : .giveWay
    }
    return supersedes(claimant.kind, other.kind) ? .giveWay : .claimantFails
  }

  /// Whether a possible recognizer goes on watching when another one begins.
  private func mayStillSucceed(_ kind: Gesture.Kind, after claimant: Gesture.Kind) -> Bool {
    // Taps report what is over already; they take nothing from those that watch what follows.
    claimant == .tap || supersedes(kind, claimant)
  }

  /// Whether a later gesture takes the place of one that has begun.
  private func supersedes(_ kind: Gesture.Kind, _ begun: Gesture.Kind) -> Bool {
    switch begun {
    case .longPress: [.pan, .swipe, .pinch, .rotation, .drag, .checkmark].contains(kind)
    case .pan: [.swipe, .pinch, .rotation, .drag, .checkmark].contains(kind)
    default: false
    }
  }
}

/// Nobody gives way: every recognizer is on its own, as the textbook's programs are.
public struct IndependentPolicy: ArbitrationPolicy {
  public init() {}

  public func verdict(
    on other: GestureRecognizer, claimant: GestureRecognizer
  ) -> ArbitrationVerdict { .coexist }
}
