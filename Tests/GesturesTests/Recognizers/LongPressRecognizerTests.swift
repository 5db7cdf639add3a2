import Gestures
import Testing
import Timeline

@Suite("Long press")
struct LongPressRecognizerTests {
  @Test("It begins 0.5 s after the last landing and ends with the last lift")
  func begins() {
    let rig = RecognizerRig(LongPressRecognizer())
    rig.began([1: (0, 0)], at: 0)
    rig.began([2: (60, 0)], at: 0.2)
    rig.advance(to: 0.699999)
    #expect(rig.gestures.isEmpty)
    rig.advance(to: 0.7)
    #expect(rig.gestures.map(\.state) == [.began])
    rig.ended(1, at: 1)
    #expect(rig.outcomes.isEmpty)
    rig.ended(2, at: 1.25)
    #expect(rig.outcomes.map(\.state) == [.ended])
    #expect(rig.outcomes.first?.touches == 2)
    #expect(rig.outcomes.first?.duration == 1.25)
  }

  @Test("A finger may wander 22 points before it begins", arguments: [(22.0, true), (22.1, false)])
  func movement(way: Double, isPress: Bool) {
    let rig = RecognizerRig(LongPressRecognizer())
    rig.began([1: (0, 0)], at: 0)
    rig.moved([1: (way, 0)], at: 0.2)
    rig.ended(1, at: 1)
    #expect(rig.outcomes.isEmpty != isPress)
    if !isPress {
      #expect(rig.recognizer.lastFailure?.cause == .movement)
      #expect(rig.recognizer.lastFailure?.limit == 22)
    }
  }

  @Test(
    "A lift just before 0.5 s fails it, one at 0.5 s ends it", arguments: [(0.499999, 0), (0.5, 1)])
  func duration(lift: Double, presses: Int) {
    let rig = RecognizerRig(LongPressRecognizer())
    rig.began([1: (0, 0)], at: 0)
    rig.ended(1, at: lift)
    #expect(rig.outcomes.count == presses)
  }

  @Test("Once begun, it goes on whatever the finger does")
  func movesAfterwards() {
    let rig = RecognizerRig(LongPressRecognizer())
    rig.began([1: (0, 0)], at: 0)
    rig.moved([1: (200, 0)], at: 0.6)
    rig.ended(1, at: 0.7)
    #expect(rig.gestures.map(\.state) == [.began, .changed, .ended])
  }

  @Test("A cancelled touch cancels it")
  func cancelled() {
    let rig = RecognizerRig(LongPressRecognizer())
    rig.began([1: (0, 0)], at: 0)
    rig.advance(to: 0.6)
    rig.cancelled(1, at: 0.7)
    #expect(rig.gestures.map(\.state) == [.began, .cancelled])
  }

  @Test("Too few fingers are the reason that it fails, however long they press")
  func tooFew() {
    let press = LongPressRecognizer()
    press.numberOfTouchesRequired = 2
    let rig = RecognizerRig(press)
    rig.began([1: (0, 0)])
    rig.ended(1, at: 3)
    #expect(rig.gestures.isEmpty)
    #expect(press.lastFailure?.cause == .touches)
    #expect(press.lastFailure?.measured == 1)
  }
}
