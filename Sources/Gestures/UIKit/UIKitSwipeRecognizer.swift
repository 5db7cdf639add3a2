import Contacts
public import Timeline

/// The swipe as UIKit measurably does it: it fires while the fingers move.
///
/// At t seconds after the first landing, at most ``maximumDuration``, every finger has to be at least
/// ``minimumLength`` × (1 − 0.94 t) along the direction from its landing, and at most
/// ``maximumVariance`` × (1 − 0.98 t) across it. A finger behind its landing, or one that lifts, ends
/// the attempt. The design for real hardware is ``SwipeRecognizer``.
///
/// The numbers were measured on iOS 26.1.
public final class UIKitSwipeRecognizer: GestureRecognizer {
  /// The share of ``minimumLength`` that a second takes off; UIKit calls it a decay of 0.06.
  public static let lengthDecay = 0.94
  /// The share of ``maximumVariance`` that a second takes off; UIKit calls it a decay of 0.02.
  public static let varianceDecay = 0.98

  /// Points along the direction at the moment of landing, inclusive: 50.
  public var minimumLength = Profile.uikit.swipe.minimumLength
  /// Points across the direction at the moment of landing, inclusive: 50.
  public var maximumVariance = Profile.uikit.swipe.maximumVariance
  /// Seconds from the first landing, inclusive: 0.5.
  public var maximumDuration = Profile.uikit.swipe.maximumDuration
  /// How many fingers may swipe together: all of them have to, and no further one may be there.
  public var touchCounts = 1...1
  /// The directions, read as UIKit reads several: where left or right is among them, only the
  /// horizontal ones count. Others than the four never recognize.
  public var directions: Set<Gesture.Direction> = [.right] {
    didSet { course = Course(directions) }
  }

  private var course = Course([.right])
  @exclusivity(unchecked) private var hand = HandMotion(slop: .infinity, followsVelocity: true)
  private var deadline: Deadline?
  /// When a finger moved last.
  private var lastCheck = Timestamp.zero

  public override var kind: Gesture.Kind { .swipe }

  public override var soughtDirection: Gesture.Direction? { course?.direction(of: sign) }

  /// How many fingers have to swipe; setting it narrows ``touchCounts`` to one number.
  public var numberOfTouchesRequired: Int {
    get { touchCounts.lowerBound }
    set { touchCounts = newValue...newValue }
  }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    hand.land(touches, with: event)
    // A further finger moves the centroid without moving anything.
    hand.restartVelocity()
    lastCheck = event.timestamp
    if hand.isResumed {
      return fail(
        FailureReason(.resumedTouch, touch: touches.first?.id, time: event.timestamp))
    }
    guard course != nil else {
      return fail(
        FailureReason(
          .distance, measured: 0, limit: minimumLength, parameter: Key.length,
          touch: touches.first?.id, time: event.timestamp))
    }
    failIfTooManyFingers(at: event.timestamp)
    if deadline == nil && state == .possible {
      deadline = schedule(
        at: hand.startTime.advanced(bySeconds: maximumDuration).advanced(byMicroseconds: 1))
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    hand.move(touches, with: event)
    lastCheck = event.timestamp
    guard waiting == nil else { return }
    failIfTooManyFingers(at: event.timestamp)
    if let reason = retreat(at: event.timestamp) { fail(reason) }
    guard state == .possible, shortfall(at: event.timestamp) == nil else { return }
    cancelDeadline(&deadline)
    recognize(at: event.timestamp)
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    _ = hand.lift(touches, with: event)
    guard waiting == nil else { return }
    // What counts is how it stood at the last movement: the limits sink with time.
    var reason = shortfall(at: lastCheck) ?? FailureReason(.distance)
    reason.time = event.timestamp
    fail(reason)
  }

  public override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    fail(
      FailureReason(
        .duration, measured: time.seconds(since: hand.startTime), limit: maximumDuration,
        parameter: "swipe.maximumDuration", time: time))
  }

  public override func reset() {
    hand.reset()
    deadline = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    gesture.location = hand.startCentroid
    gesture.direction = course?.direction(of: sign)
    gesture.translation = hand.translation
    gesture.velocity = hand.velocity(at: time)
    return gesture
  }
}

// MARK: - Steps

extension UIKitSwipeRecognizer {
  private func failIfTooManyFingers(at time: Timestamp) {
    guard hand.maximumCount > touchCounts.upperBound else { return }
    fail(.fingers(hand.maximumCount, limit: touchCounts.upperBound, at: time))
  }

  /// The way that counts as forward: 1 to the right and down, -1 to the left and up. Where both
  /// are wanted it is the one that the fingers went.
  private var sign: Double {
    guard let course else { return 1 }
    if let sign = course.sign { return sign }
    let way = hand.translation
    return (course.isHorizontal ? way.dx : way.dy) < 0 ? -1 : 1
  }

  /// The reason to give up when a finger is behind its landing.
  private func retreat(at time: Timestamp) -> FailureReason? {
    guard let course, let sign = course.sign else { return nil }
    for finger in hand.fingers {
      let along = course.along(finger.point - finger.start) * sign
      if along < 0 {
        return FailureReason(.distance, measured: along, limit: 0, touch: finger.id, time: time)
      }
    }
    return nil
  }

  /// What is missing for a swipe at a moment; nil when nothing is.
  private func shortfall(at time: Timestamp) -> FailureReason? {
    guard let course, hand.maximumCount >= touchCounts.lowerBound else {
      return .fingers(hand.maximumCount, limit: touchCounts.lowerBound, at: time)
    }
    let elapsed = time.seconds(since: hand.startTime)
    let length = minimumLength * max(0, 1 - UIKitSwipeRecognizer.lengthDecay * elapsed)
    let variance = maximumVariance * max(0, 1 - UIKitSwipeRecognizer.varianceDecay * elapsed)
    let sign = sign
    for finger in hand.fingers {
      let way = finger.point - finger.start
      let along = course.along(way) * sign
      if along < length - UIKitLimit.rounding {
        return FailureReason(
          .distance, measured: along, limit: length, parameter: Key.length, touch: finger.id,
          time: time)
      }
      let across = course.across(way)
      if across > variance + UIKitLimit.rounding {
        return FailureReason(
          .deviation, measured: across, limit: variance, parameter: "swipe.maximumVariance",
          touch: finger.id, time: time)
      }
    }
    return nil
  }
}

private enum Key {
  static let length = "swipe.minimumLength"
}

/// What a set of directions comes down to.
private struct Course {
  var isHorizontal: Bool
  /// 1 for right or down, -1 for left or up, nil for either.
  var sign: Double?

  init?(_ directions: Set<Gesture.Direction>) {
    let left = directions.contains(.left)
    let right = directions.contains(.right)
    isHorizontal = left || right
    let back = isHorizontal ? left : directions.contains(.up)
    let forth = isHorizontal ? right : directions.contains(.down)
    guard back || forth else { return nil }
    sign = back && forth ? nil : (forth ? 1 : -1)
  }

  func along(_ way: Vector) -> Double { isHorizontal ? way.dx : way.dy }
  func across(_ way: Vector) -> Double { abs(isHorizontal ? way.dy : way.dx) }

  func direction(of sign: Double) -> Gesture.Direction {
    isHorizontal ? (sign < 0 ? .left : .right) : (sign < 0 ? .up : .down)
  }
}
