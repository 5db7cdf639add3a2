/// A tap, or several in a row: fingers that touch down and lift without moving.
///
/// By default it counts taps of one to five fingers, and reports one gesture when no further tap
/// came within ``Profile/Tap/interval``. With ``numberOfTapsRequired`` it reports as soon as there
/// are as many taps. ``init(taps:touches:_:)`` has UIKit's meaning:
///
/// ```swift
/// let tap = TapRecognizer(taps: 1, touches: 1)  // reports when the finger lifts
/// ```
open class TapRecognizer: GestureRecognizer, TouchCounting {
  /// The number of taps that make the gesture; nil reports any number of taps.
  @exclusivity(unchecked) public final var numberOfTapsRequired: Int?
  /// The numbers of fingers that may tap together.
  @exclusivity(unchecked) public final var touchCounts = 1...5
  /// The buttons of the device that may be down: by default none.
  @exclusivity(unchecked) public final var allowedButtons: ContactFrame.Buttons = []
  @exclusivity(unchecked) public final var settings: Profile.Tap
  /// Called when fingers touch down that may become a tap, for example to highlight a button.
  @exclusivity(unchecked) public final var onTapDown: ((TapRecognizer) -> Void)?
  /// Called when the fingers of ``onTapDown`` are no tap, or another recognizer takes them.
  @exclusivity(unchecked) public final var onTapCancel: ((TapRecognizer) -> Void)?

  /// Whether ``onTapDown`` was called for the current fingers.
  @exclusivity(unchecked) private final var isTapDown = false
  @exclusivity(unchecked) private final var durationDeadline: Deadline?
  @exclusivity(unchecked) private final var intervalDeadline: Deadline?
  @exclusivity(unchecked) private final var taps = TapSeries()
  /// The number of the first touch of the current tap.
  @exclusivity(unchecked) private final var firstTouch = 0

  public init(_ settings: Profile.Tap = Profile.standard.tap) { self.settings = settings }

  /// A recognizer of an exact number of taps, by an exact number of fingers, as in UIKit.
  public convenience init(
    taps: Int, touches: Int = 1, _ settings: Profile.Tap = Profile.standard.tap
  ) {
    self.init(settings)
    numberOfTapsRequired = taps
    numberOfTouchesRequired = touches
  }

  open override var kind: Gesture.Kind { .tap }
  open override var role: GestureRole { .tap }

  /// True: a tap can be the end of one series and the start of the next.
  open override var firesRepeatedly: Bool { true }

  /// The touches of the series, without later ones, which show that no further tap follows.
  override var claimedTouches: ClosedRange<Int> { taps.touchNumbers ?? super.claimedTouches }

  override var tappedPoints: [Point]? { state == .recognized ? taps.positions : nil }

  /// False for a recognizer that requires more taps (UIKit's rule 22).
  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let other = other as? TapRecognizer, let own = numberOfTapsRequired else { return true }
    return other.numberOfTapsRequired.map { $0 <= own } ?? false
  }

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .began, with: event)
    let time = event.timestamp
    if hand.fingers.count == touches.count { beginTap(touches, at: time) }
    if durationDeadline == nil {
      durationDeadline = schedule(after: settings.maximumDuration, since: hand.startTime)
    }
    if hand.isResumed {
      discardTap(FailureReason(.resumedTouch, touch: touches.first?.id, time: time))
    } else if let reason = reasonAgainstButtons(touches, at: time)
      ?? reasonAgainst(stagger: hand.touchDownStagger, of: touches, at: time)
      ?? reasonAgainst(touches, at: time)
    {
      discardTap(reason)
    } else if let onTapDown, !isTapDown {
      isTapDown = true
      onTapDown(self)
    }
  }

  open override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .moved, with: event)
    checkStillness(at: event.timestamp)
  }

  open override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .ended, with: event)
    let time = event.timestamp
    checkStillness(at: time)
    guard hand.downCount == 0, !hand.isEmpty, state == .possible else { return }
    let stagger = time.seconds(since: hand.firstTouchUp ?? time)
    if let reason = reasonAgainstFewFingers(at: time)
      ?? reasonAgainst(stagger: stagger, of: touches, at: time)
      ?? reasonAgainstButtons(touches, at: time)
    {
      discardTap(reason)
    } else {
      completeTap(at: time)
    }
  }

  open override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    if deadline == intervalDeadline {
      intervalDeadline = nil
      if let required = numberOfTapsRequired {
        fail(
          FailureReason(.taps, measured: Double(taps.count), limit: Double(required), time: time))
      } else {
        recognize(at: time)
      }
    } else if deadline == durationDeadline {
      durationDeadline = nil
      let duration = time.seconds(since: hand.startTime)
      discardTap(settings.reason(.duration, duration, limit: \.maximumDuration, at: time))
    }
  }

  /// Reports the taps before the taken touches; a drag after a tap includes the tap.
  open override func touchesTaken(by other: GestureRecognizer, at time: Timestamp) {
    cancelTapDown()
    guard let numbers = taps.touchNumbers, !numbers.overlaps(other.watchedTouches) else { return }
    reportPending(at: time)
  }

  open override func didFire() {
    isTapDown = false
    taps.reset()
  }

  open override func reset() {
    // An action that takes a recognizer from its view resets it before `didFire()`.
    if lastFailure == nil, taps.count == numberOfTapsRequired { isTapDown = false }
    cancelTapDown()
    durationDeadline = nil
    intervalDeadline = nil
    taps.reset()
  }

  open override func gesture(at time: Timestamp) -> Gesture {
    var gesture = makeReport(
      at: time, from: taps.start, location: taps.location, touches: taps.touches)
    gesture.taps = taps.count
    gesture.duration = taps.end.seconds(since: taps.start)
    return gesture
  }

  // MARK: Steps

  private final func reasonAgainstButtons(
    _ touches: TouchSet, at time: Timestamp
  ) -> FailureReason? {
    if hand.buttons.isSubset(of: allowedButtons) { return nil }
    return FailureReason(.button, touch: touches.first?.id, time: time)
  }

  private final func reasonAgainst(
    stagger: Double, of touches: TouchSet, at time: Timestamp
  ) -> FailureReason? {
    guard stagger > settings.maximumStagger else { return nil }
    return settings.reason(
      .duration, stagger, limit: \.maximumStagger, touch: touches.first?.id, at: time)
  }

  private final func beginTap(_ touches: TouchSet, at time: Timestamp) {
    if !taps.isEmpty {
      let distance = taps.distance(to: touches)
      let pause = time.seconds(since: taps.end)
      if distance <= settings.radius && pause >= settings.minimumInterval {
        cancelDeadline(&intervalDeadline)
      } else if numberOfTapsRequired != nil {
        // A touch that is too far from the last tap, or too soon after it, starts a new series.
        var reason = settings.reason(.tooShort, pause, limit: \.minimumInterval, at: time)
        if distance > settings.radius {
          reason = settings.reason(.position, distance, limit: \.radius, at: time)
        }
        reason.touch = touches.first?.id
        restart(with: touches, reason)
      }
      // Without a required number, the taps so far are reported at their deadline.
    }
    firstTouch = touches.map(\.number).min() ?? 0
  }

  private final func checkStillness(at time: Timestamp) {
    guard hand.hasMoved(by: settings.stillness, at: time) else { return }
    let age = time.seconds(since: hand.startTime)
    discardTap(
      settings.reason(
        .movement, hand.travel,
        limit: settings.stillness.allowsInitialSlop(afterSeconds: age)
          ? \.stillness.initialSlop : \.stillness.slop,
        touch: hand.farthest, at: time))
  }

  private final func cancelTapDown() {
    guard isTapDown else { return }
    isTapDown = false
    onTapCancel?(self)
  }

  private final func completeTap(at time: Timestamp) {
    cancelDeadline(&durationDeadline)
    if taps.touches != hand.maximumCount || intervalDeadline != nil {
      reportPending(at: time)
      // The series waits for another recognizer; this tap would start the next one too early.
      if waiting != nil { return }
    }
    taps.add(hand, at: time)
    taps.include(firstTouch...max(firstTouch, watchedRange?.upperBound ?? firstTouch))
    if taps.count == numberOfTapsRequired {
      // The last tap is complete once the series is recognized, which others may prevent.
      recognize(at: time)
    } else {
      isTapDown = false
      intervalDeadline = schedule(after: settings.interval, since: time)
    }
  }

  /// Discards the current touches, which are not a tap; the taps before them still count.
  private final func discardTap(_ reason: FailureReason) {
    cancelTapDown()
    reportPending(at: reason.time)
    guard waiting != nil else { return fail(reason) }
    // The series is decided and waits for another recognizer, without the current fingers.
    for finger in hand.fingers where finger.end == nil { ignoreTouch(finger.id) }
    cancelDeadline(&durationDeadline)
  }

  private final func reportPending(at time: Timestamp) {
    cancelDeadline(&intervalDeadline)
    guard !taps.isEmpty else { return }
    if numberOfTapsRequired == nil {
      recognize(at: time)
    } else {
      taps.reset()
    }
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of taps.
  public struct Tap: ProfileSettings, Hashable, Sendable {
    public var rule = Rule.standard
    /// Limits for a finger that taps: 22 (3.4 mm) is between a resting finger and the slowest
    /// movement, 36 (5.6 mm) between a tap that jumps on older touchpads and a flick (measured).
    public var stillness = StillnessLimits(slop: 22, initialSlop: 36, initialDuration: 0.3)
    /// Seconds from the first touch down to the last touch up of one tap; a longer touch, which no
    /// tap is (measured), is a long press.
    public var maximumDuration = 0.5
    /// Seconds between the touch downs, and between the touch ups, of one tap's fingers, which are
    /// nearer than those of a movement (measured).
    public var maximumStagger = 0.15
    /// Seconds from a touch up to the next touch down: the double-tap time of Flutter and Android,
    /// between taps in a row and separate ones (measured).
    public var interval = 0.3
    /// Seconds that have to pass from a touch up to the next touch down, against a finger that
    /// bounces: 0, since a touchpad's own filter does that.
    public var minimumInterval = 0.0
    /// Points from one tap to the next, for the fingers that are nearest to each other: 100, the
    /// double-tap slop of Flutter and Android.
    public var radius = 100.0
    /// Textbook rule: seconds from a touch down to the decision.
    public var decisionDelay = 0.4

    static let table: [SettingDescription<Self>] = [
      .slop(\.stillness.slop),
      .initialSlop(\.stillness.initialSlop),
      .initialDuration(\.stillness.initialDuration),
      .duration("maximumDuration", \.maximumDuration, "from the first touch down to the last up"),
      .duration("maximumStagger", \.maximumStagger, "between the fingers of one tap"),
      .duration("interval", \.interval, "from a touch up to the next touch down"),
      .duration("minimumInterval", \.minimumInterval, "from a touch up to the next touch down"),
      .length("radius", \.radius, "from one tap to the next"),
      .duration("decisionDelay", \.decisionDelay, "textbook: from a touch down to the decision"),
    ]
  }
}
