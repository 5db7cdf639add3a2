import Gestures

/// One finger that rubs back and forth, as if to erase.
final class ScrubRecognizer: GestureRecognizer {
  var requiredTurns = 3
  var minimumLeg = 20.0  // points from turn to turn
  var maximumDuration = 2.0  // seconds

  private var start: Touch?
  private var edge = 0.0  // the farthest x of the current leg
  private var bearing = 0.0  // the direction of the leg; 0 before the first one
  private var turns = 0

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    guard start == nil, touches.count == 1, let touch = touches.first else {
      return fail(FailureReason(.touches, measured: 2, limit: 1, time: event.timestamp))
    }
    start = touch
    edge = touch.point.x
    _ = schedule(at: touch.startTime.advanced(bySeconds: maximumDuration))
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    let distance = touch.point.x - edge
    guard distance * bearing > 0 || abs(distance) >= minimumLeg else { return }
    edge = touch.point.x
    if distance * bearing < 0 { turns += 1 }
    bearing = distance
    if turns == requiredTurns { recognize(at: event.timestamp) }
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    let leg = abs(touch.point.x - edge)
    fail(
      FailureReason(
        .distance, measured: leg, limit: minimumLeg, touch: touch.id, time: event.timestamp))
  }

  override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    let duration = time.seconds(since: start?.startTime ?? time)
    fail(FailureReason(.duration, measured: duration, limit: maximumDuration, time: time))
  }

  override func reset() {
    start = nil
    bearing = 0
    turns = 0
  }

  override func gesture(at time: Timestamp) -> Gesture {
    let startTime = start?.startTime ?? time
    let location = start?.startPoint ?? .zero
    var gesture = Gesture(
      kind: .path, state: state, time: time, start: startTime, location: location)
    gesture.name = "scrub"
    return gesture
  }
}
