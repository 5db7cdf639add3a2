import Contacts
import Gestures
import Testing
import Timeline

@Suite("UIKit's cancellation in views: rules 28 to 31")
struct ViewRulesTests {
  private let stage = TouchStage()
  private let view = RecordingView(frame: Rect(x: 0, y: 0, width: 600, height: 400))
  private let probe = ProbeRecognizer.recognizingOnTouchUp(.tap)

  init() {
    view.isMultipleTouchEnabled = true
    stage.window.addSubview(view)
    view.addGestureRecognizer(probe)
  }

  private func addTap(_ count: Int) -> TapRecognizer {
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = count
    view.addGestureRecognizer(tap)
    return tap
  }

  private func tap(_ id: Contact.ID = 1, at seconds: Double = 0) {
    stage.frame(at: seconds, [id: (100, 100)])
    stage.frame(at: seconds + 0.05, up: [id])
  }

  @Test(
    "28: cancelsTouchesInView: the view receives touchesCancelled immediately before the action")
  func cancels() {
    let view = self.view
    probe.addAction { _ in view.log.append("action") }
    tap()
    #expect(view.log == ["began 1", "cancelled 1", "action"])
  }

  @Test("28: A continuous gesture cancels all its touches in the view when it begins")
  func cancelsSeveral() {
    let view = self.view
    probe.onMoved = { $0.state == .possible ? $0.begin(at: $1) : $0.change(at: $1) }
    probe.onEnded = { $0.end(at: $1) }
    probe.addAction { view.log.append("\($0.state)") }
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.frame(at: 0.1, [2: (250, 100)])
    stage.frame(at: 0.2, [1: (150, 100)])
    stage.frame(at: 0.3, up: [1, 2])
    #expect(view.log == ["began 1,2", "cancelled 1,2", "began", "changed", "ended"])
  }

  @Test(
    "28: Touches that join a gesture are not delivered, unless it ignores them or cancels none",
    arguments: [true, false], [true, false])
  func joins(cancels: Bool, ignores: Bool) {
    probe.onMoved = { $0.state == .possible ? $0.begin(at: $1) : $0.change(at: $1) }
    probe.onBegan = { probe, _ in
      if ignores, probe.state.isActive, let touch = probe.lastNewTouch { probe.ignore(touch) }
    }
    probe.onEnded = { _, _ in }
    probe.cancelsTouchesInView = cancels
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (150, 100)])
    stage.frame(at: 0.2, [2: (300, 100)])
    stage.frame(at: 0.3, [1: (160, 100), 2: (310, 100)])
    stage.frame(at: 0.4, up: [2])
    let second = view.log.filter { $0.contains("2") }
    let isDelivered = !cancels || ignores
    #expect(second.isEmpty != isDelivered)
    #expect(second.first == (isDelivered ? "began 2" : nil))
    #expect(second.last == (isDelivered ? "ended 2" : nil))
  }

  @Test("29: A tapped view receives began and cancelled, never ended")
  func tapped() {
    view.removeGestureRecognizer(probe)
    _ = addTap(1)
    tap()
    stage.finish()
    #expect(view.log == ["began 1", "cancelled 1"])
    #expect(stage.outcomes == ["tap 1 ×1"])
  }

  @Test("30: Without cancelsTouchesInView the view receives every phase", arguments: [true, false])
  func cancelsNothing(delays: Bool) {
    probe.cancelsTouchesInView = false
    probe.delaysTouchesBegan = delays
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (110, 100)])
    stage.frame(at: 0.2, up: [1])
    #expect(view.log == ["began 1", "moved 1", "ended 1"])
    #expect(stage.outcomes == ["tap 0"])
  }

  @Test("30: Delayed touchesEnded are delivered in order")
  func liftsInOrder() {
    view.removeGestureRecognizer(probe)
    let tap = addTap(1)
    tap.cancelsTouchesInView = false
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.frame(at: 0.05, up: [1])
    #expect(view.log == ["began 1,2"])
    stage.frame(at: 0.1, up: [2])
    #expect(view.log == ["began 1,2", "ended 1", "ended 2"])
  }

  @Test("30: A repeatedly firing recognizer releases touchesEnded when it has fired")
  func repeatedly() {
    view.removeGestureRecognizer(probe)
    let tipTap = TipTapRecognizer()
    tipTap.cancelsTouchesInView = false
    view.addGestureRecognizer(tipTap)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.5, [2: (200, 100)])
    stage.frame(at: 0.6, up: [2])
    #expect(stage.gestures.map(\.kind) == [.tipTap])
    #expect(view.log == ["began 1", "began 2", "ended 2"])
  }

  @Test("31: Touches that a recognizer ignored are not cancelled")
  func ignored() {
    probe.onBegan = { recognizer, _ in
      if let touch = recognizer.lastNewTouch, touch.id == 2 { recognizer.ignore(touch) }
    }
    probe.onEnded = { $0.recognize(at: $1) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [2: (200, 100)])
    stage.frame(at: 0.2, up: [1])
    stage.frame(at: 0.3, up: [2])
    #expect(view.log == ["began 1", "began 2", "cancelled 1", "ended 2"])
  }

  @Test(
    "31: The end of an ignored touch is not held back, and the next touch with its id is not ignored"
  )
  func ignoredUntilItLifts() {
    probe.onBegan = { recognizer, time in
      if let touch = recognizer.lastNewTouch, touch.id == 2, time < Timestamp(seconds: 0.15) {
        recognizer.ignore(touch)
      }
    }
    probe.onEnded = nil
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [2: (200, 100)])
    stage.frame(at: 0.2, up: [2])
    #expect(view.log == ["began 1", "began 2", "ended 2"])
    stage.frame(at: 0.3, [2: (200, 100)])
    stage.frame(at: 0.4, [2: (210, 100)])
    #expect(probe.log == ["began 1", "began 2", "began 2", "moved 2"])
  }

  @Test("31: Touches that a recognizer never received are not cancelled")
  func refused() {
    let advisor = RecordingDelegate()
    advisor.receivesTouches = { $0.id == 1 }
    probe.delegate = advisor
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.frame(at: 0.1, up: [1, 2])
    #expect(view.log == ["began 1,2", "cancelled 1", "ended 2"])
  }
}

@Suite("UIKit's delayed delivery to views: rules 32 and 33")
struct DelayRulesTests {
  private let stage = TouchStage()
  private let view = RecordingView(frame: Rect(x: 0, y: 0, width: 600, height: 400))
  private let probe = ProbeRecognizer(.swipe)

  init() {
    view.isMultipleTouchEnabled = true
    // For example `100 moved 1 at 110`: milliseconds, phase, id and x.
    view.lines = { _, touches, event in
      touches.map { touch in
        #expect(touch.phase == .cancelled || touch.timestamp <= event.timestamp)
        let milliseconds = event.timestamp.microseconds / 1000
        return "\(milliseconds) \(touch.phase) \(touch.id) at \(Int(touch.location.x))"
      }
    }
    stage.window.addSubview(view)
    view.addGestureRecognizer(probe)
  }

  private func failsAt(_ seconds: Double) {
    probe.onMoved = { recognizer, time in
      if time >= Timestamp(seconds: seconds) {
        recognizer.fail(FailureReason(.distance, time: time))
      }
    }
  }

  @Test(
    "32: delaysTouchesBegan: after failure the view receives the backlog, each with its own time and position"
  )
  func backlog() {
    probe.delaysTouchesBegan = true
    failsAt(0.2)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (110, 100), 2: (200, 100)])
    #expect(view.log.isEmpty)
    stage.frame(at: 0.2, [1: (120, 100)])
    let backlog = [
      "0 began 1 at 100", "100 moved 1 at 110", "100 began 2 at 200", "200 moved 1 at 120",
    ]
    #expect(view.log == backlog)
    stage.frame(at: 0.3, [2: (210, 100)])
    stage.frame(at: 0.4, up: [1, 2])
    #expect(
      view.log.dropFirst(4) == ["300 moved 2 at 210", "400 ended 1 at 120", "400 ended 2 at 210"])
  }

  @Test("32: delaysTouchesBegan is off by default")
  func offByDefault() {
    #expect(!probe.delaysTouchesBegan)
    #expect(probe.delaysTouchesEnded)
    #expect(probe.cancelsTouchesInView)
  }

  @Test("32: On recognition the view never receives the touch")
  func dropped() {
    probe.delaysTouchesBegan = true
    probe.onEnded = { $0.recognize(at: $1) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (110, 100)])
    stage.frame(at: 0.2, up: [1])
    stage.finish()
    #expect(view.log.isEmpty)
    #expect(stage.gestures.map(\.state) == [.recognized])
  }

  @Test("32: A touch that has ended when the recognizer fails is delivered completely")
  func wholeTouch() {
    probe.delaysTouchesBegan = true
    probe.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 0.5)) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    #expect(view.log.isEmpty)
    stage.application.advance(to: Timestamp(seconds: 0.5))
    #expect(view.log == ["0 began 1 at 100", "100 ended 1 at 100"])
  }

  @Test("32: With several delaying recognizers, the last failure releases the touch")
  func severalDelay() {
    let other = ProbeRecognizer(.pan)
    other.delaysTouchesBegan = true
    view.addGestureRecognizer(other)
    probe.delaysTouchesBegan = true
    failsAt(0.1)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (110, 100)])
    #expect(view.log.isEmpty)
    other.isEnabled = false
    #expect(view.log == ["0 began 1 at 100", "100 moved 1 at 110"])
  }

  @Test("32: A touch that is cancelled while held back is delivered and then cancelled")
  func cancelledMeanwhile() {
    probe.delaysTouchesBegan = true
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (110, 100)], isInterrupted: true)
    #expect(view.log == ["0 began 1 at 100", "100 cancelled 1 at 100"])
  }

  @Test("33: delaysTouchesEnded (on by default): ended waits for failure")
  func endedWaits() {
    probe.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 0.5)) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    #expect(view.log == ["0 began 1 at 100"])
    stage.application.advance(to: Timestamp(microseconds: 499_999))
    #expect(view.log.count == 1)
    stage.application.advance(to: Timestamp(seconds: 0.5))
    #expect(view.log == ["0 began 1 at 100", "100 ended 1 at 100"])
  }

  @Test(
    "33: On recognition the view receives cancelled: a double-tapped view never receives ended",
    arguments: [true, false])
  func doubleTap(delays: Bool) {
    view.removeGestureRecognizer(probe)
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = 2
    tap.delaysTouchesEnded = delays
    view.addGestureRecognizer(tap)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 0.2, [2: (100, 100)])
    stage.frame(at: 0.3, up: [2])
    stage.finish()
    let delivered =
      delays
      ? ["0 began 1", "200 began 2", "300 cancelled 1", "300 cancelled 2"]
      : ["0 began 1", "100 ended 1", "200 began 2", "300 cancelled 2"]
    #expect(view.log == delivered.map { $0 + " at 100" })
  }

  @Test("33: A second touch is delivered while the end of the first one waits")
  func othersGoOn() {
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 0.2, [2: (210, 100)])
    #expect(view.log.last == "200 moved 2 at 210")
    #expect(!view.log.contains("100 ended 1 at 100"))
    probe.isEnabled = false
    #expect(view.log.last == "100 ended 1 at 100")
  }

  @Test("A touch that reuses an id while its end waits is a new touch")
  func sameNumberAgain() {
    probe.delaysTouchesBegan = true
    probe.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 0.5)) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 0.2, [1: (300, 100)])
    stage.frame(at: 0.3, [1: (310, 100)])
    stage.frame(at: 0.4, up: [1])
    stage.finish()
    #expect(
      view.log == [
        "0 began 1 at 100", "100 ended 1 at 100", "200 began 1 at 300", "300 moved 1 at 310",
        "400 ended 1 at 310",
      ])
  }

  @Test("The end of a trace releases the touches held back")
  func endOfTrace() {
    probe.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 10)) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    stage.finish()
    #expect(view.log == ["0 began 1 at 100", "100 ended 1 at 100"])
  }

  @Test(
    "A view that disables the recognizer during the backlog receives all of it")
  func reentrant() {
    let view = RecordingView(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    stage.window.addSubview(view)
    let other = ProbeRecognizer(.pan)
    view.onTouches = { phase, _, _ in
      if phase == .began { other.isEnabled = false }
    }
    other.delaysTouchesEnded = true
    probe.delaysTouchesBegan = true
    failsAt(0.1)
    view.addGestureRecognizer(probe)
    view.addGestureRecognizer(other)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (110, 100)])
    stage.frame(at: 0.2, up: [1])
    #expect(view.log == ["began 1", "moved 1", "ended 1"])
  }
}
