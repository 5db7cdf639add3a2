import Gestures
import Testing

@Suite("UIKit's long press: rule 34")
struct PressRulesTests {
  private let recognizer = LongPressRecognizer(Profile.uikit.longPress, taps: Profile.uikit.tap)

  @Test("First the required taps, then the hold (0.5 s)", arguments: 0...3)
  func tapsThenHold(taps: Int) {
    recognizer.numberOfTapsRequired = taps
    let stage = TouchStage(recognizer)
    for tap in 0..<taps {
      stage.began([tap: (0, 0)], at: Double(tap) * 0.25)
      stage.ended(tap, at: Double(tap) * 0.25 + 0.125)
    }
    let touchDown = Double(taps) * 0.25
    stage.began([9: (0, 0)], at: touchDown)
    stage.advance(to: touchDown + 0.499999)
    #expect(stage.gestures.isEmpty)
    stage.advance(to: touchDown + 0.5)
    #expect(stage.gestures.map(\.state) == [.began])
  }

  @Test(
    "More than 10 pt of movement before it begins fails it",
    arguments: [(10.0, true), (10.1, false)])
  func movement(translation: Double, begins: Bool) {
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (translation, 0)], at: 0.25)
    stage.advance(to: 0.5)
    #expect(stage.gestures.map(\.state) == (begins ? [.began] : []))
    if !begins {
      #expect(recognizer.lastFailure?.cause == .movement)
      #expect(recognizer.lastFailure?.measured == 10.1)
      #expect(recognizer.lastFailure?.limit == 10)
    }
  }

  @Test("After the press has begun, movement is unlimited")
  func noLimit() {
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (500, 0)], at: 0.5)
    stage.ended(1, at: 1)
    #expect(stage.gestures.map(\.state) == [.began, .changed, .ended])
  }
}
