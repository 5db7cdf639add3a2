import Contacts
public import Timeline

/// Fingers that move apart or together.
///
/// It begins when the mean distance of the fingers from their centroid has changed by ``slop``,
/// by more than ``dominance`` times the centroid's own way, and by more than they turned. It ends
/// when the last finger lifts, if that still holds.
public final class PinchRecognizer: GestureRecognizer {
  /// Points.
  @exclusivity(unchecked) public var slop = Profile.standard.pinch.slop
  @exclusivity(unchecked) public var dominance = Profile.standard.pinch.dominance

  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity, followsSpread: true)
  @exclusivity(unchecked) private var tracker = VelocityTracker()
  @exclusivity(unchecked) private var rebase = ScaleRebase()

  public override var kind: Gesture.Kind { .pinch }

  /// The current over the first distance between the fingers.
  ///
  /// Setting it, to a number above 0, makes the current distance stand for that number, and starts
  /// ``velocity`` anew; a further finger ends that. Reports keep the whole pinch.
  public var scale: Double {
    get { hand.spread.scale * rebase.factor }
    set { rebase.set(newValue, whole: hand.spread.scale, at: arbiter?.now) }
  }

  /// The change of ``scale`` in a second.
  public var velocity: Double {
    guard let arbiter, hand.spread.startRadius > 0 else { return 0 }
    let radius = tracker.velocity(at: arbiter.now, since: rebase.time).dx
    return radius / hand.spread.startRadius * rebase.factor
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    hand.land(touches, with: event)
    guard hand.downCount == hand.spread.count else { return }
    // The hand is measured anew, and its scale is 1 again.
    tracker.reset()
    rebase = ScaleRebase()
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if hand.followsAllFingers {
      tracker.add(Point(x: hand.spread.radius, y: 0), at: event.timestamp)
    }
    if state.isActive {
      change(at: event.timestamp)
    } else if hand.followsAllFingers && character == .expansion {
      begin(at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard hand.lift(touches, with: event) else { return }
    if state.isActive || waiting != nil {
      // What looked like a pinch at first may have become something else.
      if let character, character != .expansion { return giveWay(at: event.timestamp) }
      return end(at: event.timestamp)
    }
    if hand.spread.count < 2 {
      fail(
        FailureReason(
          .touches, measured: Double(hand.spread.count), limit: 2, time: event.timestamp))
    } else {
      fail(
        FailureReason(
          .distance, measured: abs(hand.spread.expansion), limit: slop, time: event.timestamp))
    }
  }

  public override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    if state.isActive, let character, character != .expansion { giveWay(at: event.timestamp) }
    super.touchesCancelled(touches, with: event)
  }

  private var character: SpreadMotion.Character? {
    hand.spread.character(slop: slop, dominance: dominance)
  }

  public override func reset() {
    hand.reset()
    tracker.reset()
    rebase = ScaleRebase()
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    let scale = hand.spread.scale
    if scale != 1 { gesture.direction = scale < 1 ? .in : .out }
    gesture.scale = scale
    return gesture
  }
}
