import Contacts
public import Timeline

/// The rotation as UIKit does it: the turn of the line between two fingers.
///
/// It begins when the line has turned by ``minimumAngle``, and the first ``baselineShift`` of that
/// are not reported. It goes on while one of the two fingers stays, and ends when both are up.
/// Further fingers are ignored. The design for real hardware is ``RotationRecognizer``.
public final class UIKitRotationRecognizer: GestureRecognizer {
  /// Degrees of the turn, inclusive: 10.
  public var minimumAngle = Profile.uikit.rotation.minimumAngle
  /// Degrees of that turn that are not reported: 5 (UIKit's first report is 0.087 rad).
  public var baselineShift = Profile.uikit.rotation.baselineShift

  /// Whether it begins while the fingers move, or only when they lift.
  public var acts = Profile.uikit.rotation.acts
  /// Whether it goes on until both fingers have lifted, as in UIKit.
  public var endsWith = Profile.uikit.rotation.endsWith

  private var pair = TouchPair()
  /// The line between the fingers when the second of them landed, and the turn by then.
  private var startArm = Vector.zero
  private var startTurn = 0.0
  /// The turn since the first two fingers, followed over more than half a turn.
  private var turn = 0.0
  /// The turn that counts as none; nil before the rotation has begun.
  private var baseline: Double?
  private var tracker = VelocityTracker()
  /// What setting ``rotation`` added, and when.
  private var offset = 0.0
  private var rebaseTime: Timestamp?

  public override var kind: Gesture.Kind { .rotation }

  /// Degrees, positive clockwise; 0 before the rotation has begun.
  ///
  /// Setting it makes the current turn stand for that number, and starts ``velocity`` anew. Before the
  /// beginning that has no effect. Reports keep the whole rotation.
  public var rotation: Double {
    get { wholeRotation + offset }
    set {
      guard baseline != nil else { return }
      precondition(newValue.isFinite, "a rotation is a finite number, not \(newValue)")
      offset = newValue - wholeRotation
      rebaseTime = arbiter?.now
    }
  }

  /// Degrees in a second, positive clockwise.
  public var velocity: Double {
    guard baseline != nil, let arbiter else { return 0 }
    return tracker.velocity(at: arbiter.now, since: rebaseTime).dx
  }

  private var wholeRotation: Double { baseline.map { turn - $0 } ?? 0 }

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
      follow(arm)
      tracker.add(Point(x: turn, y: 0), at: event.timestamp)
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
          .angle, measured: abs(turn - startTurn), limit: minimumAngle,
          parameter: "rotation.minimumAngle", time: event.timestamp))
    }
  }

  public override func reset() {
    pair = TouchPair()
    startTurn = 0
    turn = 0
    baseline = nil
    tracker.reset()
    offset = 0
    rebaseTime = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: pair.startTime, location: pair.centroid,
      touches: pair.maximumCount)
    gesture.direction = wholeRotation < 0 ? .counterclockwise : .clockwise
    gesture.rotation = wholeRotation
    gesture.duration = time.seconds(since: pair.startTime)
    return gesture
  }
}

// MARK: - Steps

extension UIKitRotationRecognizer {
  /// A second finger has landed. One that takes another's place goes on where that one was.
  private func measureAnew(at time: Timestamp) {
    guard let arm = pair.arm else { return }
    startArm = arm
    startTurn = turn
    tracker.reset()
    tracker.add(Point(x: turn, y: 0), at: time)
  }

  /// Goes on from the last turn by the shortest way.
  private func follow(_ arm: Vector) {
    let angle = startTurn + Trigonometry.degrees(from: startArm, to: arm)
    var step = (angle - turn).truncatingRemainder(dividingBy: 360)
    if step > 180 { step -= 360 }
    if step < -180 { step += 360 }
    turn += step
  }

  private func beginIfFarEnough(at time: Timestamp) {
    let delta = turn - startTurn
    guard baseline == nil, abs(delta) >= minimumAngle - UIKitLimit.rounding else { return }
    baseline = startTurn + (delta < 0 ? -baselineShift : baselineShift)
    begin(at: time)
  }
}
