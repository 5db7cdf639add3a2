/// Decides who gives way when two recognizers want the same touches.
public protocol ArbitrationPolicy {
  /// What becomes of `other`, which is still possible or active, when `claimant` is about to begin.
  func verdict(on other: GestureRecognizer, claimant: GestureRecognizer) -> ArbitrationVerdict

  /// Whether a decision is held back while `other`, which has to fail first, has not decided.
  func holdsBack(_ recognizer: GestureRecognizer, for other: GestureRecognizer) -> Bool

  /// Whether `other`, which went on beside `winner`, is over when that one ends.
  func ends(_ other: GestureRecognizer, with winner: GestureRecognizer) -> Bool

  /// Whether `recognizer`, which is about to end, leaves the outcome to `other`, which went on
  /// beside it; it is cancelled then.
  func yields(_ recognizer: GestureRecognizer, to other: GestureRecognizer) -> Bool
}

extension ArbitrationPolicy {
  public func holdsBack(
    _ recognizer: GestureRecognizer, for other: GestureRecognizer
  ) -> Bool { true }

  public func ends(_ other: GestureRecognizer, with winner: GestureRecognizer) -> Bool { false }
  public func yields(_ recognizer: GestureRecognizer, to other: GestureRecognizer) -> Bool { false }
}

/// What becomes of a recognizer when another one is about to begin.
public enum ArbitrationVerdict: Sendable {
  /// The other gives way: it fails, or is cancelled when it had begun.
  case giveWay
  /// Both go on.
  case coexist
  /// The claimant gives way, because the other was first.
  case claimantFails
}

/// The first that begins wins: the rule of UIKit, `uikit-facts` 19 to 22.
public struct ExclusivePolicy: ArbitrationPolicy {
  public init() {}

  public func verdict(
    on other: GestureRecognizer, claimant: GestureRecognizer
  ) -> ArbitrationVerdict {
    guard ExclusivePolicy.excludes(claimant, other) else { return .coexist }
    // What is over already takes nothing from those that watch what followed.
    if claimant.isDeferred { return .coexist }
    return other.state == .possible ? .giveWay : .claimantFails
  }

  /// Whether two that want to recognize at the same time can't: the one that is possible would have
  /// to give way to the active one, and neither delegate allows both.
  static func excludes(_ claimant: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    let (active, possible) = other.state == .possible ? (claimant, other) : (other, claimant)
    return active.canPrevent(possible) && possible.canBePrevented(by: active)
      && !mayRunTogether(claimant, other)
  }

  /// Whether either delegate allows both at the same time.
  static func mayRunTogether(_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool {
    first.delegate?.recognizer(first, shouldRecognizeSimultaneouslyWith: second) ?? false
      || second.delegate?.recognizer(second, shouldRecognizeSimultaneouslyWith: first) ?? false
  }
}
