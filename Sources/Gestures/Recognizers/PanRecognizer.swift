public import Contacts
public import Timeline

/// Fingers that move together, for as long as they like.
public final class PanRecognizer: GestureRecognizer {
  public var minimumNumberOfTouches = 1
  public var maximumNumberOfTouches = Int.max
  /// How far a finger may wander before it moves.
  public var stillness = Profile.standard.pan.stillness

  private var hand = HandMotion(slop: .infinity, followsVelocity: true)

  public override var kind: Gesture.Kind { .pan }

  /// The mean way of the fingers since they landed, in points.
  public var translation: Vector { hand.translation }

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
      && hand.hasMoved(by: stillness, at: event.timestamp)
    {
      begin(at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard hand.lift(touches, with: event) else { return }
    if state.isActive || waiting != nil { return end(at: event.timestamp) }
    fail(
      FailureReason(
        .distance, measured: hand.travel,
        limit: stillness.movement(afterSeconds: event.timestamp.seconds(since: hand.startTime)),
        touch: hand.farthest, time: event.timestamp))
  }

  public override func reset() {
    hand.reset()
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: hand.startTime, location: hand.centroid,
      touches: hand.maximumCount)
    gesture.direction = Gesture.Direction(of: hand.translation)
    gesture.translation = hand.translation
    gesture.velocity = hand.velocity(at: time)
    gesture.duration = time.seconds(since: hand.startTime)
    return gesture
  }
}
