/// A pinch by the textbook rule, faults included.
///
/// The recognizer looks at events in which exactly two touches moved, fires on each beyond the
/// threshold, and keeps an outdated initial distance when touches are cancelled.
public final class TextbookPinchRecognizer: TextbookRecognizer {
  /// The settings: the distance has to change by more than ``Profile/Pinch/minimumDelta``.
  public var settings: Profile.Pinch

  /// The initial distance; 0 also means "unknown".
  private var initialDistance = 0.0
  private var distance = 0.0
  private var startTime = Timestamp.zero
  private var location = Point.zero
  /// The greatest change of the distance, and the most touches, since the last touch down.
  private var greatestDelta = 0.0
  private var mostTouches = 1
  private var hasFired = false

  public init(_ settings: Profile.Pinch = Profile.textbook.pinch) { self.settings = settings }

  public override var kind: Gesture.Kind { .pinch }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    startTime = event.timestamp
    if event.allTouches.downCount == touches.count {
      greatestDelta = 0
      mostTouches = 1
      hasFired = false
    }
    if touches.count == 2 { initialDistance = touches[0].point.distance(to: touches[1].point) }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    mostTouches = max(mostTouches, touches.count)
    guard touches.count == 2, let centroid = touches.centroid else { return }
    distance = touches[0].point.distance(to: touches[1].point)
    location = centroid
    if initialDistance == 0 {
      initialDistance = distance
    } else if abs(distance - initialDistance) > settings.minimumDelta {
      hasFired = true
      recognize(at: event.timestamp)
    }
    greatestDelta = max(greatestDelta, abs(distance - initialDistance))
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    initialDistance = 0
    guard !hasFired, event.allTouches.downCount == 0 else { return }
    reportMiss(
      mostTouches == 2
        ? settings.reason(.distance, greatestDelta, limit: \.minimumDelta, at: event.timestamp)
        : .fingers(mostTouches, limit: 2, at: event.timestamp))
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = makeReport(at: time, from: startTime, location: location, touches: 2)
    gesture.direction = distance > initialDistance ? .out : .in
    return gesture
  }
}
