/// The policy of the standard set: a trace gives one report for each thing that the person did.
///
/// Recognizers watch side by side, so that programs can follow the fingers from the start; what it
/// was shows at the end. A press gives way to any movement, a pan to a swipe or a checkmark. Pan,
/// pinch and rotation go on together, and when the last finger lifts the one that it was ends,
/// the others are cancelled. A pinch that turned out to be a mere movement, say, leaves the outcome
/// to a pan; where there is none, it is a pinch.
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

  public func yields(_ recognizer: GestureRecognizer, to other: GestureRecognizer) -> Bool {
    guard StandardPolicy.isMovement(recognizer.kind) else { return false }
    let isOther: Bool
    if let character = (recognizer as? any SpreadRecognizer)?.character {
      isOther = character != recognizer.movement && other.suits(character)
    } else if recognizer.kind == .pan, other.state.isActive,
      let character = (other as? any SpreadRecognizer)?.character
    {
      isOther = other.movement == character
    } else {
      isOther = false
    }
    return isOther && !ExclusivePolicy.mayRunTogether(recognizer, other)
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
    // Taps report what is over already; they take nothing from those that watch what follows. But a
    // finger that rests beside tapping ones presses nothing.
    claimant == .tap || (claimant == .tipTap && kind != .longPress) || supersedes(kind, claimant)
  }

  /// Whether a later gesture takes the place of one that has begun.
  private func supersedes(_ kind: Gesture.Kind, _ begun: Gesture.Kind) -> Bool {
    switch (begun, kind) {
    case (.longPress, .pan), (.longPress, .pinch), (.longPress, .rotation): true
    case (.longPress, .swipe), (.longPress, .tapAndDrag), (.longPress, .checkmark): true
    case (.longPress, .edgePan), (.longPress, .tipTap), (.pan, .edgePan): true
    case (.pan, .swipe), (.pan, .tapAndDrag), (.pan, .checkmark): true
    // At the end both may turn out to have been a movement all the same.
    case (.pinch, .swipe), (.rotation, .swipe): true
    default: false
    }
  }
}

/// A recognizer that compares how the fingers spread, turned and moved as a whole.
protocol SpreadRecognizer: GestureRecognizer {
  /// What the movement is by now; nil while it is too short to tell.
  var character: SpreadMotion.Character? { get }
}

extension GestureRecognizer {
  /// The movement that a recognizer of this kind reports.
  fileprivate var movement: SpreadMotion.Character? {
    switch kind {
    case .pan: .translation
    case .pinch: .expansion
    case .rotation: .rotation
    default: nil
    }
  }

  /// Whether this one reports such a movement, or still may: a swipe decides when the last finger
  /// has lifted.
  fileprivate func suits(_ character: SpreadMotion.Character) -> Bool {
    if character == .translation && kind == .swipe { return state == .possible }
    return state.isActive && movement == character
  }
}

/// Nobody gives way: every recognizer is on its own, as the textbook's programs are.
public struct IndependentPolicy: ArbitrationPolicy {
  public init() {}

  public func verdict(
    on other: GestureRecognizer, claimant: GestureRecognizer
  ) -> ArbitrationVerdict { .coexist }
}
