import Gestures
import Testing
import Timeline

@Suite("Long press")
struct LongPressRecognizerTests {
  @Test("It begins 0.5 s after the last touch down and ends with the first touch up")
  func begins() {
    let stage = TouchStage(LongPressRecognizer())
    stage.began([1: (0, 0)], at: 0)
    stage.began([2: (60, 0)], at: 0.2)
    stage.advance(to: 0.699999)
    #expect(stage.gestures.isEmpty)
    stage.advance(to: 0.7)
    #expect(stage.gestures.map(\.state) == [.began])
    stage.ended(1, at: 1)
    #expect(stage.finalGestures.map(\.state) == [.ended])
    #expect(stage.finalGestures.first?.touches == 2)
    #expect(stage.finalGestures.first?.duration == 1)
    stage.ended(2, at: 1.25)
    #expect(stage.finalGestures.count == 1)
  }

  @Test("A finger may move 22 points before it begins", arguments: [(22.0, true), (22.1, false)])
  func movement(translation: Double, isPress: Bool) {
    let stage = TouchStage(LongPressRecognizer())
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (translation, 0)], at: 0.2)
    stage.ended(1, at: 1)
    #expect(stage.finalGestures.isEmpty != isPress)
    if !isPress {
      #expect(stage.recognizer.lastFailure?.cause == .movement)
      #expect(stage.recognizer.lastFailure?.limit == 22)
    }
  }

  @Test(
    "A touch up just before 0.5 s fails it, one at 0.5 s ends it",
    arguments: [(0.499999, 0), (0.5, 1)])
  func duration(touchUp: Double, presses: Int) {
    let stage = TouchStage(LongPressRecognizer())
    stage.began([1: (0, 0)], at: 0)
    stage.ended(1, at: touchUp)
    #expect(stage.finalGestures.count == presses)
  }

  @Test("After it has begun, movement does not end it")
  func movesAfterwards() {
    let stage = TouchStage(LongPressRecognizer())
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (200, 0)], at: 0.6)
    stage.ended(1, at: 0.7)
    #expect(stage.gestures.map(\.state) == [.began, .changed, .ended])
  }

  @Test("A cancelled touch cancels it")
  func cancelled() {
    let stage = TouchStage(LongPressRecognizer())
    stage.began([1: (0, 0)], at: 0)
    stage.advance(to: 0.6)
    stage.cancelled(1, at: 0.7)
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
  }

  @Test("Too few fingers fail it with that reason, however long they press")
  func tooFew() {
    let press = LongPressRecognizer()
    press.numberOfTouchesRequired = 2
    let stage = TouchStage(press)
    stage.began([1: (0, 0)])
    stage.ended(1, at: 3)
    #expect(stage.gestures.isEmpty)
    #expect(press.lastFailure?.cause == .touches)
    #expect(press.lastFailure?.measured == 1)
  }

  // MARK: Taps before

  /// A tap at 0 s that takes 0.1 s, and then a press.
  private func tapAndPress(
    _ recognizer: LongPressRecognizer = LongPressRecognizer(), tap: Double = 0.1,
    pause: Double = 0.2, position: (Double, Double) = (0, 0)
  ) -> TouchStage {
    recognizer.numberOfTapsRequired = 1
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0)], at: 0)
    stage.ended(1, at: tap)
    stage.began([2: position], at: tap + pause)
    stage.advance(to: tap + pause + 0.499999)
    #expect(stage.gestures.isEmpty)
    stage.advance(to: tap + pause + 0.5)
    return stage
  }

  @Test("The required taps come before the hold")
  func tapsFirst() {
    let stage = tapAndPress()
    #expect(stage.gestures.map(\.state) == [.began])
    #expect(stage.gestures.first?.taps == 1)
    #expect(stage.gestures.first?.start == .zero)
    stage.ended(2, at: 2)
    #expect(stage.finalGestures.map(\.state) == [.ended])
    #expect(stage.finalGestures.first?.duration == 2)
  }

  @Test("Without the required taps it fails")
  func noTaps() {
    let recognizer = LongPressRecognizer()
    recognizer.numberOfTapsRequired = 1
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0)], at: 0)
    stage.ended(1, at: 2)
    #expect(stage.gestures.isEmpty)
    #expect(recognizer.lastFailure?.cause == .duration)
    #expect(recognizer.lastFailure?.measured == 0.500001)
    #expect(recognizer.lastFailure?.limit == 0.5)
  }

  @Test("One tap is not enough if two are required")
  func twoTaps() {
    let recognizer = LongPressRecognizer()
    recognizer.numberOfTapsRequired = 2
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0)], at: 0)
    stage.ended(1, at: 0.1)
    stage.began([2: (0, 0)], at: 0.2)
    stage.ended(2, at: 0.3)
    stage.began([3: (0, 0)], at: 0.4)
    stage.advance(to: 0.9)
    #expect(stage.gestures.map(\.taps) == [2])
  }

  @Test("A tap may take 0.5 s", arguments: [(0.5, 1), (0.500001, 0)])
  func tapDuration(seconds: Double, presses: Int) {
    #expect(tapAndPress(tap: seconds).gestures.count == presses)
  }

  @Test("The press comes within 0.3 s of the tap", arguments: [(0.3, 1), (0.300001, 0)])
  func tapInterval(pause: Double, presses: Int) {
    let stage = tapAndPress(pause: pause)
    #expect(stage.gestures.count == presses)
    if presses == 0 { #expect(stage.recognizer.lastFailure?.limit == 0.3) }
  }

  @Test("The press comes within 100 points of the tap", arguments: [(100.0, 1), (100.1, 0)])
  func tapRadius(distance: Double, presses: Int) {
    #expect(tapAndPress(position: (distance, 0)).gestures.count == presses)
  }

  @Test("Movement during the tap fails it")
  func tapMoves() {
    let recognizer = LongPressRecognizer()
    recognizer.numberOfTapsRequired = 1
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (22.1, 0)], at: 0.05)
    #expect(recognizer.lastFailure?.cause == .movement)
    #expect(recognizer.lastFailure?.limit == 22)
  }

  @Test("With two fingers required, a tap with one does not count")
  func tapOfOne() {
    let recognizer = LongPressRecognizer()
    recognizer.numberOfTouchesRequired = 2
    recognizer.numberOfTapsRequired = 1
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0)], at: 0)
    stage.ended(1, at: 0.1)
    #expect(recognizer.lastFailure?.cause == .touches)
    #expect(recognizer.lastFailure?.limit == 2)
  }
}
