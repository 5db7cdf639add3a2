/// The base class of the recognizers with the textbook rules.
///
/// The recognizers never fail: they continue with the next touches.
public class TextbookRecognizer: GestureRecognizer {
  /// Lets views receive all touches, because the sample programs handle touches themselves.
  override init() {
    super.init()
    cancelsTouchesInView = false
    delaysTouchesEnded = false
  }

  public override var firesRepeatedly: Bool { true }

  /// Does nothing: the sample programs do not implement it.
  public override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {}

  /// Reports the reason why touches were not a gesture without failing: sets ``lastFailure`` and
  /// notifies the arbiter's tracer, and changes nothing else.
  func reportMiss(_ reason: FailureReason) {
    lastFailure = reason
    arbiter?.tracer?(
      self, StateChange(kind: kind, from: state, to: .failed, time: reason.time, reason: reason))
  }
}
