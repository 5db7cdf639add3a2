import Contacts
import Gestures
import Testing
import Timeline

@Suite("What UIKit's views see: rules 28 to 33")
struct ViewRulesTests {
  private let stage = TouchStage()
  private let view = LoggingView(frame: Rect(x: 0, y: 0, width: 600, height: 400))
  private let probe = ProbeRecognizer.recognizingOnLift(.tap)

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

  @Test("28: cancelsTouchesInView: the view gets touchesCancelled immediately before the action")
  func cancels() {
    let view = self.view
    probe.addAction { _ in view.log.append("action") }
    tap()
    #expect(view.log == ["began 1", "cancelled 1", "action"])
  }

  @Test("28: A continuous gesture takes its touches when it begins, and all at once")
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

  @Test("29: So a tapped view logs began, cancelled, and never ended")
  func tapped() {
    view.removeGestureRecognizer(probe)
    _ = addTap(1)
    tap()
    stage.finish()
    #expect(view.log == ["began 1", "cancelled 1"])
    #expect(stage.outcomes == ["tap 1 ×1"])
  }

  @Test("30: With it off, the view gets everything", arguments: [true, false])
  func cancelsNothing(delays: Bool) {
    probe.cancelsTouchesInView = false
    probe.delaysTouchesBegan = delays
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (110, 100)])
    stage.frame(at: 0.2, up: [1])
    #expect(view.log == ["began 1", "moved 1", "ended 1"])
    #expect(stage.outcomes == ["tap 0"])
  }

  @Test("30: Lifts that had to wait come in their order")
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

  @Test("30: So it does of one that fires again and again: it lets go of a lift when it has fired")
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
      if let touch = recognizer.lastLanding, touch.id == 2 { recognizer.ignore(touch) }
    }
    probe.onEnded = { $0.recognize(at: $1) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [2: (200, 100)])
    stage.frame(at: 0.2, up: [1])
    stage.frame(at: 0.3, up: [2])
    #expect(view.log == ["began 1", "began 2", "cancelled 1", "ended 2"])
  }

  @Test("31: Nor are their lifts held back; and the next touch of that number is not ignored")
  func ignoredUntilItLifts() {
    probe.onBegan = { recognizer, time in
      if let touch = recognizer.lastLanding, touch.id == 2, time < Timestamp(seconds: 0.15) {
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

  @Test("31: Nor are those that it never got")
  func refused() {
    let advisor = Advisor()
    advisor.receivesTouches = { $0.id == 1 }
    probe.delegate = advisor
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.frame(at: 0.1, up: [1, 2])
    #expect(view.log == ["began 1,2", "cancelled 1", "ended 2"])
  }
}

@Suite("What UIKit's views see later: rules 32 and 33")
struct DelayRulesTests {
  private let stage = TouchStage()
  private let view = TimedView(frame: Rect(x: 0, y: 0, width: 600, height: 400))
  private let probe = ProbeRecognizer(.swipe)

  init() {
    view.isMultipleTouchEnabled = true
    stage.window.addSubview(view)
    view.addGestureRecognizer(probe)
  }

  /// Writes down when and where it is told of what, as in `0.100 moved 1 at 110`.
  final class TimedView: View {
    var log: [String] = []
    private func write(_ touches: TouchSet, _ event: TouchEvent) {
      for touch in touches {
        let time = event.timestamp.microseconds / 1000
        log.append("\(time) \(touch.phase) \(touch.id) at \(Int(touch.location.x))")
        if touch.phase != .cancelled { assert(touch.timestamp <= event.timestamp) }
      }
    }
    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
      write(touches, event)
    }
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      write(touches, event)
    }
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
      write(touches, event)
    }
    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
      write(touches, event)
    }
  }

  private func failsAt(_ seconds: Double) {
    probe.onMoved = { recognizer, time in
      if time >= Timestamp(seconds: seconds) {
        recognizer.fail(FailureReason(.distance, time: time))
      }
    }
  }

  @Test(
    "32: delaysTouchesBegan: the view waits for failure and then gets the backlog, each with its own time and place"
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

  @Test("32: It is off by default")
  func offByDefault() {
    #expect(!probe.delaysTouchesBegan)
    #expect(probe.delaysTouchesEnded)
    #expect(probe.cancelsTouchesInView)
  }

  @Test("32: On recognition the view has never heard of the touch")
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

  @Test("32: A touch that is over when the recognizer fails is told of as a whole")
  func wholeTouch() {
    probe.delaysTouchesBegan = true
    probe.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 0.5)) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    #expect(view.log.isEmpty)
    stage.application.advance(to: Timestamp(seconds: 0.5))
    #expect(view.log == ["0 began 1 at 100", "100 ended 1 at 100"])
  }

  @Test("32: With several that delay, the last to fail lets go")
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

  @Test("32: What is cancelled meanwhile is told of, and then cancelled")
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
    "33: On recognition it turns into cancelled: a double-tapped view never hears of a lift",
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
    let told =
      delays
      ? ["0 began 1", "200 began 2", "300 cancelled 1", "300 cancelled 2"]
      : ["0 began 1", "100 ended 1", "200 began 2", "300 cancelled 2"]
    #expect(view.log == told.map { $0 + " at 100" })
  }

  @Test("33: A second finger's landing and moves come while the lift of the first one waits")
  func othersGoOn() {
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 0.2, [2: (210, 100)])
    #expect(view.log.last == "200 moved 2 at 210")
    #expect(!view.log.contains("100 ended 1 at 100"))
    probe.isEnabled = false
    #expect(view.log.last == "100 ended 1 at 100")
  }

  @Test("A finger whose number is used again while its lift waits is a touch of its own")
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

  @Test("An application that ends while touches are held back still tells of them")
  func endOfTrace() {
    probe.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 10)) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    stage.finish()
    #expect(view.log == ["0 began 1 at 100", "100 ended 1 at 100"])
  }

  @Test(
    "A view that switches the recognizer off while it is told of the backlog hears of all of it")
  func reentrant() {
    final class Switch: View {
      var told: [Touch.Phase] = []
      weak var recognizer: GestureRecognizer?
      override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        told.append(.began)
        recognizer?.isEnabled = false
      }
      override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        told.append(.moved)
      }
      override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        told.append(.ended)
      }
    }
    let view = Switch(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    stage.window.addSubview(view)
    let other = ProbeRecognizer(.pan)
    other.delaysTouchesEnded = true
    probe.delaysTouchesBegan = true
    failsAt(0.1)
    view.addGestureRecognizer(probe)
    view.addGestureRecognizer(other)
    view.recognizer = other
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (110, 100)])
    stage.frame(at: 0.2, up: [1])
    #expect(view.told == [.began, .moved, .ended])
  }
}
