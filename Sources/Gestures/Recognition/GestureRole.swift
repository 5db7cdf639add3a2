/// The claim of a recognizer, its ``GestureRecognizer/role``, by which the ``StandardPolicy``
/// decides when others watch the same touches.
///
/// - Movements run side by side; when one ends, the one that fits the fingers is the outcome.
/// - Otherwise the role with the higher ``rank`` wins; of equal ranks, the first.
/// - A role that ``leavesTouches`` takes touches from lower ranks only.
///
/// | role | rank | |
/// |---|---:|---|
/// | ``tap`` | 0 | leaves touches: it is over when it is reported |
/// | ``press`` | 1 | any movement replaces it |
/// | ``tipTap`` | 2 | leaves touches: the resting fingers may go on |
/// | ``translation``, ``expansion``, ``rotation`` | 2 | movements |
/// | ``stroke`` | 3 | a movement with a shape or an end: a swipe, a checkmark, a drag after a tap |
/// | ``custom`` | 4 | the default of custom recognizers, which know more than the built-in ones |
public struct GestureRole: Hashable, Sendable {
  /// The order of roles: the higher rank wins.
  public var rank: Int
  /// The movement that it follows from start to end; nil if it is not a movement.
  public var movement: Transformation.Character?
  /// Whether other recognizers keep the touches: the gesture is over, or leaves fingers for more.
  public var leavesTouches: Bool

  public init(rank: Int, movement: Transformation.Character? = nil, leavesTouches: Bool = false) {
    self.rank = rank
    self.movement = movement
    self.leavesTouches = leavesTouches
  }

  public static let tap = GestureRole(rank: 0, leavesTouches: true)
  public static let press = GestureRole(rank: 1)
  public static let tipTap = GestureRole(rank: 2, leavesTouches: true)
  public static let translation = GestureRole(rank: 2, movement: .translation)
  public static let expansion = GestureRole(rank: 2, movement: .expansion)
  public static let rotation = GestureRole(rank: 2, movement: .rotation)
  public static let stroke = GestureRole(rank: 3)
  public static let custom = GestureRole(rank: 4)
}
