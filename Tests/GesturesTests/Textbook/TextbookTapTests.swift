import Contacts
import Gestures
import Testing
import Timeline

@Suite("Textbook taps")
struct TextbookTapTests {
  struct Case: CustomTestStringConvertible {
    let touchDowns: [Double]
    /// The time within which touch downs count together.
    var interval = 0.4
    let firings: [(taps: Int, time: Double)]
    var testDescription: String { "\(touchDowns)" }
  }

  @Test(
    "The tap count decides 0.4 s after the touch down",
    arguments: [
      Case(touchDowns: [0], firings: [(1, 0.4)]),
      Case(touchDowns: [0, 0.2], firings: [(2, 0.6)]),
      Case(touchDowns: [0, 0.2, 0.4], firings: [(3, 0.8)]),
      Case(touchDowns: [0, 0.2, 0.4, 0.6], firings: [(4, 0.6)]),
      Case(
        touchDowns: [0, 0.2, 0.4, 0.6, 0.8], firings: [(4, 0.6)]),
      Case(touchDowns: [0, 0.45], interval: 0.5, firings: [(1, 0.4), (2, 0.85)]),
      Case(touchDowns: [0, 0.05], interval: 0.01, firings: [(1, 0.4), (1, 0.45)]),
      Case(touchDowns: [0, 1.5], firings: [(1, 0.4), (1, 1.9)]),
    ])
  func vectors(_ test: Case) {
    let stage = TouchStage(TextbookTapRecognizer())
    stage.application.tapCounter.interval = test.interval
    for (index, touchDown) in test.touchDowns.enumerated() {
      stage.began([index + 1: (10, 10)], at: touchDown)
      stage.ended(index + 1, at: touchDown + 0.02)
    }
    stage.advance(to: 10)
    #expect(stage.gestures.map(\.taps) == test.firings.map(\.taps))
    #expect(stage.gestures.map(\.time) == test.firings.map { Timestamp(seconds: $0.time) })
  }

  @Test("A next tap at exactly 0.4 s comes after the deadline: two single taps")
  func tie() {
    let stage = TouchStage(TextbookTapRecognizer())
    stage.began([1: (10, 10)], at: 0)
    stage.ended(1, at: 0.1)
    stage.began([2: (10, 10)], at: 0.4)
    #expect(stage.gestures.map(\.taps) == [1])
    stage.advance(to: 0.8)
    #expect(stage.gestures.map(\.taps) == [1, 1])
  }

  @Test("Long and cancelled touches are single taps")
  func decidesAtTouchDown() {
    let stage = TouchStage(TextbookTapRecognizer())
    stage.began([1: (10, 10)], at: 0)
    stage.advance(to: 2)
    stage.cancelled(1, at: 2)
    stage.began([2: (10, 10)], at: 3)
    stage.cancelled(2, at: 3.1)
    stage.advance(to: 4)
    #expect(stage.gestures.map(\.taps) == [1, 1])
  }
}
