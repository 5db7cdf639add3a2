import Contacts
public import Timeline

/// The textbook's swipe with any number of fingers, faults included.
///
/// All moved fingers are measured against the one place where the last landing was; the variance
/// is tested for one finger only; it fires on every further move. The standard design is
/// ``SwipeRecognizer``.
public final class TextbookSwipeRecognizer: GestureRecognizer {
  /// Points along the axis, inclusive: 25.
  public var minimumLength = Profile.textbook.swipe.minimumLength
  /// Points across the axis, inclusive: 5.
  public var maximumVariance = Profile.textbook.swipe.maximumVariance
  /// Whether only one finger is looked at, as in the textbook's first program.
  public var looksAtOneFinger = false

  private var start = Point.zero
  private var startTime = Timestamp.zero
  private var axis = Gesture.Axis.horizontal
  private var touchCount = 0
  private var location = Point.zero
  /// Whether it has fired since the last landing, and if not, what was missing at the last move.
  private var hasFired = false
  private var miss: FailureReason?

  /// The textbook's programs handle touches themselves: nothing is kept from the views.
  public override init() {
    super.init()
    cancelsTouchesInView = false
    delaysTouchesEnded = false
  }

  public override var kind: Gesture.Kind { .swipe }
  public override var firesRepeatedly: Bool { true }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    start = touch.point
    startTime = event.timestamp
    hasFired = false
    miss = FailureReason(
      .distance, measured: 0, limit: minimumLength, parameter: "swipe.minimumLength",
      touch: touch.id)
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    let looked = looksAtOneFinger ? touches.prefix(1) : touches[...]
    guard let found = axis(of: looked) else {
      miss = looked.lazy.compactMap(reason).first ?? miss
      return
    }
    hasFired = true
    axis = found
    touchCount = looksAtOneFinger ? 1 : touches.count
    location = touches.first?.point ?? start
    recognize(at: event.timestamp)
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard !hasFired, var miss, event.allTouches.downCount == 0 else { return }
    miss.time = event.timestamp
    tellMiss(miss)
  }

  /// The textbook does not implement it.
  public override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {}

  /// The axis that the last of the fingers follows, if all have gone far enough along it.
  private func axis(of touches: Slice<TouchSet>) -> Gesture.Axis? {
    var found: Gesture.Axis?
    for touch in touches {
      let dx = abs(start.x - touch.point.x)
      let dy = abs(start.y - touch.point.y)
      if dx >= minimumLength && dy <= maximumVariance {
        found = .horizontal
      } else if dy >= minimumLength && dx <= maximumVariance {
        found = .vertical
      }
    }
    guard let found else { return nil }
    let goFarEnough = touches.allSatisfy { touch in
      let way = found == .horizontal ? start.x - touch.point.x : start.y - touch.point.y
      return abs(way) >= minimumLength
    }
    return goFarEnough ? found : nil
  }

  /// What is missing for a swipe of one finger, along the axis that it went farther.
  private func reason(_ touch: Touch) -> FailureReason? {
    let dx = abs(start.x - touch.point.x)
    let dy = abs(start.y - touch.point.y)
    let (along, across) = dx >= dy ? (dx, dy) : (dy, dx)
    if along < minimumLength {
      return FailureReason(
        .distance, measured: along, limit: minimumLength, parameter: "swipe.minimumLength",
        touch: touch.id)
    }
    if across > maximumVariance {
      return FailureReason(
        .deviation, measured: across, limit: maximumVariance, parameter: "swipe.maximumVariance",
        touch: touch.id)
    }
    return nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: startTime, location: location,
      touches: touchCount)
    gesture.axis = axis
    return gesture
  }
}
