import Contacts
import Gestures
import Testing
import Timeline

@Suite("Textbook taps")
struct TextbookTapTests {
  struct Case: CustomTestStringConvertible {
    let touchDowns: [(time: Double, tapCount: Int)]
    let firings: [(taps: Int, time: Double)]
    var testDescription: String { "\(touchDowns)" }
  }

  @Test(
    "The tap count decides 0.4 s after the touch down",
    arguments: [
      Case(touchDowns: [(0, 1)], firings: [(1, 0.4)]),
      Case(touchDowns: [(0, 1), (0.2, 2)], firings: [(2, 0.6)]),
      Case(touchDowns: [(0, 1), (0.2, 2), (0.4, 3)], firings: [(3, 0.8)]),
      Case(touchDowns: [(0, 1), (0.2, 2), (0.4, 3), (0.6, 4)], firings: [(4, 0.6)]),
      Case(
        touchDowns: [(0, 1), (0.2, 2), (0.4, 3), (0.6, 4), (0.8, 5)], firings: [(4, 0.6)]),
      Case(touchDowns: [(0, 1), (0.45, 2)], firings: [(1, 0.4), (2, 0.85)]),
      Case(touchDowns: [(0, 1), (0.05, 1)], firings: [(1, 0.4), (1, 0.45)]),
      Case(touchDowns: [(0, 1), (1.5, 1)], firings: [(1, 0.4), (1, 1.9)]),
    ])
  func vectors(_ test: Case) {
    let rig = RecognizerRig(TextbookTapRecognizer())
    for (index, touchDown) in test.touchDowns.enumerated() {
      rig.began([index + 1: (10, 10)], at: touchDown.time, tapCount: touchDown.tapCount)
      rig.ended(index + 1, at: touchDown.time + 0.02)
    }
    rig.advance(to: 10)
    #expect(rig.gestures.map(\.taps) == test.firings.map(\.taps))
    #expect(rig.gestures.map(\.time) == test.firings.map { Timestamp(seconds: $0.time) })
  }

  @Test("A next tap at exactly 0.4 s comes after the deadline: two single taps")
  func tie() {
    let rig = RecognizerRig(TextbookTapRecognizer())
    rig.began([1: (10, 10)], at: 0)
    rig.ended(1, at: 0.1)
    rig.began([2: (10, 10)], at: 0.4)
    #expect(rig.gestures.map(\.taps) == [1])
    rig.advance(to: 0.8)
    #expect(rig.gestures.map(\.taps) == [1, 1])
  }

  @Test("Long and cancelled touches are single taps")
  func decidesAtTouchDown() {
    let rig = RecognizerRig(TextbookTapRecognizer())
    rig.began([1: (10, 10)], at: 0)
    rig.advance(to: 2)
    rig.cancelled(1, at: 2)
    rig.began([2: (10, 10)], at: 3)
    rig.cancelled(2, at: 3.1)
    rig.advance(to: 4)
    #expect(rig.gestures.map(\.taps) == [1, 1])
  }

  @Test(
    "The texts name one to four taps",
    arguments: zip(
      1...4,
      [
        "Single Tap Detected", "Double Tap Detected", "Triple Tap Detected",
        "Quadruple Tap Detected",
      ]))
  func names(taps: Int, text: String) {
    var gesture = Gesture(
      kind: .tap, state: .recognized, time: .zero, start: .zero, location: .zero)
    gesture.taps = taps
    #expect(TextbookText.text(for: gesture) == text)
  }
}
