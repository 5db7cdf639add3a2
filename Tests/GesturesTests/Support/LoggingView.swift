import Contacts
import Gestures

/// Writes down the touches that it gets, as in `began 1`; passes them on when told to.
final class LoggingView: View {
  var log: [String] = []
  var passesOn = false

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    write("began", touches)
    if passesOn { super.touchesBegan(touches, with: event) }
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    write("moved", touches)
    if passesOn { super.touchesMoved(touches, with: event) }
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    write("ended", touches)
    if passesOn { super.touchesEnded(touches, with: event) }
  }

  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    write("cancelled", touches)
    if passesOn { super.touchesCancelled(touches, with: event) }
  }

  private func write(_ phase: String, _ touches: TouchSet) {
    log.append("\(phase) \(touches.map { String($0.id) }.joined(separator: ","))")
  }
}
