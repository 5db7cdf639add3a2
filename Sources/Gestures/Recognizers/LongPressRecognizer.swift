/// A press of resting fingers; with ``numberOfTapsRequired``, after taps in the same position.
///
/// A ``minimumPressDuration`` of 0 means recognition at the touch down. One to five fingers press
/// by default; ``init(touches:taps:_:)`` has UIKit's meaning.
open class LongPressRecognizer: GestureRecognizer, TouchCounting {
  /// The numbers of fingers that may press together.
  @exclusivity(unchecked) public final var touchCounts = 1...5
  /// The number of taps that have to come first: 0.
  @exclusivity(unchecked) public final var numberOfTapsRequired = 0
  @exclusivity(unchecked) public final var settings: Profile.LongPress
  /// The limits for the taps before the press.
  @exclusivity(unchecked) public final var tapSettings: Profile.Tap

  /// The deadline of the press, of a tap before it, or of the interval between the two.
  @exclusivity(unchecked) private final var deadline: Deadline?
  @exclusivity(unchecked) private final var taps = TapSeries()
  /// The distance in points from the taps to a touch that is too far away to continue them.
  @exclusivity(unchecked) private final var stray: Double?
  /// Whether the press has reached the minimum duration.
  @exclusivity(unchecked) private final var isHeld = false

  public init(
    _ settings: Profile.LongPress = Profile.standard.longPress,
    taps: Profile.Tap = Profile.standard.tap
  ) {
    self.settings = settings
    tapSettings = taps
  }

  /// A recognizer of a press by an exact number of fingers, after a number of taps, as in UIKit.
  public convenience init(
    touches: Int, taps: Int = 0, _ settings: Profile.LongPress = Profile.standard.longPress
  ) {
    self.init(settings)
    numberOfTouchesRequired = touches
    numberOfTapsRequired = taps
  }

  open override var kind: Gesture.Kind { .longPress }
  open override var role: GestureRole { .press }

  /// Seconds from the last touch down to recognition, ``Profile/LongPress/minimumDuration``.
  public final var minimumPressDuration: Double {
    get { settings.minimumDuration }
    set { settings.minimumDuration = newValue }
  }

  /// Points that a finger may move before recognition; afterwards there is no limit.
  public final var allowableMovement: Double {
    get { settings.allowableMovement }
    set { settings.allowableMovement = newValue }
  }

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .began, with: event)
    let time = event.timestamp
    if state.isActive || waiting != nil {
      // A finger that joins a press which has begun does not end it by lifting.
      for touch in touches { ignore(touch) }
      return
    }
    guard state == .possible else { return }
    if hand.fingers.count == touches.count && !taps.isEmpty { continueTaps(touches, at: time) }
    guard state == .possible else { return }
    if let reason = reasonAgainst(touches, at: time) { return fail(reason) }
    cancelDeadline(&deadline)
    isHeld = false
    if taps.count < numberOfTapsRequired {
      deadline = schedule(after: tapSettings.maximumDuration, since: hand.startTime)
    } else if hand.downCount >= touchCounts.lowerBound {
      deadline = schedule(at: hand.lastTouchDown.advanced(bySeconds: settings.minimumDuration))
    }
  }

  open override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .moved, with: event)
    if state.isActive {
      change(at: event.timestamp)
    } else if hand.travel > settings.allowableMovement {
      fail(
        settings.reason(
          .movement, hand.travel, limit: \.allowableMovement, touch: hand.farthest,
          at: event.timestamp))
    }
  }

  open override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .ended, with: event)
    let time = event.timestamp
    let isOver = hand.downCount == 0
    if state == .possible && taps.count < numberOfTapsRequired {
      if isOver { completeTap(at: time) }
    } else if let reason = reasonAgainstFewFingers(at: time) {
      fail(reason)
    } else if state == .possible && !isHeld {
      fail(
        settings.reason(
          .tooShort, time.seconds(since: hand.lastTouchDown), limit: \.minimumDuration,
          touch: touches.first?.id, at: time))
    } else if isOver || settings.endsOn == .firstTouchUp {
      if settings.recognitionTiming == .onTouchUp { begin(at: time) }
      end(at: time)
    }
  }

  open override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    if hand.downCount == 0 {
      fail(tapSettings.reason(.pause, time.seconds(since: taps.end), limit: \.interval, at: time))
    } else if taps.count < numberOfTapsRequired {
      fail(reasonAgainstTap(at: time))
    } else {
      isHeld = true
      if settings.recognitionTiming == .early { begin(at: time) }
    }
  }

  open override func reset() {
    deadline = nil
    taps.reset()
    stray = nil
    isHeld = false
  }

  open override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    if !taps.isEmpty {
      gesture.start = taps.start
      gesture.taps = taps.count
    }
    gesture.duration = time.seconds(since: gesture.start)
    return gesture
  }

  // MARK: Preceding taps

  /// Starts a new series of taps if the touches are too far from the former one.
  private final func continueTaps(_ touches: TouchSet, at time: Timestamp) {
    let distance = taps.distance(to: touches)
    guard distance > tapSettings.radius else { return }
    restart(
      with: touches,
      tapSettings.reason(
        .position, distance, limit: \.radius, touch: touches.first?.id, at: time))
    stray = distance
  }

  /// The reason why a touch that lasts too long is neither a tap nor the press.
  private final func reasonAgainstTap(at time: Timestamp) -> FailureReason {
    if let stray { return tapSettings.reason(.position, stray, limit: \.radius, at: time) }
    return tapSettings.reason(
      .duration, time.seconds(since: hand.startTime), limit: \.maximumDuration, at: time)
  }

  private final func completeTap(at time: Timestamp) {
    if let reason = reasonAgainstFewFingers(at: time) { return fail(reason) }
    taps.add(hand, at: time)
    stray = nil
    cancelDeadline(&deadline)
    deadline = schedule(after: tapSettings.interval, since: time)
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of long presses.
  public struct LongPress: ProfileSettings, Hashable, Sendable {
    public var rule = Rule.standard
    /// Seconds from the last touch down to recognition: 0.5, as in UIKit.
    public var minimumDuration = 0.5
    /// Points that a finger may move before recognition: as for a tap, so that no touch is neither.
    public var allowableMovement = 22.0
    /// Early recognition, as in UIKit.
    public var recognitionTiming = GestureTiming.early
    /// The first touch up, as in UIKit: a press ends when one of its fingers lifts.
    public var endsOn = GestureEnding.firstTouchUp

    static let table: [SettingDescription<Self>] = [
      .duration("minimumDuration", \.minimumDuration, "from the last touch down to recognition"),
      .length("allowableMovement", \.allowableMovement, "before recognition"),
      .recognitionTiming(\.recognitionTiming),
      .endsOn(\.endsOn),
    ]
  }
}
