import Contacts
public import Timeline

/// What UIKit's pinch and rotation have in common: a value that two fingers change together.
///
/// It begins when the value has changed enough, and counts from a baseline that is moved the same way.
/// It goes on while one of the two fingers stays, and ends when both are up. Further fingers are
/// ignored.
public class UIKitPairRecognizer: GestureRecognizer {
  /// How much of the change that it begins with is not reported.
  public var baselineShift = 0.0
  /// Whether it begins while the fingers move, or only when they lift.
  public var recognitionTiming = GestureTiming.early
  /// Whether it goes on until both fingers have lifted, as in UIKit.
  public var endsOn = GestureEnding.lastLift

  var pair = TouchPair()
  /// What is followed, as long as both fingers are down.
  var value = 0.0
  /// What it was when the second of them landed.
  var startValue = 0.0
  /// What the report counts from; nil before the gesture has begun.
  var baseline: Double?
  var tracker = VelocityTracker()

  // MARK: For the two to override

  /// How much the value has to change, inclusive.
  var minimumChange: Double { 0 }
  /// The baseline is not moved below this.
  var smallestBaseline: Double { -.infinity }
  /// A second finger has landed. One that takes another's place goes on where that one was.
  func start(from arm: Vector) {}
  /// The line between the fingers has changed.
  func follow(_ arm: Vector) {}
  /// Why the gesture was none, though there were two fingers.
  func shortfall(at time: Timestamp) -> FailureReason { FailureReason(.distance, time: time) }

  // MARK: Touches

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches {
      guard pair.land(touch) else {
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
    guard pair.lift(touches) else { return }
    tracker.reset()
    let isOver = pair.downCount == 0
    if recognitionTiming == .onLift && pair.maximumCount == 2 && (isOver || endsOn == .firstLift) {
      beginIfFarEnough(at: event.timestamp)
    }
    if !isOver && endsOn == .lastLift {
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
