/// A continuous movement of fingers that move together.
open class PanRecognizer: GestureRecognizer {
  /// The fewest fingers that move the pan: movement with fewer fingers down does not count.
  @exclusivity(unchecked) public final var minimumNumberOfTouches = 1
  /// The most fingers: further ones fail a pan that has not begun; later they are ignored.
  @exclusivity(unchecked) public final var maximumNumberOfTouches = Int.max
  /// The axis of the device that the pan is locked to: it fails if the fingers move mostly across
  /// it, and its translation and velocity are along it. Nil for both axes.
  @exclusivity(unchecked) public final var axis: Gesture.Axis?
  /// The computation of ``velocity``.
  @exclusivity(unchecked) public final var velocityStrategy = VelocityTracker.Strategy.parabola
  /// The largest speed that ``velocity`` reports, in points per second; infinite by default.
  @exclusivity(unchecked) public final var maximumVelocity = Double.infinity
  @exclusivity(unchecked) public final var settings: Profile.Pan

  /// The part of the whole translation that ``translation`` leaves out.
  @exclusivity(unchecked) private final var origin = Vector.zero
  /// The movement of the fingers while there were too few of them.
  @exclusivity(unchecked) private final var skipped = Vector.zero
  /// The translation at the time when too few fingers were left; nil if there are enough.
  @exclusivity(unchecked) private final var pause: Vector?
  /// The velocity at the time when too few fingers were left, and that time.
  @exclusivity(unchecked) private final var pauseVelocity = Vector.zero
  @exclusivity(unchecked) private final var pauseTime = Timestamp.zero
  /// The time at which there were enough fingers again.
  @exclusivity(unchecked) private final var resumeTime: Timestamp?

  public init(_ settings: Profile.Pan = Profile.standard.pan) { self.settings = settings }

  open override var kind: Gesture.Kind { .pan }
  open override var role: GestureRole { .translation }

  /// The translation of the fingers' centroid in points, since they touched down or since there
  /// were enough of them; continuous when a finger touches down or lifts.
  ///
  /// Setting it, to finite numbers while a finger is down, makes the current position count as that
  /// translation; ``velocity`` and reports do not change.
  public final var translation: Vector {
    get { wholeTranslation - origin }
    set {
      guard !hand.isEmpty, newValue.length.isFinite else { return }
      origin = wholeTranslation - newValue
    }
  }

  /// The velocity of the fingers' centroid in points per second.
  public final var velocity: Vector {
    guard let arbiter else { return .zero }
    return velocity(at: arbiter.now)
  }

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .began, with: event)
    guard state == .possible && waiting == nil else {
      if hand.downCount > maximumNumberOfTouches {
        let excess = hand.downCount - maximumNumberOfTouches
        for touch in touches.suffix(excess) { ignore(touch) }
      }
      return continueIfEnough(at: event.timestamp)
    }
    if hand.maximumCount > maximumNumberOfTouches {
      let touch = touches.first?.id
      return fail(
        .fingers(
          hand.maximumCount, limit: maximumNumberOfTouches, touch: touch, at: event.timestamp))
    }
    if let reason = reasonAgainstTouchDown(touches, with: event) { return fail(reason) }
    let downCount = hand.downCount
    if downCount >= minimumNumberOfTouches && downCount - touches.count < minimumNumberOfTouches
      && minimumNumberOfTouches > 1
    {
      stopSharingFingers()
      hand.restart()
      resetPause()
    }
  }

  open override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .moved, with: event)
    guard hand.downCount >= minimumNumberOfTouches else { return }
    if state.isActive {
      change(at: event.timestamp)
    } else if settings.recognitionTiming == .early && travel > slop(at: event.timestamp) {
      depart(at: event.timestamp)
    }
  }

  open override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .ended, with: event)
    let time = event.timestamp
    let isOver = hand.downCount == 0
    if hand.downCount < minimumNumberOfTouches && pause == nil && !isOver {
      pauseVelocity = hand.velocity(at: time, since: resumeTime, by: velocityStrategy)
      pauseTime = time
      pause = hand.translation
    }
    guard isOver || settings.endsOn == .firstTouchUp else { return }
    // A movement within the initial slop may exceed the smaller slop once the touch is older.
    if hand.maximumCount >= minimumNumberOfTouches && travel > slop(at: time) { depart(at: time) }
    if state.isActive || waiting != nil { return end(at: time) }
    // The recognizer is reset here if an action has disabled it.
    guard isOver, !hand.isEmpty else { return }
    if hand.maximumCount < minimumNumberOfTouches {
      let touch = touches.first?.id
      return fail(
        .fingers(hand.maximumCount, limit: minimumNumberOfTouches, touch: touch, at: time))
    }
    fail(reasonAgainstTravel(at: time))
  }

  open override func reset() {
    origin = .zero
    resetPause()
  }

  private final func resetPause() {
    skipped = .zero
    pause = nil
    resumeTime = nil
  }

  open override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    let translation = wholeTranslation
    // Fingers that move apart, or turn, go nowhere together: less than reports can express.
    if translation.length >= 0.005 * Window.pointsPerMillimetre {
      gesture.direction = Gesture.Direction(of: translation)
    }
    gesture.translation = translation
    gesture.velocity = velocity(at: time)
    return gesture
  }

  // MARK: For edge pans to override

  /// The reason why a touch down cannot begin this pan.
  func reasonAgainstTouchDown(_ touches: TouchSet, with event: TouchEvent) -> FailureReason? {
    nil
  }

  /// Called when the fingers have moved beyond the slop.
  func depart(at time: Timestamp) {
    if state == .possible, waiting == nil, let reason = reasonAgainstAxis(at: time) {
      fail(reason)
    } else {
      begin(at: time)
    }
  }

  /// The limit that the fingers have not exceeded.
  func slopParameter(isInitial: Bool) -> FailureReason.Parameter {
    isInitial ? \Profile.Pan.stillness.initialSlop : \Profile.Pan.stillness.slop
  }

  // MARK: In a view's units

  /// ``translation`` in the units of a view; of the window if it is nil.
  public final func translation(in view: View?) -> Vector { convert(translation, to: view) }

  /// Sets ``translation`` in the units of a view; of the window if it is nil.
  public final func setTranslation(_ translation: Vector, in view: View?) {
    self.translation = convert(translation, from: view)
  }

  /// ``velocity`` in the units of a view per second; of the window if it is nil.
  public final func velocity(in view: View?) -> Vector { convert(velocity, to: view) }

  /// The velocity in points per second to continue with after the fingers have lifted; nil below
  /// the minimum, 50 as in Flutter and Android.
  public final func fling(atLeast minimum: Double = 50) -> Vector? {
    velocity.length >= minimum ? velocity : nil
  }

  /// ``fling(atLeast:)`` in the units of a view per second; of the window if it is nil.
  public final func fling(atLeast minimum: Double = 50, in view: View?) -> Vector? {
    fling(atLeast: minimum).map { convert($0, to: view) }
  }

  // MARK: Steps

  private final var wholeTranslation: Vector {
    alongAxis((pause ?? hand.translation) - skipped)
  }

  private final func velocity(at time: Timestamp) -> Vector {
    let velocity = alongAxis(velocityOfFingers(at: time))
    let speed = velocity.length
    return speed > maximumVelocity ? velocity * (maximumVelocity / speed) : velocity
  }

  /// The velocity, which too few fingers keep for as long as fingers lift together.
  private final func velocityOfFingers(at time: Timestamp) -> Vector {
    if pause != nil {
      if time.seconds(since: pauseTime) > FingerFollower.liftTime { return .zero }
      if hand.downCount > 0 { return pauseVelocity }
    }
    return hand.velocity(at: time, since: resumeTime, by: velocityStrategy)
  }

  private final func alongAxis(_ vector: Vector) -> Vector {
    switch axis {
    case .horizontal: Vector(dx: vector.dx, dy: 0)
    case .vertical: Vector(dx: 0, dy: vector.dy)
    case nil: vector
    }
  }

  /// Continues once there are enough fingers again; their movement in the meantime does not count.
  private final func continueIfEnough(at time: Timestamp) {
    guard let pause, hand.downCount >= minimumNumberOfTouches else { return }
    skipped = skipped + (hand.translation - pause)
    self.pause = nil
    resumeTime = time
  }

  /// Whether the centroid has to move beyond the slop, as in UIKit, not any finger.
  private final var measuresCentroid: Bool { settings.rule == .uikit }

  private final var travel: Double {
    measuresCentroid ? ((pause ?? hand.translation) - skipped).length : hand.travel
  }

  private final func slop(at time: Timestamp) -> Double {
    settings.stillness.slop(afterSeconds: time.seconds(since: hand.startTime))
  }

  private final func reasonAgainstAxis(at time: Timestamp) -> FailureReason? {
    guard let axis else { return nil }
    let movement = hand.translation
    let isHorizontal = axis == .horizontal
    let along = abs(isHorizontal ? movement.dx : movement.dy)
    let across = abs(isHorizontal ? movement.dy : movement.dx)
    guard across > along else { return nil }
    return FailureReason(
      .deviation, measured: across, limit: along, touch: hand.farthest, time: time)
  }

  private final func reasonAgainstTravel(at time: Timestamp) -> FailureReason {
    let age = time.seconds(since: hand.startTime)
    return FailureReason(
      .distance, measured: travel, limit: settings.stillness.slop(afterSeconds: age),
      parameter: slopParameter(isInitial: settings.stillness.allowsInitialSlop(afterSeconds: age)),
      touch: measuresCentroid ? nil : hand.farthest, time: time)
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of pans.
  public struct Pan: ProfileSettings, Hashable, Sendable {
    /// With UIKit's rule the centroid has to move beyond the slop; otherwise any finger.
    public var rule = Rule.standard
    /// The limits of a tap: a movement that is too far for a tap may be a pan.
    public var stillness = Tap().stillness
    /// Early recognition, so that programs can follow the fingers from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last touch up, as in UIKit.
    public var endsOn = GestureEnding.lastTouchUp

    static let table: [SettingDescription<Self>] = [
      .slop(\.stillness.slop),
      .initialSlop(\.stillness.initialSlop),
      .initialDuration(\.stillness.initialDuration),
      .recognitionTiming(\.recognitionTiming),
      .endsOn(\.endsOn),
    ]
  }
}
