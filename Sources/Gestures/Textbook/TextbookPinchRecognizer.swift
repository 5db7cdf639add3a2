import Contacts
public import Timeline

/// The textbook's pinch, faults included.
///
/// It looks at events in which exactly two touches moved, fires on each beyond the threshold, and
/// keeps a stale first distance when touches are cancelled. The standard design is
/// ``PinchRecognizer``.
public final class TextbookPinchRecognizer: GestureRecognizer {
  /// Points by which the distance has to change, exclusive: 100.
  public var minimumDelta = Profile.textbook.pinch.minimumDelta

  /// 0 doubles as "not known".
  private var initialDistance = 0.0
  private var distance = 0.0
  private var startTime = Timestamp.zero
  private var location = Point.zero
  /// The greatest change of the distance since the last landing, the most touches that moved
  /// together, and whether it has fired.
  private var greatestDelta = 0.0
  private var mostTouches = 1
  private var hasFired = false

  /// The textbook's programs handle touches themselves: nothing is kept from the views.
  public override init() {
    super.init()
    cancelsTouchesInView = false
    delaysTouchesEnded = false
  }

  public override var kind: Gesture.Kind { .pinch }
  public override var firesRepeatedly: Bool { true }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    startTime = event.timestamp
    if event.allTouches.downCount == touches.count { forgetMiss() }
    if touches.count == 2 { initialDistance = touches[0].point.distance(to: touches[1].point) }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    mostTouches = max(mostTouches, touches.count)
    guard touches.count == 2, let centroid = touches.centroid else { return }
    distance = touches[0].point.distance(to: touches[1].point)
    location = centroid
    if initialDistance == 0 {
      initialDistance = distance
    } else if abs(distance - initialDistance) > minimumDelta {
      hasFired = true
      recognize(at: event.timestamp)
    }
    greatestDelta = max(greatestDelta, abs(distance - initialDistance))
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    initialDistance = 0
    guard !hasFired, event.allTouches.downCount == 0 else { return }
    tellMiss(
      mostTouches == 2
        ? FailureReason(
          .distance, measured: greatestDelta, limit: minimumDelta,
          parameter: "pinch.minimumDelta", time: event.timestamp)
        : .fingers(mostTouches, limit: 2, at: event.timestamp))
  }

  private func forgetMiss() {
    greatestDelta = 0
    mostTouches = 1
    hasFired = false
  }

  /// The textbook does not implement it.
  public override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {}

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: startTime, location: location, touches: 2)
    gesture.direction = distance > initialDistance ? .out : .in
    return gesture
  }
}
