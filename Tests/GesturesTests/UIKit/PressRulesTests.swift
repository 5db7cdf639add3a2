import Gestures
import Testing

@Suite("UIKit's long press: rule 34")
struct PressRulesTests {
  private let recognizer = LongPressRecognizer()

  init() {
    recognizer.minimumPressDuration = Profile.uikit.longPress.minimumDuration
    recognizer.allowableMovement = Profile.uikit.longPress.allowableMovement
    recognizer.interval = Profile.uikit.tap.interval
  }

  @Test("First the required taps, then the hold (0.5 s)", arguments: 0...3)
  func tapsThenHold(taps: Int) {
    recognizer.numberOfTapsRequired = taps
    let rig = RecognizerRig(recognizer)
    for tap in 0..<taps {
      rig.began([tap: (0, 0)], at: Double(tap) * 0.25)
      rig.ended(tap, at: Double(tap) * 0.25 + 0.125)
    }
    let landing = Double(taps) * 0.25
    rig.began([9: (0, 0)], at: landing)
    rig.advance(to: landing + 0.499999)
    #expect(rig.gestures.isEmpty)
    rig.advance(to: landing + 0.5)
    #expect(rig.gestures.map(\.state) == [.began])
  }

  @Test(
    "More than 10 pt of movement before it begins fails it",
    arguments: [(10.0, true), (10.1, false)])
  func movement(way: Double, begins: Bool) {
    let rig = RecognizerRig(recognizer)
    rig.began([1: (0, 0)], at: 0)
    rig.moved([1: (way, 0)], at: 0.25)
    rig.advance(to: 0.5)
    #expect(rig.gestures.map(\.state) == (begins ? [.began] : []))
    if !begins {
      #expect(recognizer.lastFailure?.cause == .movement)
      #expect(recognizer.lastFailure?.measured == 10.1)
      #expect(recognizer.lastFailure?.limit == 10)
    }
  }

  @Test("After that there is no limit")
  func noLimit() {
    let rig = RecognizerRig(recognizer)
    rig.began([1: (0, 0)], at: 0)
    rig.moved([1: (500, 0)], at: 0.5)
    rig.ended(1, at: 1)
    #expect(rig.gestures.map(\.state) == [.began, .changed, .ended])
  }
}
