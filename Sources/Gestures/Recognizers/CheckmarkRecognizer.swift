/// One finger that draws a tick: down to the right, then farther up to the right.
///
/// Decided when the finger lifts, by the shape of the whole stroke: its dominant corner, the angle
/// there, and the direction, relative length, bow and straightness of the two legs. The letter v is
/// the shape that is nearest to a tick.
open class CheckmarkRecognizer: GestureRecognizer {
  @exclusivity(unchecked) public final var settings: Profile.Checkmark

  @exclusivity(unchecked) private final var path = StrokePath()
  @exclusivity(unchecked) private final var startTime = Timestamp.zero
  @exclusivity(unchecked) private final var finger: Touch.ID?

  public init(_ settings: Profile.Checkmark = Profile.standard.checkmark) {
    self.settings = settings
  }

  open override var kind: Gesture.Kind { .checkmark }
  open override var role: GestureRole { .stroke }

  override var readings: [Reading] { settings.readings(of: path.points) }

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .began, with: event)
    let count = touches.count + (finger == nil ? 0 : 1)
    guard let touch = touches.first, count == 1 else {
      return fail(.fingers(count, limit: 1, touch: touches.first?.id, at: event.timestamp))
    }
    guard !touch.isResumed else {
      return fail(FailureReason(.resumedTouch, touch: touch.id, time: event.timestamp))
    }
    finger = touch.id
    startTime = event.timestamp
    path.add(touch.point)
  }

  open override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .moved, with: event)
    if let touch = touches.first { path.add(touch.point) }
  }

  open override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .ended, with: event)
    path.close()
    guard var reason = settings.reasonAgainst(path.points) else {
      return recognize(at: event.timestamp)
    }
    reason.touch = finger
    reason.time = event.timestamp
    fail(reason)
  }

  open override func reset() {
    path.reset()
    finger = nil
  }

  open override func gesture(at time: Timestamp) -> Gesture {
    var gesture = makeReport(
      at: time, from: startTime, location: path.points.first ?? .zero, touches: 1)
    gesture.duration = time.seconds(since: startTime)
    return gesture
  }
}

// MARK: - Shape

extension StrokeCorner {
  /// The second leg over the depth of the first, times one plus the bows of both, which count 0 to
  /// 0.3.
  ///
  /// The first leg of a letter v is nearly as deep as long, that of a tick is flatter. The legs of
  /// a tick bow to the left of the direction of travel, those of a v hardly (measured).
  var legRatio: Double {
    // A leg that is flatter than 45 degrees says no more.
    let depth = max(first.vector.dy, first.length * 0.5.squareRoot())
    return second.length / depth * (1 + max(0, min(first.bow + second.bow, 0.3)))
  }
}

extension Profile.Checkmark {
  /// The first limit that a stroke exceeds; nil for a tick.
  func reasonAgainst(_ stroke: [Point]) -> FailureReason? {
    guard let corner = StrokeCorner(of: stroke) else {
      return reason(.length, 0, limit: \.minimumLength)
    }
    return reasonAgainst(corner)
  }

  private func reasonAgainst(_ corner: StrokeCorner) -> FailureReason? {
    reasonAgainstProportions(of: corner) ?? reasonAgainstDirections(of: corner)
      ?? reasonAgainstLegs(of: corner)
  }

  private func reasonAgainstProportions(of corner: StrokeCorner) -> FailureReason? {
    let (first, second) = (corner.first, corner.second)
    let turn = Trigonometry.angleBetween(first.vector, second.vector) ?? 0
    return reason(.length, min(first.length, second.length), below: \.minimumLength)
      ?? reason(.angle, turn, below: \.minimumAngle)
      ?? reason(.angle, turn, above: \.maximumAngle)
      ?? reason(.ratio, corner.legRatio, below: \.minimumLegRatio)
      ?? reason(.ratio, corner.legRatio, above: \.maximumLegRatio)
  }

  /// A leg to the left descends or ascends by more than 90 degrees, which is too steep as well.
  private func reasonAgainstDirections(of corner: StrokeCorner) -> FailureReason? {
    let right = Vector(dx: 1, dy: 0)
    let descent = Trigonometry.degrees(from: right, to: corner.first.vector)
    let ascent = Trigonometry.degrees(from: corner.second.vector, to: right)
    let rise = Trigonometry.degrees(from: corner.first.vector + corner.second.vector, to: right)
    return reason(.direction, descent, below: \.minimumDescent)
      ?? reason(.direction, descent, above: \.maximumSteepness)
      ?? reason(.direction, ascent, below: \.minimumAscent)
      ?? reason(.direction, ascent, above: \.maximumSteepness)
      // A tick ends above its start, however steep its legs are.
      ?? (rise < 0 ? FailureReason(.direction, measured: rise, limit: 0) : nil)
  }

  private func reasonAgainstLegs(of corner: StrokeCorner) -> FailureReason? {
    let (first, second) = (corner.first, corner.second)
    return reason(.straightness, first.straightness, below: \.minimumFirstStraightness)
      ?? reason(.straightness, second.straightness, below: \.minimumSecondStraightness)
      ?? reason(.hook, max(first.hook, second.hook), above: \.maximumHook)
  }

  private typealias Limit = any KeyPath<Profile.Checkmark, Double> & Sendable

  private func reason(
    _ cause: FailureReason.Cause, _ measured: Double, below limit: Limit
  ) -> FailureReason? {
    measured < self[keyPath: limit] ? reason(cause, measured, limit: limit) : nil
  }

  private func reason(
    _ cause: FailureReason.Cause, _ measured: Double, above limit: Limit
  ) -> FailureReason? {
    measured > self[keyPath: limit] ? reason(cause, measured, limit: limit) : nil
  }

  // MARK: Readings

  /// How fast the likelihood changes with the ratio: the odds of a tick are the ratio, over one at
  /// which both readings are as likely, to the power of 15 (measured).
  private static let sharpness = 15
  /// The least likelihood of a reading that is worth a mention: a smaller one is printed as 0.00.
  private static let leastLikelihood = 0.005

  /// The likelihoods of a tick and of a letter v, if the stroke may be either, where people draw as
  /// many of both; else empty.
  func readings(of stroke: [Point]) -> [Reading] {
    var either = self
    either.minimumLegRatio = 0
    guard let corner = StrokeCorner(of: stroke), either.reasonAgainst(corner) == nil else {
      return []
    }
    let ratio = corner.legRatio / Profile.Checkmark().minimumLegRatio
    let odds = (0..<Self.sharpness).reduce(1.0) { power, _ in power * ratio }
    let (tick, letter) = (odds / (1 + odds), 1 / (1 + odds))
    if min(tick, letter) < Self.leastLikelihood { return [] }
    return [Reading("checkmark", tick), Reading("letter v", letter)]
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of checkmarks.
  public struct Checkmark: ProfileSettings, Hashable, Sendable {
    public var rule = Rule.standard
    /// Points of each leg: with ``minimumLegRatio`` a straight second leg is at least as long as a
    /// tap's slop. The textbook rule requires 10 before the turn.
    public var minimumLength = 15.0
    /// Degrees of the turn, less than ticks have (measured). The textbook rule has 50 to 135.
    public var minimumAngle = 40.0
    /// The middle between ticks and rectangles (measured).
    public var maximumAngle = 150.0
    /// The second leg over the depth of the first, more for legs that bow as those of a tick do:
    /// the middle, as a ratio, between the mean tick and the mean letter v (measured).
    public var minimumLegRatio = 2.15
    /// 8: a first leg that is shorter still is the start of a stroke that begins with a hook.
    public var maximumLegRatio = 8.0
    /// Degrees of the first leg below the horizontal, less than ticks have (measured).
    public var minimumDescent = 5.0
    /// Degrees of the second leg above the horizontal, between ticks and swipes (measured).
    public var minimumAscent = 25.0
    /// Degrees of either leg: a tick goes to the right all the way.
    public var maximumSteepness = 90.0
    /// The first leg over the path along it, at most 1: between ticks and zigzags (measured).
    public var minimumFirstStraightness = 0.65
    /// The same of the second leg: between ticks and deletion marks (measured).
    public var minimumSecondStraightness = 0.8
    /// A hook at the touch down or touch up, over the leg there: between ticks and rectangles that
    /// continue after what passes for a second leg (measured).
    public var maximumHook = 0.5

    static let table: [SettingDescription<Self>] = [
      .length("minimumLength", \.minimumLength, "of each leg"),
      .angle("minimumAngle", \.minimumAngle, "of the turn"),
      .angle("maximumAngle", \.maximumAngle, "of the turn"),
      .number(
        "minimumLegRatio", \.minimumLegRatio, 0...10, "second leg over depth of first, with bows"),
      .number(
        "maximumLegRatio", \.maximumLegRatio, 0...100, "second leg over depth of first, with bows"),
      .angle("minimumDescent", \.minimumDescent, "first leg below the horizontal"),
      .angle("minimumAscent", \.minimumAscent, "second leg above the horizontal"),
      .angle("maximumSteepness", \.maximumSteepness, "of either leg"),
      .number(
        "minimumFirstStraightness", \.minimumFirstStraightness, 0...1,
        "the first leg over the path along it"),
      .number(
        "minimumSecondStraightness", \.minimumSecondStraightness, 0...1,
        "the second leg over the path along it"),
      .number("maximumHook", \.maximumHook, 0...10, "beyond a leg's outer end, over the leg"),
    ]
  }
}
