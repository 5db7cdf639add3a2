import Timeline

/// The way in for motions.
extension Application {
  /// The window that motions come to: the one last made key, or else the frontmost.
  public var keyWindow: Window? { chosenKeyWindow ?? windows.last }

  /// Takes a motion in; one that comes while callbacks run waits until they are done.
  ///
  /// Deadlines up to its time fire first. Only an active application hears of a motion. Of two
  /// beginnings in a row the second does not count, nor does an end without a beginning: each motion
  /// that began has exactly one of ended and cancelled.
  public func send(_ event: MotionEvent) {
    change(at: event.timestamp) { [unowned self] time in
      guard state == .active else { return }
      var event = event
      event.timestamp = time
      deliver(motion: event)
    }
  }

  /// Calls off what has begun.
  func cancelMotions(at time: Timestamp) {
    while let motion = motions.first {
      deliver(motion: MotionEvent(motion.kind, .cancelled, at: time))
    }
  }

  private func deliver(motion event: MotionEvent) {
    let index = motions.firstIndex { $0.kind == event.kind }
    guard event.phase != .began else {
      guard index == nil else { return }
      let responder: Responder = keyWindow?.firstResponder ?? keyWindow ?? self
      motions.append(MotionInProgress(kind: event.kind, responder: responder))
      return responder.deliver(event)
    }
    guard let index else { return }
    let motion = motions.remove(at: index)
    if let responder = motion.responder {
      responder.deliver(event)
    } else {
      discardedEvents += 1
    }
  }
}
