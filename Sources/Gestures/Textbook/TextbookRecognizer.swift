import Timeline

/// What the recognizers with the textbook rules have in common.
///
/// The textbook rules are those of the classic sample programs of iPhone development books, faults
/// included. They never fail: they continue with the next touches, and would behave differently if
/// they failed.
public class TextbookRecognizer: GestureRecognizer {
  /// The sample programs handle touches themselves: views get all touches.
  override init() {
    super.init()
    cancelsTouchesInView = false
    delaysTouchesEnded = false
  }

  public override var firesRepeatedly: Bool { true }

  /// The sample programs do not implement it.
  public override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {}

  /// Reports why touches were not a gesture without failing: sets ``lastFailure`` and notifies the
  /// arbiter's tracer, and changes nothing else.
  func reportMiss(_ reason: FailureReason) {
    lastFailure = reason
    arbiter?.tracer?(
      self, StateChange(kind: kind, from: state, to: .failed, time: reason.time, reason: reason))
  }
}
