/// The policy of the standard set: each action of the person produces one outcome.
///
/// Recognizers run side by side, so that programs can follow the fingers from the start, and the
/// outcome is decided at the end. A long press gives way to any movement, a pan to a swipe or a
/// checkmark.
/// Pan, pinch and rotation run together; when the last finger lifts, the one that fits the movement
/// ends and the others are cancelled. A pinch whose fingers mostly moved together, for example, yields
/// to a pan, and ends as a pinch if there is no pan.
public struct StandardPolicy: ArbitrationPolicy {
  public init() {}

  public func verdict(
    on other: GestureRecognizer, claimant: GestureRecognizer
  ) -> ArbitrationVerdict {
    guard ExclusivePolicy.excludes(claimant, other) else { return .coexist }
    if StandardPolicy.isMovement(claimant.kind), StandardPolicy.isMovement(other.kind) {
      // Both follow the same movement until it shows its character.
      return .coexist
    }
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

  private static func isMovement(_ kind: Gesture.Kind) -> Bool {
    kind == .pan || kind == .pinch || kind == .rotation
  }

  /// Whether a possible recognizer continues when another one begins.
  private func mayStillSucceed(_ kind: Gesture.Kind, after claimant: Gesture.Kind) -> Bool {
    // A tap is over when it is reported; it takes no touch from recognizers of the touches that
    // follow. But a finger that rests beside tapping ones is no long press.
    claimant == .tap || (claimant == .tipTap && kind != .longPress) || supersedes(kind, claimant)
  }

  /// Whether a later gesture replaces one that has begun.
  private func supersedes(_ kind: Gesture.Kind, _ begun: Gesture.Kind) -> Bool {
    switch (begun, kind) {
    case (.longPress, .pan), (.longPress, .pinch), (.longPress, .rotation): true
    case (.longPress, .swipe), (.longPress, .tapAndDrag), (.longPress, .checkmark): true
    case (.longPress, .edgePan), (.longPress, .tipTap), (.pan, .edgePan): true
    case (.pan, .swipe), (.pan, .tapAndDrag), (.pan, .checkmark): true
    // At the end both may turn out to be plain movements.
    case (.pinch, .swipe), (.rotation, .swipe): true
    default: false
    }
  }
}

/// A recognizer that compares how the fingers spread, turned and moved together.
protocol SpreadRecognizer: GestureRecognizer {
  /// The character of the movement so far; nil while it is too short to decide.
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

  /// Whether this recognizer reports a movement of that character, or still may: a swipe decides when
  /// the last finger has lifted.
  fileprivate func suits(_ character: SpreadMotion.Character) -> Bool {
    if character == .translation && kind == .swipe { return state == .possible }
    return state.isActive && movement == character
  }
}
