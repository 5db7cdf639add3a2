import Contacts
public import Timeline

/// Fingers that move apart or together.
///
/// It begins when the mean distance of the fingers from their centroid has changed by more than
/// ``Profile/Pinch/slop``, by more than ``Profile/Pinch/dominance`` times the centroid's own
/// translation, and by more than the arc by which they turned. It ends when the last finger lifts. If
/// that does not hold any more by then, ``StandardPolicy`` leaves the outcome to an active pan or
/// rotation.
public final class PinchRecognizer: GestureRecognizer, SpreadRecognizer {
  @exclusivity(unchecked) public var settings: Profile.Pinch

  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity, followsSpread: true)
  @exclusivity(unchecked) private var tracker = VelocityTracker()
  private var rebase = ScaleRebase()

  public init(_ settings: Profile.Pinch = Profile.standard.pinch) {
    self.settings = settings
  }

  public override var kind: Gesture.Kind { .pinch }

  /// The current over the initial distance between the fingers.
  ///
  /// Setting it, to a number above 0, makes the current distance count as that number, and starts
  /// ``velocity`` anew; a further finger ends that. Reports contain the whole pinch.
  public var scale: Double {
    get { hand.spread.scale * rebase.factor }
    set { rebase.set(newValue, whole: hand.spread.scale, at: arbiter?.now) }
  }

  /// The change of ``scale`` per second.
  public var velocity: Double {
    guard let arbiter, hand.spread.startRadius > 0 else { return 0 }
    let radius = tracker.velocity(at: arbiter.now, since: rebase.time).dx
    return radius / hand.spread.startRadius * rebase.factor
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    hand.touchDown(touches, with: event)
    guard hand.downCount == hand.spread.count else { return }
    // The spread starts anew, with a scale of 1.
    tracker.reset()
    rebase = ScaleRebase()
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if hand.followsAllFingers {
      tracker.add(Point(x: hand.spread.radius, y: 0), at: event.timestamp)
    }
    if state.isActive {
      change(at: event.timestamp)
    } else if settings.recognitionTiming == .early && hand.followsAllFingers
      && character == .expansion
    {
      begin(at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.touchUp(touches, with: event)
    guard isOver || settings.endsOn == .firstTouchUp else { return }
    if settings.recognitionTiming == .onTouchUp && character == .expansion {
      begin(at: event.timestamp)
    }
    if state.isActive || waiting != nil { return end(at: event.timestamp) }
    if isOver { fail(shortfall(at: event.timestamp)) }
  }

  /// What the fingers have done so far: the longest of their three lengths, if one of them exceeds
  /// the slop.
  public var character: SpreadMotion.Character? {
    hand.spread.character(slop: settings.slop, dominance: settings.dominance)
  }

  private func shortfall(at time: Timestamp) -> FailureReason {
    guard hand.spread.count > 1 else { return .fingers(hand.spread.count, limit: 2, at: time) }
    return hand.spread.shortfall(
      of: abs(hand.spread.expansion), beside: abs(hand.spread.arc), settings, slop: \.slop,
      dominance: \.dominance, at: time)
  }

  public override func reset() {
    hand.reset()
    tracker.reset()
    rebase = ScaleRebase()
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    // Not by the scale: fingers that touch down in the same position have a scale of 1.
    let expansion = hand.spread.expansion
    if expansion != 0 { gesture.direction = expansion < 0 ? .in : .out }
    gesture.scale = hand.spread.scale
    return gesture
  }
}

/// The effect of setting a pinch's scale: it is a multiple of the whole pinch's scale from then on.
struct ScaleRebase {
  /// The scale over the whole pinch's scale.
  private(set) var factor = 1.0
  /// When the scale was set; nil if it was not.
  private(set) var time: Timestamp?

  /// Makes the whole pinch's current scale count as `scale`.
  mutating func set(_ scale: Double, whole: Double, at time: Timestamp?) {
    precondition(scale > 0 && scale.isFinite, "a scale is a number above 0, not \(scale)")
    guard whole > 0 else { return }
    factor = scale / whole
    self.time = time
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of pinches.
  public struct Pinch: Hashable, Sendable {
    public var rule = Rule.standard
    /// Points of change of the mean distance from the centroid.
    ///
    /// 26 (4 mm): fingers that do not start at the same time look like a pinch at first. Deciding at
    /// 1.5 mm (libinput's) misjudges 12 of 153 movements of two fingers, at 4 mm one (measured).
    public var slop = 26.0
    /// The change of the distance over the centroid's translation.
    ///
    /// 0.7: parallel movements have up to 0.12, a pinch about a resting finger 1, others more than
    /// 3.7 (measured).
    public var dominance = 0.7
    /// Textbook and UIKit rules: points of change of the distance between the fingers. 100 is from
    /// the textbook rules.
    public var minimumDelta = 100.0
    /// UIKit rule: points of that change that are not reported.
    public var baselineShift = 8.0
    /// Early, so that programs can follow the fingers from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last touch up, as in UIKit.
    public var endsOn = GestureEnding.lastTouchUp
  }
}

extension Profile.Pinch: ProfileSettings {
  static let section = "pinch"
  static let rules: [Profile.Rule] = [.standard, .textbook, .uikit, .off]
  static let table: [SettingDescription<Self>] = [
    .length("slop", \.slop, "change of the mean distance from the centroid"),
    .number("dominance", \.dominance, 0...10, "that change over the centroid's translation"),
    .length("minimumDelta", \.minimumDelta, "textbook, uikit: change of the distance"),
    .length("baselineShift", \.baselineShift, "uikit: part of the change that is not reported"),
    .recognitionTiming(\.recognitionTiming),
    .endsOn(\.endsOn),
  ]
}
