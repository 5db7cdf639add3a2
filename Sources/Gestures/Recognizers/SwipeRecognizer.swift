public import Contacts
public import Timeline

/// Fingers that flick one way and lift.
///
/// Decided when the last finger lifts: a swipe is a movement that left the place of its landing at
/// most ``maximumDuration`` before, and went one way. A rest before the movement does not count.
public final class SwipeRecognizer: GestureRecognizer {
  /// How many fingers may swipe together.
  public var touchCounts = 1...5
  public var directions: Set<Gesture.Direction> = [.left, .right, .up, .down]
  /// How far a finger may wander before it moves.
  @exclusivity(unchecked) public var stillness = Profile.standard.swipe.stillness
  /// Points along the direction, as the mean of the fingers.
  public var minimumLength = Profile.standard.swipe.minimumLength
  /// Seconds from the departure to the last lift.
  @exclusivity(unchecked) public var maximumDuration = Profile.standard.swipe.maximumDuration
  /// The way across the direction, as a share of the way along it.
  public var maximumDeviation = Profile.standard.swipe.maximumDeviation

  @exclusivity(unchecked) private var hand = HandMotion(
    slop: Profile.standard.swipe.stillness.movement, followsVelocity: true)
  private var direction: Gesture.Direction?

  public override var kind: Gesture.Kind { .swipe }

  /// How many fingers have to swipe; setting it narrows ``touchCounts`` to one number.
  public var numberOfTouchesRequired: Int {
    get { touchCounts.lowerBound }
    set { touchCounts = newValue...newValue }
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    hand.slop = stillness.movement
    hand.land(touches, with: event)
    if hand.isResumed {
      fail(FailureReason(.unsuitableTouch, touch: touches.first?.id, time: event.timestamp))
    } else if hand.maximumCount > touchCounts.upperBound {
      fail(
        FailureReason(
          .touches, measured: Double(hand.maximumCount), limit: Double(touchCounts.upperBound),
          time: event.timestamp))
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    checkDuration(at: event.timestamp)
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let isOver = hand.lift(touches, with: event)
    checkDuration(at: event.timestamp)
    if isOver && state == .possible { decide(at: event.timestamp) }
  }

  public override func reset() {
    hand.reset()
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    gesture.location = hand.startCentroid
    gesture.direction = direction
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
      FailureReason(.duration, measured: duration, limit: maximumDuration, time: time))
  }

  private func decide(at time: Timestamp) {
    let way = hand.translation
    let isHorizontal = abs(way.dx) > abs(way.dy)
    let along = isHorizontal ? abs(way.dx) : abs(way.dy)
    let across = isHorizontal ? abs(way.dy) : abs(way.dx)
    direction = Gesture.Direction(of: way)
    if hand.maximumCount < touchCounts.lowerBound {
      fail(
        FailureReason(
          .touches, measured: Double(hand.maximumCount), limit: Double(touchCounts.lowerBound),
          time: time))
    } else if !hand.hasMoved(by: stillness, at: time) {
      fail(
        FailureReason(
          .distance, measured: hand.travel,
          limit: stillness.movement(afterSeconds: time.seconds(since: hand.startTime)), time: time))
    } else if along < minimumLength {
      fail(FailureReason(.distance, measured: along, limit: minimumLength, time: time))
    } else if across > along * maximumDeviation {
      fail(
        FailureReason(
          .deviation, measured: across, limit: along * maximumDeviation, time: time))
    } else if let direction, directions.contains(direction) {
      recognize(at: time)
    } else {
      fail(FailureReason(.distance, measured: 0, limit: minimumLength, time: time))
    }
  }
}

extension Gesture.Direction {
  /// The main direction of a way on the screen; nil if it leads nowhere.
  public init?(of way: Vector) {
    if way == .zero { return nil }
    if abs(way.dx) > abs(way.dy) {
      self = way.dx > 0 ? .right : .left
    } else {
      self = way.dy > 0 ? .down : .up
    }
  }
}
