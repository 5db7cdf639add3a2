public import Contacts
public import Timeline

/// A tap, and at once a finger that touches down in the same position, stays and moves.
public final class TapAndDragRecognizer: GestureRecognizer {
  @exclusivity(unchecked) public var settings: Profile.TapAndDrag

  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity, followsVelocity: true)
  @exclusivity(unchecked) private var tap: (start: Timestamp, end: Timestamp, position: Point)?
  private var deadline: Deadline?
  /// Whether the finger has moved after the tap.
  private var hasMoved = false
  /// Points from the tap to a touch down that was too far from it.
  private var stray: Double?

  public init(_ settings: Profile.TapAndDrag = Profile.standard.tapAndDrag) {
    self.settings = settings
  }

  public override var kind: Gesture.Kind { .tapAndDrag }

  /// The translation of the finger in points since the touch down after the tap.
  public var translation: Vector { hand.translation }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    cancelDeadline(&deadline)
    hand.touchDown(touches, with: event)
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
    if let tap, hand.centroid.distance(to: tap.position) > settings.radius {
      stray = hand.centroid.distance(to: tap.position)
      self.tap = nil
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if state.isActive { return change(at: event.timestamp) }
    guard hand.hasMoved(by: settings.stillness, at: event.timestamp) else { return }
    guard tap != nil else { return fail(reasonAgainstMovement(at: event.timestamp)) }
    hasMoved = true
    if settings.recognitionTiming == .early { begin(at: event.timestamp) }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.touchUp(touches, with: event)
    guard isOver || settings.endsOn == .firstTouchUp else { return }
    if hasMoved && settings.recognitionTiming == .onTouchUp { begin(at: event.timestamp) }
    if state.isActive || waiting != nil { return end(at: event.timestamp) }
    // An action that disabled the recognizer has reset it.
    guard isOver, !hand.isEmpty else { return }
    let duration = event.timestamp.seconds(since: hand.startTime)
    guard duration <= settings.maximumTapDuration else {
      return fail(
        settings.reason(
          .duration, duration, limit: \.maximumTapDuration, touch: touches.first?.id,
          at: event.timestamp))
    }
    tap = (tap?.start ?? hand.startTime, event.timestamp, hand.startCentroid)
    stray = nil
    hand.reset()
    let interval = settings.interval
    deadline = schedule(
      at: event.timestamp.advanced(bySeconds: interval).advanced(byMicroseconds: 1))
  }

  public override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    let pause = tap.map { time.seconds(since: $0.end) }
    fail(settings.reason(.pause, pause, limit: \.interval, at: time))
  }

  public override func reasonAgainstContinuing(
    with touches: TouchSet, at time: Timestamp
  ) -> FailureReason? {
    guard let tap, hand.isEmpty else { return nil }
    let distance = touches.distance(to: [tap.position])
    guard distance > settings.radius else { return nil }
    return settings.reason(
      .position, distance, limit: \.radius, touch: touches.first?.id, at: time)
  }

  /// There was no tap before, or it was too far away.
  private func reasonAgainstMovement(at time: Timestamp) -> FailureReason {
    if let stray {
      return settings.reason(.position, stray, limit: \.radius, touch: hand.farthest, at: time)
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

// MARK: - Settings

extension Profile {
  /// The settings of tap-and-drags.
  public struct TapAndDrag: Hashable, Sendable {
    public var rule = Rule.standard
    /// Tighter than for a tap at first: a second tap moves by up to 2.8 mm, the shortest drag by 7 mm
    /// (measured); 30 (4.7 mm) is in between.
    public var stillness = StillnessLimits(slop: 22, initialSlop: 30, initialDuration: 0.3)
    /// Seconds that the tap may take: as for a tap.
    public var maximumTapDuration = Tap().maximumDuration
    /// Seconds from the tap's touch up to the next touch down: as for a tap.
    public var interval = Tap().interval
    /// Points from the tap to the next touch down: as for a tap.
    public var radius = Tap().radius
    /// Early, so that programs can follow the finger from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last touch up, as in UIKit, if further fingers have touched down.
    public var endsOn = GestureEnding.lastTouchUp
  }
}

extension Profile.TapAndDrag: ProfileSettings {
  static let section = "tapAndDrag"
  static let rules: [Profile.Rule] = [.standard, .off]
  static let table: [SettingDescription<Self>] = [
    .slop(\.stillness.slop),
    .initialSlop(\.stillness.initialSlop),
    .initialDuration(\.stillness.initialDuration),
    .duration("maximumTapDuration", \.maximumTapDuration, "of the tap before"),
    .duration("interval", \.interval, "from the tap's touch up to the next touch down"),
    .length("radius", \.radius, "from the tap to the next touch down"),
    .recognitionTiming(\.recognitionTiming),
    .endsOn(\.endsOn),
  ]
}
