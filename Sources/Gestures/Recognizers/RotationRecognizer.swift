import Contacts
public import Timeline

/// Fingers that turn around each other.
///
/// It begins when the fingers have moved along an arc of more than ``Profile/Rotation/slop`` around
/// their centroid, longer than ``Profile/Rotation/dominance`` times the centroid's own translation,
/// and longer than they moved apart. It ends when the last finger lifts. If that does not hold any more
/// by then, ``StandardPolicy`` leaves the outcome to an active pan or pinch.
public final class RotationRecognizer: GestureRecognizer, SpreadRecognizer {
  @exclusivity(unchecked) public var settings: Profile.Rotation

  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity, followsSpread: true)
  /// The turn in degrees, which may exceed half a turn.
  @exclusivity(unchecked) private var turn = 0.0
  /// The turn by the fingers' current positions alone: -180 to 180.
  @exclusivity(unchecked) private var latest = 0.0
  @exclusivity(unchecked) private var tracker = VelocityTracker()
  /// What setting ``rotation`` added, and when.
  private var offset = 0.0
  private var rebaseTime: Timestamp?

  public init(_ settings: Profile.Rotation = Profile.standard.rotation) {
    self.settings = settings
  }

  public override var kind: Gesture.Kind { .rotation }

  /// The turn in degrees, positive clockwise; 0 before the rotation has begun.
  ///
  /// Setting it makes the current turn count as that number, and starts ``velocity`` anew; a
  /// further finger ends that. Reports contain the whole rotation.
  public var rotation: Double {
    get { turn + offset }
    set {
      precondition(newValue.isFinite, "a rotation is a finite number, not \(newValue)")
      offset = newValue - turn
      rebaseTime = arbiter?.now
    }
  }

  /// Degrees per second, positive clockwise, since the rotation began.
  public var velocity: Double {
    guard let arbiter else { return 0 }
    return tracker.velocity(at: arbiter.now, since: rebaseTime).dx
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    hand.touchDown(touches, with: event)
    // The spread starts anew, with a turn of 0.
    if hand.downCount == hand.spread.count { startAnew() }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    if state.isActive {
      follow()
      tracker.add(Point(x: turn, y: 0), at: event.timestamp)
      change(at: event.timestamp)
    } else if settings.recognitionTiming == .early && hand.followsAllFingers
      && character == .rotation
    {
      turn = hand.spread.rotation
      latest = turn
      tracker.add(Point(x: turn, y: 0), at: event.timestamp)
      begin(at: event.timestamp)
    } else if settings.recognitionTiming == .onTouchUp && hand.followsAllFingers {
      follow()
      tracker.add(Point(x: turn, y: 0), at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.touchUp(touches, with: event)
    guard isOver || settings.endsOn == .firstTouchUp else { return }
    if settings.recognitionTiming == .onTouchUp && character == .rotation {
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
      of: abs(hand.spread.arc), beside: abs(hand.spread.expansion), settings, slop: \.slop,
      dominance: \.dominance, at: time)
  }

  /// Continues from the last turn in the shorter direction.
  private func follow() {
    let next = hand.spread.rotation
    var step = next - latest
    if step > 180 { step -= 360 }
    if step < -180 { step += 360 }
    turn += step
    latest = next
  }

  public override func reset() {
    hand.reset()
    startAnew()
  }

  private func startAnew() {
    turn = 0
    latest = 0
    tracker.reset()
    offset = 0
    rebaseTime = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    if turn != 0 { gesture.direction = turn < 0 ? .counterclockwise : .clockwise }
    gesture.rotation = turn
    return gesture
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of rotations.
  public struct Rotation: Hashable, Sendable {
    public var rule = Rule.standard
    /// Points of arc around the centroid: 26, as for a pinch. Not an angle, since scrolling turns a
    /// pair of fingers by up to 29°.
    public var slop = 26.0
    /// The arc over the centroid's translation: 0.7, as for a pinch.
    public var dominance = 0.7
    /// UIKit rule: degrees of the turn.
    public var minimumAngle = 10.0
    /// UIKit rule: degrees of that turn that are not reported. UIKit's first report is 0.087 rad.
    public var baselineShift = 5.0
    /// Early, so that programs can follow the fingers from the start.
    public var recognitionTiming = GestureTiming.early
    /// The last touch up, as in UIKit.
    public var endsOn = GestureEnding.lastTouchUp
  }
}

extension Profile.Rotation: ProfileSettings {
  static let section = "rotation"
  static let rules: [Profile.Rule] = [.standard, .uikit, .off]
  static let table: [SettingDescription<Self>] = [
    .length("slop", \.slop, "of arc around the centroid"),
    .number("dominance", \.dominance, 0...10, "the arc over the centroid's translation"),
    .angle("minimumAngle", \.minimumAngle, "uikit: of the turn"),
    .angle("baselineShift", \.baselineShift, "uikit: part of the turn that is not reported"),
    .recognitionTiming(\.recognitionTiming),
    .endsOn(\.endsOn),
  ]
}
