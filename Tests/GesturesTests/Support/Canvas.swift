import Contacts
import Gestures
import Timeline

/// A view that records the coalesced touches of each touch, as in `moved 1: 4/20 8/30`:
/// milliseconds and x in points.
final class Canvas: View {
  var log: [String] = []
  var coalesced: [Touch] = []
  var predicted: [Touch] = []
  var delivered = TouchSet()
  var kept: [CoalescedTouches] = []

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    draw("began", touches, event)
  }
  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    draw("moved", touches, event)
  }
  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    draw("ended", touches, event)
  }
  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    draw("cancelled", touches, event)
  }

  private func draw(_ phase: String, _ touches: TouchSet, _ event: TouchEvent) {
    delivered = touches
    for touch in touches {
      let steps = event.coalescedTouches(for: touch)
      coalesced = Array(steps)
      kept.append(steps)
      predicted = Array(event.predictedTouches(for: touch))
      let positions = steps.map {
        "\($0.timestamp.microseconds / 1000)/\(Int($0.point.x.rounded()))"
      }
      log.append("\(phase) \(touch.id): \(positions.joined(separator: " "))")
    }
  }
}
