/// A single to quadruple tap by the textbook rule, faults included.
///
/// The tap count decides at touch down; only the next touch of the series withdraws the decision.
public final class TextbookTapRecognizer: TextbookRecognizer {
  public var settings: Profile.Tap

  private struct Pending {
    let deadline: Deadline
    let taps: Int
    let start: Timestamp
    let location: Point
  }

  private var pending: [Pending] = []
  private var decided = (taps: 0, start: Timestamp.zero, location: Point.zero)

  public init(_ settings: Profile.Tap = Profile.textbook.tap) { self.settings = settings }

  public override var kind: Gesture.Kind { .tap }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    switch touch.tapCount {
    case 1: decideLater(touch)
    case 2, 3:
      withdraw(taps: touch.tapCount - 1)
      decideLater(touch)
    case 4:
      withdraw(taps: 3)
      decided = (4, event.timestamp, touch.point)
      recognize(at: event.timestamp)
    default:
      reportMiss(
        FailureReason(
          .taps, measured: Double(touch.tapCount), limit: 4, touch: touch.id,
          time: event.timestamp))
    }
  }

  public override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    guard let index = pending.firstIndex(where: { $0.deadline == deadline }) else { return }
    let entry = pending.remove(at: index)
    decided = (entry.taps, entry.start, entry.location)
    recognize(at: time)
  }

  private func decideLater(_ touch: Touch) {
    let time = touch.startTime.advanced(bySeconds: settings.decisionDelay)
    guard let deadline = schedule(at: time) else { return }
    pending.append(
      Pending(
        deadline: deadline, taps: touch.tapCount, start: touch.startTime, location: touch.point))
  }

  private func withdraw(taps: Int) {
    for entry in pending where entry.taps == taps {
      var deadline: Deadline? = entry.deadline
      cancelDeadline(&deadline)
    }
    pending.removeAll { $0.taps == taps }
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = makeReport(at: time, from: decided.start, location: decided.location, touches: 1)
    gesture.taps = decided.taps
    return gesture
  }
}
