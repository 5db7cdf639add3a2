import Contacts
import Gestures
import Timeline

/// Calls a recognizer's callbacks as a unit test of a subclass would.
final class HandCaller {
  let recognizer: GestureRecognizer
  let log: StateLog
  private var touches: [Touch.ID: Touch] = [:]

  init(_ recognizer: GestureRecognizer) {
    self.recognizer = recognizer
    log = StateLog(recognizer)
  }

  func began(_ positions: [Touch.ID: (Double, Double)], at seconds: Double) {
    for (id, position) in positions {
      let point = Point(x: position.0, y: position.1)
      touches[id] = Touch(
        id: id, phase: .began, timestamp: Timestamp(seconds: seconds), location: point,
        point: point)
    }
    recognizer.touchesBegan(set(positions.keys), with: event(at: seconds))
  }

  func moved(_ positions: [Touch.ID: (Double, Double)], at seconds: Double) {
    for (id, position) in positions {
      touches[id]?.phase = .moved
      touches[id]?.timestamp = Timestamp(seconds: seconds)
      touches[id]?.point = Point(x: position.0, y: position.1)
      touches[id]?.location = Point(x: position.0, y: position.1)
    }
    recognizer.touchesMoved(set(positions.keys), with: event(at: seconds))
  }

  func ended(_ ids: Touch.ID..., at seconds: Double) { finish(ids, .ended, at: seconds) }
  func cancelled(_ ids: Touch.ID..., at seconds: Double) { finish(ids, .cancelled, at: seconds) }

  private func finish(_ ids: [Touch.ID], _ phase: Touch.Phase, at seconds: Double) {
    for id in ids {
      touches[id]?.phase = phase
      touches[id]?.timestamp = Timestamp(seconds: seconds)
    }
    if phase == .ended {
      recognizer.touchesEnded(set(ids), with: event(at: seconds))
    } else {
      recognizer.touchesCancelled(set(ids), with: event(at: seconds))
    }
    for id in ids { touches[id] = nil }
  }

  private func set(_ ids: some Sequence<Touch.ID>) -> TouchSet {
    TouchSet(ids.compactMap { touches[$0] })
  }

  private func event(at seconds: Double) -> TouchEvent {
    TouchEvent(timestamp: Timestamp(seconds: seconds), touches: TouchSet(touches.values))
  }
}
