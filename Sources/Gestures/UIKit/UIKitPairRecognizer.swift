import Contacts
public import Timeline

/// What UIKit's pinch and rotation have in common: a value that changes with two fingers.
///
/// It begins when the value has changed enough, and counts from a baseline that is shifted in the
/// same direction. It continues while one of the two fingers stays, and ends when both are up. Further
/// fingers are ignored.
public class UIKitPairRecognizer: GestureRecognizer {
  @exclusivity(unchecked) final var pair = TouchPair()
  /// The value, followed while both fingers are down.
  @exclusivity(unchecked) final var value = 0.0
  /// The value at the second touch down.
  @exclusivity(unchecked) final var startValue = 0.0
  /// What the report counts from; nil before the gesture has begun.
  final var baseline: Double?
  @exclusivity(unchecked) final var tracker = VelocityTracker()

  override init() {}

  // MARK: For the two to override

  /// How much the value has to change, inclusive.
  var minimumChange: Double { 0 }
  /// How much of the change that it begins with is not reported.
  var baselineShift: Double { 0 }
  /// The baseline is not shifted below this.
  var smallestBaseline: Double { -.infinity }
  /// Whether it begins while the fingers move, or only when they lift.
  var recognitionTiming: GestureTiming { .early }
  /// Whether it continues until both fingers have lifted.
  var endsOn: GestureEnding { .lastTouchUp }
  /// A second finger has touched down. If it replaces another one, the value continues.
  func start(from arm: Vector) {}
  /// The line between the fingers has changed.
  func follow(_ arm: Vector) {}
  /// Why two fingers did not make the gesture.
  func shortfall(at time: Timestamp) -> FailureReason { FailureReason(.distance, time: time) }

  // MARK: Touches

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches {
      guard pair.touchDown(touch) else {
        ignore(touch)
        continue
      }
      guard let arm = pair.arm else { continue }
      start(from: arm)
      tracker.reset()
      tracker.add(Point(x: value, y: 0), at: event.timestamp)
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    guard pair.move(touches) else { return }
    if let arm = pair.arm {
      follow(arm)
      tracker.add(Point(x: value, y: 0), at: event.timestamp)
    }
    if state.isActive {
      change(at: event.timestamp)
    } else if recognitionTiming == .early && baseline == nil && pair.downCount == 2 {
      beginIfFarEnough(at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard pair.touchUp(touches) else { return }
    tracker.reset()
    let isOver = pair.downCount == 0
    let endsNow = isOver || endsOn == .firstTouchUp
    if recognitionTiming == .onTouchUp && pair.maximumCount == 2 && endsNow {
      beginIfFarEnough(at: event.timestamp)
    }
    if !endsNow {
      change(at: event.timestamp)
    } else if state.isActive || waiting != nil {
      end(at: event.timestamp)
    } else if !isOver {
      return
    } else if pair.maximumCount < 2 {
      fail(.fingers(pair.maximumCount, limit: 2, touch: touches.first?.id, at: event.timestamp))
    } else {
      fail(shortfall(at: event.timestamp))
    }
  }

  public override func reset() {
    pair = TouchPair()
    baseline = nil
    tracker.reset()
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: pair.startTime, location: pair.centroid,
      touches: pair.maximumCount)
    gesture.duration = time.seconds(since: pair.startTime)
    return gesture
  }

  private func beginIfFarEnough(at time: Timestamp) {
    let change = value - startValue
    guard baseline == nil, abs(change) >= minimumChange - UIKitLimit.rounding else { return }
    baseline = max(startValue + (change < 0 ? -baselineShift : baselineShift), smallestBaseline)
    begin(at: time)
  }
}

/// What the limits of UIKit's recognizers have in common.
enum UIKitLimit {
  /// Points or degrees by which a value may miss an inclusive limit: computing a distance or an angle
  /// of exactly the limit may lose the last bit.
  static let rounding = 1e-9
}

/// The two fingers that UIKit's pinch and rotation follow.
///
/// A third finger is ignored. When one of the two lifts, the next one that touches down replaces it.
struct TouchPair {
  private struct Finger {
    var id: Touch.ID
    var point: Point
  }

  private var first: Finger?
  private var second: Finger?
  /// When the first finger touched down.
  private(set) var startTime = Timestamp.zero
  /// The most of the two that were down at the same time.
  private(set) var maximumCount = 0
  /// The middle of the fingers that are down, or were last.
  private(set) var centroid = Point.zero

  /// How many of the two are down.
  var downCount: Int { (first == nil ? 0 : 1) + (second == nil ? 0 : 1) }

  /// The vector from the first finger to the second; nil unless both are down.
  var arm: Vector? {
    guard let first, let second else { return nil }
    return second.point - first.point
  }

  /// Adds a finger; false if there are two already.
  mutating func touchDown(_ touch: Touch) -> Bool {
    let finger = Finger(id: touch.id, point: touch.point)
    if first == nil {
      first = finger
    } else if second == nil {
      second = finger
    } else {
      return false
    }
    if maximumCount == 0 { startTime = touch.timestamp }
    maximumCount = max(maximumCount, downCount)
    updateCentroid()
    return true
  }

  /// True if one of the two moved.
  mutating func move(_ touches: TouchSet) -> Bool {
    var moved = false
    for touch in touches {
      if first?.id == touch.id {
        first?.point = touch.point
      } else if second?.id == touch.id {
        second?.point = touch.point
      } else {
        continue
      }
      moved = true
    }
    updateCentroid()
    return moved
  }

  /// True if one of the two lifted.
  mutating func touchUp(_ touches: TouchSet) -> Bool {
    let before = downCount
    for touch in touches {
      if first?.id == touch.id { first = nil }
      if second?.id == touch.id { second = nil }
    }
    updateCentroid()
    return downCount < before
  }

  private mutating func updateCentroid() {
    switch (first, second) {
    case (let first?, let second?): centroid = first.point + (second.point - first.point) / 2
    case (let only?, nil), (nil, let only?): centroid = only.point
    case (nil, nil): break
    }
  }
}
