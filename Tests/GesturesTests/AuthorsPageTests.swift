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

  @Test("A resampler delivers the samples, and the position at the frame of the display")
  func resampling() {
    var drawn: [(Timestamp, Point)] = []
    func draw(_ positions: [TouchResampler.Position], _ time: Timestamp) {
      drawn += positions.map { (time, $0.point) }
    }
    var resampler = TouchResampler()
    resampler.add([.init(id: 1, point: Point(x: 20, y: 30))], at: Timestamp(seconds: 0.010))
    resampler.add([.init(id: 1, point: Point(x: 30, y: 30))], at: Timestamp(seconds: 0.020))
    resampler.resample(forFrameAt: Timestamp(seconds: 0.035)) { time, positions in
      draw(positions, time)
    }
    #expect(drawn.map(\.1.x) == [20, 30, 35])
    #expect(drawn.last?.0 == Timestamp(seconds: 0.025))
  }

  @Test("The default tap is reported once time has passed, UIKit's when the finger lifts")
  func tap() {
    for (recognizer, isImmediate) in [
      (TapRecognizer(), false), (TapRecognizer(taps: 1, touches: 1), true),
    ] {
      let application = Application()
      let window = Window(touchArea: Size(width: 100, height: 60))  // mm
      application.addWindow(window)
      var positions: [Point] = []
      recognizer.onEnd { tap in positions.append(tap.location(in: tap.view)) }
      window.addGestureRecognizer(recognizer)
      let finger = Contact(id: 1, position: Point(x: 25.4, y: 25.4))
      application.send(ContactFrame(time: .zero, contacts: [finger]))
      application.send(ContactFrame(time: Timestamp(seconds: 0.1)))
      #expect(positions.count == (isImmediate ? 1 : 0))
      application.advance(to: Timestamp(seconds: 0.39))
      #expect(positions.count == (isImmediate ? 1 : 0))
      application.advance(to: Timestamp(seconds: 0.41))
      #expect(positions == [Point(x: 163, y: 163)])
    }
  }
}
