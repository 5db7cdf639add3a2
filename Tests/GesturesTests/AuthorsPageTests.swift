import Contacts
import Gestures
import Testing
import Timeline

@Suite("docs/Authors.md")
struct AuthorsPageTests {
  @Test("The program reports a pan that begins and then the swipe")
  func program() {
    var lines: [String] = []
    let application = Application(policy: StandardPolicy())
    let window = Window(touchArea: Size(width: 100, height: 60))  // mm
    RecognizerSet.standard.attach(to: window)
    application.addWindow(window)
    application.arbiter.observer = { _, gesture in
      lines.append("\(gesture.kind) \(gesture.state) \(gesture.direction?.rawValue ?? "")")
    }

    for (time, x) in [(0.00, 20.0), (0.05, 40), (0.10, 60)] {
      let finger = Contact(id: 1, position: Point(x: x, y: 30))
      application.send(ContactFrame(time: Timestamp(seconds: time), contacts: [finger]))
    }
    application.send(ContactFrame(time: Timestamp(seconds: 0.11)))
    application.finish()
    #expect(lines == ["pan began right", "pan cancelled right", "swipe recognized right"])
  }
}
