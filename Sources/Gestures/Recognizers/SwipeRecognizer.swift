/// A flick of fingers in one direction.
///
/// The decision is made when the last finger lifts: a swipe is a movement in one direction that
/// began at most ``Profile/Swipe/maximumDuration`` before, after any rest. With an early
/// ``Profile/Swipe/recognitionTiming`` it is made as soon as all fingers that are down have moved
/// far enough. By default one to five fingers swipe in four directions; ``init(_:touches:_:)`` has
/// UIKit's meaning.
open class SwipeRecognizer: GestureRecognizer, TouchCounting {
  /// The numbers of fingers that may swipe together.
  @exclusivity(unchecked) public final var touchCounts = 1...5
  /// The directions; ``Profile/Swipe/allowsDiagonals`` adds diagonals. The nearest one counts.
  @exclusivity(unchecked) public final var directions: Set<Gesture.Direction> = [
    .left, .right, .up, .down,
  ]
  /// The computation of the reported velocity.
  @exclusivity(unchecked) public final var velocityStrategy = VelocityTracker.Strategy.parabola
  @exclusivity(unchecked) public final var settings: Profile.Swipe

  /// The time when the first finger moved beyond the slop.
  @exclusivity(unchecked) private final var departure: Timestamp?

  public init(_ settings: Profile.Swipe = Profile.standard.swipe) { self.settings = settings }

  /// A recognizer of swipes in one direction by an exact number of fingers, as in UIKit.
  public convenience init(
    _ direction: Gesture.Direction, touches: Int = 1,
    _ settings: Profile.Swipe = Profile.standard.swipe
  ) {
    self.init(settings)
    directions = [direction]
    numberOfTouchesRequired = touches
  }

  open override var kind: Gesture.Kind { .swipe }
  open override var role: GestureRole { .stroke }

  open override var soughtDirection: Gesture.Direction? {
    if directions.count == 1 && !settings.allowsDiagonals { return directions.first }
    // A finger that has hardly moved has no direction yet.
    return departure == nil ? nil : course?.direction
  }

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .began, with: event)
    checkDeparture(at: event.timestamp)
    if let reason = reasonAgainst(touches, at: event.timestamp) { fail(reason) }
  }

  open override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    // The report of a decided swipe that waits keeps its state.
    guard waiting == nil else { return }
    follow(touches, .moved, with: event)
    checkDeparture(at: event.timestamp)
    if settings.recognitionTiming == .early && state == .possible {
      decideEarly(at: event.timestamp)
    }
  }

  open override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard waiting == nil else { return }
    follow(touches, .ended, with: event)
    checkDeparture(at: event.timestamp)
    guard hand.downCount == 0, state == .possible else { return }
    if let reason = shortfall(at: event.timestamp) {
      fail(reason)
    } else {
      recognize(at: event.timestamp)
    }
  }

  open override func reset() { departure = nil }

  open override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    gesture.location = hand.startCentroid
    gesture.direction = course?.direction
    gesture.translation = hand.translation
    gesture.velocity = hand.velocity(at: time, by: velocityStrategy)
    return gesture
  }

  // MARK: Steps

  private final func checkDeparture(at time: Timestamp) {
    if departure == nil {
      guard hand.travel > settings.stillness.slop else { return }
      departure = time
    }
    guard let departure else { return }
    let duration = time.seconds(since: departure)
    guard duration > settings.maximumDuration else { return }
    fail(
      settings.reason(
        .duration, duration, limit: \.maximumDuration, touch: hand.farthest, at: time))
  }

  private final func decideEarly(at time: Timestamp) {
    let limit = settings.stillness.slop(afterSeconds: time.seconds(since: hand.startTime))
    let allMove = hand.fingers.allSatisfy { finger in
      finger.end != nil || finger.point.distance(to: finger.start) > limit
    }
    if allMove && shortfall(at: time) == nil { recognize(at: time) }
  }

  /// The nearest of the directions, with the distances along and across it; nil without a movement.
  private final var course: (direction: Gesture.Direction, along: Double, across: Double)? {
    let translation = hand.translation
    guard translation != .zero else { return nil }
    var best: (direction: Gesture.Direction, along: Double, across: Double)?
    // A fixed order with the main directions first: they win between two that are equally near.
    for direction in Gesture.Direction.ofTranslations {
      let along = direction.vector.dot(translation)
      // Looking up a direction costs more than comparing distances.
      guard along > best?.along ?? -.infinity,
        directions.contains(direction)
          || settings.allowsDiagonals && Gesture.Direction.diagonals.contains(direction)
      else { continue }
      best = (direction, along, abs(direction.vector.cross(translation)))
    }
    return best
  }

  /// The reason why the movement is not a swipe; nil if it is.
  private final func shortfall(at time: Timestamp) -> FailureReason? {
    if let reason = reasonAgainstFewFingers(at: time) { return reason }
    if !hand.hasMoved(by: settings.stillness, at: time) {
      let age = time.seconds(since: hand.startTime)
      return settings.reason(
        .distance, hand.travel,
        limit: settings.stillness.allowsInitialSlop(afterSeconds: age)
          ? \.stillness.initialSlop : \.stillness.slop,
        touch: hand.farthest, at: time)
    }
    let course = course
    let along = course?.along ?? 0
    guard let course, along >= settings.minimumLength else {
      return settings.reason(
        .distance, along, limit: \.minimumLength, touch: hand.farthest, at: time)
    }
    let limit = along * settings.maximumDeviation
    guard course.across > limit else {
      return reasonAgainstFingers(along: course.direction, at: time)
    }
    return FailureReason(
      .deviation, measured: course.across, limit: limit,
      parameter: \Profile.Swipe.maximumDeviation, touch: hand.farthest, time: time)
  }

  /// The reason why a finger does not swipe with the others: it moved by less than half of the
  /// minimum length while the hand moved by the whole.
  private final func reasonAgainstFingers(
    along direction: Gesture.Direction, at time: Timestamp
  ) -> FailureReason? {
    let limit = settings.minimumLength / 2
    for finger in hand.fingers {
      let along = direction.vector.dot(finger.point - finger.start)
      let hand = hand.translation(during: finger)
      guard along < limit, direction.vector.dot(hand) >= settings.minimumLength else { continue }
      return FailureReason(.distance, measured: along, limit: limit, touch: finger.id, time: time)
    }
    return nil
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of swipes.
  public struct Swipe: ProfileSettings, Hashable, Sendable {
    public var rule = Rule.standard
    /// The limits of a tap: a movement that is too far for a tap may be a swipe.
    public var stillness = Tap().stillness
    /// Points along the direction, as the mean of the fingers: 25, from the textbook rules.
    public var minimumLength = 25.0
    /// Seconds from the departure to the last touch up: 0.5, UIKit's limit for rest and swipe.
    public var maximumDuration = 0.5
    /// Distance across over distance along: the tangent of 30°, beyond the flicks of thumbs
    /// (measured).
    public var maximumDeviation = 0.577
    /// Textbook and UIKit rules: points across the direction.
    public var maximumVariance = 5.0
    /// Whether the diagonals are directions, too: then the nearest of eight counts.
    public var allowsDiagonals = false
    /// Recognition at the touch up, when the fingers and the end of the movement are certain.
    public var recognitionTiming = GestureTiming.onTouchUp

    static let table: [SettingDescription<Self>] = [
      .slop(\.stillness.slop),
      .initialSlop(\.stillness.initialSlop),
      .initialDuration(\.stillness.initialDuration),
      .length("minimumLength", \.minimumLength, "along the direction"),
      .duration("maximumDuration", \.maximumDuration, "from the departure to the last touch up"),
      .number("maximumDeviation", \.maximumDeviation, 0...1, "distance across over distance along"),
      .length("maximumVariance", \.maximumVariance, "textbook, uikit: across the direction"),
      .yesOrNo("allowsDiagonals", \.allowsDiagonals, "standard: whether diagonals are directions"),
      .word(
        "recognitionTiming", \.recognitionTiming,
        "standard: while the fingers move, or when they lift"),
    ]
  }
}
