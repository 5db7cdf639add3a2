/// Decides between recognizers that want the same touches.
public protocol ArbitrationPolicy {
  /// The fate of `other`, which is possible or active, when `claimant` is about to begin.
  func verdict(on other: GestureRecognizer, claimant: GestureRecognizer) -> ArbitrationVerdict

  /// Whether a claim waits while `other`, which has to fail first, is undecided. By default true.
  func holdsBack(_ recognizer: GestureRecognizer, for other: GestureRecognizer) -> Bool

  /// Whether `other`, which continued beside `winner`, gives way when it ends. By default false.
  func ends(_ other: GestureRecognizer, with winner: GestureRecognizer) -> Bool

  /// Whether `recognizer`, which is about to end, is cancelled instead because `other`, which
  /// continued beside it, is the outcome. By default false.
  func yields(_ recognizer: GestureRecognizer, to other: GestureRecognizer) -> Bool

  /// The priority of a recognizer: higher ones receive each event first. By default 0 for all: the
  /// recognizers of the nearest view are first, in the order in which they were attached.
  func priority(of recognizer: GestureRecognizer) -> Int
}

extension ArbitrationPolicy {
  public func holdsBack(
    _ recognizer: GestureRecognizer, for other: GestureRecognizer
  ) -> Bool { true }

  public func ends(_ other: GestureRecognizer, with winner: GestureRecognizer) -> Bool { false }
  public func yields(_ recognizer: GestureRecognizer, to other: GestureRecognizer) -> Bool { false }
  public func priority(of recognizer: GestureRecognizer) -> Int { 0 }
}

/// The fate of a recognizer when another one is about to begin.
public enum ArbitrationVerdict: Sendable {
  /// The other recognizer fails, or is cancelled if it has begun.
  case giveWay
  /// Both recognizers continue.
  case coexist
  /// The claimant fails, because the other recognizer was first.
  case claimantFails
}

/// The first recognizer to begin wins: UIKit's policy (its rules 19 to 22).
public struct ExclusivePolicy: ArbitrationPolicy {
  public init() {}

  public func verdict(
    on other: GestureRecognizer, claimant: GestureRecognizer
  ) -> ArbitrationVerdict {
    guard ExclusivePolicy.excludes(claimant, other) else { return .coexist }
    return other.state == .possible ? .giveWay : .claimantFails
  }

  /// Whether two recognizers can't recognize at the same time: the active one prevents the possible
  /// one, and neither delegate allows both.
  static func excludes(_ claimant: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    let (active, possible) = other.state == .possible ? (claimant, other) : (other, claimant)
    return active.canPrevent(possible) && possible.canBePrevented(by: active)
      && !mayRunTogether(claimant, other)
  }

  static func mayRunTogether(_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool {
    allows(first, second) || allows(second, first)
  }

  private static func allows(_ recognizer: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    guard recognizer.hasDelegate, let delegate = recognizer.delegate else { return false }
    return delegate.gestureRecognizer(recognizer, shouldRecognizeSimultaneouslyWith: other)
  }
}

/// Lets every recognizer act, as in the textbook sample programs.
public struct IndependentPolicy: ArbitrationPolicy {
  public init() {}

  public func verdict(
    on other: GestureRecognizer, claimant: GestureRecognizer
  ) -> ArbitrationVerdict { .coexist }
}
