import Contacts
import Gestures
import Testing
import Timeline

@Suite("Lifetimes of recognizers, views and touches, and endless deadlines")
struct LifetimeTests {
  private let stage = TouchStage()

  // MARK: Lifetimes

  @Test("Recognizers that require each other to fail are deallocated", arguments: [2, 3, 5])
  func mutualRequirements(count: Int) {
    let references = { () -> [Weak<GestureRecognizer>] in
      let taps = (0..<count).map { _ in TapRecognizer() }
      for index in taps.indices { taps[index].require(toFail: taps[(index + 1) % count]) }
      return taps.map { Weak($0) }
    }()
    #expect(references.allSatisfy { $0.object == nil })
  }

  @Test("So are their views, after gestures", arguments: [true, false])
  func viewsWithRecognizers(inMidGesture: Bool) {
    let references = { () -> [Weak<AnyObject>] in
      let stage = TouchStage()
      let view = RecordingView(frame: Rect(x: 0, y: 0, width: 300, height: 300))
      stage.window.addSubview(view)
      let (first, second) = (PanRecognizer(), TapRecognizer())
      first.require(toFail: second)
      second.require(toFail: first)
      first.onAction(for: view) { view, pan in _ = pan.translation(in: view) }
      second.onAction { _ in }
      view.addGestureRecognizer(first)
      view.addGestureRecognizer(second)
      stage.frame(at: 0, [1: (100, 100)])
      stage.move([1], by: (100, 0), lasting: 0.1)
      if !inMidGesture {
        stage.frame(at: 0.2, up: [1])
        stage.application.finish()
      }
      return [Weak(view), Weak(first), Weak(second), Weak(stage), Weak(stage.application)]
    }()
    #expect(references.map { $0.object == nil } == [true, true, true, true, true])
  }

  @Test("A view that is removed in mid-gesture is deallocated once the finger has lifted")
  func removedView() {
    let reference = { () -> Weak<View> in
      let view = View(frame: Rect(x: 0, y: 0, width: 300, height: 300))
      stage.window.addSubview(view)
      stage.attach(PanRecognizer(), to: view)
      stage.frame(at: 0, [1: (100, 100)])
      stage.move([1], by: (100, 0), lasting: 0.1)
      view.removeFromSuperview()
      return Weak(view)
    }()
    stage.frame(at: 0.3, up: [1])
    stage.tap(2, at: 1, (100, 100))
    #expect(reference.object == nil)
  }

  @Test("A touch that is kept, or sent to another task, keeps no view alive")
  func keptTouch() async {
    var kept: [Touch] = []
    let tap = stage.attach(TapRecognizer())
    let reference: Weak<View> = {
      let view = RecordingView(frame: Rect(x: 0, y: 0, width: 300, height: 300))
      view.onTouches = { _, touches, _ in kept += touches }
      stage.window.addSubview(view)
      stage.frame(at: 0, [1: (100, 100)])
      #expect(tap.view(for: kept[0]) === view)
      stage.frame(at: 0.05, up: [1])
      #expect(tap.view(for: kept[0]) == nil)
      view.removeFromSuperview()
      return Weak(view)
    }()
    stage.tap(2, at: 1, (400, 300))
    #expect(reference.object == nil)
    let sent = kept
    #expect(await Task.detached { sent.map(\.phase) }.value == [.began, .cancelled])
  }

  @Test("A view that a touch hit is not kept for longer than the attempts of recognizers around it")
  func hitView() {
    stage.attach(TapRecognizer())
    let reference: Weak<View> = {
      let view = View(frame: Rect(x: 0, y: 0, width: 300, height: 300))
      stage.window.addSubview(view)
      stage.tap(1, at: 0, (100, 100))
      view.removeFromSuperview()
      return Weak(view)
    }()
    stage.advance(to: 1)
    #expect(reference.object == nil)
  }

  @Test("A requirement that is deallocated no longer holds back")
  func deallocatedRequirement() {
    let single = stage.attach(TapRecognizer())
    single.numberOfTapsRequired = 1
    let log = StateLog(single)
    do {
      let double = TapRecognizer()
      double.numberOfTapsRequired = 2
      single.require(toFail: double)
    }
    stage.tap(1, at: 0, (100, 100))
    #expect(log.states == [.recognized])
  }

  // MARK: Deadlines

  @Test(
    "A deadline that sets the next one for ever does not keep the end from coming",
    arguments: [0.0, 1e-6, 1, 1e12])
  func endlessDeadlines(interval: Double) {
    final class Restless: GestureRecognizer {
      var count = 0
      var interval = 0.0
      override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        _ = schedule(at: event.timestamp.advanced(bySeconds: interval))
      }
      override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
        count += 1
        _ = schedule(at: time.advanced(bySeconds: interval))
      }
    }
    stage.application.arbiter.policy = IndependentPolicy()
    let restless = stage.attach(Restless())
    restless.interval = interval
    let recognizer = stage.attach(TapRecognizer())
    recognizer.numberOfTapsRequired = 1
    let tap = StateLog(recognizer)
    stage.tap(1, at: 0, (100, 100))
    stage.application.finish()
    #expect(restless.count > 0)
    #expect(restless.state == .possible)
    #expect(stage.application.nextDeadline == nil)
    stage.tap(1, at: 0, (100, 100))
    stage.application.finish()
    #expect(tap.count(.recognized) == 2)
  }

  @Test("A deadline at the end of time is one, too")
  func lastDeadline() {
    final class Patient: GestureRecognizer {
      var isDue = false
      override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        _ = schedule(at: .max)
      }
      override func deadlineReached(_ deadline: Deadline, at time: Timestamp) { isDue = true }
    }
    let patient = stage.attach(Patient())
    stage.tap(1, at: 0, (100, 100))
    stage.application.finish()
    #expect(stage.application.nextDeadline == nil)
    #expect(patient.state == .possible)
  }
}

/// A weak reference that can be kept in a collection.
struct Weak<Object: AnyObject> {
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}
