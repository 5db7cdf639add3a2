/// A movement of fingers around each other.
///
/// With the standard rule it begins when all fingers have moved along an arc of more than
/// ``Profile/Rotation/slop`` around their centroid, longer than ``Profile/Rotation/dominance``
/// times the centroid's translation, and longer than they moved apart. With UIKit's rule it begins
/// when the line between the first two fingers has turned by ``Profile/Rotation/minimumAngle``,
/// inclusive, of which ``Profile/Rotation/baselineShift`` is not reported.
open class RotationRecognizer: GestureRecognizer {
  @exclusivity(unchecked) public final var settings: Profile.Rotation

  /// The tracker of vectors that turn with the fingers.
  @exclusivity(unchecked) private final var tracker = VelocityTracker()
  /// The turn of the fingers from which the report counts; nil before the rotation has begun.
  @exclusivity(unchecked) private final var baseline: Double?
  /// The turn that setting ``rotation`` added, and the time of the setting.
  @exclusivity(unchecked) private final var offset = 0.0
  @exclusivity(unchecked) private final var rebaseTime: Timestamp?
  /// The turn of the line between two fingers when both were last down.
  @exclusivity(unchecked) private final var turn = 0.0

  public init(_ settings: Profile.Rotation = Profile.standard.rotation) {
    self.settings = settings
  }

  open override var kind: Gesture.Kind { .rotation }
  open override var role: GestureRole { .rotation }
  override var maximumFingers: Int { isUIKits ? 2 : .max }

  /// The turn in degrees, positive clockwise; 0 before the rotation has begun. Continuous when a
  /// finger touches down or lifts.
  ///
  /// Setting it to a finite number makes the current turn count as that number, and starts
  /// ``velocity`` anew; with UIKit's rule only once the rotation has begun. Reports contain the
  /// whole rotation.
  public final var rotation: Double {
    get { wholeRotation + offset }
    set {
      guard baseline != nil || !isUIKits, newValue.isFinite else { return }
      offset = newValue - wholeRotation
      rebaseTime = arbiter?.now
    }
  }

  /// The velocity in degrees per second, positive clockwise, since the rotation began.
  public final var velocity: Double {
    guard let arbiter, baseline != nil else { return 0 }
    let pause = UIKitLimit.pause(isUIKits)
    return tracker.turning.velocity(at: arbiter.now, rebased: rebaseTime, pause: pause).dx
  }

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .began, with: event)
    track(at: event.timestamp)
  }

  open override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .moved, with: event)
    track(at: event.timestamp)
    if state.isActive {
      change(at: event.timestamp)
    } else if settings.recognitionTiming == .early && hand.downCount > 1 && suffices {
      begin(now: event.timestamp)
    }
  }

  open override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .ended, with: event)
    let isOver = hand.downCount == 0
    guard isOver || settings.endsOn == .firstTouchUp else {
      if isUIKits { change(at: event.timestamp) }
      return
    }
    if settings.recognitionTiming == .onTouchUp && suffices { begin(now: event.timestamp) }
    if state.isActive || waiting != nil { return end(at: event.timestamp) }
    if isOver && !hand.isEmpty { fail(shortfall(by: touches.first?.id, at: event.timestamp)) }
  }

  /// The movement so far: the longest of its three lengths, if one of them exceeds the slop.
  open override var character: Transformation.Character? {
    if isUIKits { return nil }
    return hand.transformation.character(slop: settings.slop, dominance: settings.dominance)
  }

  open override func reset() {
    tracker.reset()
    baseline = nil
    offset = 0
    rebaseTime = nil
    turn = 0
  }

  open override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    gesture.touches = min(hand.maximumCount, maximumFingers)
    let rotation = wholeRotation
    if rotation != 0 { gesture.direction = rotation < 0 ? .counterclockwise : .clockwise }
    gesture.rotation = rotation
    return gesture
  }

  // MARK: Steps

  private final var isUIKits: Bool { settings.rule == .uikit }

  private final var wholeRotation: Double {
    baseline.map { hand.transformation.rotation - $0 } ?? 0
  }

  private final var suffices: Bool {
    isUIKits
      ? baseline == nil && abs(turn) >= settings.minimumAngle - UIKitLimit.rounding
      : hand.transformation.mayTurn(beyond: settings.slop) && character == .rotation
  }

  /// Tracks the turn once the rotation has begun: before, the standard rule needs no velocity.
  private final func track(at time: Timestamp) {
    guard hand.downCount > 1, baseline != nil || isUIKits else { return }
    tracker.add(.zero + hand.transformation.direction, at: time)
    if isUIKits { turn = hand.transformation.turn }
  }

  private final func begin(now time: Timestamp) {
    if isUIKits {
      let shift = turn < 0 ? -settings.baselineShift : settings.baselineShift
      baseline = hand.transformation.rotation - turn + shift
    } else {
      baseline = 0
      track(at: time)
    }
    begin(at: time)
  }

  private final func shortfall(by touch: Touch.ID?, at time: Timestamp) -> FailureReason {
    guard hand.maximumCount > 1 else {
      return .fingers(hand.maximumCount, limit: 2, touch: touch, at: time)
    }
    if isUIKits { return settings.reason(.angle, abs(turn), limit: \.minimumAngle, at: time) }
    let movement = hand.transformation
    return movement.shortfall(
      of: abs(movement.arc), beside: abs(movement.expansion), settings, slop: \.slop,
      dominance: \.dominance, at: time)
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of rotations.
  public struct Rotation: ProfileSettings, Hashable, Sendable {
    public var rule = Rule.standard
    /// Points of arc around the centroid; not an angle, since scrolling turns a pair of fingers.
    public var slop = 26.0
    /// The arc over the centroid's translation: 0.7, as for a pinch.
    public var dominance = 0.7
    /// UIKit rule: degrees of the turn.
    public var minimumAngle = 10.0
    /// UIKit rule: degrees of that turn that are not reported. UIKit's first report is 0.087 rad.
    public var baselineShift = 5.0
    /// Early recognition, so that programs can follow the fingers from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last touch up, as in UIKit.
    public var endsOn = GestureEnding.lastTouchUp

    static let table: [SettingDescription<Self>] = [
      .length("slop", \.slop, "of arc around the centroid"),
      .number("dominance", \.dominance, 0...10, "the arc over the centroid's translation"),
      .angle("minimumAngle", \.minimumAngle, "uikit: of the turn"),
      .angle("baselineShift", \.baselineShift, "uikit: part of the turn that is not reported"),
      .recognitionTiming(\.recognitionTiming),
      .endsOn(\.endsOn),
    ]
  }
}
