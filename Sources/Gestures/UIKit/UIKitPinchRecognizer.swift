import Contacts
public import Timeline

/// The pinch as UIKit does it: the change of the distance between two fingers.
///
/// It begins when the distance has changed by ``minimumDelta``. What counts as 1 is then the first
/// distance moved ``baselineShift`` the same way: from 100 to 110 points reports 110/108. It goes on
/// while one of the two fingers stays, and ends when both are up. Further fingers are ignored. The
/// design for real hardware is ``PinchRecognizer``.
public final class UIKitPinchRecognizer: GestureRecognizer {
  /// Points by which the distance has to change, inclusive: 10.
  public var minimumDelta = Profile.uikit.pinch.minimumDelta
  /// Points of that change that are not reported: 8.
  public var baselineShift = Profile.uikit.pinch.baselineShift

  /// Points: fingers that are nearer to each other count as if they were so far apart.
  private static let smallestSpan = 1.0

  /// Whether it begins while the fingers move, or only when they lift.
  public var acts = Profile.uikit.pinch.acts
  /// Whether it goes on until both fingers have lifted, as in UIKit.
  public var endsWith = Profile.uikit.pinch.endsWith

  private var pair = TouchPair()
  /// The distance between the two fingers, as long as both are down.
  private var span = UIKitPinchRecognizer.smallestSpan
  /// The distance when the second of them landed.
  private var startSpan = UIKitPinchRecognizer.smallestSpan
  /// The distance that counts as 1; nil before the pinch has begun.
  private var baseline: Double?
  private var tracker = VelocityTracker()
  private var rebase = ScaleRebase()

  public override var kind: Gesture.Kind { .pinch }

  /// The current over the first distance between the fingers; 1 before the pinch has begun.
  ///
  /// Setting it, to a number above 0, makes the current distance stand for that number, and starts
  /// ``velocity`` anew. Before the beginning that has no effect. Reports keep the whole pinch.
  public var scale: Double {
    get { wholeScale * rebase.factor }
    set {
      guard baseline != nil else { return }
      rebase.set(newValue, whole: wholeScale, at: arbiter?.now)
    }
  }

  /// The change of ``scale`` in a second.
  public var velocity: Double {
    guard let baseline, let arbiter else { return 0 }
    return tracker.velocity(at: arbiter.now, since: rebase.time).dx / baseline * rebase.factor
  }

  private var wholeScale: Double { baseline.map { span / $0 } ?? 1 }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches {
      if pair.land(touch) {
        if pair.downCount == 2 { measureAnew(at: event.timestamp) }
      } else {
        ignore(touch)
      }
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    guard pair.move(touches) else { return }
    if let arm = pair.arm {
      span = max(arm.length, UIKitPinchRecognizer.smallestSpan)
      tracker.add(Point(x: span, y: 0), at: event.timestamp)
    }
    if state.isActive {
      change(at: event.timestamp)
    } else if acts == .early && baseline == nil && pair.downCount == 2 {
      beginIfFarEnough(at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard pair.lift(touches) else { return }
    tracker.reset()
    let isOver = pair.downCount == 0
    if acts == .onLift && pair.maximumCount == 2 && (isOver || endsWith == .firstLift) {
      beginIfFarEnough(at: event.timestamp)
    }
    if !isOver && endsWith == .lastLift {
      change(at: event.timestamp)
    } else if state.isActive || waiting != nil {
      end(at: event.timestamp)
    } else if !isOver {
      return
    } else if pair.maximumCount < 2 {
      fail(.fingers(pair.maximumCount, limit: 2, touch: touches.first?.id, at: event.timestamp))
    } else {
      fail(
        FailureReason(
          .distance, measured: abs(span - startSpan), limit: minimumDelta,
          parameter: "pinch.minimumDelta", time: event.timestamp))
    }
  }

  public override func reset() {
    pair = TouchPair()
    baseline = nil
    tracker.reset()
    rebase = ScaleRebase()
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: pair.startTime, location: pair.centroid,
      touches: pair.maximumCount)
    gesture.direction = wholeScale < 1 ? .in : .out
    gesture.scale = wholeScale
    gesture.duration = time.seconds(since: pair.startTime)
    return gesture
  }
}

// MARK: - Steps

extension UIKitPinchRecognizer {
  /// A second finger has landed. One that takes another's place goes on where that one was.
  private func measureAnew(at time: Timestamp) {
    guard let arm = pair.arm else { return }
    let before = wholeScale
    span = max(arm.length, UIKitPinchRecognizer.smallestSpan)
    startSpan = span
    if baseline != nil { baseline = span / before }
    tracker.reset()
    tracker.add(Point(x: span, y: 0), at: time)
  }

  private func beginIfFarEnough(at time: Timestamp) {
    let delta = span - startSpan
    guard baseline == nil, abs(delta) >= minimumDelta - UIKitLimit.rounding else { return }
    let shifted = startSpan + (delta < 0 ? -baselineShift : baselineShift)
    baseline = max(shifted, UIKitPinchRecognizer.smallestSpan)
    begin(at: time)
  }
}
