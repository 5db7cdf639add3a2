import Contacts
public import Timeline

/// Fingers that land and lift at once, without moving; once or several times in a row.
///
/// With ``numberOfTapsRequired`` nil it counts on for as long as taps follow each other, and
/// reports one gesture when no further tap came within ``interval``.
public final class TapRecognizer: GestureRecognizer {
  /// How many taps make the gesture; nil reports as many as there are.
  @exclusivity(unchecked) public var numberOfTapsRequired: Int?
  /// How many fingers may tap together.
  @exclusivity(unchecked) public var touchCounts = 1...5
  /// How far a finger may wander.
  @exclusivity(unchecked) public var stillness = Profile.standard.tap.stillness
  /// Seconds from the first landing to the last lift of one tap.
  @exclusivity(unchecked) public var maximumDuration = Profile.standard.tap.maximumDuration
  /// Seconds between the landings, and between the lifts, of one tap's fingers.
  public var maximumStagger = Profile.standard.tap.maximumStagger
  /// Seconds from a lift to the next landing.
  public var interval = Profile.standard.tap.interval
  /// Points between one tap and the next, of the fingers that are nearest to each other.
  public var radius = Profile.standard.tap.radius

  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity)
  @exclusivity(unchecked) private var durationDeadline: Deadline?
  @exclusivity(unchecked) private var intervalDeadline: Deadline?
  /// The taps so far.
  @exclusivity(unchecked) private var completed = CompletedTaps()

  private struct CompletedTaps {
    var count = 0
    var touches = 0
    var start = Timestamp.zero
    var end = Timestamp.zero
    var location = Point.zero
    /// Where the fingers of the last one landed.
    var places: [Point] = []
  }

  public override var kind: Gesture.Kind { .tap }

  /// A tap can be the end of one series and the start of the next.
  public override var firesRepeatedly: Bool { true }

  /// Taps that might have gone on are reported when it shows that they don't.
  public override var isDeferred: Bool {
    guard completed.count > 0, let arbiter else { return false }
    return arbiter.now > completed.end
  }

  /// A tap leaves a tap that wants more of them alone (`uikit-facts`: rule 22).
  public override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let other = other as? TapRecognizer, let own = numberOfTapsRequired else { return true }
    return other.numberOfTapsRequired.map { $0 <= own } ?? false
  }

  /// How many fingers have to tap together; setting it narrows ``touchCounts`` to one number.
  public var numberOfTouchesRequired: Int {
    get { touchCounts.lowerBound }
    set { touchCounts = newValue...newValue }
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    // A landing far from the last tap starts a series of its own; the one before is reported when
    // its time has come.
    if continuesSeries(touches) {
      cancelDeadline(&intervalDeadline)
    } else if numberOfTapsRequired != nil {
      reportPending(at: event.timestamp)
    }
    hand.land(touches, with: event)
    if durationDeadline == nil {
      durationDeadline = schedule(
        at: hand.startTime.advanced(bySeconds: maximumDuration).advanced(byMicroseconds: 1))
    }
    if hand.isResumed || hand.sawButton {
      spoil(
        FailureReason(
          hand.isResumed ? .resumedTouch : .button, touch: touches.first?.id,
          time: event.timestamp))
    } else if hand.landingStagger > maximumStagger {
      spoil(
        FailureReason(
          .duration, measured: hand.landingStagger, limit: maximumStagger,
          parameter: "tap.maximumStagger", touch: touches.first?.id, time: event.timestamp))
    } else if hand.maximumCount > touchCounts.upperBound {
      spoil(
        .fingers(
          hand.maximumCount, limit: touchCounts.upperBound, touch: touches.first?.id,
          at: event.timestamp))
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    checkStillness(at: event.timestamp)
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.lift(touches, with: event)
    checkStillness(at: event.timestamp)
    guard isOver, state == .possible else { return }
    let liftStagger = event.timestamp.seconds(since: hand.firstLift ?? event.timestamp)
    if hand.maximumCount < touchCounts.lowerBound {
      spoil(.fingers(hand.maximumCount, limit: touchCounts.lowerBound, at: event.timestamp))
    } else if liftStagger > maximumStagger {
      spoil(
        FailureReason(
          .duration, measured: liftStagger, limit: maximumStagger,
          parameter: "tap.maximumStagger", touch: touches.first?.id, time: event.timestamp))
    } else if hand.sawButton {
      spoil(FailureReason(.button, touch: touches.first?.id, time: event.timestamp))
    } else {
      complete(at: event.timestamp)
    }
  }

  public override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    if deadline == intervalDeadline {
      intervalDeadline = nil
      if let required = numberOfTapsRequired {
        fail(
          FailureReason(
            .taps, measured: Double(completed.count), limit: Double(required), time: time))
      } else {
        recognize(at: time)
      }
    } else if deadline == durationDeadline {
      durationDeadline = nil
      spoil(
        FailureReason(
          .duration, measured: time.seconds(since: hand.startTime), limit: maximumDuration,
          parameter: "tap.maximumDuration", time: time))
    }
  }

  public override func willBePrevented(by other: GestureRecognizer, at time: Timestamp) {
    // The drag of a tap-and-drag has used the tap up; anything else comes after it.
    // So has whoever begins with the touches that the tap was.
    if other.kind != .tapAndDrag && !hand.isEmpty { reportPending(at: time) }
  }

  public override func reasonAgainstContinuing(
    with touches: TouchSet, at time: Timestamp
  ) -> FailureReason? {
    // One that counts on reports what it has when its time has come.
    guard numberOfTapsRequired != nil, !continuesSeries(touches) else { return nil }
    return FailureReason(
      .position, measured: touches.distance(to: completed.places), limit: radius,
      parameter: "tap.radius", touch: touches.first?.id, time: time)
  }

  public override func didFire() {
    completed = CompletedTaps()
  }

  public override func reset() {
    hand.reset()
    durationDeadline = nil
    intervalDeadline = nil
    completed = CompletedTaps()
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: completed.start, location: completed.location,
      touches: completed.touches)
    gesture.taps = completed.count
    gesture.duration = completed.end.seconds(since: completed.start)
    return gesture
  }
}

// MARK: - Steps

extension TapRecognizer {
  private func continuesSeries(_ touches: TouchSet) -> Bool {
    guard completed.count > 0, hand.isEmpty else { return true }
    // Of several fingers one may land first, and far from the middle of the last tap's.
    return touches.distance(to: completed.places) <= radius
  }

  private func checkStillness(at time: Timestamp) {
    guard hand.hasMoved(by: stillness, at: time) else { return }
    let age = time.seconds(since: hand.startTime)
    spoil(
      FailureReason(
        .movement, measured: hand.travel, limit: stillness.slop(afterSeconds: age),
        parameter: stillness.key(afterSeconds: age, .tap), touch: hand.farthest, time: time))
  }

  /// One tap is done.
  private func complete(at time: Timestamp) {
    cancelDeadline(&durationDeadline)
    if completed.touches != hand.maximumCount || intervalDeadline != nil {
      reportPending(at: time)
      // It waits; this tap is another series' first, and comes too early for one.
      if waiting != nil { return hand.reset() }
    }
    if completed.count == 0 { completed.start = hand.startTime }
    completed.count += 1
    completed.touches = hand.maximumCount
    completed.location = hand.startCentroid
    completed.places.removeAll(keepingCapacity: true)
    for finger in hand.fingers { completed.places.append(finger.start) }
    completed.end = time
    hand.reset()
    if completed.count == numberOfTapsRequired {
      recognize(at: time)
    } else {
      intervalDeadline = schedule(
        at: time.advanced(bySeconds: interval).advanced(byMicroseconds: 1))
    }
  }

  /// The current touch is no tap; the taps before it still count.
  private func spoil(_ reason: FailureReason) {
    reportPending(at: reason.time)
    guard waiting != nil else { return fail(reason) }
    // They are decided, and wait; the fingers belong to something else.
    for finger in hand.fingers where finger.end == nil { ignoreTouch(finger.id) }
    cancelDeadline(&durationDeadline)
    hand.reset()
  }

  private func reportPending(at time: Timestamp) {
    cancelDeadline(&intervalDeadline)
    guard completed.count > 0 else { return }
    if numberOfTapsRequired == nil {
      recognize(at: time)
    } else {
      completed = CompletedTaps()
    }
  }
}
