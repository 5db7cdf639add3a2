import Contacts
import Gestures
import Testing
import Timeline

@Suite("Motions in the responder chain")
struct MotionTests {
  private let stage = TouchStage()
  private let outer = RecordingView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  private let inner = RecordingView(frame: Rect(x: 0, y: 0, width: 50, height: 50))

  init() {
    stage.window.addSubview(outer)
    outer.addSubview(inner)
  }

  private func send(_ phase: MotionEvent.Phase, at seconds: Double) {
    stage.application.send(MotionEvent(.shake, phase, at: Timestamp(seconds: seconds)))
  }

  @Test("A motion starts at the first responder and stops at the responder that handles it")
  func firstResponder() {
    inner.becomeFirstResponder()
    send(.began, at: 1)
    send(.ended, at: 1.5)
    #expect(inner.log == ["shake began 1.0", "shake ended 1.5"])
    #expect(outer.log.isEmpty)
    #expect(stage.application.discardedEvents == 0)
  }

  @Test("A motion climbs the chain and is counted as discarded if no responder handles it")
  func climbing() {
    inner.passesOn = true
    outer.passesOn = true
    inner.becomeFirstResponder()
    send(.began, at: 1)
    send(.cancelled, at: 1.5)
    #expect(outer.log == ["shake began 1.0", "shake cancelled 1.5"])
    #expect(inner.log == outer.log)
    #expect(stage.application.discardedEvents == 2)
  }

  @Test("Without a first responder a motion starts at the key window")
  func keyWindow() {
    final class Counter: Window {
      var began = 0
      override func motionBegan(_ motion: MotionEvent.Kind, with event: MotionEvent) {
        began += 1
      }
    }
    let back = Counter(frame: stage.window.bounds)
    let front = Counter(frame: stage.window.bounds)
    stage.application.addWindow(back)
    stage.application.addWindow(front)
    send(.began, at: 1)
    send(.ended, at: 2)
    #expect((back.began, front.began) == (0, 1))
    back.makeKey()
    #expect(back.isKeyWindow && !front.isKeyWindow)
    send(.began, at: 3)
    send(.ended, at: 4)
    #expect((back.began, front.began) == (1, 1))
    stage.application.removeWindow(back)
    #expect(front.isKeyWindow)
  }

  @Test("Without a window the application discards a motion")
  func noWindow() {
    let application = Application()
    application.send(MotionEvent(.shake, .began, at: .zero))
    #expect(application.discardedEvents == 1)
  }

  @Test("An interruption cancels a motion, and its end is not delivered")
  func interruption() {
    inner.becomeFirstResponder()
    send(.began, at: 1)
    stage.application.interrupt(at: Timestamp(seconds: 2))
    send(.ended, at: 3)
    stage.application.resume()
    send(.ended, at: 4)
    send(.began, at: 5)
    #expect(inner.log == ["shake began 1.0", "shake cancelled 2.0", "shake began 5.0"])
  }

  @Test("An interrupted frame and the end of a trace cancel a motion")
  func otherEnds() {
    inner.becomeFirstResponder()
    send(.began, at: 1)
    stage.frame(at: 2, isInterrupted: true)
    stage.frame(at: 3)
    send(.began, at: 4)
    stage.finish()
    #expect(
      inner.log == [
        "shake began 1.0", "shake cancelled 2.0", "shake began 4.0", "shake cancelled 4.0",
      ])
  }

  @Test("A second beginning and an end without a beginning are ignored")
  func strayPhases() {
    inner.becomeFirstResponder()
    send(.ended, at: 0.5)
    send(.began, at: 1)
    send(.began, at: 1.1)
    send(.ended, at: 2)
    send(.cancelled, at: 3)
    #expect(inner.log == ["shake began 1.0", "shake ended 2.0"])
  }

  @Test("The responder of the beginning receives the end even if it is no longer first")
  func steadfast() {
    inner.becomeFirstResponder()
    send(.began, at: 1)
    outer.becomeFirstResponder()
    send(.ended, at: 2)
    #expect(inner.log.last == "shake ended 2.0")
    #expect(outer.log.isEmpty)
  }

  @Test("The end of a motion is discarded if its responder was deallocated")
  func goneResponder() {
    do {
      let view = RecordingView(frame: outer.bounds)
      outer.addSubview(view)
      view.becomeFirstResponder()
      send(.began, at: 1)
      view.removeFromSuperview()
    }
    send(.ended, at: 2)
    #expect(stage.application.discardedEvents == 1)
  }

  @Test("A motion sent from a callback is delivered after it, and not with an earlier time")
  func postponed() {
    inner.becomeFirstResponder()
    inner.onTouches = { [stage, inner] _, _, _ in
      inner.onTouches = nil
      stage.application.send(MotionEvent(.shake, .began, at: Timestamp(seconds: 1)))
      #expect(inner.log == ["began 1"])
    }
    stage.frame(at: 2, [1: (10, 10)])
    #expect(inner.log == ["began 1", "shake began 2.0"])
  }

  @Test("Deadlines before a motion fire first")
  func deadlines() {
    let press = LongPressRecognizer()
    stage.window.addGestureRecognizer(press)
    inner.becomeFirstResponder()
    stage.frame(at: 0, [1: (300, 300)])
    send(.began, at: 1)
    #expect(stage.gestures.map(\.time.seconds) == [0.5])
  }

  @Test("Only an active application delivers motions")
  func inactive() {
    inner.becomeFirstResponder()
    stage.application.enterBackground(at: .zero)
    send(.began, at: 1)
    #expect(inner.log.isEmpty)
    #expect(stage.application.discardedEvents == 0)
  }
}
