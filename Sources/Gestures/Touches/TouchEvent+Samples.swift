import Contacts
import Timeline

/// What a touch did before this event, and what it may do after it.
extension TouchEvent {
  /// What a touch did since the last event that told of it; the last one is the touch itself.
  ///
  /// There are more than one only where frames are coalesced, by
  /// ``Application/send(_:)-(Sequence<ContactFrame>)``.
  public func coalescedTouches(for touch: Touch) -> CoalescedTouches {
    guard isCurrentMovement(touch),
      let offset = samples.prefix(samplesPerFrame).firstIndex(where: { $0.id == touch.id })
    else { return CoalescedTouches(touch) }
    return CoalescedTouches(touch, samples: samples, offset: offset, stride: samplesPerFrame)
  }

  /// Where a touch that has just moved will probably be; empty for others.
  ///
  /// What is needed for it is kept from the first question on, so the very first answer is empty, and
  /// who never asks pays nothing.
  public func predictedTouches(for touch: Touch) -> PredictedTouches {
    isPredicting = true
    guard isCurrentMovement(touch), let window = route(for: touch)?.window,
      let history = histories.first(where: { $0.id == touch.id }),
      history.time == touch.timestamp, history.point == touch.point, history.canPredict
    else { return PredictedTouches(none: touch) }
    return PredictedTouches(from: touch, history: history, window: window)
  }

  /// A touch that was held back is told of later, with an older time.
  private func isCurrentMovement(_ touch: Touch) -> Bool {
    touch.phase == .moved && touch.timestamp == timestamp
  }

  private func route(for touch: Touch) -> TouchRoute? {
    guard let index = touches.firstIndex(where: { $0.id == touch.id }), index < routes.count
    else { return nil }
    return routes[index]
  }
}

// MARK: - Keeping

extension TouchEvent {
  /// Keeps where the touches are in a frame that gets no event of its own.
  func keep(_ frame: ContactFrame, at time: Timestamp, idOffset: Touch.ID) {
    if samples.isEmpty { samplesPerFrame = touches.count }
    for (index, touch) in touches.enumerated() {
      let id = touch.id &- idOffset
      guard let contact = frame.contacts.first(where: { $0.id == id }) else { continue }
      let point = contact.point
      samples.append(
        TouchSample(
          id: touch.id, time: time, point: point,
          location: routes[index].window.location(ofPoint: point), pressure: contact.pressure))
    }
    note(frame, at: time, idOffset: idOffset)
  }

  /// Keeps what predictions need, if any are asked for.
  func note(_ frame: ContactFrame, at time: Timestamp, idOffset: Touch.ID) {
    guard isPredicting else { return }
    histories.removeAll { history in
      !frame.contacts.contains { $0.id == history.id &- idOffset }
    }
    for contact in frame.contacts {
      let id = contact.id &+ idOffset
      if let index = histories.firstIndex(where: { $0.id == id }) {
        histories[index].add(contact.point, at: time)
      } else {
        histories.append(TouchHistory(id: id, point: contact.point, time: time))
      }
    }
  }

  func forgetSamples() { samples.removeAll(keepingCapacity: true) }
}
