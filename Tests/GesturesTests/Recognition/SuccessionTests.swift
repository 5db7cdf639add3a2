import Contacts
import Testing
import Timeline

@testable import Gestures

@Suite("Successive touches")
struct SuccessionTests {
  private let stage = TouchStage(profile: .standard)

  private func swipe(_ id: Int, from position: (Double, Double), at time: Double) {
    stage.frame(at: time, [id: position])
    stage.move([id], by: (150, 0), lasting: 0.15)
  }

  @Test("A touch that begins in the frame in which another ends makes its own gesture")
  func sameFrame() {
    swipe(1, from: (100, 100), at: 0)
    stage.frame(at: 0.16, [2: (500, 300)], up: [1])
    stage.move([2], by: (-200, 0), lasting: 1)
    stage.frame(at: 1.17, up: [2])
    #expect(stage.outcomes == ["swipe 1 right", "pan 1 left"])
  }

  @Test("A touch that begins in the frame in which another is cancelled makes its own gesture")
  func cancelled() {
    swipe(1, from: (100, 100), at: 0)
    stage.frame(at: 0.16, [2: (250, 100)], cancelled: [1])
    stage.move([2], by: (200, 0), lasting: 1)
    stage.frame(at: 1.17, up: [2])
    #expect(stage.outcomes == ["pan 1 right"])
  }

  @Test("A finger that gets a new id in mid-contact continues the gesture")
  func changedIdentity() {
    swipe(1, from: (100, 100), at: 0)
    stage.frame(at: 0.16, [2: (260, 100)], up: [1])
    stage.move([2], by: (100, 0), lasting: 0.1)
    stage.frame(at: 0.27, up: [2])
    #expect(stage.outcomes == ["swipe 1 right"])
  }

  @Test("A click of earlier fingers does not affect touches that begin in the frame of their end")
  func click() {
    stage.frame(at: 0, [1: (100, 100)], buttons: .left)
    stage.frame(at: 0.1, [1: (100, 100)])
    stage.frame(at: 0.2, [2: (500, 300)], up: [1])
    stage.frame(at: 0.25, up: [2])
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×1"])
  }
}

/// What one touch, device, trace or application must not leave behind for another.
@Suite("Independent touches, devices and applications")
struct IndependenceTests {
  private func contact(_ id: Contact.ID, x: Double, pressure: Double? = nil) -> Contact {
    Contact(id: id, position: Point(x: x, y: 20), pressure: pressure)
  }

  private func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

  @Test("A reused contact id is a new finger while others are down")
  func numberUsedAgain() {
    let stage = TouchStage()
    stage.window.addGestureRecognizer(PanRecognizer())
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.move([1, 2], by: (100, 0), lasting: 0.2)
    stage.frame(at: 0.3, up: [1])
    stage.frame(at: 0.5, [1: (400, 300)])
    stage.move([1], by: (50, 0), lasting: 0.2)
    stage.frame(at: 0.8, up: [2])
    stage.frame(at: 0.9, up: [1])
    #expect(stage.gestures.map(\.state) == [.began, .ended])
    // 100 with both fingers, then half of the 50 that one of two moved.
    #expect(abs((stage.gestures.last?.translation?.dx ?? 0) - 125) < 1e-9)
  }

  @Test("A palm on one device does not cancel a gesture of another device")
  func palmElsewhere() {
    let stage = TouchStage()
    stage.application.palmFilter = PalmFilter()
    let other = Window(frame: stage.window.bounds)
    stage.window.devices = [0]
    other.devices = [1]
    stage.application.addWindow(other)
    other.addGestureRecognizer(LongPressRecognizer())
    stage.application.send(ContactFrame(time: .zero, contacts: [contact(1, x: 20)], device: 1))
    stage.application.send(
      ContactFrame(time: time(0.1), contacts: [contact(1, x: 20, pressure: 1000)], device: 0))
    stage.application.send(ContactFrame(time: time(0.2), device: 0))
    stage.application.send(ContactFrame(time: time(1), device: 1))
    #expect(stage.gestures.map(\.state) == [.began, .ended])
  }

  @Test("Each application asks the delegate about its own first touch")
  func askedInEachApplication() {
    let probe = ProbeRecognizer()
    let advisor = RecordingDelegate()
    probe.delegate = advisor
    for _ in 0..<2 {
      let stage = TouchStage()
      stage.window.addGestureRecognizer(probe)
      stage.frame(at: 0, [1: (100, 100)])
      stage.frame(at: 0.1, up: [1])
    }
    #expect(advisor.log.filter { $0.hasPrefix("event") }.count == 2)
  }

  @Test("Ignoring a touch of another view does not hide a later touch with the same id")
  func ignoredElsewhere() {
    let stage = TouchStage()
    let view = View(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    stage.window.addSubview(view)
    let probe = ProbeRecognizer()
    view.addGestureRecognizer(probe)
    stage.frame(at: 0, [1: (300, 300)])
    for touch in stage.application.touches { probe.ignore(touch) }
    stage.frame(at: 0.1, up: [1])
    stage.finish()
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, up: [1])
    #expect(probe.log == ["began 1", "ended 1", "reset"])
  }
}
