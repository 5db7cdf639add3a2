import Contacts
public import Timeline

/// The textbook's checkmark, faults included.
///
/// It compares the last two little segments of the stroke, so it hangs on the sampling rate, and
/// knows neither direction nor shape. The standard design is ``CheckmarkRecognizer``.
public final class TextbookCheckmarkRecognizer: GestureRecognizer {
  /// Degrees of the turn, inclusive: 50.
  public var minimumAngle = Profile.textbook.checkmark.minimumAngle
  /// Degrees of the turn, inclusive: 135.
  public var maximumAngle = Profile.textbook.checkmark.maximumAngle
  /// Points before the turn, exclusive: 10.
  public var minimumLength = Profile.textbook.checkmark.minimumLength

  private var lastPrevious = Point.zero
  private var lastCurrent = Point.zero
  private var lengthSoFar = 0.0
  private var startTime = Timestamp.zero
  /// Whether it has fired since the last landing, and if not, what came nearest to it.
  private var hasFired = false
  private var miss: FailureReason?

  /// The textbook's programs handle touches themselves: nothing is kept from the views.
  public override init() {
    super.init()
    cancelsTouchesInView = false
    delaysTouchesEnded = false
  }

  public override var kind: Gesture.Kind { .checkmark }
  public override var firesRepeatedly: Bool { true }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    lastPrevious = touch.point
    lastCurrent = touch.point
    lengthSoFar = 0
    startTime = event.timestamp
    hasFired = false
    miss = nil
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    let segment = touch.point - touch.previousPoint
    if let angle = Trigonometry.angleBetween(lastCurrent - lastPrevious, segment) {
      if angle >= minimumAngle, angle <= maximumAngle, lengthSoFar > minimumLength {
        hasFired = true
        recognize(at: event.timestamp)
      } else {
        noteMiss(angle, of: touch.id)
      }
    }
    lengthSoFar += segment.length
    lastPrevious = touch.previousPoint
    lastCurrent = touch.point
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    guard !hasFired, event.allTouches.downCount == 0 else { return }
    var reason =
      miss
      ?? FailureReason(
        .distance, measured: lengthSoFar, limit: minimumLength,
        parameter: "checkmark.minimumLength", touch: touches.first?.id)
    reason.time = event.timestamp
    tellMiss(reason)
  }

  /// A turn of the right size that came too early beats any other, and a sharper turn a weaker one.
  private func noteMiss(_ angle: Double, of touch: Touch.ID) {
    if angle >= minimumAngle && angle <= maximumAngle {
      miss = FailureReason(
        .distance, measured: lengthSoFar, limit: minimumLength,
        parameter: "checkmark.minimumLength", touch: touch)
    } else if miss == nil || miss?.cause == .angle && angle > miss?.measured ?? 0 {
      let isWide = angle > maximumAngle
      miss = FailureReason(
        .angle, measured: angle, limit: isWide ? maximumAngle : minimumAngle,
        parameter: isWide ? "checkmark.maximumAngle" : "checkmark.minimumAngle", touch: touch)
    }
  }

  /// The textbook does not implement it.
  public override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {}

  public override func gesture(at time: Timestamp) -> Gesture {
    Gesture(
      kind: kind, state: state, time: time, start: startTime, location: lastCurrent, touches: 1)
  }
}
