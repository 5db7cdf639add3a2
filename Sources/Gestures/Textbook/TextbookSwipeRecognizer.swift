/// A swipe with any number of fingers by the textbook rule, faults included.
///
/// All moved fingers are measured from the position of the last touch down; only one finger's
/// variance is tested; every further move fires.
public final class TextbookSwipeRecognizer: TextbookRecognizer {
  /// The settings: ``Profile/Swipe/minimumLength`` along the axis and
  /// ``Profile/Swipe/maximumVariance`` across it, both inclusive.
  public var settings: Profile.Swipe

  private var start = Point.zero
  private var startTime = Timestamp.zero
  private var axis = Gesture.Axis.horizontal
  private var touchCount = 0
  private var location = Point.zero
  /// Whether it has fired since the last touch down, and if not, why the last move did not.
  private var hasFired = false
  private var miss: FailureReason?

  public init(_ settings: Profile.Swipe = Profile.textbook.swipe) { self.settings = settings }

  public override var kind: Gesture.Kind { .swipe }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    start = touch.point
    startTime = event.timestamp
    hasFired = false
    miss = settings.reason(.distance, 0, limit: \.minimumLength, touch: touch.id)
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    guard let found = axis(of: touches) else {
      miss = touches.lazy.compactMap(reason).first ?? miss
      return
    }
    hasFired = true
    axis = found
    touchCount = touches.count
    location = touches.first?.point ?? start
    recognize(at: event.timestamp)
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard !hasFired, var miss, event.allTouches.downCount == 0 else { return }
    miss.time = event.timestamp
    reportMiss(miss)
  }

  /// The axis of the last finger, if all fingers have moved far enough along it.
  private func axis(of touches: TouchSet) -> Gesture.Axis? {
    var found: Gesture.Axis?
    for touch in touches {
      let (dx, dy) = distances(to: touch)
      if dx >= settings.minimumLength && dy <= settings.maximumVariance {
        found = .horizontal
      } else if dy >= settings.minimumLength && dx <= settings.maximumVariance {
        found = .vertical
      }
    }
    let areFarEnough = touches.allSatisfy { touch in
      let (dx, dy) = distances(to: touch)
      return (found == .horizontal ? dx : dy) >= settings.minimumLength
    }
    return areFarEnough ? found : nil
  }

  private func distances(to touch: Touch) -> (dx: Double, dy: Double) {
    (abs(start.x - touch.point.x), abs(start.y - touch.point.y))
  }

  /// The reason why one finger does not swipe along the axis on which it moved farther.
  private func reason(_ touch: Touch) -> FailureReason? {
    let (dx, dy) = distances(to: touch)
    let (along, across) = (max(dx, dy), min(dx, dy))
    if along < settings.minimumLength {
      return settings.reason(.distance, along, limit: \.minimumLength, touch: touch.id)
    }
    if across > settings.maximumVariance {
      return settings.reason(.deviation, across, limit: \.maximumVariance, touch: touch.id)
    }
    return nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = makeReport(at: time, from: startTime, location: location, touches: touchCount)
    gesture.axis = axis
    return gesture
  }
}
