import Contacts
import Gestures
import Testing
import Timeline

@Suite("TouchExplorer")
struct TouchExplorerTests {
  /// Shows the three labels after each callback.
  private final class Explorer: View {
    var lines: [String] = []

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
      show(.began, touches)
    }
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      show(.moved, touches)
    }
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
      show(.ended, touches)
    }
    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
      show(.cancelled, touches)
    }

    private func show(_ phase: Touch.Phase, _ touches: TouchSet) {
      lines.append(TextbookText.message(for: phase))
      lines.append(TextbookText.tapsLabel(for: touches))
      lines.append(TextbookText.touchesLabel(for: touches))
    }
  }

  @Test("Counts are those of the phase: fingers that lift one by one count one each")
  func countsPerPhase() {
    let application = Application()
    let window = Window(touchArea: Size(width: 100, height: 100))
    let explorer = Explorer(frame: window.bounds)
    explorer.isMultipleTouchEnabled = true
    window.addSubview(explorer)
    application.addWindow(window)
    let first = Contact(id: 1, position: Point(x: 10, y: 10))
    let second = Contact(id: 2, position: Point(x: 30, y: 10))
    application.send(ContactFrame(time: Timestamp(seconds: 0), contacts: [first, second]))
    application.send(ContactFrame(time: Timestamp(seconds: 0.1), contacts: [second]))
    application.send(ContactFrame(time: Timestamp(seconds: 0.2)))
    application.send(
      ContactFrame(
        time: Timestamp(seconds: 1),
        contacts: [
          Contact(id: 3, position: Point(x: 10, y: 10))
        ]))
    application.interrupt(at: Timestamp(seconds: 1.1))
    #expect(
      explorer.lines == [
        "Touches Began", "1 taps detected", "2 touches detected.",
        "Touches Stopped", "1 taps detected", "1 touches detected.",
        "Touches Stopped", "1 taps detected", "1 touches detected.",
        "Touches Began", "1 taps detected", "1 touches detected.",
        "Toches Cancelled", "1 taps detected", "1 touches detected.",
      ])
  }
}
