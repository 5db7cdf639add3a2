import Contacts
public import Timeline

/// Fingers that flick one way and lift.
///
/// Decided when the last finger lifts: a swipe is a movement that left the place of its landing at
/// most ``maximumDuration`` before, and went one way. A rest before the movement does not count. If it
/// ``recognitionTiming`` early, it is decided as soon as all fingers that are down have gone far enough; fingers
/// that land later don't count then, so that ``numberOfTouchesRequired`` is worth setting.
public final class SwipeRecognizer: GestureRecognizer {
  /// How many fingers may swipe together.
  public var touchCounts = 1...5
  /// The directions that it takes: the four by default, the diagonals as well if they are in here.
  /// Of those in here, a movement has the one that it is nearest to.
  public var directions: Set<Gesture.Direction> = [.left, .right, .up, .down]
  /// How far a finger may wander before it moves.
  @exclusivity(unchecked) public var stillness = Profile.standard.swipe.stillness
  /// Points along the direction, as the mean of the fingers.
  public var minimumLength = Profile.standard.swipe.minimumLength
  /// Seconds from the departure to the last lift.
  @exclusivity(unchecked) public var maximumDuration = Profile.standard.swipe.maximumDuration
  /// The way across the direction, as a share of the way along it.
  public var maximumDeviation = Profile.standard.swipe.maximumDeviation
  /// Whether it is decided while the fingers move, or when they lift.
  @exclusivity(unchecked) public var recognitionTiming = Profile.standard.swipe.recognitionTiming

  @exclusivity(unchecked) private var hand = HandMotion(
    slop: Profile.standard.swipe.stillness.slop, followsVelocity: true)

  public override var kind: Gesture.Kind { .swipe }

  public override var soughtDirection: Gesture.Direction? {
    // A finger that has hardly moved has no direction yet.
    if directions.count == 1 { return directions.first }
    return hand.departure == nil ? nil : course?.direction
  }

  /// How many fingers have to swipe; setting it narrows ``touchCounts`` to one number.
  public var numberOfTouchesRequired: Int {
    get { touchCounts.lowerBound }
    set { touchCounts = newValue...newValue }
  }

  /// Whether the four diagonals are among the ``directions``.
  public var allowsDiagonals: Bool {
    get { directions.isSuperset(of: Gesture.Direction.diagonals) }
    set {
      if newValue {
        directions.formUnion(Gesture.Direction.diagonals)
      } else {
        directions.subtract(Gesture.Direction.diagonals)
      }
    }
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    hand.slop = stillness.slop
    hand.land(touches, with: event)
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
    // What is decided already, and waits, is reported as it was.
    guard waiting == nil else { return }
    hand.move(touches, with: event)
    checkDuration(at: event.timestamp)
    if recognitionTiming == .early && state == .possible { decideEarly(at: event.timestamp) }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard waiting == nil else { return }
    let isOver = hand.lift(touches, with: event)
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
    guard duration > maximumDuration else { return }
    fail(
      FailureReason(
        .duration, measured: duration, limit: maximumDuration,
        parameter: "swipe.maximumDuration", touch: hand.farthest, time: time))
  }

  private func decideEarly(at time: Timestamp) {
    let limit = stillness.slop(afterSeconds: time.seconds(since: hand.startTime))
    let allMove = hand.fingers.allSatisfy { finger in
      finger.end != nil || finger.point.distance(to: finger.start) > limit
    }
    if allMove && shortfall(at: time) == nil { recognize(at: time) }
  }

  /// The way in the wanted direction that it is nearest to; nil before there is any.
  private var course: (direction: Gesture.Direction, along: Double, across: Double)? {
    let way = hand.translation
    guard way != .zero else { return nil }
    var best: (direction: Gesture.Direction, along: Double, across: Double)?
    // In a fixed order, the upright ones first: of a way just between two they are the nearer.
    for direction in Gesture.Direction.ways where directions.contains(direction) {
      let along = direction.vector.dot(way)
      if along > best?.along ?? -.infinity {
        best = (direction, along, abs(direction.vector.cross(way)))
      }
    }
    return best
  }

  /// What is missing for a swipe; nil when nothing is.
  private func shortfall(at time: Timestamp) -> FailureReason? {
    if hand.maximumCount < touchCounts.lowerBound {
      return .fingers(hand.maximumCount, limit: touchCounts.lowerBound, at: time)
    }
    if !hand.hasMoved(by: stillness, at: time) {
      let age = time.seconds(since: hand.startTime)
      return FailureReason(
        .distance, measured: hand.travel, limit: stillness.slop(afterSeconds: age),
        parameter: stillness.key(afterSeconds: age, .swipe), touch: hand.farthest, time: time)
    }
    let course = course
    let along = course?.along ?? 0
    guard let course, along >= minimumLength else {
      return FailureReason(
        .distance, measured: along, limit: minimumLength, parameter: "swipe.minimumLength",
        touch: hand.farthest, time: time)
    }
    guard course.across > along * maximumDeviation else { return nil }
    return FailureReason(
      .deviation, measured: course.across, limit: along * maximumDeviation,
      parameter: "swipe.maximumDeviation", touch: hand.farthest, time: time)
  }
}
