import Contacts
import Gestures
import Timeline

/// One finger that rubs to and fro, as if to erase.
final class ScrubRecognizer: GestureRecognizer {
  var requiredTurns = 3
  var minimumLeg = 20.0  // points from turn to turn
  var maximumDuration = 2.0  // seconds

  private var landing: Touch?
  private var edge = 0.0  // how far the current leg reaches
  private var bearing = 0.0  // its direction; 0 before the first leg
  private var turns = 0

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    guard landing == nil, touches.count == 1, let touch = touches.first else {
      return fail(FailureReason(.touches, measured: 2, limit: 1, time: event.timestamp))
    }
    landing = touch
    edge = touch.point.x
    _ = schedule(at: touch.startTime.advanced(bySeconds: maximumDuration))
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    let way = touch.point.x - edge
    guard way * bearing > 0 || abs(way) >= minimumLeg else { return }
    edge = touch.point.x
    if way * bearing < 0 { turns += 1 }
    bearing = way
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
    let duration = time.seconds(since: landing?.startTime ?? time)
    fail(FailureReason(.duration, measured: duration, limit: maximumDuration, time: time))
  }

  override func reset() {
    landing = nil
    bearing = 0
    turns = 0
  }

  override func gesture(at time: Timestamp) -> Gesture {
    let start = landing?.startTime ?? time
    let place = landing?.startPoint ?? .zero
    var gesture = Gesture(kind: .path, state: state, time: time, start: start, location: place)
    gesture.name = "scrub"
    return gesture
  }
}
