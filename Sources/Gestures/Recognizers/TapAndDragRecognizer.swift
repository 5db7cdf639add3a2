private import RealModule

/// A tap, followed at once by a drag of a finger that touches down in the same position.
open class TapAndDragRecognizer: GestureRecognizer {
  @exclusivity(unchecked) public final var settings: Profile.TapAndDrag

  @exclusivity(unchecked) private final var taps = TapSeries()
  @exclusivity(unchecked) private final var deadline: Deadline?
  @exclusivity(unchecked) private final var hasMoved = false
  /// The distance in points from the tap to a touch down that was too far from it.
  @exclusivity(unchecked) private final var stray: Double?

  public init(_ settings: Profile.TapAndDrag = Profile.standard.tapAndDrag) {
    self.settings = settings
  }

  open override var kind: Gesture.Kind { .tapAndDrag }
  open override var role: GestureRole { .stroke }

  /// The translation of the finger in points since the touch down after the tap.
  public final var translation: Vector { hand.translation }

  /// ``translation`` in the units of a view; of the window if it is nil.
  public final func translation(in view: View?) -> Vector { convert(translation, to: view) }

  /// The scale of a drag along an axis, as of a quick scale with one finger after a tap: `points`
  /// double it, or halve it backward. Down zooms in, as on Android and iOS.
  public final func quickScale(
    doublingEvery points: Double = 100, along axis: Gesture.Axis = .vertical
  ) -> Double {
    let distance = axis == .vertical ? translation.dy : translation.dx
    return Double.exp2(distance / points)
  }

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    cancelDeadline(&deadline)
    follow(touches, .began, with: event)
    if state.isActive { return }
    let time = event.timestamp
    let touch = touches.first?.id
    if hand.maximumCount > 1 {
      return fail(.fingers(hand.maximumCount, limit: 1, touch: touch, at: time))
    }
    if hand.isResumed { return fail(FailureReason(.resumedTouch, touch: touch, time: time)) }
    if !hand.buttons.isEmpty { return fail(FailureReason(.button, touch: touch, time: time)) }
    guard !taps.isEmpty else { return }
    let distance = taps.distance(to: touches)
    guard distance > settings.radius else { return }
    restart(
      with: touches,
      settings.reason(.position, distance, limit: \.radius, touch: touch, at: time))
    stray = distance
  }

  open override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .moved, with: event)
    if state.isActive { return change(at: event.timestamp) }
    guard hand.hasMoved(by: settings.stillness, at: event.timestamp) else { return }
    guard !taps.isEmpty else { return fail(reasonAgainstMovement(at: event.timestamp)) }
    hasMoved = true
    if settings.recognitionTiming == .early { begin(at: event.timestamp) }
  }

  open override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .ended, with: event)
    let time = event.timestamp
    let isOver = hand.downCount == 0
    guard isOver || settings.endsOn == .firstTouchUp else { return }
    if hasMoved && settings.recognitionTiming == .onTouchUp { begin(at: time) }
    if state.isActive || waiting != nil { return end(at: time) }
    // The recognizer is reset here if an action has disabled it.
    guard isOver, !hand.isEmpty else { return }
    let duration = time.seconds(since: hand.startTime)
    guard duration <= settings.maximumTapDuration else {
      let touch = touches.first?.id
      return fail(
        settings.reason(.duration, duration, limit: \.maximumTapDuration, touch: touch, at: time))
    }
    taps.add(hand, at: time)
    stray = nil
    deadline = schedule(after: settings.interval, since: time)
  }

  open override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    fail(settings.reason(.pause, time.seconds(since: taps.end), limit: \.interval, at: time))
  }

  open override func reset() {
    taps.reset()
    deadline = nil
    hasMoved = false
    stray = nil
  }

  open override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    if !taps.isEmpty { gesture.start = taps.start }
    gesture.direction = Gesture.Direction(of: hand.translation)
    gesture.translation = hand.translation
    gesture.velocity = hand.velocity(at: time)
    gesture.duration = time.seconds(since: gesture.start)
    return gesture
  }

  /// The reason why a movement is no drag: no tap before it, or a tap too far away.
  private final func reasonAgainstMovement(at time: Timestamp) -> FailureReason {
    if let stray {
      return settings.reason(.position, stray, limit: \.radius, touch: hand.farthest, at: time)
    }
    return FailureReason(.taps, measured: 0, limit: 1, touch: hand.farthest, time: time)
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of tap-and-drags.
  public struct TapAndDrag: ProfileSettings, Hashable, Sendable {
    public var rule = Rule.standard
    /// Tighter limits than a tap's at first: between a second tap and the shortest drag (measured).
    public var stillness = StillnessLimits(slop: 22, initialSlop: 30, initialDuration: 0.3)
    /// Seconds that the tap may take, as for a tap alone.
    public var maximumTapDuration = Tap().maximumDuration
    /// Seconds from the tap's touch up to the next touch down: as for a tap.
    public var interval = Tap().interval
    /// Points from the tap to the next touch down: as for a tap.
    public var radius = Tap().radius
    /// Early recognition, so that programs can follow the finger from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last touch up, as in UIKit, if further fingers have touched down.
    public var endsOn = GestureEnding.lastTouchUp

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
}
