import Contacts
import Testing
import Timeline

@testable import Gestures

/// Actions that disable or remove recognizers, or interrupt the application.
@Suite("Actions that change recognizers")
struct ReentrancyTests {
  private func pan(_ stage: TouchStage, from seconds: Double = 0, id: Contact.ID = 1) {
    stage.frame(at: seconds, [id: (100, 100)])
    stage.move([id], by: (200, 0), lasting: 1)
    stage.frame(at: seconds + 1.1, up: [id])
  }

  private func tap(_ stage: TouchStage, at seconds: Double, id: Contact.ID) {
    stage.frame(at: seconds, [id: (100, 100)])
    stage.frame(at: seconds + 0.05, up: [id])
  }

  @Test("A recognizer that its own action disables is cancelled, and reports are in order")
  func switchedOffByItself() {
    let stage = TouchStage()
    let recognizer = PanRecognizer()
    var states: [GestureState] = []
    recognizer.addAction { recognizer in
      states.append(recognizer.state)
      recognizer.isEnabled = false
    }
    recognizer.addAction { states.append($0.state) }
    stage.window.addGestureRecognizer(recognizer)
    pan(stage)
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
    #expect(states == [.began, .began, .cancelled, .cancelled])
    recognizer.isEnabled = true
    #expect(recognizer.state == .possible)
  }

  @Test("A recognizer that waited is cancelled when its own action disables it")
  func switchedOffAfterWaiting() {
    let stage = TouchStage()
    let slow = TapRecognizer()
    slow.numberOfTapsRequired = 2
    slow.settings.stillness = StillnessLimits(slop: 1000, initialSlop: 1000, initialDuration: 0)
    slow.settings.maximumDuration = 10
    let recognizer = PanRecognizer()
    recognizer.require(toFail: slow)
    recognizer.addAction { $0.isEnabled = false }
    stage.window.addGestureRecognizer(slow)
    stage.window.addGestureRecognizer(recognizer)
    pan(stage)
    #expect(stage.gestures.isEmpty)
    stage.finish()
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
  }

  @Test("A rival's action that disables the winner cancels it")
  func switchedOffByRival() {
    let stage = TouchStage(profile: .standard)
    let recognizers = stage.window.gestureRecognizers
    let pinch = recognizers.first { $0.kind == .pinch }
    recognizers.first { $0.kind == .pan }?.addAction { pan in
      if pan.state == .cancelled { pinch?.isEnabled = false }
    }
    stage.frame(at: 0, [1: (200, 200), 2: (300, 200)])
    stage.move([1], by: (-80, 0), lasting: 0.3)
    stage.move([2], by: (80, 0), lasting: 0.3)
    stage.frame(at: 1, up: [1, 2])
    let states = stage.gestures.filter { $0.kind == .pinch }.map(\.state)
    #expect(states == [.began, .cancelled])
  }

  @Test("A repeatedly firing recognizer stops after its action disabled it")
  func repeatedlySwitchedOff() {
    let stage = TouchStage(profile: .textbook)
    let swipe = stage.window.gestureRecognizers.first { $0.kind == .swipe }
    swipe?.addAction { $0.isEnabled = false }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (200, 0), lasting: 0.3)
    swipe?.isEnabled = true
    stage.move([1], by: (200, 0), lasting: 0.3)
    stage.frame(at: 1, up: [1])
    #expect(stage.gestures.filter { $0.kind == .swipe }.count == 1)
    pan(stage, from: 2, id: 2)
    #expect(stage.gestures.filter { $0.kind == .swipe }.count == 2)
  }

  @Test("A recognizer disabled or removed during the delivery of a touch never receives it")
  func switchedOffByNeighbour() {
    for takesAway in [false, true] {
      let stage = TouchStage(policy: IndependentPolicy())
      let first = TextbookTapRecognizer()
      let second = TapRecognizer()
      second.numberOfTapsRequired = 1
      stage.window.addGestureRecognizer(first)
      stage.window.addGestureRecognizer(second)
      first.addAction { _ in
        if takesAway {
          stage.window.removeGestureRecognizer(second)
        } else {
          second.isEnabled = false
        }
      }
      for index in 1...3 { tap(stage, at: Double(index) * 0.1, id: index) }
      // The fourth touch down fires the first recognizer at once.
      stage.frame(at: 0.4, [4: (100, 100)])
      second.isEnabled = true
      stage.frame(at: 0.45, up: [4])
      stage.finish()
      #expect(stage.gestures.map(\.taps) == [1, 1, 1, 4])
      #expect(second.state == .possible)
      #expect(second.downCount == 0)
    }
  }

  @Test("A tap that waits for more is reported before the movement that ends the wait")
  func pendingTap() {
    let stage = TouchStage()
    stage.window.addGestureRecognizer(PanRecognizer())
    stage.window.addGestureRecognizer(TapRecognizer())
    tap(stage, at: 0, id: 1)
    stage.frame(at: 0.2, [2: (400, 300)])
    stage.move([2], by: (-200, 0), lasting: 0.1)
    stage.frame(at: 0.4, up: [2])
    #expect(stage.outcomes == ["tap 1 ×1", "pan 1 left"])
  }

  @Test("Waiting taps of nested views don't prevent each other endlessly")
  func pendingTaps() {
    let stage = TouchStage()
    let inner = View(frame: stage.window.bounds)
    stage.window.addSubview(inner)
    stage.window.addGestureRecognizer(TapRecognizer())
    inner.addGestureRecognizer(PanRecognizer())
    inner.addGestureRecognizer(TapRecognizer())
    tap(stage, at: 0, id: 1)
    pan(stage, from: 0.2, id: 2)
    stage.finish()
    #expect(stage.outcomes.last == "pan 1 right")
  }

  /// Claims to be recognized whenever it has to give way.
  private final class Stubborn: GestureRecognizer {
    override var firesRepeatedly: Bool { true }
    private var deadline: Deadline?

    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
      deadline = schedule(at: event.timestamp.advanced(bySeconds: 0.1))
    }

    override func deadlineReached(_ deadline: Deadline, at time: Timestamp) { recognize(at: time) }

    override func touchesTaken(by other: GestureRecognizer, at time: Timestamp) {
      recognize(at: time)
    }
  }

  @Test("Recognizers that all claim when they have to give way terminate")
  func stubborn() {
    let stage = TouchStage()
    for _ in 0..<3 { stage.window.addGestureRecognizer(Stubborn()) }
    tap(stage, at: 0, id: 1)
    stage.finish()
    #expect(stage.gestures.allSatisfy { $0.state == .recognized })
    #expect(stage.application.arbiter.members.isEmpty)
  }

  @Test("An interruption from an action takes effect after the frame", arguments: [1, 2])
  func interruptedByAction(touches: Int) {
    let stage = TouchStage()
    let view = RecordingView(frame: stage.window.bounds)
    view.isMultipleTouchEnabled = true
    stage.window.addSubview(view)
    let other = PanRecognizer()
    stage.window.addGestureRecognizer(other)
    let recognizer = PanRecognizer()
    recognizer.addAction { [unowned stage] recognizer in
      if recognizer.state == .began {
        stage.application.interrupt(at: Timestamp(seconds: stage.now))
      }
    }
    view.addGestureRecognizer(recognizer)
    let ids = Array(1...touches)
    stage.frame(at: 0, Dictionary(uniqueKeysWithValues: ids.map { ($0, (100, 100)) }))
    stage.move(ids, by: (100, 0), lasting: 0.1)
    stage.frame(at: 0.2, up: ids)
    #expect(view.log.first?.hasPrefix("began") ?? false)
    #expect(view.log.last?.hasPrefix("cancelled") ?? false)
    #expect(view.log.filter { !$0.hasPrefix("moved") }.count == 2)
    #expect(recognizer.downCount == 0)
    #expect(other.downCount == 0)
    #expect(stage.application.state == .inactive)
  }

  @Test("An action may end the trace, and resume what it interrupted")
  func endedByAction() {
    let stage = TouchStage()
    let recognizer = PanRecognizer()
    recognizer.addAction { [unowned stage] recognizer in
      guard recognizer.state == .began else { return }
      stage.application.interrupt(at: .zero)
      stage.application.resume()
      stage.application.finish()
    }
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (60, 0), lasting: 0.01)
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
    #expect(stage.application.state == .active)
    #expect(stage.application.touches.isEmpty)
  }
}

/// Callbacks that disable or remove the recognizer of a pending decision.
@Suite("Callbacks during a decision")
struct CallbacksDuringDecisionTests {
  private let stage = TouchStage()

  /// Taps once, so that a recognizer of any number of taps waits for more.
  private func tap() {
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.05, up: [1])
  }

  @Test("A tap does not fire if its delegate disables it in shouldBegin")
  func switchedOffByDelegate() {
    let recognizer = TapRecognizer()
    let delegate = RecordingDelegate()
    delegate.begins = { recognizer in
      recognizer.isEnabled = false
      return true
    }
    recognizer.delegate = delegate
    stage.window.addGestureRecognizer(recognizer)
    tap()
    stage.finish()
    #expect(stage.gestures.isEmpty)
    #expect(recognizer.state == .possible)
    #expect(stage.application.arbiter.members.isEmpty)
  }

  @Test("A tap does not fire if a view removes it in touchesCancelled")
  func takenAwayByView() {
    let view = RecordingView(frame: stage.window.bounds)
    view.onTouches = { [unowned view] phase, _, _ in
      guard phase == .cancelled else { return }
      for recognizer in view.gestureRecognizers { view.removeGestureRecognizer(recognizer) }
    }
    stage.window.addSubview(view)
    view.addGestureRecognizer(TapRecognizer())
    tap()
    stage.finish()
    #expect(stage.gestures.isEmpty)
  }

  @Test("A recognizer that is disabled in shouldBegin fails once")
  func failsOnce() {
    let recognizer = PanRecognizer()
    let delegate = RecordingDelegate()
    delegate.begins = { recognizer in
      recognizer.isEnabled = false
      return false
    }
    recognizer.delegate = delegate
    stage.window.addGestureRecognizer(recognizer)
    var changes: [StateChange] = []
    stage.application.arbiter.tracer = { _, change in changes.append(change) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.3)
    stage.frame(at: 0.4, up: [1])
    #expect(changes.map(\.to) == [.failed])
  }

  @Test("Actions are called once per state if the observer disables the recognizer")
  func switchedOffByObserver() {
    let recognizer = PanRecognizer()
    var states: [GestureState] = []
    recognizer.addAction { states.append($0.state) }
    stage.window.addGestureRecognizer(recognizer)
    stage.application.arbiter.observer = { recognizer, _ in recognizer.isEnabled = false }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.3)
    stage.frame(at: 0.4, up: [1])
    #expect(states == [.began, .cancelled])
  }

  @Test("No action is called for possible if the observer disables the recognizer")
  func observerAndTap() {
    let recognizer = TapRecognizer()
    var states: [GestureState] = []
    recognizer.addAction { states.append($0.state) }
    stage.window.addGestureRecognizer(recognizer)
    stage.application.arbiter.observer = { recognizer, _ in recognizer.isEnabled = false }
    tap()
    stage.finish()
    #expect(!states.contains(.possible))
  }

  @Test("A gesture that ignores its last finger is cancelled when that finger lifts")
  func deafened() {
    let recognizer = PanRecognizer()
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.3)
    for touch in stage.application.touches { recognizer.ignore(touch) }
    stage.frame(at: 0.4, up: [1])
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
    #expect(recognizer.state == .possible)
    stage.frame(at: 1, [2: (100, 100)])
    stage.move([2], by: (100, 0), lasting: 0.3)
    stage.frame(at: 1.4, up: [2])
    #expect(stage.gestures.map(\.state) == [.began, .cancelled, .began, .ended])
  }

  @Test("A recognizer whose action attaches it to another view during removal stays there")
  func reattached() {
    let other = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    let recognizer = PanRecognizer()
    stage.window.addGestureRecognizer(recognizer)
    recognizer.addAction { if $0.state == .cancelled { other.addGestureRecognizer($0) } }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.3)
    stage.window.removeGestureRecognizer(recognizer)
    #expect(recognizer.view === other)
    #expect(other.gestureRecognizers == [recognizer])
    #expect(stage.window.gestureRecognizers.isEmpty)
    stage.frame(at: 0.4, up: [1])
  }

  @Test("A gesture that its action disables on lift leaves neither a failure nor a pending tap")
  func switchedOffOnLift() {
    let pan = PanRecognizer()
    pan.settings.recognitionTiming = .onTouchUp
    let drag = TapAndDragRecognizer()
    drag.settings.recognitionTiming = .onTouchUp
    for recognizer in [pan, drag] {
      let stage = TouchStage()
      stage.window.addGestureRecognizer(recognizer)
      recognizer.addAction { $0.isEnabled = false }
      var states: [GestureState] = []
      stage.application.arbiter.tracer = { _, change in states.append(change.to) }
      tap(stage, 1, at: 0)
      states = []
      stage.frame(at: 0.1, [2: (100, 100)])
      stage.move([2], by: (100, 0), lasting: 0.1)
      stage.frame(at: 0.3, up: [2])
      #expect(states == [.began, .cancelled], "\(recognizer.kind)")
      #expect(stage.application.nextDeadline == nil)
    }
  }

  @Test("Waiting taps are reported unchanged, whatever the next finger does")
  func waitingTaps() {
    for isDrag in [true, false] {
      let stage = TouchStage()
      let required = ProbeRecognizer()
      required.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 5)) }
      let recognizer = TapRecognizer()
      recognizer.require(toFail: required)
      stage.window.addGestureRecognizer(required)
      stage.window.addGestureRecognizer(recognizer)
      tap(stage, 1, at: 0)
      if isDrag {
        stage.frame(at: 0.2, [2: (100, 100)])
        stage.move([2], by: (100, 0), lasting: 0.3)
        stage.frame(at: 0.6, up: [2])
      } else {
        stage.frame(at: 0.2, [2: (100, 100), 3: (150, 100)])
        stage.frame(at: 0.25, up: [2, 3])
      }
      stage.finish()
      #expect(stage.outcomes == ["tap 1 ×1"])
      #expect(stage.application.arbiter.members.isEmpty)
    }
  }

  private func tap(_ stage: TouchStage, _ id: Contact.ID, at seconds: Double) {
    stage.frame(at: seconds, [id: (100, 100)])
    stage.frame(at: seconds + 0.05, up: [id])
  }
}
