/// The policy of the standard set: each action of the person produces one outcome.
///
/// Recognizers run side by side, so that programs can follow the fingers from the start, and the
/// ``GestureRole`` decides the outcome: a long press gives way to any movement, a pan to a swipe or
/// a checkmark, and all of them to a custom recognizer. Of pan, pinch and rotation the one that
/// fits the movement ends when the last finger lifts; the others are cancelled.
public struct StandardPolicy: ArbitrationPolicy {
  public init() {}

  public func verdict(
    on other: GestureRecognizer, claimant: GestureRecognizer
  ) -> ArbitrationVerdict {
    guard ExclusivePolicy.excludes(claimant, other) else { return .coexist }
    let (role, otherRole) = (claimant.role, other.role)
    if role.movement != nil && otherRole.movement != nil {
      // Both recognizers follow the same movement until it shows its character.
      return .coexist
    }
    if other.state == .possible {
      let isSpared = role.leavesTouches ? otherRole.rank >= role.rank : otherRole.rank > role.rank
      return isSpared ? .coexist : .giveWay
    }
    // The fingers of a gesture that has ended begin no other one until all have lifted.
    if other.state.isFinal { return .claimantFails }
    return role.rank > otherRole.rank ? .giveWay : .claimantFails
  }

  public func ends(_ other: GestureRecognizer, with winner: GestureRecognizer) -> Bool {
    winner.role.movement != nil
      && (other.role.movement != nil || other.role.rank == GestureRole.stroke.rank)
      && !ExclusivePolicy.mayRunTogether(winner, other)
  }

  public func yields(_ recognizer: GestureRecognizer, to other: GestureRecognizer) -> Bool {
    guard let own = recognizer.role.movement,
      let character = recognizer.character ?? (other.state.isActive ? other.character : nil),
      character != own, StandardPolicy.suits(other, character)
    else { return false }
    return !ExclusivePolicy.mayRunTogether(recognizer, other)
  }

  /// The priority by which replacing gestures decide before those they replace: custom recognizers
  /// first, and pans last, since most gestures are a movement, too.
  public func priority(of recognizer: GestureRecognizer) -> Int {
    let role = recognizer.role
    if role.rank > GestureRole.stroke.rank { return 1 }
    return role.movement == .translation ? -1 : 0
  }

  /// Whether a recognizer reports such a movement, or still may: a swipe decides at the last lift.
  private static func suits(
    _ recognizer: GestureRecognizer, _ character: Transformation.Character
  ) -> Bool {
    if recognizer.state.isActive { return recognizer.role.movement == character }
    return character == .translation && recognizer.state == .possible
      && recognizer.role.rank == GestureRole.stroke.rank
  }
}
