public import Contacts
import Timeline

/// Events at the rate of a display.
extension Application {
  /// Takes in what has come since the last picture, and tells of movements once.
  ///
  /// A surface samples faster than a display shows: of frames in a row in which fingers only move, the
  /// last one is delivered, to recognizers as well as to views, and ``TouchEvent/coalescedTouches(for:)``
  /// has the others. Every landing, lift and other change is delivered for itself, at its own time and
  /// place, the movements before it first; and so are the movements before a deadline, which may call it
  /// off.
  ///
  /// A driver with a display calls this once a picture; frames that are sent one by one, as in a replay,
  /// are all delivered.
  // Inlined, so that a sequence of the caller's own is gone through without allocations.
  @inlinable
  public func send(_ frames: some Sequence<ContactFrame>) {
    for frame in frames { coalesce(frame) }
    deliverHeldFrame()
  }

  @usableFromInline
  func coalesce(_ frame: ContactFrame) {
    guard frame.isInOrder else { return coalesce(frame.inOrder) }
    guard let earlier = heldFrame else {
      if onlyMoves(frame) { heldFrame = frame } else { send(frame) }
      return
    }
    guard frame.time >= earlier.time else {
      var late = frame
      late.time = earlier.time
      return coalesce(late)
    }
    if frame.device == earlier.device && onlyMoves(frame) && !hasDeadline(by: frame.time) {
      keep(earlier)
      heldFrame = frame
    } else {
      deliverHeldFrame()
      coalesce(frame)
    }
  }

  @usableFromInline
  func deliverHeldFrame() {
    guard let frame = heldFrame else { return }
    heldFrame = nil
    deliver(frame)
  }

  private func deliver(_ frame: ContactFrame) {
    send(frame)
    existingDispatcher(for: frame.device)?.event.forgetSamples()
  }

  private func keep(_ frame: ContactFrame) {
    guard let dispatcher = existingDispatcher(for: frame.device) else { return }
    let time = max(frame.time, lastTime ?? frame.time)
    dispatcher.event.keep(frame, at: time, idOffset: dispatcher.idOffset)
  }

  private func hasDeadline(by time: Timestamp) -> Bool {
    guard let deadline = arbiter.nextDeadline else { return false }
    return deadline <= time
  }

  /// Whether a frame tells nothing new of its device but where the fingers are.
  private func onlyMoves(_ frame: ContactFrame) -> Bool {
    guard state == .active, let dispatcher = existingDispatcher(for: frame.device) else {
      return false
    }
    return dispatcher.isMovement(frame)
  }
}

extension TouchDispatcher {
  fileprivate func isMovement(_ frame: ContactFrame) -> Bool {
    guard !event.touches.isEmpty, !frame.isInterrupted, !wasInterrupted, frame.cancelled.isEmpty,
      frame.buttons == event.buttons, frame.extraFingers == event.extraFingers
    else { return false }
    var known = 0
    for contact in frame.contacts {
      if let touch = event.touches.first(id: contact.id &+ idOffset) {
        guard touch.kind == Touch.Kind(contact.tool) else { return false }
        known += 1
      } else if !outcasts.contains(contact.id) {
        return false
      }
    }
    return known == event.touches.count
  }
}
