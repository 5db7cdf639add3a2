/// A swipe as measured in UIKit, recognized while the fingers move.
///
/// At t seconds after the first touch down, at most ``Profile/Swipe/maximumDuration``, every finger
/// has to be at least ``Profile/Swipe/minimumLength`` × (1 − 0.94 t) along the direction from its
/// touch down, and at most ``Profile/Swipe/maximumVariance`` × (1 − 0.98 t) across it. A finger
/// that is behind its touch down, or lifts, ends the attempt. The numbers were measured on iOS
/// 26.1.
open class UIKitSwipeRecognizer: GestureRecognizer, TouchCounting {
  /// The share of the minimum length that is taken off per second; a decay of 0.06 in UIKit.
  public static let lengthDecay = 0.94
  /// The share of the maximum variance that is taken off per second; a decay of 0.02 in UIKit.
  public static let varianceDecay = 0.98

  public final var settings: Profile.Swipe
  /// The numbers of fingers that may swipe together, without a further one.
  public final var touchCounts = 1...1
  /// The directions, interpreted as in UIKit: if left or right is included, only the horizontal
  /// ones count. Only the four main directions are recognized.
  public final var directions: Set<Gesture.Direction> = [.right] {
    didSet {
      let axes: [[Gesture.Direction]] = [[.right, .left], [.down, .up]]
      sought = axes.lazy.map { $0.filter(self.directions.contains) }.first { !$0.isEmpty } ?? []
    }
  }

  /// The directions that count: one, both of an axis, or none.
  private final var sought = [Gesture.Direction.right]
  private final var deadline: Deadline?
  /// The time of the last movement of a finger.
  private final var lastCheck = Timestamp.zero

  public init(_ settings: Profile.Swipe = Profile.uikit.swipe) {
    self.settings = settings
  }

  open override var kind: Gesture.Kind { .swipe }
  open override var role: GestureRole { .stroke }

  open override var soughtDirection: Gesture.Direction? { course }

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .began, with: event)
    lastCheck = event.timestamp
    if hand.isResumed {
      return fail(FailureReason(.resumedTouch, touch: touches.first?.id, time: event.timestamp))
    }
    guard !sought.isEmpty else {
      return fail(
        settings.reason(
          .distance, 0, limit: \.minimumLength, touch: touches.first?.id, at: event.timestamp))
    }
    failIfTooManyFingers(at: event.timestamp)
    if deadline == nil && state == .possible {
      deadline = schedule(after: settings.maximumDuration, since: hand.startTime)
    }
  }

  open override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .moved, with: event)
    lastCheck = event.timestamp
    guard waiting == nil else { return }
    failIfTooManyFingers(at: event.timestamp)
    if let reason = retreat(at: event.timestamp) { fail(reason) }
    guard state == .possible, shortfall(at: event.timestamp) == nil else { return }
    cancelDeadline(&deadline)
    recognize(at: event.timestamp)
  }

  open override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .ended, with: event)
    guard waiting == nil else { return }
    // The limits decrease with time, so the last movement decides.
    var reason = shortfall(at: lastCheck) ?? FailureReason(.distance)
    reason.time = event.timestamp
    fail(reason)
  }

  open override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    self.deadline = nil
    let duration = time.seconds(since: hand.startTime)
    fail(settings.reason(.duration, duration, limit: \.maximumDuration, at: time))
  }

  open override func reset() { deadline = nil }

  open override func gesture(at time: Timestamp) -> Gesture {
    var gesture = hand.report(kind, state, at: time)
    gesture.location = hand.startCentroid
    gesture.direction = course
    gesture.translation = hand.translation
    gesture.velocity = hand.velocity(at: time)
    return gesture
  }

  // MARK: Steps

  private final func failIfTooManyFingers(at time: Timestamp) {
    guard hand.maximumCount > touchCounts.upperBound else { return }
    fail(.fingers(hand.maximumCount, limit: touchCounts.upperBound, at: time))
  }

  /// The direction that counts; of two, the one of the movement.
  private final var course: Gesture.Direction? {
    guard sought.count == 2 else { return sought.first }
    return sought[0].vector.dot(hand.translation) < 0 ? sought[1] : sought[0]
  }

  /// The reason for a failure if a finger is behind its touch down; nil if no finger is.
  private final func retreat(at time: Timestamp) -> FailureReason? {
    guard sought.count == 1 else { return nil }
    for finger in hand.fingers {
      let along = sought[0].vector.dot(finger.point - finger.start)
      if along < 0 {
        return FailureReason(.distance, measured: along, limit: 0, touch: finger.id, time: time)
      }
    }
    return nil
  }

  private final func shortfall(at time: Timestamp) -> FailureReason? {
    guard let course, hand.maximumCount >= touchCounts.lowerBound else {
      return .fingers(hand.maximumCount, limit: touchCounts.lowerBound, at: time)
    }
    let elapsed = time.seconds(since: hand.startTime)
    let length = settings.minimumLength * max(0, 1 - UIKitSwipeRecognizer.lengthDecay * elapsed)
    let variance =
      settings.maximumVariance * max(0, 1 - UIKitSwipeRecognizer.varianceDecay * elapsed)
    for finger in hand.fingers {
      let translation = finger.point - finger.start
      let along = course.vector.dot(translation)
      if along < length - UIKitLimit.rounding {
        return FailureReason(
          .distance, measured: along, limit: length, parameter: \Profile.Swipe.minimumLength,
          touch: finger.id, time: time)
      }
      let across = abs(course.vector.cross(translation))
      if across > variance + UIKitLimit.rounding {
        return FailureReason(
          .deviation, measured: across, limit: variance, parameter: \Profile.Swipe.maximumVariance,
          touch: finger.id, time: time)
      }
    }
    return nil
  }
}
