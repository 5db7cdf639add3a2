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
}
