public import Contacts
public import Timeline

/// Tap-and-drag: a tap, and at once a finger that comes back to its place, stays and moves.
public final class TapAndDragRecognizer: GestureRecognizer {
  /// How far a finger may wander and still tap.
  @exclusivity(unchecked) public var stillness = Profile.standard.tapAndDrag.stillness
  /// Seconds that the tap may take.
  public var maximumTapDuration = Profile.standard.tapAndDrag.maximumTapDuration
  /// Seconds from the tap's lift to the next landing.
  public var interval = Profile.standard.tapAndDrag.interval
  /// Points between the tap and the next landing.
  public var radius = Profile.standard.tapAndDrag.radius

  /// Whether it begins while the finger moves, or only when it lifts.
  public var recognitionTiming = Profile.standard.tapAndDrag.recognitionTiming
  /// Whether it goes on until the last finger lifts, if further ones have landed.
  public var endsOn = Profile.standard.tapAndDrag.endsOn

  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity, followsVelocity: true)
  @exclusivity(unchecked) private var tap: (start: Timestamp, end: Timestamp, place: Point)?
  private var deadline: Deadline?
  /// Whether the finger that came back has moved.
  private var hasMoved = false
  /// Points from the tap to a landing that was too far from it.
  private var stray: Double?

  public override var kind: Gesture.Kind { .tapAndDrag }

  /// The way of the finger since it landed again, in points.
  public var translation: Vector { hand.translation }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    cancelDeadline(&deadline)
    hand.land(touches, with: event)
    if state.isActive { return }
    if hand.maximumCount > 1 {
      return fail(
        .fingers(hand.maximumCount, limit: 1, touch: touches.first?.id, at: event.timestamp))
    }
    if hand.isResumed || hand.sawButton {
      return fail(
        FailureReason(
          hand.isResumed ? .resumedTouch : .button, touch: touches.first?.id,
          time: event.timestamp))
    }
    if let tap, hand.centroid.distance(to: tap.place) > radius {
      stray = hand.centroid.distance(to: tap.place)
      self.tap = nil
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if state.isActive { return change(at: event.timestamp) }
    guard hand.hasMoved(by: stillness, at: event.timestamp) else { return }
    guard tap != nil else { return fail(reasonAgainstMovement(at: event.timestamp)) }
    hasMoved = true
    if recognitionTiming == .early { begin(at: event.timestamp) }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.lift(touches, with: event)
    guard isOver || endsOn == .firstLift else { return }
    if hasMoved && recognitionTiming == .onLift { begin(at: event.timestamp) }
    if state.isActive || waiting != nil { return end(at: event.timestamp) }
    // An action that switched it off has reset it.
    guard isOver, !hand.isEmpty else { return }
    let duration = event.timestamp.seconds(since: hand.startTime)
    guard duration <= maximumTapDuration else {
      return fail(
        FailureReason(
          .duration, measured: duration, limit: maximumTapDuration,
          parameter: "tapAndDrag.maximumTapDuration", touch: touches.first?.id,
          time: event.timestamp))
    }
    tap = (tap?.start ?? hand.startTime, event.timestamp, hand.startCentroid)
    stray = nil
    hand.reset()
    deadline = schedule(
      at: event.timestamp.advanced(bySeconds: interval).advanced(byMicroseconds: 1))
  }

  public override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    let waited = tap.map { time.seconds(since: $0.end) }
    fail(
      FailureReason(
        .pause, measured: waited, limit: interval, parameter: "tapAndDrag.interval", time: time))
  }

  public override func reasonAgainstContinuing(
    with touches: TouchSet, at time: Timestamp
  ) -> FailureReason? {
    guard let tap, hand.isEmpty else { return nil }
    let distance = touches.distance(to: [tap.place])
    guard distance > radius else { return nil }
    return FailureReason(
      .position, measured: distance, limit: radius, parameter: "tapAndDrag.radius",
      touch: touches.first?.id, time: time)
  }

  /// There was no tap before, or it was too far away.
  private func reasonAgainstMovement(at time: Timestamp) -> FailureReason {
    if let stray {
      return FailureReason(
        .position, measured: stray, limit: radius, parameter: "tapAndDrag.radius",
        touch: hand.farthest,
        time: time)
    }
    return FailureReason(.taps, measured: 0, limit: 1, touch: hand.farthest, time: time)
  }

  public override func reset() {
    hand.reset()
    tap = nil
    deadline = nil
    hasMoved = false
    stray = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: tap?.start ?? hand.startTime,
      location: hand.centroid, touches: hand.maximumCount)
    gesture.direction = Gesture.Direction(of: hand.translation)
    gesture.translation = hand.translation
    gesture.velocity = hand.velocity(at: time)
    gesture.duration = time.seconds(since: gesture.start)
    return gesture
  }
}
