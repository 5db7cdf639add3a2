import Contacts
import Testing
import Timeline

@testable import Gestures

/// What actions and delegates do while the arbiter is at work.
@Suite("Actions that interfere")
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

  @Test("A recognizer that its own action switches off is cancelled, and every report is in order")
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
    #expect(states == [.began, .cancelled, .cancelled])
    recognizer.isEnabled = true
    #expect(recognizer.state == .possible)
  }

  @Test("So is one that waited until it was over already")
  func switchedOffAfterWaiting() {
    let stage = TouchStage()
    let slow = TapRecognizer()
    slow.numberOfTapsRequired = 2
    slow.stillness = StillnessLimits(slop: 1000, initialSlop: 1000, initialDuration: 0)
    slow.maximumDuration = 10
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

  @Test("A rival's action that switches the winner off takes its end away")
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

  @Test("One that fires repeatedly does not go on after its action switched it off")
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

  @Test("One that is switched off or taken away while a landing is told of never hears of it")
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
      // The fourth landing fires the first recognizer at once.
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

  @Test("Taps that wait on views one in another don't prevent each other for ever")
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

  /// Has something to say whenever it has to give way.
  private final class Stubborn: GestureRecognizer {
    override var firesRepeatedly: Bool { true }
    private var deadline: Deadline?

    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
      deadline = schedule(at: event.timestamp.advanced(bySeconds: 0.1))
    }

    override func deadlineReached(_ deadline: Deadline, at time: Timestamp) { recognize(at: time) }

    override func willBePrevented(by other: GestureRecognizer, at time: Timestamp) {
      recognize(at: time)
    }
  }

  @Test("Recognizers that all speak up when they have to give way come to an end")
  func stubborn() {
    let stage = TouchStage()
    for _ in 0..<3 { stage.window.addGestureRecognizer(Stubborn()) }
    tap(stage, at: 0, id: 1)
    stage.finish()
    #expect(stage.gestures.allSatisfy { $0.state == .recognized })
    #expect(stage.application.arbiter.members.isEmpty)
  }

  @Test("An interruption that an action asks for comes when the frame is done", arguments: [1, 2])
  func interruptedByAction(touches: Int) {
    let stage = TouchStage()
    let view = LoggingView(frame: stage.window.bounds)
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

  @Test("An action may end the trace, or resume what it interrupted")
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
