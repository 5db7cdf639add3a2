/// The steps of a touch between two events, each as a touch, ending with the delivered one; copies,
/// which may be kept beyond the callback.
public struct CoalescedTouches: RandomAccessCollection, Sendable {
  private let delivered: Touch
  private let steps: [Touch]
  /// The index of the touch's first step, and the distance from each to the next.
  private let offset: Int
  private let stride: Int
  public let endIndex: Int

  fileprivate init(_ delivered: Touch, steps: [Touch] = [], offset: Int = 0, stride: Int = 1) {
    self.delivered = delivered
    self.steps = steps
    self.offset = offset
    self.stride = stride
    endIndex = steps.count / stride + 1
  }

  public var startIndex: Int { 0 }

  /// The touch at a step; its phase is `stationary` if it did not move in that step.
  public subscript(index: Int) -> Touch {
    // A fatal error, since a precondition prints no message in release.
    guard indices.contains(index) else { fatalError("coalesced touch \(index) of \(count)") }
    return index < endIndex - 1 ? steps[index * stride + offset] : delivered
  }
}

extension TouchEvent {
  /// The steps of a touch since the last event with a movement of it, ending with the touch itself,
  /// without those of frames between which it returned to its place: several only if
  /// ``Application/send(_:)-(Sequence<ContactFrame>)`` coalesced frames.
  public func coalescedTouches(for touch: Touch) -> CoalescedTouches {
    guard isCurrentMovement(touch),
      let offset = steps.prefix(stepsPerFrame).firstIndex(where: { $0.id == touch.id })
    else { return CoalescedTouches(touch) }
    return CoalescedTouches(touch, steps: steps, offset: offset, stride: stepsPerFrame)
  }

  /// Whether a touch moved in this event; a touch that was held back has an older time.
  func isCurrentMovement(_ touch: Touch) -> Bool {
    touch.phase == .moved && touch.timestamp == timestamp
  }

  fileprivate func store(_ frame: ContactFrame, at time: Timestamp, idOffset: Touch.ID) {
    if steps.isEmpty { stepsPerFrame = touches.count }
    for (index, touch) in touches.enumerated() {
      let id = touch.id &- idOffset
      guard let contact = frame.contacts.first(where: { $0.id == id }) else { continue }
      var step = steps.count < stepsPerFrame ? touch : steps[steps.count - stepsPerFrame]
      step.previousPoint = step.point
      step.previousLocation = step.location
      step.timestamp = time
      step.point = contact.point
      step.location = deliveries[index].route.window.location(ofPoint: step.point)
      step.pressure = contact.pressure
      step.phase = step.point == step.previousPoint ? .stationary : .moved
      steps.append(step)
    }
    if isPredicting { addToHistories(frame, at: time, idOffset: idOffset) }
  }
}

// MARK: - Frames of a display's refresh

extension Application {
  /// Processes the frames since the last refresh of the display, coalescing movements; a program
  /// with a display calls this once a refresh.
  ///
  /// Of consecutive frames in which contacts only move, recognizers and views receive the last one,
  /// and ``TouchEvent/coalescedTouches(for:)`` has the others. Every other change is delivered by
  /// itself, at its own time and position, after the movements before it. So are the movements
  /// before a deadline that they may cancel.
  // Inlinable, so that any sequence is traversed without allocations.
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
    if frame.device == earlier.device && onlyMoves(frame)
      && frame.time < arbiter.nextDeadline ?? .max
    {
      store(earlier)
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
    send(frame)
    existingDispatcher(for: frame.device)?.event.steps.removeAll(keepingCapacity: true)
  }

  private func store(_ frame: ContactFrame) {
    guard let dispatcher = existingDispatcher(for: frame.device) else { return }
    dispatcher.palmFilter?.judge(frame)
    let time = max(frame.time, lastTime ?? frame.time)
    dispatcher.event.store(frame, at: time, idOffset: dispatcher.idOffset)
  }

  /// Whether a frame differs from the device's last one in the positions of contacts only.
  private func onlyMoves(_ frame: ContactFrame) -> Bool {
    guard state == .active, let dispatcher = existingDispatcher(for: frame.device)
    else { return false }
    return !dispatcher.showsPalm(frame, after: heldFrame) && dispatcher.isMovement(frame)
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
        guard touch.kind == contact.tool else { return false }
        known += 1
      } else if !excluded.contains(contact.id) {
        return false
      }
    }
    return known == event.touches.count
  }
}
