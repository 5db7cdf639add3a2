public import Contacts
public import Timeline

/// Fingers that move together, for as long as they like.
public class PanRecognizer: GestureRecognizer {
  /// What fingers do before so many of them are down does not count.
  @exclusivity(unchecked) public final var minimumNumberOfTouches = 1
  @exclusivity(unchecked) public final var maximumNumberOfTouches = Int.max
  /// How far a finger may wander before it moves.
  @exclusivity(unchecked) public final var stillness = Profile.standard.pan.stillness
  /// Whether it is the middle of the fingers that has to move so far, as in UIKit: fingers that only
  /// spread or turn don't begin a pan then. Otherwise any finger will do.
  @exclusivity(unchecked) public final var measuresMiddle = false
  /// Whether it begins while the fingers move, or only when they lift.
  @exclusivity(unchecked) public final var recognitionTiming = Profile.standard.pan
    .recognitionTiming
  /// Whether it goes on until the last finger lifts.
  public final var endsOn = Profile.standard.pan.endsOn

  @exclusivity(unchecked) final var hand = HandMotion(slop: .infinity, followsVelocity: true)
  /// The way that ``translation`` leaves out, and since when.
  private final var origin = Vector.zero
  private final var rebaseTime: Timestamp?

  public override var kind: Gesture.Kind { .pan }

  /// The mean way of the fingers since they landed, or since there were enough of them, in points.
  ///
  /// Setting it makes the current place stand for that way, and starts ``velocity`` anew. While no
  /// finger is down that has no effect. Reports keep the whole way.
  public final var translation: Vector {
    get { hand.translation - origin }
    set {
      guard !hand.isEmpty else { return }
      origin = hand.translation - newValue
      rebaseTime = arbiter?.now
    }
  }

  /// The velocity of the fingers' middle in points per second.
  public final var velocity: Vector {
    guard let arbiter else { return .zero }
    return hand.velocity(at: arbiter.now, since: rebaseTime)
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    let isTooFew = hand.downCount < minimumNumberOfTouches
    hand.land(touches, with: event)
    if isTooFew, state == .possible, hand.downCount >= minimumNumberOfTouches { hand.restartWays() }
    // A further finger moves the centroid without moving anything.
    hand.restartVelocity()
    guard state == .possible else { return }
    if hand.maximumCount > maximumNumberOfTouches {
      fail(
        .fingers(
          hand.maximumCount, limit: maximumNumberOfTouches, touch: touches.first?.id,
          at: event.timestamp))
    } else if let reason = reasonAgainstLanding(touches, with: event) {
      fail(reason)
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if state.isActive {
      change(at: event.timestamp)
    } else if recognitionTiming == .early && hand.downCount >= minimumNumberOfTouches
      && travel > limit(at: event.timestamp)
    {
      depart(at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.lift(touches, with: event)
    guard isOver || endsOn == .firstLift else { return }
    // What was little for a young touch, and lay still since, is much for an older one.
    if hand.maximumCount >= minimumNumberOfTouches && travel > limit(at: event.timestamp) {
      depart(at: event.timestamp)
    }
    if state.isActive || waiting != nil { return end(at: event.timestamp) }
    // An action that switched it off has reset it.
    guard isOver, !hand.isEmpty else { return }
    if hand.maximumCount < minimumNumberOfTouches {
      return fail(
        .fingers(
          hand.maximumCount, limit: minimumNumberOfTouches, touch: touches.first?.id,
          at: event.timestamp))
    }
    let age = event.timestamp.seconds(since: hand.startTime)
    fail(
      FailureReason(
        .distance, measured: travel, limit: stillness.slop(afterSeconds: age),
        parameter: stillness.key(afterSeconds: age, keys),
        touch: measuresMiddle ? nil : hand.farthest, time: event.timestamp))
  }

  public override func reset() {
    hand.reset()
    origin = .zero
    rebaseTime = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    gesture.direction = Gesture.Direction(of: hand.translation)
    gesture.translation = hand.translation
    gesture.velocity = hand.velocity(at: time)
    return gesture
  }

  // MARK: What pans from an edge do otherwise

  var keys: StillnessKeys { .pan }

  /// Why touches that landed can't begin this pan.
  func reasonAgainstLanding(_ touches: TouchSet, with event: TouchEvent) -> FailureReason? { nil }

  /// The fingers have gone beyond the limit of stillness.
  func depart(at time: Timestamp) { begin(at: time) }
}

extension PanRecognizer {
  private var travel: Double { measuresMiddle ? hand.translation.length : hand.travel }

  private func limit(at time: Timestamp) -> Double {
    stillness.slop(afterSeconds: time.seconds(since: hand.startTime))
  }
}
