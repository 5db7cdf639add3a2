import Contacts
import Testing
import Timeline

@testable import Gestures

/// What one touch, device, trace or application leaves behind for another.
@Suite("Touches, devices and traces for themselves")
struct SeparationTests {
  private func contact(_ id: Contact.ID, x: Double, pressure: Double? = nil) -> Contact {
    Contact(id: id, position: Point(x: x, y: 20), pressure: pressure)
  }

  private func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

  @Test("A number that is used again while other fingers are down is a finger of its own")
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
    #expect(abs((stage.gestures.last?.translation?.dx ?? 0) - 250.0 / 3) < 1e-9)
  }

  @Test("A tip whose number is used again taps from where it landed last")
  func tipUsedAgain() {
    let stage = TouchStage()
    stage.window.addGestureRecognizer(TipTapRecognizer())
    stage.frame(at: 0, [1: (300, 100)])
    stage.frame(at: 0.5, [2: (100, 100), 3: (200, 100)])
    stage.frame(at: 0.6, up: [2])
    stage.frame(at: 0.7, [2: (160, 100)])
    stage.frame(at: 0.72, [2: (161, 100)])
    stage.frame(at: 0.8, up: [2, 3])
    stage.frame(at: 1, up: [1])
    #expect(stage.outcomes == ["tipTap 4 left"])
  }

  @Test("A palm on one device does not break off what goes on in another one's window")
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

  @Test("A key that is let go does not end an interruption by the program")
  func keyWithinInterruption() {
    let stage = TouchStage()
    stage.frame(at: 0)
    stage.application.interrupt(at: time(0.1))
    stage.frame(at: 0.2, isInterrupted: true)
    stage.frame(at: 0.3)
    #expect(stage.application.state == .inactive)
    stage.application.resume()
    #expect(stage.application.state == .active)
  }

  @Test("An interruption by two devices is over when both say so")
  func twoInterruptions() {
    let stage = TouchStage()
    for (seconds, device, isInterrupted) in [(0, 0, true), (1, 1, true), (2, 0, false)] {
      stage.application.send(
        ContactFrame(time: time(Double(seconds)), device: device, isInterrupted: isInterrupted))
      #expect(stage.application.state == .inactive)
    }
    stage.application.send(ContactFrame(time: time(3), device: 1))
    #expect(stage.application.state == .active)
  }

  @Test("The end of a trace leaves no deadline behind, that of an application asleep included")
  func suspension() {
    let stage = TouchStage()
    stage.frame(at: 0)
    stage.application.enterBackground(at: time(1))
    stage.finish()
    #expect(stage.application.nextDeadline == nil)
    #expect(stage.application.state == .suspended)
  }

  @Test("9: Of a finger and a pen that land together a recognizer takes one kind")
  func twoKinds() {
    let stage = TouchStage()
    let probe = ProbeRecognizer()
    stage.window.addGestureRecognizer(probe)
    var pen = contact(2, x: 30)
    pen.tool = .pen
    stage.application.send(ContactFrame(time: .zero, contacts: [contact(1, x: 20), pen]))
    stage.application.send(ContactFrame(time: time(0.1)))
    #expect(probe.log == ["began 1", "ended 1", "reset"])
  }

  @Test("More resting fingers than wanted make no tip-tap, however they came to rest")
  func tooManyRest() {
    let stage = TouchStage()
    let recognizer = TipTapRecognizer()
    recognizer.restingCounts = 1...1
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (300, 100)])
    stage.frame(at: 0.5, [2: (400, 100)])
    stage.frame(at: 2, [3: (100, 100)])
    stage.frame(at: 2.1, up: [3])
    stage.frame(at: 3, up: [1, 2])
    #expect(stage.outcomes.isEmpty)
    #expect(recognizer.lastFailure?.cause == .touches)
  }

  @Test("A swipe that is decided early, and waits, is not undone by what the finger does later")
  func earlySwipeWaits() {
    let stage = TouchStage()
    let required = ProbeRecognizer()
    required.onEnded = { $0.fail(FailureReason(.duration, time: $1)) }
    let swipe = SwipeRecognizer()
    swipe.recognitionTiming = .early
    swipe.require(toFail: required)
    stage.window.addGestureRecognizer(required)
    stage.window.addGestureRecognizer(swipe)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (200, 0), lasting: 0.1)
    stage.move([1], by: (0, 200), lasting: 2)
    stage.frame(at: 3, up: [1])
    #expect(stage.outcomes == ["swipe 1 right"])
  }

  @Test("Each application asks about its own first landing")
  func askedInEachApplication() {
    let probe = ProbeRecognizer()
    let advisor = Advisor()
    probe.delegate = advisor
    for _ in 0..<2 {
      let stage = TouchStage()
      stage.window.addGestureRecognizer(probe)
      stage.frame(at: 0, [1: (100, 100)])
      stage.frame(at: 0.1, up: [1])
    }
    #expect(advisor.log.filter { $0.hasPrefix("event") }.count == 2)
  }

  @Test("A window that moves to another application stays there when the first one ends")
  func windowMoves() {
    var first: Application? = Application()
    let second = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    first?.addWindow(window)
    second.addWindow(window)
    #expect(first?.windows.isEmpty ?? false)
    first = nil
    #expect(window.application === second)
  }

  @Test("An interruption that a trace ends in is over with it, whatever device comes next")
  func interruptionAtEnd() {
    let stage = TouchStage()
    stage.frame(at: 0, isInterrupted: true)
    stage.finish()
    stage.application.send(ContactFrame(time: .zero, contacts: [contact(1, x: 20)], device: 1))
    #expect(stage.application.state == .active)
    #expect(stage.application.touches.count == 1)
  }

  @Test("But one by the program lasts until the program resumes")
  func programInterruptionAtEnd() {
    let stage = TouchStage()
    stage.application.interrupt(at: .zero)
    stage.finish()
    stage.frame(at: 0, [1: (10, 10)])
    #expect(stage.application.state == .inactive)
  }

  @Test("A touch that was ignored where it never came is not mistaken for the next of its number")
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
