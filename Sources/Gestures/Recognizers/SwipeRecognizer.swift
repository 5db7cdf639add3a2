import Contacts
public import Timeline

/// Fingers that flick in one direction and lift.
///
/// Decided when the last finger lifts: a swipe is a movement in one direction that began at most
/// ``Profile/Swipe/maximumDuration`` before. A rest before the movement does not count.
///
/// With an early ``Profile/Swipe/recognitionTiming`` it is decided as soon as all fingers that are
/// down have moved far enough. Fingers that touch down later do not count then, so set
/// ``numberOfTouchesRequired``.
public final class SwipeRecognizer: GestureRecognizer {
  /// How many fingers may swipe together.
  public var touchCounts = 1...5
  /// The directions to recognize: the four main ones by default. With
  /// ``Profile/Swipe/allowsDiagonals``, the four diagonals as well. A movement has the nearest of
  /// these directions.
  public var directions: Set<Gesture.Direction> = [.left, .right, .up, .down]
  @exclusivity(unchecked) public var settings: Profile.Swipe

  @exclusivity(unchecked) private var hand: HandMotion

  public init(_ settings: Profile.Swipe = Profile.standard.swipe) {
    self.settings = settings
    hand = HandMotion(slop: settings.stillness.slop, followsVelocity: true)
  }

  public override var kind: Gesture.Kind { .swipe }

  public override var soughtDirection: Gesture.Direction? {
    if directions.count == 1 && !settings.allowsDiagonals { return directions.first }
    // A finger that has hardly moved has no direction yet.
    return hand.departure == nil ? nil : course?.direction
  }

  /// How many fingers have to swipe; setting it narrows ``touchCounts`` to one number.
  public var numberOfTouchesRequired: Int {
    get { touchCounts.lowerBound }
    set { touchCounts = newValue...newValue }
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    hand.slop = settings.stillness.slop
    hand.touchDown(touches, with: event)
    if hand.isResumed {
      fail(FailureReason(.resumedTouch, touch: touches.first?.id, time: event.timestamp))
    } else if hand.maximumCount > touchCounts.upperBound {
      fail(
        .fingers(
          hand.maximumCount, limit: touchCounts.upperBound, touch: touches.first?.id,
          at: event.timestamp))
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    // A swipe that is decided and waits is reported as it was.
    guard waiting == nil else { return }
    hand.move(touches, with: event)
    checkDuration(at: event.timestamp)
    if settings.recognitionTiming == .early && state == .possible {
      decideEarly(at: event.timestamp)
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard waiting == nil else { return }
    let isOver = hand.touchUp(touches, with: event)
    checkDuration(at: event.timestamp)
    guard isOver, state == .possible else { return }
    if let reason = shortfall(at: event.timestamp) {
      fail(reason)
    } else {
      recognize(at: event.timestamp)
    }
  }

  public override func reset() {
    hand.reset()
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    gesture.location = hand.startCentroid
    gesture.direction = course?.direction
    gesture.translation = hand.translation
    gesture.velocity = hand.velocity(at: time)
    return gesture
  }
}

// MARK: - Steps

extension SwipeRecognizer {
  private func checkDuration(at time: Timestamp) {
    guard let departure = hand.departure else { return }
    let duration = time.seconds(since: departure)
    guard duration > settings.maximumDuration else { return }
    fail(
      settings.reason(.duration, duration, limit: \.maximumDuration, touch: hand.farthest, at: time)
    )
  }

  private func decideEarly(at time: Timestamp) {
    let limit = settings.stillness.slop(afterSeconds: time.seconds(since: hand.startTime))
    let allMove = hand.fingers.allSatisfy { finger in
      finger.end != nil || finger.point.distance(to: finger.start) > limit
    }
    if allMove && shortfall(at: time) == nil { recognize(at: time) }
  }

  /// The nearest of the directions, with the distances along and across it; nil without a movement.
  private var course: (direction: Gesture.Direction, along: Double, across: Double)? {
    let translation = hand.translation
    guard translation != .zero else { return nil }
    var best: (direction: Gesture.Direction, along: Double, across: Double)?
    // In a fixed order with the main directions first: they win between two that are equally near.
    for direction in Gesture.Direction.ofTranslations
    where directions.contains(direction) || settings.allowsDiagonals && direction.isDiagonal {
      let along = direction.vector.dot(translation)
      if along > best?.along ?? -.infinity {
        best = (direction, along, abs(direction.vector.cross(translation)))
      }
    }
    return best
  }

  /// Why the movement is not a swipe; nil if it is.
  private func shortfall(at time: Timestamp) -> FailureReason? {
    if hand.maximumCount < touchCounts.lowerBound {
      return .fingers(hand.maximumCount, limit: touchCounts.lowerBound, at: time)
    }
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
    guard course.across > limit else { return nil }
    return FailureReason(
      .deviation, measured: course.across, limit: limit,
      parameter: \Profile.Swipe.maximumDeviation, touch: hand.farthest, time: time)
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of swipes.
  public struct Swipe: Hashable, Sendable {
    public var rule = Rule.standard
    /// Same as for a tap: a movement that is too far for a tap may be a swipe.
    public var stillness = Tap().stillness
    /// Points along the direction, as the mean of the fingers: 25, from the textbook rules.
    public var minimumLength = 25.0
    /// Seconds from the departure to the last touch up: 0.5, UIKit's limit for a swipe, which
    /// includes the rest before it.
    public var maximumDuration = 0.5
    /// Distance across the direction over the distance along it.
    ///
    /// 0.577, the tangent of 30°. Halfway between the main directions and the diagonals would be
    /// 22.5°, but flicks of thumbs reach 25° (measured), and no other gesture claims the rest.
    public var maximumDeviation = 0.577
    /// Textbook and UIKit rules: points across the direction.
    public var maximumVariance = 5.0
    /// Whether the diagonals are directions, too: a movement then has the nearest of eight.
    public var allowsDiagonals = false
    /// At the touch up, when the number of fingers is certain, and that the movement did not go on.
    public var recognitionTiming = GestureTiming.onTouchUp
  }
}

extension Profile.Swipe: ProfileSettings {
  static let section = "swipe"
  static let rules: [Profile.Rule] = [.standard, .textbook, .uikit, .off]
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
