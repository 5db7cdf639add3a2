public import Contacts
public import Timeline

/// Fingers that move together, for as long as they like.
public class PanRecognizer: GestureRecognizer {
  /// Movement before this many fingers are down does not count.
  @exclusivity(unchecked) public final var minimumNumberOfTouches = 1
  @exclusivity(unchecked) public final var maximumNumberOfTouches = Int.max
  @exclusivity(unchecked) public final var settings: Profile.Pan

  @exclusivity(unchecked) final var hand = HandMotion(slop: .infinity, followsVelocity: true)
  /// What ``translation`` leaves out of the whole translation, and since when.
  private final var origin = Vector.zero
  private final var rebaseTime: Timestamp?

  public init(_ settings: Profile.Pan = Profile.standard.pan) {
    self.settings = settings
  }

  public override var kind: Gesture.Kind { .pan }

  /// The mean translation of the fingers in points, since they touched down or since there were
  /// enough of them.
  ///
  /// Setting it makes the current position count as that translation, and starts ``velocity`` anew.
  /// It has no effect while no finger is down. Reports contain the whole translation.
  public final var translation: Vector {
    get { hand.translation - origin }
    set {
      guard !hand.isEmpty else { return }
      origin = hand.translation - newValue
      rebaseTime = arbiter?.now
    }
  }

  /// The velocity of the fingers' centroid in points per second.
  public final var velocity: Vector {
    guard let arbiter else { return .zero }
    return hand.velocity(at: arbiter.now, since: rebaseTime)
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    let isTooFew = hand.downCount < minimumNumberOfTouches
    hand.touchDown(touches, with: event)
    if isTooFew, state == .possible, hand.downCount >= minimumNumberOfTouches {
      hand.restartTravel()
    }
    // A further finger shifts the centroid without a movement.
    hand.restartVelocity()
    guard state == .possible else { return }
    if hand.maximumCount > maximumNumberOfTouches {
      fail(
        .fingers(
          hand.maximumCount, limit: maximumNumberOfTouches, touch: touches.first?.id,
          at: event.timestamp))
    } else if let reason = reasonAgainstTouchDown(touches, with: event) {
      fail(reason)
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if state.isActive {
      change(at: event.timestamp)
    } else if settings.recognitionTiming == .early && hand.downCount >= minimumNumberOfTouches
      && travel > slop(at: event.timestamp)
    {
      depart(at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.touchUp(touches, with: event)
    guard isOver || settings.endsOn == .firstTouchUp else { return }
    // A movement within the initial slop may exceed the smaller slop once the touch is older.
    if hand.maximumCount >= minimumNumberOfTouches && travel > slop(at: event.timestamp) {
      depart(at: event.timestamp)
    }
    if state.isActive || waiting != nil { return end(at: event.timestamp) }
    // An action that disabled the recognizer has reset it.
    guard isOver, !hand.isEmpty else { return }
    if hand.maximumCount < minimumNumberOfTouches {
      return fail(
        .fingers(
          hand.maximumCount, limit: minimumNumberOfTouches, touch: touches.first?.id,
          at: event.timestamp))
    }
    fail(reasonAgainstTravel(travel, at: event.timestamp))
  }

  public override func reset() {
    hand.reset()
    origin = .zero
    rebaseTime = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    gesture.direction = Gesture.Direction(of: hand.translation)
    gesture.translation = hand.translation
    gesture.velocity = hand.velocity(at: time)
    return gesture
  }

  // MARK: For edge pans to override

  /// Why touches that touch down cannot begin this pan.
  func reasonAgainstTouchDown(_ touches: TouchSet, with event: TouchEvent) -> FailureReason? {
    nil
  }

  /// The fingers have moved beyond the slop.
  func depart(at time: Timestamp) { begin(at: time) }

  /// Names the limit that the fingers have not moved beyond.
  func slopParameter(isInitial: Bool) -> FailureReason.Parameter {
    isInitial ? \Profile.Pan.stillness.initialSlop : \Profile.Pan.stillness.slop
  }
}

extension PanRecognizer {
  /// Whether the centroid of the fingers has to move beyond the slop, as in UIKit, so that fingers
  /// that only spread or turn do not begin a pan. Otherwise any finger will do.
  private var measuresCentroid: Bool { settings.rule == .uikit }

  private var travel: Double { measuresCentroid ? hand.translation.length : hand.travel }

  private func slop(at time: Timestamp) -> Double {
    settings.stillness.slop(afterSeconds: time.seconds(since: hand.startTime))
  }

  private func reasonAgainstTravel(_ travel: Double, at time: Timestamp) -> FailureReason {
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
  public struct Pan: Hashable, Sendable {
    /// With the UIKit rule, the centroid of the fingers has to move beyond the slop; otherwise any
    /// finger.
    public var rule = Rule.standard
    /// Same as for a tap: a movement that is too far for a tap may be a pan.
    public var stillness = Tap().stillness
    /// Early, so that programs can follow the fingers from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last touch up, as in UIKit.
    public var endsOn = GestureEnding.lastTouchUp
  }
}

extension Profile.Pan: ProfileSettings {
  static let section = "pan"
  static let rules: [Profile.Rule] = [.standard, .uikit, .off]
  static let table: [SettingDescription<Self>] = [
    .slop(\.stillness.slop),
    .initialSlop(\.stillness.initialSlop),
    .initialDuration(\.stillness.initialDuration),
    .recognitionTiming(\.recognitionTiming),
    .endsOn(\.endsOn),
  ]
}
