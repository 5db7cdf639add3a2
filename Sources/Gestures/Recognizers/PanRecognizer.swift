public import Contacts
public import Timeline

/// Fingers that move together, for as long as they like.
public final class PanRecognizer: GestureRecognizer {
  @exclusivity(unchecked) public var minimumNumberOfTouches = 1
  @exclusivity(unchecked) public var maximumNumberOfTouches = Int.max
  /// How far a finger may wander before it moves.
  @exclusivity(unchecked) public var stillness = Profile.standard.pan.stillness
  /// Whether it is the middle of the fingers that has to move so far, as in UIKit: fingers that only
  /// spread or turn don't begin a pan then. Otherwise any finger will do.
  public var measuresMiddle = false

  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity, followsVelocity: true)
  /// The way that ``translation`` leaves out, and since when.
  private var origin = Vector.zero
  private var rebaseTime: Timestamp?

  public override var kind: Gesture.Kind { .pan }

  /// The mean way of the fingers since they landed, in points.
  ///
  /// Setting it makes the current place stand for that way, and starts ``velocity`` anew. While no
  /// finger is down that has no effect. Reports keep the whole way.
  public var translation: Vector {
    get { hand.translation - origin }
    set {
      guard !hand.isEmpty else { return }
      origin = hand.translation - newValue
      rebaseTime = arbiter?.now
    }
  }

  /// The velocity of the fingers' middle in points per second.
  public var velocity: Vector {
    guard let arbiter else { return .zero }
    return hand.velocity(at: arbiter.now, since: rebaseTime)
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    hand.land(touches, with: event)
    // A further finger moves the centroid without moving anything.
    hand.restartVelocity()
    if state == .possible && hand.maximumCount > maximumNumberOfTouches {
      fail(
        FailureReason(
          .touches, measured: Double(hand.maximumCount), limit: Double(maximumNumberOfTouches),
          time: event.timestamp))
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if state.isActive {
      change(at: event.timestamp)
    } else if hand.downCount >= minimumNumberOfTouches
      && travel > limit(at: event.timestamp)
    {
      begin(at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard hand.lift(touches, with: event) else { return }
    // What was little for a young touch, and lay still since, is much for an older one.
    if hand.maximumCount >= minimumNumberOfTouches
      && hand.hasMoved(by: stillness, at: event.timestamp)
    {
      begin(at: event.timestamp)
    }
    if state.isActive || waiting != nil { return end(at: event.timestamp) }
    if hand.maximumCount < minimumNumberOfTouches {
      return fail(
        FailureReason(
          .touches, measured: Double(hand.maximumCount), limit: Double(minimumNumberOfTouches),
          time: event.timestamp))
    }
    fail(
      FailureReason(
        .distance, measured: travel, limit: limit(at: event.timestamp),
        touch: measuresMiddle ? nil : hand.farthest, time: event.timestamp))
  }

  private var travel: Double { measuresMiddle ? hand.translation.length : hand.travel }

  private func limit(at time: Timestamp) -> Double {
    stillness.movement(afterSeconds: time.seconds(since: hand.startTime))
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
}
