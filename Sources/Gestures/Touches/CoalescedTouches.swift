public import Contacts
import Timeline

/// The steps of a touch between two events, each as a touch, ending with the delivered one; copies,
/// which may be kept beyond the callback.
public struct CoalescedTouches: RandomAccessCollection, Sendable {
  private let delivered: Touch
  private let samples: [TouchSample]
  /// The index of the touch's first sample, and the distance from each to the next.
  private let offset: Int
  private let stride: Int
  public let endIndex: Int

  fileprivate init(
    _ delivered: Touch, samples: [TouchSample] = [], offset: Int = 0, stride: Int = 1
  ) {
    self.delivered = delivered
    self.samples = samples
    self.offset = offset
    self.stride = stride
    endIndex = samples.count / stride + 1
  }

  public var startIndex: Int { 0 }

  /// The touch at a step; its phase is `stationary` if it did not move in that step.
  public subscript(index: Int) -> Touch {
    // A fatal error, since a precondition prints no message in release.
    guard indices.contains(index) else { fatalError("coalesced touch \(index) of \(count)") }
    guard index < endIndex - 1 else { return delivered }
    let sample = samples[index * stride + offset]
    var touch = delivered
    if index > 0 {
      let previous = samples[(index - 1) * stride + offset]
      touch.previousPoint = previous.point
      touch.previousLocation = previous.location
    }
    touch.timestamp = sample.time
    touch.point = sample.point
    touch.location = sample.location
    touch.pressure = sample.pressure
    touch.phase = sample.point == touch.previousPoint ? .stationary : .moved
    return touch
  }
}

/// The position of a touch in a frame without an event.
struct TouchSample: Hashable, Sendable {
  var id: Touch.ID
  var time: Timestamp
  var point: Point
  var location: Point
  var pressure: Double?
}

extension TouchEvent {
  /// The steps of a touch since the last event with a movement of it, ending with the touch itself.
  ///
  /// There are several only if frames were coalesced, by
  /// ``Application/send(_:)-(Sequence<ContactFrame>)``.
  public func coalescedTouches(for touch: Touch) -> CoalescedTouches {
    guard isCurrentMovement(touch),
      let offset = samples.prefix(samplesPerFrame).firstIndex(where: { $0.id == touch.id })
    else { return CoalescedTouches(touch) }
    return CoalescedTouches(touch, samples: samples, offset: offset, stride: samplesPerFrame)
  }

  /// Whether a touch moved in this event; a touch that was held back has an older time.
  func isCurrentMovement(_ touch: Touch) -> Bool {
    touch.phase == .moved && touch.timestamp == timestamp
  }

  fileprivate func store(_ frame: ContactFrame, at time: Timestamp, idOffset: Touch.ID) {
    if samples.isEmpty { samplesPerFrame = touches.count }
    for (index, touch) in touches.enumerated() {
      let id = touch.id &- idOffset
      guard let contact = frame.contacts.first(where: { $0.id == id }) else { continue }
      let point = contact.point
      samples.append(
        TouchSample(
          id: touch.id, time: time, point: point,
          location: deliveries[index].route.window.location(ofPoint: point),
          pressure: contact.pressure))
    }
    if isPredicting { addToHistories(frame, at: time, idOffset: idOffset) }
  }
}

// MARK: - Frames of a display's refresh

extension Application {
  /// Processes the frames since the last refresh of the display, coalescing movements.
  ///
  /// A device reports more often than a display refreshes. Of consecutive frames in which contacts
  /// only move, recognizers and views receive the last one, and
  /// ``TouchEvent/coalescedTouches(for:)`` has the others. Every other change is delivered by
  /// itself, at its own time and position, after the movements before it. So are the movements
  /// before a deadline that they may cancel.
  ///
  /// A program with a display calls this once a refresh. Frames that are sent one by one, as in a
  /// replay, are not coalesced.
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
    existingDispatcher(for: frame.device)?.event.samples.removeAll(keepingCapacity: true)
  }

  private func store(_ frame: ContactFrame) {
    guard let dispatcher = existingDispatcher(for: frame.device) else { return }
    dispatcher.palmFilter?.judge(frame)
    let time = max(frame.time, lastTime ?? frame.time)
    dispatcher.event.store(frame, at: time, idOffset: dispatcher.idOffset)
  }

  /// Whether a frame differs from the device's last one in the positions of contacts only.
  private func onlyMoves(_ frame: ContactFrame) -> Bool {
    guard state == .active, let dispatcher = existingDispatcher(for: frame.device) else {
      return false
    }
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
