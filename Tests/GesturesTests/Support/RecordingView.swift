import Contacts
import Gestures
import Timeline

/// A view that records the callbacks that it receives, as in `began 1,2`, and can react to them.
final class RecordingView: View {
  var log: [String] = []
  /// Whether callbacks are also passed on to the next responder.
  var passesOn = false
  /// The lines of the log for a callback with touches.
  var lines: (Touch.Phase, TouchSet, TouchEvent) -> [String] = { phase, touches, _ in
    ["\(phase) \(touches.map { String($0.id) }.joined(separator: ","))"]
  }
  /// Called after a callback with touches is recorded.
  var onTouches: ((Touch.Phase, TouchSet, TouchEvent) -> Void)?

  /// A view that receives several touches at once.
  static func multipleTouch(frame: Rect) -> RecordingView {
    let view = RecordingView(frame: frame)
    view.isMultipleTouchEnabled = true
    return view
  }

  override var canBecomeFirstResponder: Bool { true }

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    record(.began, touches, event)
    if passesOn { super.touchesBegan(touches, with: event) }
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    record(.moved, touches, event)
    if passesOn { super.touchesMoved(touches, with: event) }
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    record(.ended, touches, event)
    if passesOn { super.touchesEnded(touches, with: event) }
  }

  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    record(.cancelled, touches, event)
    if passesOn { super.touchesCancelled(touches, with: event) }
  }

  override func motionBegan(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    record(event)
    if passesOn { super.motionBegan(motion, with: event) }
  }

  override func motionEnded(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    record(event)
    if passesOn { super.motionEnded(motion, with: event) }
  }

  override func motionCancelled(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    record(event)
    if passesOn { super.motionCancelled(motion, with: event) }
  }

  private func record(_ phase: Touch.Phase, _ touches: TouchSet, _ event: TouchEvent) {
    log += lines(phase, touches, event)
    onTouches?(phase, touches, event)
  }

  private func record(_ event: MotionEvent) {
    log.append("\(event.kind) \(event.phase) \(event.timestamp.seconds)")
  }
}
