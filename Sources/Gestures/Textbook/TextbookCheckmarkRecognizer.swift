/// A checkmark by the textbook rule, faults included.
///
/// It compares the last two segments of the stroke, so it depends on the report rate, and tests
/// neither direction nor shape.
public final class TextbookCheckmarkRecognizer: TextbookRecognizer {
  /// ``Profile/Checkmark/minimumAngle`` and ``Profile/Checkmark/maximumAngle`` of the turn are
  /// inclusive; the path before it has to be longer than ``Profile/Checkmark/minimumLength``.
  public var settings: Profile.Checkmark

  private var lastPrevious = Point.zero
  private var lastCurrent = Point.zero
  private var lengthSoFar = 0.0
  private var startTime = Timestamp.zero
  /// Whether it has fired since the last touch down, and if not, what came nearest to it.
  private var hasFired = false
  private var miss: FailureReason?

  public init(_ settings: Profile.Checkmark = Profile.textbook.checkmark) {
    self.settings = settings
  }

  public override var kind: Gesture.Kind { .checkmark }

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
      if isTurn(angle), lengthSoFar > settings.minimumLength {
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
      ?? settings.reason(.distance, lengthSoFar, limit: \.minimumLength, touch: touches.first?.id)
    reason.time = event.timestamp
    reportMiss(reason)
  }

  private func isTurn(_ angle: Double) -> Bool {
    angle >= settings.minimumAngle && angle <= settings.maximumAngle
  }

  /// Keeps the nearest miss: a turn that came too early, or else the sharpest turn.
  private func noteMiss(_ angle: Double, of touch: Touch.ID) {
    if isTurn(angle) {
      miss = settings.reason(.distance, lengthSoFar, limit: \.minimumLength, touch: touch)
    } else if miss == nil || miss?.cause == .angle && angle > miss?.measured ?? 0 {
      miss = settings.reason(
        .angle, angle, limit: angle > settings.maximumAngle ? \.maximumAngle : \.minimumAngle,
        touch: touch)
    }
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    makeReport(at: time, from: startTime, location: lastCurrent, touches: 1)
  }
}
