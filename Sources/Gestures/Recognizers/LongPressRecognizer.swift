import Contacts
public import Timeline

/// Fingers that touch down and rest; after taps in the same position, if ``numberOfTapsRequired``
/// asks for them.
///
/// With a ``minimumPressDuration`` of 0 it recognizes at the touch down.
public final class LongPressRecognizer: GestureRecognizer {
  /// How many fingers may press together.
  @exclusivity(unchecked) public var touchCounts = 1...5
  /// How many taps have to come first: 0.
  @exclusivity(unchecked) public var numberOfTapsRequired = 0
  @exclusivity(unchecked) public var settings: Profile.LongPress
  /// The limits for the taps before the press.
  public var tapSettings: Profile.Tap

  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity)
  /// Of the press, of a tap before it, or of the interval between the two.
  private var deadline: Deadline?
  @exclusivity(unchecked) private var taps = PrecedingTaps()
  /// Whether the press has reached the minimum duration.
  private var isHeld = false

  private struct PrecedingTaps {
    var count = 0
    var start = Timestamp.zero
    var end = Timestamp.zero
    /// The positions of the last tap's fingers.
    var positions: [Point] = []
    /// Points from the taps to a touch that was too far away to continue them.
    var stray: Double?
  }

  public init(
    _ settings: Profile.LongPress = Profile.standard.longPress,
    taps: Profile.Tap = Profile.standard.tap
  ) {
    self.settings = settings
    tapSettings = taps
  }

  public override var kind: Gesture.Kind { .longPress }

  /// How many fingers have to press; setting it narrows ``touchCounts`` to one number.
  public var numberOfTouchesRequired: Int {
    get { touchCounts.lowerBound }
    set { touchCounts = newValue...newValue }
  }

  /// Seconds from the last touch down to recognition, ``Profile/LongPress/minimumDuration``.
  public var minimumPressDuration: Double {
    get { settings.minimumDuration }
    set { settings.minimumDuration = newValue }
  }

  /// Points that a finger may move before recognition; afterwards there is no limit.
  public var allowableMovement: Double {
    get { settings.allowableMovement }
    set { settings.allowableMovement = newValue }
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    if hand.isEmpty && !taps.positions.isEmpty { continueTaps(touches) }
    hand.touchDown(touches, with: event)
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
      let duration = tapSettings.maximumDuration
      deadline = schedule(
        at: hand.startTime.advanced(bySeconds: duration).advanced(byMicroseconds: 1))
    } else if hand.downCount >= touchCounts.lowerBound {
      deadline = schedule(at: hand.lastTouchDown.advanced(bySeconds: settings.minimumDuration))
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if state.isActive {
      change(at: event.timestamp)
    } else if hand.travel > settings.allowableMovement {
      fail(
        settings.reason(
          .movement, hand.travel, limit: \.allowableMovement, touch: hand.farthest,
          at: event.timestamp))
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.touchUp(touches, with: event)
    if state == .possible && taps.count < numberOfTapsRequired {
      if isOver { completeTap(at: event.timestamp) }
    } else if hand.maximumCount < touchCounts.lowerBound {
      failForFewTouches(at: event.timestamp)
    } else if state == .possible && !isHeld {
      fail(
        settings.reason(
          .tooShort, event.timestamp.seconds(since: hand.lastTouchDown), limit: \.minimumDuration,
          touch: touches.first?.id, at: event.timestamp))
    } else if isOver || settings.endsOn == .firstTouchUp {
      if settings.recognitionTiming == .onTouchUp { begin(at: event.timestamp) }
      end(at: event.timestamp)
    }
  }

  public override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    if hand.isEmpty {
      fail(tapSettings.reason(.pause, time.seconds(since: taps.end), limit: \.interval, at: time))
    } else if taps.count < numberOfTapsRequired {
      fail(reasonAgainstTap(at: time))
    } else {
      isHeld = true
      if settings.recognitionTiming == .early { begin(at: time) }
    }
  }

  public override func reasonAgainstContinuing(
    with touches: TouchSet, at time: Timestamp
  ) -> FailureReason? {
    guard hand.isEmpty, !taps.positions.isEmpty else { return nil }
    let distance = touches.distance(to: taps.positions)
    guard distance > tapSettings.radius else { return nil }
    return tapSettings.reason(
      .position, distance, limit: \.radius, touch: touches.first?.id, at: time)
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

// MARK: - Preceding taps

extension LongPressRecognizer {
  /// Forgets the taps if the touches are too far from them.
  private func continueTaps(_ touches: TouchSet) {
    let nearest = touches.distance(to: taps.positions)
    if nearest > tapSettings.radius { taps = PrecedingTaps(stray: nearest) }
  }

  /// Why a touch that lasts too long is not one of the taps, and not the press either.
  private func reasonAgainstTap(at time: Timestamp) -> FailureReason {
    if let stray = taps.stray {
      return tapSettings.reason(.position, stray, limit: \.radius, at: time)
    }
    return tapSettings.reason(
      .duration, time.seconds(since: hand.startTime), limit: \.maximumDuration, at: time)
  }

  private func completeTap(at time: Timestamp) {
    if hand.maximumCount < touchCounts.lowerBound { return failForFewTouches(at: time) }
    if taps.count == 0 { taps.start = hand.startTime }
    taps.stray = nil
    taps.count += 1
    taps.end = time
    taps.positions.removeAll(keepingCapacity: true)
    for finger in hand.fingers { taps.positions.append(finger.start) }
    hand.reset()
    cancelDeadline(&deadline)
    let interval = tapSettings.interval
    deadline = schedule(at: time.advanced(bySeconds: interval).advanced(byMicroseconds: 1))
  }

  private func failForFewTouches(at time: Timestamp) {
    fail(.fingers(hand.maximumCount, limit: touchCounts.lowerBound, at: time))
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of long presses.
  public struct LongPress: Hashable, Sendable {
    public var rule = Rule.standard
    /// Seconds from the last touch down to recognition: 0.5, as in UIKit.
    public var minimumDuration = 0.5
    /// Points that a finger may move before recognition: as for a tap, so that no touch is neither.
    public var allowableMovement = 22.0
    /// Early, as in UIKit.
    public var recognitionTiming = GestureTiming.early
    /// The last touch up, as in UIKit.
    public var endsOn = GestureEnding.lastTouchUp
  }
}

extension Profile.LongPress: ProfileSettings {
  static let section = "longPress"
  static let rules: [Profile.Rule] = [.standard, .off]
  static let table: [SettingDescription<Self>] = [
    .duration("minimumDuration", \.minimumDuration, "from the last touch down to recognition"),
    .length("allowableMovement", \.allowableMovement, "before recognition"),
    .recognitionTiming(\.recognitionTiming),
    .endsOn(\.endsOn),
  ]
}
