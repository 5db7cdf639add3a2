import Contacts
public import Timeline

/// Fingers that land and stay where they are; if wanted, after some taps in the same place.
public final class LongPressRecognizer: GestureRecognizer {
  /// How many fingers may press together.
  public var touchCounts = 1...5
  /// How many taps have to come first: 0.
  public var numberOfTapsRequired = 0
  /// Seconds from the last landing to recognition.
  public var minimumPressDuration = Profile.standard.longPress.minimumDuration
  /// Points that a finger may wander before recognition; after it there is no limit.
  public var allowableMovement = Profile.standard.longPress.allowableMovement
  /// Seconds from the first landing to the last lift of each of the taps before.
  public var maximumTapDuration = Profile.standard.tap.maximumDuration
  /// Seconds from a tap's last lift to the next landing.
  public var interval = Profile.standard.tap.interval
  /// Points from a tap to the next landing, of the fingers that are nearest to each other.
  public var radius = Profile.standard.tap.radius

  private var hand = HandMotion(slop: .infinity)
  /// Of the press, of a tap before it, or between the two.
  private var deadline: Deadline?
  private var taps = PrecedingTaps()

  private struct PrecedingTaps {
    var count = 0
    var start = Timestamp.zero
    var end = Timestamp.zero
    /// Where the fingers of the last one landed.
    var places: [Point] = []
  }

  public override var kind: Gesture.Kind { .longPress }

  /// How many fingers have to press; setting it narrows ``touchCounts`` to one number.
  public var numberOfTouchesRequired: Int {
    get { touchCounts.lowerBound }
    set { touchCounts = newValue...newValue }
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    // What lands elsewhere begins from the start.
    if hand.isEmpty && !continuesTaps(touches) { taps = PrecedingTaps() }
    hand.land(touches, with: event)
    guard state == .possible else { return }
    if hand.isResumed {
      return fail(
        FailureReason(.unsuitableTouch, touch: touches.first?.id, time: event.timestamp))
    }
    if hand.maximumCount > touchCounts.upperBound {
      return fail(
        FailureReason(
          .touches, measured: Double(hand.maximumCount), limit: Double(touchCounts.upperBound),
          time: event.timestamp))
    }
    cancelDeadline(&deadline)
    if taps.count < numberOfTapsRequired {
      deadline = schedule(
        at: hand.startTime.advanced(bySeconds: maximumTapDuration).advanced(byMicroseconds: 1))
    } else if hand.downCount >= touchCounts.lowerBound {
      deadline = schedule(at: hand.lastLanding.advanced(bySeconds: minimumPressDuration))
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if state.isActive {
      change(at: event.timestamp)
    } else if hand.travel > allowableMovement {
      fail(
        FailureReason(
          .movement, measured: hand.travel, limit: allowableMovement, touch: hand.farthest,
          time: event.timestamp))
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.lift(touches, with: event)
    if state == .possible && taps.count < numberOfTapsRequired {
      if isOver { completeTap(at: event.timestamp) }
    } else if hand.maximumCount < touchCounts.lowerBound {
      failForFewTouches(at: event.timestamp)
    } else if state == .possible && waiting == nil {
      fail(
        FailureReason(
          .earliness, measured: event.timestamp.seconds(since: hand.lastLanding),
          limit: minimumPressDuration, touch: touches.first?.id, time: event.timestamp))
    } else if isOver {
      end(at: event.timestamp)
    }
  }

  public override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    if hand.isEmpty {
      fail(
        FailureReason(
          .duration, measured: time.seconds(since: taps.end), limit: interval, time: time))
    } else if taps.count < numberOfTapsRequired {
      fail(
        FailureReason(
          .duration, measured: time.seconds(since: hand.startTime), limit: maximumTapDuration,
          time: time))
    } else {
      begin(at: time)
    }
  }

  public override func reset() {
    hand.reset()
    deadline = nil
    taps = PrecedingTaps()
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    let start = taps.count > 0 ? taps.start : hand.startTime
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: start, location: hand.centroid,
      touches: hand.maximumCount)
    if taps.count > 0 { gesture.taps = taps.count }
    gesture.duration = time.seconds(since: start)
    return gesture
  }
}

// MARK: - Taps before

extension LongPressRecognizer {
  private func continuesTaps(_ touches: TouchSet) -> Bool {
    touches.contains { touch in
      taps.places.contains { $0.distance(to: touch.point) <= radius }
    }
  }

  private func completeTap(at time: Timestamp) {
    if hand.maximumCount < touchCounts.lowerBound { return failForFewTouches(at: time) }
    if taps.count == 0 { taps.start = hand.startTime }
    taps.count += 1
    taps.end = time
    taps.places.removeAll(keepingCapacity: true)
    for finger in hand.fingers { taps.places.append(finger.start) }
    hand.reset()
    cancelDeadline(&deadline)
    deadline = schedule(at: time.advanced(bySeconds: interval).advanced(byMicroseconds: 1))
  }

  private func failForFewTouches(at time: Timestamp) {
    fail(
      FailureReason(
        .touches, measured: Double(hand.maximumCount), limit: Double(touchCounts.lowerBound),
        time: time))
  }
}
