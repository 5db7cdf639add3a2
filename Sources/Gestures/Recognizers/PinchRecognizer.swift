import Contacts
public import Timeline

/// Fingers that move apart or together.
///
/// It begins when the mean distance of the fingers from their centroid has changed by ``slop``,
/// by more than ``dominance`` times the centroid's own way, and by more than they turned. It ends
/// when the last finger lifts. If that does not hold any more, ``StandardPolicy`` leaves the outcome
/// to a pan or a rotation that is there.
public final class PinchRecognizer: GestureRecognizer, SpreadRecognizer {
  /// Points.
  @exclusivity(unchecked) public var slop = Profile.standard.pinch.slop
  @exclusivity(unchecked) public var dominance = Profile.standard.pinch.dominance
  /// Whether it begins while the fingers move, or only when they lift.
  @exclusivity(unchecked) public var recognitionTiming = Profile.standard.pinch.recognitionTiming
  /// Whether it goes on until the last finger lifts.
  public var endsOn = Profile.standard.pinch.endsOn

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
    } else if recognitionTiming == .early && hand.followsAllFingers && character == .expansion {
      begin(at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.lift(touches, with: event)
    guard isOver || endsOn == .firstLift else { return }
    if recognitionTiming == .onLift && character == .expansion { begin(at: event.timestamp) }
    if state.isActive || waiting != nil { return end(at: event.timestamp) }
    if isOver { fail(shortfall(at: event.timestamp)) }
  }

  /// What the fingers do by now: the longest of their three lengths, if one of them is beyond
  /// ``slop``.
  public var character: SpreadMotion.Character? {
    hand.spread.character(slop: slop, dominance: dominance)
  }

  private func shortfall(at time: Timestamp) -> FailureReason {
    guard hand.spread.count > 1 else { return .fingers(hand.spread.count, limit: 2, at: time) }
    return hand.spread.shortfall(
      of: abs(hand.spread.expansion), beside: abs(hand.spread.arc),
      slop: (slop, "pinch.slop"), dominance: (dominance, "pinch.dominance"), at: time)
  }

  public override func reset() {
    hand.reset()
    tracker.reset()
    rebase = ScaleRebase()
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    // Not by the scale: fingers that land in one place have none.
    let expansion = hand.spread.expansion
    if expansion != 0 { gesture.direction = expansion < 0 ? .in : .out }
    gesture.scale = hand.spread.scale
    return gesture
  }
}
