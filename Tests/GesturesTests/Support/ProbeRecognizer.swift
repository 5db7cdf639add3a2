import Contacts
import Gestures
import Timeline

/// A recognizer that records the callbacks that it receives, as in `began 1,2`, and reacts as a
/// test says.
final class ProbeRecognizer: GestureRecognizer {
  var log: [String] = []
  private(set) var lastNewTouch: Touch?
  /// Called in the touch callbacks, after the log.
  var onBegan: ((ProbeRecognizer, Timestamp) -> Void)?
  var onMoved: ((ProbeRecognizer, Timestamp) -> Void)?
  var onEnded: ((ProbeRecognizer, Timestamp) -> Void)?
  var prevents: (GestureRecognizer) -> Bool = { _ in true }
  var isPreventable: (GestureRecognizer) -> Bool = { _ in true }
  private let ownKind: Gesture.Kind

  init(_ kind: Gesture.Kind = .path) { ownKind = kind }

  override var kind: Gesture.Kind { ownKind }

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    write("began", touches)
    lastNewTouch = touches.last
    onBegan?(self, event.timestamp)
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    write("moved", touches)
    onMoved?(self, event.timestamp)
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    write("ended", touches)
    onEnded?(self, event.timestamp)
  }

  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    write("cancelled", touches)
    super.touchesCancelled(touches, with: event)
  }

  override func reset() { log.append("reset") }

  override func canPrevent(_ other: GestureRecognizer) -> Bool { prevents(other) }
  override func canBePrevented(by other: GestureRecognizer) -> Bool { isPreventable(other) }

  private func write(_ phase: String, _ touches: TouchSet) {
    log.append("\(phase) \(touches.map { String($0.id) }.joined(separator: ","))")
  }
}

extension ProbeRecognizer {
  /// A discrete recognizer that is recognized when its finger lifts.
  static func recognizingOnTouchUp(_ kind: Gesture.Kind = .path) -> ProbeRecognizer {
    let probe = ProbeRecognizer(kind)
    probe.onEnded = { $0.recognize(at: $1) }
    return probe
  }

  /// A continuous recognizer that begins with the first movement and ends when the finger lifts.
  static func continuous(_ kind: Gesture.Kind = .path) -> ProbeRecognizer {
    let probe = ProbeRecognizer(kind)
    probe.onMoved = { $0.state == .possible ? $0.begin(at: $1) : $0.change(at: $1) }
    probe.onEnded = { $0.end(at: $1) }
    return probe
  }
}

/// A delegate that records the questions that it receives, and answers as a test says.
final class RecordingDelegate: GestureRecognizerDelegate {
  var log: [String] = []
  var begins: (GestureRecognizer) -> Bool = { _ in true }
  var receivesEvents = true
  var receivesTouches: (Touch) -> Bool = { _ in true }
  var allowsBoth: (GestureRecognizer) -> Bool = { _ in false }
  var requiresFailure: (GestureRecognizer) -> Bool = { _ in false }
  var isRequiredToFail: (GestureRecognizer) -> Bool = { _ in false }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    log.append("begin \(recognizer.state)")
    return begins(recognizer)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive event: TouchEvent
  ) -> Bool {
    log.append("event \(event.allTouches.count)")
    return receivesEvents
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    log.append("touch \(touch.id)")
    return receivesTouches(touch)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { allowsBoth(other) }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool {
    log.append("require \(other.kind)")
    return requiresFailure(other)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool {
    log.append("required by \(other.kind)")
    return isRequiredToFail(other)
  }
}
