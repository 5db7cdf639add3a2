import Timeline

extension GestureRecognizer {
  /// Tells why a touch came to nothing, without failing.
  ///
  /// The textbook's recognizers never fail: they go on with whatever comes next, and would behave
  /// otherwise if they did. What is told here is ``lastFailure`` and what a trace shows, and changes
  /// nothing.
  func tellMiss(_ reason: FailureReason) {
    lastFailure = reason
    arbiter?.tracer?(
      self, StateChange(kind: kind, from: state, to: .failed, time: reason.time, reason: reason))
  }
}
