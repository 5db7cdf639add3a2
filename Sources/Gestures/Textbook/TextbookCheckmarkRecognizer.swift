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
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    let segment = touch.point - touch.previousPoint
    if let angle = Trigonometry.angleBetween(lastCurrent - lastPrevious, segment),
      angle >= minimumAngle, angle <= maximumAngle, lengthSoFar > minimumLength
    {
      recognize(at: event.timestamp)
    }
    lengthSoFar += segment.length
    lastPrevious = touch.previousPoint
    lastCurrent = touch.point
  }

  /// The textbook does not implement it.
  public override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {}

  public override func gesture(at time: Timestamp) -> Gesture {
    Gesture(
      kind: kind, state: state, time: time, start: startTime, location: lastCurrent, touches: 1)
  }
}
