import Contacts
public import Timeline

/// Fingers that turn around each other.
///
/// It begins when the fingers have gone an arc of ``slop`` around their centroid, longer than
/// ``dominance`` times the centroid's own way, and longer than they moved apart. It ends when the
/// last finger lifts. If that does not hold any more, ``StandardPolicy`` leaves the outcome to a pan
/// or a pinch that is there.
public final class RotationRecognizer: GestureRecognizer, SpreadRecognizer {
  /// Points along the arc.
  @exclusivity(unchecked) public var slop = Profile.standard.rotation.slop
  @exclusivity(unchecked) public var dominance = Profile.standard.rotation.dominance
  /// Whether it begins while the fingers move, or only when they lift.
  @exclusivity(unchecked) public var recognitionTiming = Profile.standard.rotation.recognitionTiming
  /// Whether it goes on until the last finger lifts.
  public var endsOn = Profile.standard.rotation.endsOn

  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity, followsSpread: true)
  /// The turn in degrees, followed over more than half a turn.
  @exclusivity(unchecked) private var turn = 0.0
  /// ``turn`` as far as the fingers' places tell it: -180 to 180.
  private var latest = 0.0
  @exclusivity(unchecked) private var tracker = VelocityTracker()
  /// What setting ``rotation`` added, and when.
  private var offset = 0.0
  private var rebaseTime: Timestamp?

  public override var kind: Gesture.Kind { .rotation }

  /// The turn in degrees, positive clockwise; 0 before the rotation has begun.
  ///
  /// Setting it makes the current turn stand for that number, and starts ``velocity`` anew; a
  /// further finger ends that. Reports keep the whole rotation.
  public var rotation: Double {
    get { turn + offset }
    set {
      precondition(newValue.isFinite, "a rotation is a finite number, not \(newValue)")
      offset = newValue - turn
      rebaseTime = arbiter?.now
    }
  }

  /// Degrees in a second, positive clockwise; of the time since the rotation began.
  public var velocity: Double {
    guard let arbiter else { return 0 }
    return tracker.velocity(at: arbiter.now, since: rebaseTime).dx
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    hand.land(touches, with: event)
    // The hand is measured anew, and its turn is 0 again.
    if hand.downCount == hand.spread.count { startAnew() }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if state.isActive {
      follow()
      tracker.add(Point(x: turn, y: 0), at: event.timestamp)
      change(at: event.timestamp)
    } else if recognitionTiming == .early && hand.followsAllFingers && character == .rotation {
      turn = hand.spread.rotation
      latest = turn
      tracker.add(Point(x: turn, y: 0), at: event.timestamp)
      begin(at: event.timestamp)
    } else if recognitionTiming == .onLift && hand.followsAllFingers {
      follow()
      tracker.add(Point(x: turn, y: 0), at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.lift(touches, with: event)
    guard isOver || endsOn == .firstLift else { return }
    if recognitionTiming == .onLift && character == .rotation { begin(at: event.timestamp) }
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
      of: abs(hand.spread.arc), beside: abs(hand.spread.expansion),
      slop: (slop, "rotation.slop"), dominance: (dominance, "rotation.dominance"), at: time)
  }

  /// Goes on from the last turn by the shortest way.
  private func follow() {
    let next = hand.spread.rotation
    var step = next - latest
    if step > 180 { step -= 360 }
    if step < -180 { step += 360 }
    turn += step
    latest = next
  }

  public override func reset() {
    hand.reset()
    startAnew()
  }

  private func startAnew() {
    turn = 0
    latest = 0
    tracker.reset()
    offset = 0
    rebaseTime = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    if turn != 0 { gesture.direction = turn < 0 ? .counterclockwise : .clockwise }
    gesture.rotation = turn
    return gesture
  }
}
