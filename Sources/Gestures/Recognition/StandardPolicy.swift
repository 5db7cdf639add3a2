/// The policy of the standard set: a trace gives one report for each thing that the person did.
///
/// Recognizers watch side by side, so that programs can follow the fingers from the start; what it
/// was shows at the end. A press gives way to any movement, a pan to a swipe or a checkmark. Pan,
/// pinch and rotation go on together, and when the last finger lifts the one that it was ends,
/// the others are cancelled.
public struct StandardPolicy: ArbitrationPolicy {
  public init() {}

  public func verdict(
    on other: GestureRecognizer, claimant: GestureRecognizer
  ) -> ArbitrationVerdict {
    guard ExclusivePolicy.excludes(claimant, other) else { return .coexist }
    if sharesHand(claimant.kind, other.kind) { return .coexist }
    if other.state == .possible {
      return mayStillSucceed(other.kind, after: claimant.kind) ? .coexist : .giveWay
    }
    return supersedes(claimant.kind, other.kind) ? .giveWay : .claimantFails
  }

  public func ends(_ other: GestureRecognizer, with winner: GestureRecognizer) -> Bool {
    StandardPolicy.isMovement(winner.kind)
      && (StandardPolicy.isMovement(other.kind) || other.kind == .swipe || other.kind == .checkmark)
      && !ExclusivePolicy.mayRunTogether(winner, other)
  }

  /// Whether both follow the same movement until it shows what it is.
  private func sharesHand(_ kind: Gesture.Kind, _ other: Gesture.Kind) -> Bool {
    StandardPolicy.isMovement(kind) && StandardPolicy.isMovement(other)
  }

  private static func isMovement(_ kind: Gesture.Kind) -> Bool {
    kind == .pan || kind == .pinch || kind == .rotation
  }

  /// Whether a possible recognizer goes on watching when another one begins.
  private func mayStillSucceed(_ kind: Gesture.Kind, after claimant: Gesture.Kind) -> Bool {
    // Taps report what is over already; they take nothing from those that watch what follows.
    claimant == .tap || supersedes(kind, claimant)
  }

  /// Whether a later gesture takes the place of one that has begun.
  private func supersedes(_ kind: Gesture.Kind, _ begun: Gesture.Kind) -> Bool {
    switch (begun, kind) {
    case (.longPress, .pan), (.longPress, .pinch), (.longPress, .rotation): true
    case (.longPress, .swipe), (.longPress, .drag), (.longPress, .checkmark): true
    case (.pan, .swipe), (.pan, .drag), (.pan, .checkmark): true
    // At the end both may turn out to have been a movement all the same.
    case (.pinch, .swipe), (.rotation, .swipe): true
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
