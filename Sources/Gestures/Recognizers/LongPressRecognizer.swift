import Contacts
public import Timeline

/// Fingers that land and stay where they are.
public final class LongPressRecognizer: GestureRecognizer {
  /// How many fingers may press together.
  public var touchCounts = 1...5
  /// Seconds from the last landing to recognition.
  public var minimumPressDuration = Profile.standard.longPress.minimumDuration
  /// Points that a finger may wander before recognition; after it there is no limit.
  public var allowableMovement = Profile.standard.longPress.allowableMovement

  private var hand = HandMotion(slop: .infinity)
  private var deadline: Deadline?

  public override var kind: Gesture.Kind { .longPress }

  /// How many fingers have to press; setting it narrows ``touchCounts`` to one number.
  public var numberOfTouchesRequired: Int {
    get { touchCounts.lowerBound }
    set { touchCounts = newValue...newValue }
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    hand.land(touches, with: event)
    guard state == .possible else { return }
    if hand.isResumed {
      return fail(
        FailureReason(.unsuitableTouch, touch: touches.first?.id, time: event.timestamp))
    }
    if hand.maximumCount > touchCounts.upperBound {
      return fail(
        FailureReason(
          .touches, measured: Double(hand.maximumCount), limit: Double(touchCounts.upperBound),
          time: event.timestamp))
    }
    cancelDeadline(&deadline)
    if hand.downCount >= touchCounts.lowerBound {
      deadline = schedule(at: hand.lastLanding.advanced(bySeconds: minimumPressDuration))
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if state.isActive {
      change(at: event.timestamp)
    } else if hand.travel > allowableMovement {
      fail(
        FailureReason(
          .movement, measured: hand.travel, limit: allowableMovement, touch: hand.farthest,
          time: event.timestamp))
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.lift(touches, with: event)
    if hand.maximumCount < touchCounts.lowerBound {
      fail(
        FailureReason(
          .touches, measured: Double(hand.maximumCount), limit: Double(touchCounts.lowerBound),
          time: event.timestamp))
    } else if state == .possible && waiting == nil {
      fail(
        FailureReason(
          .earliness, measured: event.timestamp.seconds(since: hand.lastLanding),
          limit: minimumPressDuration, touch: touches.first?.id, time: event.timestamp))
    } else if isOver {
      end(at: event.timestamp)
    }
  }

  public override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    begin(at: time)
  }

  public override func reset() {
    hand.reset()
    deadline = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: hand.startTime, location: hand.centroid,
      touches: hand.maximumCount)
    gesture.duration = time.seconds(since: hand.startTime)
    return gesture
  }
}
