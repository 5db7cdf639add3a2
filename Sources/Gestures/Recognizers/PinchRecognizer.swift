/// A movement of fingers apart or together.
///
/// With the standard rule it begins when the mean distance of all fingers from their centroid has
/// changed by more than ``Profile/Pinch/slop``, by more than ``Profile/Pinch/dominance`` times the
/// centroid's translation, and by more than the arc by which they turned. With UIKit's rule it
/// begins when the distance between the first two fingers has changed by
/// ``Profile/Pinch/minimumDelta``, inclusive; a scale of 1 is then the initial distance shifted by
/// ``Profile/Pinch/baselineShift`` in the same direction.
open class PinchRecognizer: GestureRecognizer {
  @exclusivity(unchecked) public final var settings: Profile.Pinch

  /// The tracker of the expansion in points.
  @exclusivity(unchecked) private final var tracker = VelocityTracker()
  @exclusivity(unchecked) private final var hasBegun = false
  /// The ratio of ``scale`` to the whole pinch's scale, and the time when it was set.
  @exclusivity(unchecked) private final var factor = 1.0
  @exclusivity(unchecked) private final var rebaseTime: Timestamp?
  /// The times of the last two movements, and with UIKit's rule the first velocity.
  @exclusivity(unchecked) private final var lastMove = Timestamp.zero
  @exclusivity(unchecked) private final var moveBefore = Timestamp.zero
  @exclusivity(unchecked) private final var firstVelocity: Double?
  /// The change of the distance between two fingers when both were last down.
  @exclusivity(unchecked) private final var spanChange = 0.0

  public init(_ settings: Profile.Pinch = Profile.standard.pinch) { self.settings = settings }

  open override var kind: Gesture.Kind { .pinch }
  open override var role: GestureRole { .expansion }
  override var maximumFingers: Int { isUIKits ? 2 : .max }

  /// The current over the initial distance between the fingers; with UIKit's rule 1 before the
  /// pinch has begun. Continuous when a finger touches down or lifts.
  ///
  /// Setting it, to a finite number above 0, makes the current distance count as that number, and
  /// starts ``velocity`` anew; with UIKit's rule only once the pinch has begun. Reports contain the
  /// whole pinch.
  public final var scale: Double {
    get { wholeScale * factor }
    set {
      guard hasBegun || !isUIKits, newValue > 0, newValue.isFinite, wholeScale > 0 else { return }
      factor = newValue / wholeScale
      rebaseTime = arbiter?.now
    }
  }

  /// The change of ``scale`` per second. With UIKit's rule the first velocity is the one from a
  /// scale of 1 at the movement before, as measured, and only the horizon of 0.1 s limits the time
  /// between two movements.
  public final var velocity: Double {
    guard let arbiter, hasBegun || !isUIKits else { return 0 }
    if let firstVelocity, rebaseTime == nil, arbiter.now == lastMove { return firstVelocity }
    let pause = UIKitLimit.pause(isUIKits)
    let expansion = tracker.velocity(at: arbiter.now, rebased: rebaseTime, pause: pause).dx
    return expansion / hand.transformation.baseRadius * factor
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
    hasBegun = false
    factor = 1
    rebaseTime = nil
    firstVelocity = nil
    spanChange = 0
  }

  open override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    gesture.touches = min(hand.maximumCount, maximumFingers)
    let scale = wholeScale
    if scale != 1 { gesture.direction = scale < 1 ? .in : .out }
    gesture.scale = scale
    return gesture
  }

  // MARK: Steps

  private final var isUIKits: Bool { settings.rule == .uikit }

  private final var wholeScale: Double { isUIKits && !hasBegun ? 1 : hand.transformation.scale }

  private final var suffices: Bool {
    isUIKits
      ? !hasBegun && abs(spanChange) >= settings.minimumDelta - UIKitLimit.rounding
      : abs(hand.transformation.expansion) > settings.slop && character == .expansion
  }

  private final func track(at time: Timestamp) {
    guard hand.downCount > 1 else { return }
    firstVelocity = nil
    moveBefore = lastMove
    lastMove = time
    tracker.add(Point(x: hand.transformation.expansion, y: 0), at: time)
    spanChange = hand.transformation.spanChange
  }

  private final func begin(now time: Timestamp) {
    if isUIKits {
      hand.shiftScale(by: spanChange < 0 ? -settings.baselineShift : settings.baselineShift)
      let duration = lastMove.seconds(since: moveBefore)
      firstVelocity = duration > 0 ? (hand.transformation.scale - 1) / duration : 0
    }
    hasBegun = true
    begin(at: time)
  }

  private final func shortfall(by touch: Touch.ID?, at time: Timestamp) -> FailureReason {
    guard hand.maximumCount > 1 else {
      return .fingers(hand.maximumCount, limit: 2, touch: touch, at: time)
    }
    if isUIKits {
      return settings.reason(.distance, abs(spanChange), limit: \.minimumDelta, at: time)
    }
    let movement = hand.transformation
    return movement.shortfall(
      of: abs(movement.expansion), beside: abs(movement.arc), settings, slop: \.slop,
      dominance: \.dominance, at: time)
  }
}

/// The shared details of the limits in UIKit's rules.
enum UIKitLimit {
  /// Points or degrees by which a value may miss an inclusive limit, for lack of its last bit.
  static let rounding = 1e-9

  /// Seconds without a movement after which a velocity is zero.
  static func pause(_ isUIKits: Bool) -> Double {
    isUIKits ? VelocityTracker.horizon : VelocityTracker.pause
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of pinches.
  public struct Pinch: ProfileSettings, Hashable, Sendable {
    public var rule = Rule.standard
    /// Points of change of the mean distance from the centroid: 4 mm, since fingers that do not
    /// start at the same time look like a pinch at first (measured).
    public var slop = 26.0
    /// The change of the distance over the centroid's translation: between parallel movements and a
    /// pinch about a resting finger (measured).
    public var dominance = 0.7
    /// Textbook and UIKit rules: points of change of the distance; 100 is from the textbook rules.
    public var minimumDelta = 100.0
    /// UIKit rule: points of that change that are not reported.
    public var baselineShift = 8.0
    /// Early recognition, so that programs can follow the fingers from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last touch up, as in UIKit.
    public var endsOn = GestureEnding.lastTouchUp

    static let table: [SettingDescription<Self>] = [
      .length("slop", \.slop, "change of the mean distance from the centroid"),
      .number("dominance", \.dominance, 0...10, "that change over the centroid's translation"),
      .length("minimumDelta", \.minimumDelta, "textbook, uikit: change of the distance"),
      .length("baselineShift", \.baselineShift, "uikit: part of the change that is not reported"),
      .recognitionTiming(\.recognitionTiming),
      .endsOn(\.endsOn),
    ]
  }
}
