import Contacts
import Testing
import Timeline

@testable import Gestures

/// Callbacks that switch off and take away what is being decided about.
@Suite("Callbacks that take away what is decided about")
struct InterferenceTests {
  private let stage = TouchStage()

  /// Puts a finger down and lifts it, so that a tap without a number waits for more.
  private func tap() {
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.05, up: [1])
  }

  @Test("A tap that its delegate switches off when its time has come does not fire")
  func switchedOffByDelegate() {
    final class Refuser: GestureRecognizerDelegate {
      func shouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        recognizer.isEnabled = false
        return true
      }
    }
    let recognizer = TapRecognizer()
    let delegate = Refuser()
    recognizer.delegate = delegate
    stage.window.addGestureRecognizer(recognizer)
    tap()
    stage.finish()
    #expect(stage.gestures.isEmpty)
    #expect(recognizer.state == .possible)
    #expect(stage.application.arbiter.members.isEmpty)
  }

  @Test("Nor does one that a view takes away when it hears that its touch is cancelled")
  func takenAwayByView() {
    final class Remover: View {
      override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        for recognizer in gestureRecognizers { removeGestureRecognizer(recognizer) }
      }
    }
    let view = Remover(frame: stage.window.bounds)
    stage.window.addSubview(view)
    view.addGestureRecognizer(TapRecognizer())
    tap()
    stage.finish()
    #expect(stage.gestures.isEmpty)
  }

  @Test("One that fails while it is asked fails once")
  func failsOnce() {
    final class Refuser: GestureRecognizerDelegate {
      func shouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        recognizer.isEnabled = false
        return false
      }
    }
    let recognizer = PanRecognizer()
    let delegate = Refuser()
    recognizer.delegate = delegate
    stage.window.addGestureRecognizer(recognizer)
    var changes: [StateChange] = []
    stage.application.arbiter.tracer = { _, change in changes.append(change) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.3)
    stage.frame(at: 0.4, up: [1])
    #expect(changes.map(\.to) == [.failed])
  }

  @Test("When the observer switches a recognizer off, its actions hear of each state once")
  func switchedOffByObserver() {
    let recognizer = PanRecognizer()
    var states: [GestureState] = []
    recognizer.addAction { states.append($0.state) }
    stage.window.addGestureRecognizer(recognizer)
    stage.application.arbiter.observer = { recognizer, _ in recognizer.isEnabled = false }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.3)
    stage.frame(at: 0.4, up: [1])
    #expect(states == [.cancelled])
  }

  @Test("No action is called for possible, whatever the observer does")
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

  @Test("A gesture that stops hearing of its last finger is cancelled when that one lifts")
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

  @Test("A recognizer whose action attaches it elsewhere while it is taken away stays there")
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

  @Test("A first responder may leave its window by the same call that makes it resign")
  func leavesWhileResigning() {
    final class Popup: View {
      override var canBecomeFirstResponder: Bool { true }
      override func resignFirstResponder() -> Bool {
        if superview != nil { calls += 1 }
        if calls < 3 { removeFromSuperview() }
        return super.resignFirstResponder()
      }
      var calls = 0
    }
    let popup = Popup(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    stage.window.addSubview(popup)
    popup.becomeFirstResponder()
    popup.removeFromSuperview()
    #expect(popup.calls == 1)
    #expect(stage.window.firstResponder == nil)
    #expect(popup.superview == nil)
  }

  @Test("A gesture that its action ends as it lifts leaves neither a failure nor a tap behind")
  func switchedOffOnLift() {
    let pan = PanRecognizer()
    pan.recognitionTiming = .onLift
    let drag = TapAndDragRecognizer()
    drag.recognitionTiming = .onLift
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

  @Test("Taps that have to wait are reported as they were, whatever the next finger does")
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
