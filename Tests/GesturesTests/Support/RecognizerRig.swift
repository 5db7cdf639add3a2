import Contacts
import Timeline

@testable import Gestures

/// Delivers touches at exact positions in points to one recognizer, and records its reports.
final class RecognizerRig {
  let recognizer: GestureRecognizer
  let arbiter = Arbiter(policy: IndependentPolicy())
  private(set) var gestures: [Gesture] = []
  private(set) var now = Timestamp.zero
  private var touches: [Touch.ID: Touch] = [:]

  init(_ recognizer: GestureRecognizer) {
    self.recognizer = recognizer
    arbiter.observesChanges = true
    arbiter.observer = { [unowned self] _, gesture in gestures.append(gesture) }
  }

  deinit {
    // During a gesture the recognizer and the arbiter retain each other.
    arbiter.disband()
  }

  /// The reports of final states.
  var outcomes: [Gesture] { gestures.filter { $0.state.isFinal } }

  func began(
    _ positions: [Touch.ID: (Double, Double)], at seconds: Double = 0, tapCount: Int = 1,
    isResumed: Bool = false
  ) {
    advance(to: seconds)
    for (id, position) in positions {
      let point = Point(x: position.0, y: position.1)
      touches[id] = Touch(
        id: id, phase: .began, timestamp: now, location: point, point: point, tapCount: tapCount,
        isResumed: isResumed)
    }
    arbiter.join(recognizer)
    deliver(positions.keys, phase: .began)
  }

  func moved(_ positions: [Touch.ID: (Double, Double)], at seconds: Double? = nil) {
    advance(to: seconds ?? now.seconds + 0.01)
    for (id, position) in positions {
      guard var touch = touches[id] else { continue }
      touch.previousPoint = touch.point
      touch.point = Point(x: position.0, y: position.1)
      touch.phase = .moved
      touch.timestamp = now
      touches[id] = touch
    }
    deliver(positions.keys, phase: .moved)
  }

  func ended(_ ids: Touch.ID..., at seconds: Double? = nil) {
    finish(ids, phase: .ended, at: seconds)
  }

  func cancelled(_ ids: Touch.ID..., at seconds: Double? = nil) {
    finish(ids, phase: .cancelled, at: seconds)
  }

  func advance(to seconds: Double) {
    now = Timestamp(seconds: seconds)
    arbiter.fireDeadlines(by: now)
  }

  private func finish(_ ids: [Touch.ID], phase: Touch.Phase, at seconds: Double?) {
    advance(to: seconds ?? now.seconds + 0.01)
    for id in ids { touches[id]?.phase = phase }
    for id in ids { touches[id]?.timestamp = now }
    if recognizer.state.isFinal { recognizer.downCount -= ids.count }
    deliver(ids, phase: phase)
    for id in ids { touches[id] = nil }
    arbiter.settle()
  }

  private func deliver(_ ids: some Sequence<Touch.ID>, phase: Touch.Phase) {
    if recognizer.state.isFinal && phase == .began { recognizer.downCount += Array(ids).count }
    guard !recognizer.state.isFinal else { return }
    let event = TouchEvent(timestamp: now, touches: TouchSet(touches.values))
    recognizer.deliver(TouchSet(ids.compactMap { touches[$0] }), phase: phase, with: event)
  }
}
