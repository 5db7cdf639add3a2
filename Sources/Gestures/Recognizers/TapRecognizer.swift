import Contacts
public import Timeline

/// Fingers that touch down and lift at once, without moving; once or several times in a row.
///
/// With ``numberOfTapsRequired`` nil it counts taps for as long as they follow each other, and
/// reports one gesture when no further tap came within ``Profile/Tap/interval``.
public final class TapRecognizer: GestureRecognizer {
  /// How many taps make the gesture; nil reports any number of taps.
  @exclusivity(unchecked) public var numberOfTapsRequired: Int?
  /// How many fingers may tap together.
  @exclusivity(unchecked) public var touchCounts = 1...5
  @exclusivity(unchecked) public var settings: Profile.Tap

  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity)
  private var durationDeadline: Deadline?
  private var intervalDeadline: Deadline?
  @exclusivity(unchecked) private var completed = CompletedTaps()

  /// The taps so far.
  private struct CompletedTaps {
    var count = 0
    var touches = 0
    var start = Timestamp.zero
    var end = Timestamp.zero
    var location = Point.zero
    /// The positions of the last tap's fingers.
    var positions: [Point] = []
  }

  public init(_ settings: Profile.Tap = Profile.standard.tap) {
    self.settings = settings
  }

  public override var kind: Gesture.Kind { .tap }

  /// A tap can be the end of one series and the start of the next.
  public override var firesRepeatedly: Bool { true }

  /// A series is reported once it is certain that no further tap follows.
  public override var isDeferred: Bool {
    guard completed.count > 0, let arbiter else { return false }
    return arbiter.now > completed.end
  }

  /// A tap does not prevent a recognizer that requires more taps (`uikit-facts`: rule 22).
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
    // A touch far from the last tap starts a new series; the one before is reported at its deadline.
    if continuesSeries(touches) {
      cancelDeadline(&intervalDeadline)
    } else if numberOfTapsRequired != nil {
      reportPending(at: event.timestamp)
    }
    hand.touchDown(touches, with: event)
    if durationDeadline == nil {
      let duration = settings.maximumDuration
      durationDeadline = schedule(
        at: hand.startTime.advanced(bySeconds: duration).advanced(byMicroseconds: 1))
    }
    if hand.isResumed || hand.sawButton {
      discardTap(
        FailureReason(
          hand.isResumed ? .resumedTouch : .button, touch: touches.first?.id,
          time: event.timestamp))
    } else if hand.touchDownStagger > settings.maximumStagger {
      discardTap(
        settings.reason(
          .duration, hand.touchDownStagger, limit: \.maximumStagger, touch: touches.first?.id,
          at: event.timestamp))
    } else if hand.maximumCount > touchCounts.upperBound {
      discardTap(
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
    let isOver = hand.touchUp(touches, with: event)
    checkStillness(at: event.timestamp)
    guard isOver, state == .possible else { return }
    let stagger = event.timestamp.seconds(since: hand.firstTouchUp ?? event.timestamp)
    if hand.maximumCount < touchCounts.lowerBound {
      discardTap(.fingers(hand.maximumCount, limit: touchCounts.lowerBound, at: event.timestamp))
    } else if stagger > settings.maximumStagger {
      discardTap(
        settings.reason(
          .duration, stagger, limit: \.maximumStagger, touch: touches.first?.id,
          at: event.timestamp))
    } else if hand.sawButton {
      discardTap(FailureReason(.button, touch: touches.first?.id, time: event.timestamp))
    } else {
      completeTap(at: event.timestamp)
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
      discardTap(
        settings.reason(
          .duration, time.seconds(since: hand.startTime), limit: \.maximumDuration, at: time))
    }
  }

  public override func willBePrevented(by other: GestureRecognizer, at time: Timestamp) {
    // A tap-and-drag includes the taps before it; any other gesture follows them. A gesture of the
    // very touches that were the tap includes it, too.
    if other.kind != .tapAndDrag && !hand.isEmpty { reportPending(at: time) }
  }

  public override func reasonAgainstContinuing(
    with touches: TouchSet, at time: Timestamp
  ) -> FailureReason? {
    // Without a required number, the taps so far are reported at their deadline.
    guard numberOfTapsRequired != nil, !continuesSeries(touches) else { return nil }
    return settings.reason(
      .position, touches.distance(to: completed.positions), limit: \.radius,
      touch: touches.first?.id, at: time)
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
    // The first of several fingers may be far from the middle of the last tap's fingers.
    return touches.distance(to: completed.positions) <= settings.radius
  }

  private func checkStillness(at time: Timestamp) {
    guard hand.hasMoved(by: settings.stillness, at: time) else { return }
    let age = time.seconds(since: hand.startTime)
    discardTap(
      settings.reason(
        .movement, hand.travel,
        limit: settings.stillness.allowsInitialSlop(afterSeconds: age)
          ? \.stillness.initialSlop : \.stillness.slop,
        touch: hand.farthest, at: time))
  }

  private func completeTap(at time: Timestamp) {
    cancelDeadline(&durationDeadline)
    if completed.touches != hand.maximumCount || intervalDeadline != nil {
      reportPending(at: time)
      // The series waits for another recognizer; this tap would start the next one too early.
      if waiting != nil { return hand.reset() }
    }
    if completed.count == 0 { completed.start = hand.startTime }
    completed.count += 1
    completed.touches = hand.maximumCount
    completed.location = hand.startCentroid
    completed.positions.removeAll(keepingCapacity: true)
    for finger in hand.fingers { completed.positions.append(finger.start) }
    completed.end = time
    hand.reset()
    if completed.count == numberOfTapsRequired {
      recognize(at: time)
    } else {
      let interval = settings.interval
      intervalDeadline = schedule(
        at: time.advanced(bySeconds: interval).advanced(byMicroseconds: 1))
    }
  }

  /// The current touches are not a tap; the taps before them still count.
  private func discardTap(_ reason: FailureReason) {
    reportPending(at: reason.time)
    guard waiting != nil else { return fail(reason) }
    // The series is decided and waits for another recognizer; the current fingers are not part of it.
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

// MARK: - Settings

extension Profile {
  /// The settings of taps.
  public struct Tap: Hashable, Sendable {
    public var rule = Rule.standard
    /// Limits for a finger that taps.
    ///
    /// A resting finger moves by up to 2 mm, the slowest movement by 6.5 mm: 22 (3.4 mm) is in
    /// between. A tap on older touchpads jumps by up to 3.7 mm, a flick goes 9.8 mm or more: 36
    /// (5.6 mm) is in between (measured).
    public var stillness = StillnessLimits(slop: 22, initialSlop: 36, initialDuration: 0.3)
    /// Seconds from the first touch down to the last touch up of one tap.
    ///
    /// 0.5: a longer touch is a long press. All taps took less than 0.22 s (measured).
    public var maximumDuration = 0.5
    /// Seconds between the touch downs, and between the touch ups, of one tap's fingers.
    ///
    /// 0.15: fingers of one tap are up to 0.04 s apart (measured), those of a movement up to 0.25 s.
    public var maximumStagger = 0.15
    /// Seconds from a touch up to the next touch down.
    ///
    /// 0.3, the double-tap time of Flutter and Android: taps in a row follow within 0.15 s, separate
    /// ones after 0.34 s (measured).
    public var interval = 0.3
    /// Points from one tap to the next, for the fingers that are nearest to each other: 100, the
    /// double-tap slop of Flutter and Android.
    public var radius = 100.0
    /// Textbook rule: seconds from a touch down to the decision.
    public var decisionDelay = 0.4
  }
}

extension Profile.Tap: ProfileSettings {
  static let section = "tap"
  static let rules: [Profile.Rule] = [.standard, .textbook, .off]
  static let table: [SettingDescription<Self>] = [
    .slop(\.stillness.slop),
    .initialSlop(\.stillness.initialSlop),
    .initialDuration(\.stillness.initialDuration),
    .duration("maximumDuration", \.maximumDuration, "from the first touch down to the last up"),
    .duration("maximumStagger", \.maximumStagger, "between the fingers of one tap"),
    .duration("interval", \.interval, "from a touch up to the next touch down"),
    .length("radius", \.radius, "from one tap to the next"),
    .duration("decisionDelay", \.decisionDelay, "textbook: from a touch down to the decision"),
  ]
}
