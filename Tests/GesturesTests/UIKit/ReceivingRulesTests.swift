import Contacts
import Gestures
import Testing
import Timeline

@Suite("UIKit's delivery to recognizers: rules 5 to 10")
struct ReceivingRulesTests {
  private let stage = TouchStage()
  private let probe = ProbeRecognizer()

  @Test("5: A recognizer receives the touches that hit its view or a descendant")
  func descendants() {
    let parent = View(frame: Rect(x: 0, y: 0, width: 300, height: 400))
    let child = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let grandchild = View(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    stage.window.addSubview(parent)
    parent.addSubview(child)
    child.addSubview(grandchild)
    parent.isMultipleTouchEnabled = true
    parent.addGestureRecognizer(probe)
    stage.frame(at: 0, [1: (200, 200), 2: (75, 75), 3: (25, 25), 4: (500, 200)])
    #expect(probe.log == ["began 1,2,3"])
  }

  @Test(
    "6: Recognizers are not part of the responder chain; they receive each touch before the hit view"
  )
  func beforeTheView() {
    let view = RecordingView(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    let recognizer = probe
    // The view handles every touch; the recognizer of the window behind it receives each all the
    // same.
    view.onTouches = { _, _, _ in recognizer.log.append("view") }
    stage.window.addSubview(view)
    stage.window.addGestureRecognizer(probe)
    probe.onEnded = { $0.fail(FailureReason(.touches, time: $1)) }
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, [1: (20, 10)])
    stage.frame(at: 0.2, up: [1])
    #expect(probe.log == ["began 1", "view", "moved 1", "view", "ended 1", "view", "reset"])
    var link = view.next
    while let responder = link {
      #expect(responder is View || responder is Application)
      link = responder.next
    }
  }

  @Test(
    "7: shouldReceive(event) is asked once, before shouldReceive(touch), and that before touchesBegan"
  )
  func questions() {
    let advisor = RecordingDelegate()
    let recognizer = probe
    probe.delegate = advisor
    probe.onBegan = { _, _ in advisor.log.append("began") }
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (10, 10), 2: (50, 10)])
    #expect(advisor.log == ["event 2", "touch 1", "touch 2", "began"])
    stage.frame(at: 0.1, [1: (20, 10)])
    stage.frame(at: 0.2, [3: (90, 10)])
    #expect(advisor.log.dropFirst(4) == ["event 3", "touch 3", "began"])
  }

  @Test("7: A refused touch stays invisible to the recognizer, including its movements")
  func refusedTouch() {
    let advisor = RecordingDelegate()
    advisor.receivesTouches = { $0.id != 1 }
    probe.delegate = advisor
    let other = ProbeRecognizer()
    stage.window.addGestureRecognizer(probe)
    stage.window.addGestureRecognizer(other)
    stage.frame(at: 0, [1: (10, 10), 2: (50, 10)])
    stage.frame(at: 0.1, [1: (20, 10)])
    stage.frame(at: 0.2, [1: (30, 10), 2: (60, 10)])
    stage.frame(at: 0.3, up: [1])
    #expect(probe.log == ["began 2", "moved 2"])
    #expect(other.log == ["began 1,2", "moved 1", "moved 1,2", "ended 1"])
  }

  @Test("7: A refused event hides all of its touches, and the delegate is not asked about them")
  func refusedEvent() {
    let advisor = RecordingDelegate()
    advisor.receivesEvents = false
    probe.delegate = advisor
    stage.window.addGestureRecognizer(probe)
    stage.frame(at: 0, [1: (10, 10), 2: (50, 10)])
    stage.frame(at: 0.1, [1: (20, 10)])
    #expect(probe.log.isEmpty)
    #expect(advisor.log == ["event 2"])
  }

  @Test("8: Recognizers ignore a view's exclusive touch")
  func exclusiveTouch() {
    let exclusive = RecordingView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let other = RecordingView(frame: Rect(x: 200, y: 0, width: 100, height: 100))
    exclusive.isExclusiveTouch = true
    stage.window.addSubview(exclusive)
    stage.window.addSubview(other)
    other.addGestureRecognizer(probe)
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, [2: (210, 10)])
    #expect(exclusive.log == ["began 1"])
    #expect(other.log.isEmpty)
    #expect(probe.log == ["began 2"])
  }

  @Test("9: A recognizer that received one kind of touch ignores other kinds until its reset")
  func exclusiveKind() {
    stage.window.addGestureRecognizer(probe)
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, [2: (50, 10)], tool: .pen)
    stage.frame(at: 0.2, [1: (20, 10), 3: (90, 10)])
    stage.frame(at: 0.3, up: [1, 2, 3])
    stage.frame(at: 0.4, [4: (50, 10)], tool: .pen)
    #expect(probe.log == ["began 1", "moved 1", "began 3", "ended 1,3", "reset", "began 4"])
  }

  @Test("9: A recognizer can accept all kinds together, or only some")
  func kinds() {
    let pens = ProbeRecognizer()
    pens.allowedTouchKinds = [.pen]
    probe.requiresExclusiveTouchKind = false
    stage.window.addGestureRecognizer(probe)
    stage.window.addGestureRecognizer(pens)
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, [2: (50, 10)], tool: .pen)
    #expect(probe.log == ["began 1", "began 2"])
    #expect(pens.log == ["began 2"])
  }

  @Test(
    "10: A disabled recognizer receives nothing; disabling it during a gesture cancels it; disabling it when idle does not"
  )
  func disabled() {
    let pan = ProbeRecognizer.continuous(.pan)
    stage.window.addGestureRecognizer(pan)
    pan.isEnabled = false
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, [1: (20, 10)])
    stage.frame(at: 0.2, up: [1])
    #expect(pan.log.isEmpty)
    pan.isEnabled = true
    pan.isEnabled = false
    pan.isEnabled = true
    #expect(stage.gestures.isEmpty)
    stage.frame(at: 1, [2: (10, 10)])
    stage.frame(at: 1.1, [2: (20, 10)])
    pan.isEnabled = false
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
    #expect(pan.log == ["began 2", "moved 2"])
  }

  @Test("9: Of a finger and a pen that begin together a recognizer receives one kind")
  func twoKinds() {
    let stage = TouchStage()
    let probe = ProbeRecognizer()
    stage.window.addGestureRecognizer(probe)
    let finger = Contact(id: 1, position: Point(x: 20, y: 20))
    let pen = Contact(id: 2, position: Point(x: 30, y: 20), tool: .pen)
    stage.application.send(ContactFrame(time: .zero, contacts: [finger, pen]))
    stage.application.send(ContactFrame(time: Timestamp(seconds: 0.1)))
    #expect(probe.log == ["began 1", "ended 1", "reset"])
  }
}
