import Contacts
import Gestures
import Testing
import Timeline

@Suite("Tap counter")
struct TapCounterTests {
  @Test("Taps within 0.4 s and 45 points are counted together")
  func tapCounter() {
    func count(_ time: Double, _ x: Double) -> Int {
      var counter = TapCounter()
      _ = counter.count(touchDownAt: .zero, time: .zero, touchesDown: 1)
      return counter.count(
        touchDownAt: Point(x: x, y: 0), time: Timestamp(seconds: time), touchesDown: 1)
    }
    #expect(count(0.399999, 0) == 2)
    #expect(count(0.4, 0) == 1)
    #expect(count(0.1, 45) == 2)
    #expect(count(0.1, 45.1) == 1)
  }

  @Test("Two fingers reset the count to 1")
  func twoFingers() {
    var counter = TapCounter()
    #expect(counter.count(touchDownAt: .zero, time: .zero, touchesDown: 1) == 1)
    let later = Timestamp(seconds: 0.1)
    #expect(counter.count(touchDownAt: .zero, time: later, touchesDown: 1) == 2)
    #expect(counter.count(touchDownAt: .zero, time: later, touchesDown: 2) == 1)
    #expect(counter.count(touchDownAt: .zero, time: later, touchesDown: 1) == 1)
  }

  @Test("An application's interval decides what counts together, also after a trace has ended")
  func applicationInterval() {
    let stage = TouchStage()
    stage.application.tapCounter.interval = 0.5
    var counts: [Int] = []
    stage.window.touchObserver = { touches, phase, _ in
      if phase == .began { counts += touches.map(\.tapCount) }
    }
    func tapTwice() {
      for (id, time) in zip(1..., [0, 0.45]) {
        stage.frame(at: time, [id: (10, 10)])
        stage.frame(at: time + 0.1, up: [id])
      }
      stage.finish()
    }
    tapTwice()
    tapTwice()
    stage.application.tapCounter.interval = 0.4
    tapTwice()
    #expect(counts == [1, 2, 1, 2, 1, 1])
  }
}
