import Contacts
public import Timeline

/// Fingers that land and stay where they are; if wanted, after some taps in the same place.
///
/// With a ``minimumPressDuration`` of 0 it acts on landing.
public final class LongPressRecognizer: GestureRecognizer {
  /// How many fingers may press together.
  @exclusivity(unchecked) public var touchCounts = 1...5
  /// How many taps have to come first: 0.
  @exclusivity(unchecked) public var numberOfTapsRequired = 0
  /// Seconds from the last landing to recognition.
  public var minimumPressDuration = Profile.standard.longPress.minimumDuration
  /// Points that a finger may wander before recognition; after it there is no limit.
  @exclusivity(unchecked) public var allowableMovement = Profile.standard.longPress
    .allowableMovement
  /// Seconds from the first landing to the last lift of each of the taps before.
  public var maximumTapDuration = Profile.standard.tap.maximumDuration
  /// Seconds from a tap's last lift to the next landing.
  public var interval = Profile.standard.tap.interval
  /// Points from a tap to the next landing, of the fingers that are nearest to each other.
  public var radius = Profile.standard.tap.radius

  /// Whether it begins when it has lasted long enough, or only when the fingers lift.
  public var recognitionTiming = Profile.standard.longPress.recognitionTiming
  /// Whether it goes on until the last finger lifts.
  public var endsOn = Profile.standard.longPress.endsOn

  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity)
  /// Of the press, of a tap before it, or between the two.
  @exclusivity(unchecked) private var deadline: Deadline?
  @exclusivity(unchecked) private var taps = PrecedingTaps()
  /// Whether the press has lasted long enough.
  private var isHeld = false

  private struct PrecedingTaps {
    var count = 0
    var start = Timestamp.zero
    var end = Timestamp.zero
    /// Where the fingers of the last one landed.
    var places: [Point] = []
    /// Points to the landing that was too far from them to go on.
    var stray: Double?
  }

  public override var kind: Gesture.Kind { .longPress }

  /// How many fingers have to press; setting it narrows ``touchCounts`` to one number.
  public var numberOfTouchesRequired: Int {
    get { touchCounts.lowerBound }
    set { touchCounts = newValue...newValue }
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    // What lands elsewhere begins from the start.
    if hand.isEmpty && !taps.places.isEmpty { continueTaps(touches) }
    hand.land(touches, with: event)
    guard state == .possible else { return }
    if hand.isResumed {
      return fail(
        FailureReason(.resumedTouch, touch: touches.first?.id, time: event.timestamp))
    }
    if hand.maximumCount > touchCounts.upperBound {
      return fail(
        .fingers(
          hand.maximumCount, limit: touchCounts.upperBound, touch: touches.first?.id,
          at: event.timestamp))
    }
    cancelDeadline(&deadline)
    if waiting == nil { isHeld = false }
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
          .movement, measured: hand.travel, limit: allowableMovement,
          parameter: "longPress.allowableMovement", touch: hand.farthest, time: event.timestamp))
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.lift(touches, with: event)
    if state == .possible && taps.count < numberOfTapsRequired {
      if isOver { completeTap(at: event.timestamp) }
    } else if hand.maximumCount < touchCounts.lowerBound {
      failForFewTouches(at: event.timestamp)
    } else if state == .possible && !isHeld {
      fail(
        FailureReason(
          .tooShort, measured: event.timestamp.seconds(since: hand.lastLanding),
          limit: minimumPressDuration, parameter: "longPress.minimumDuration",
          touch: touches.first?.id, time: event.timestamp))
    } else if isOver || endsOn == .firstLift {
      if recognitionTiming == .onLift { begin(at: event.timestamp) }
      end(at: event.timestamp)
    }
  }

  public override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    if hand.isEmpty {
      fail(
        FailureReason(
          .pause, measured: time.seconds(since: taps.end), limit: interval,
          parameter: "tap.interval", time: time))
    } else if taps.count < numberOfTapsRequired {
      fail(reasonAgainstTap(at: time))
    } else {
      isHeld = true
      if recognitionTiming == .early { begin(at: time) }
    }
  }

  public override func reasonAgainstContinuing(
    with touches: TouchSet, at time: Timestamp
  ) -> FailureReason? {
    guard hand.isEmpty, !taps.places.isEmpty else { return nil }
    let distance = touches.distance(to: taps.places)
    guard distance > radius else { return nil }
    return FailureReason(
      .position, measured: distance, limit: radius, parameter: "tap.radius",
      touch: touches.first?.id, time: time)
  }

  public override func reset() {
    hand.reset()
    deadline = nil
    taps = PrecedingTaps()
    isHeld = false
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
  /// A landing far from the taps begins from the start.
  private func continueTaps(_ touches: TouchSet) {
    let nearest = touches.distance(to: taps.places)
    if nearest > radius { taps = PrecedingTaps(stray: nearest) }
  }

  /// Why a touch that lasts too long for a tap is none, or no press either.
  private func reasonAgainstTap(at time: Timestamp) -> FailureReason {
    if let stray = taps.stray {
      return FailureReason(
        .position, measured: stray, limit: radius, parameter: "tap.radius", time: time)
    }
    return FailureReason(
      .duration, measured: time.seconds(since: hand.startTime), limit: maximumTapDuration,
      parameter: "tap.maximumDuration", time: time)
  }

  private func completeTap(at time: Timestamp) {
    if hand.maximumCount < touchCounts.lowerBound { return failForFewTouches(at: time) }
    if taps.count == 0 { taps.start = hand.startTime }
    taps.stray = nil
    taps.count += 1
    taps.end = time
    taps.places.removeAll(keepingCapacity: true)
    for finger in hand.fingers { taps.places.append(finger.start) }
    hand.reset()
    cancelDeadline(&deadline)
    deadline = schedule(at: time.advanced(bySeconds: interval).advanced(byMicroseconds: 1))
  }

  private func failForFewTouches(at time: Timestamp) {
    fail(.fingers(hand.maximumCount, limit: touchCounts.lowerBound, at: time))
  }
}
