import Contacts
import Gestures
import Testing
import Timeline

@Suite("Tap")
struct TapRecognizerTests {
  /// One finger that touches down, moves and lifts.
  private func tap(
    _ stage: TouchStage, id: Touch.ID = 1, at start: Double = 0, lasting duration: Double = 0.1,
    from position: (Double, Double) = (100, 100), wandering translation: Double = 0
  ) {
    stage.began([id: position], at: start)
    if translation > 0 {
      stage.moved([id: (position.0 + translation, position.1)], at: start + duration / 2)
    }
    stage.ended(id, at: start + duration)
  }

  @Test("A single tap is reported if no second one comes within 0.3 s")
  func single() {
    let stage = TouchStage(TapRecognizer())
    tap(stage)
    stage.advance(to: 0.4)
    #expect(stage.gestures.isEmpty)
    stage.advance(to: 0.5)
    #expect(stage.gestures.map(\.taps) == [1])
    #expect(stage.gestures[0].time == Timestamp(microseconds: 400_001))
    #expect(stage.gestures[0].start == .zero)
    #expect(stage.gestures[0].touches == 1)
    #expect(stage.gestures[0].location == Point(x: 100, y: 100))
  }

  @Test(
    "A tap up to 0.3 s after the touch up continues the series, a later one starts a new series",
    arguments: [(0.4, [2]), (0.400001, [1, 1])])
  func interval(nextLanding: Double, taps: [Int]) {
    let stage = TouchStage(TapRecognizer())
    tap(stage)
    tap(stage, id: 2, at: nextLanding)
    stage.advance(to: 5)
    #expect(stage.gestures.map(\.taps) == taps)
  }

  @Test("It counts taps for as long as they follow each other", arguments: [1, 2, 3, 4, 9])
  func counts(taps: Int) {
    let stage = TouchStage(TapRecognizer())
    for index in 0..<taps { tap(stage, id: index + 1, at: Double(index) * 0.25) }
    stage.advance(to: 10)
    #expect(stage.gestures.map(\.taps) == [taps])
  }

  @Test(
    "A touch may move 36 points at first, and 22 later",
    arguments: [
      (0.2, 35.999, 1), (0.2, 36.1, 0), (0.4, 21.999, 1), (0.4, 22.1, 0),
    ])
  func movement(duration: Double, translation: Double, taps: Int) {
    let stage = TouchStage(TapRecognizer())
    tap(stage, lasting: duration, wandering: translation)
    stage.advance(to: 5)
    #expect(stage.gestures.count == taps)
    if taps == 0 {
      #expect(stage.recognizer.lastFailure?.cause == .movement)
      #expect(abs((stage.recognizer.lastFailure?.measured ?? 0) - translation) < 1e-9)
    }
  }

  @Test("It may take 0.5 s, inclusive", arguments: [(0.5, 1), (0.500001, 0)])
  func duration(seconds: Double, taps: Int) {
    let stage = TouchStage(TapRecognizer())
    tap(stage, lasting: seconds)
    stage.advance(to: 5)
    #expect(stage.gestures.count == taps)
  }

  @Test(
    "Fingers of one tap may touch down and lift 0.15 s apart",
    arguments: [(0.15, 1), (0.150001, 0)])
  func stagger(seconds: Double, taps: Int) {
    let touchDown = TouchStage(TapRecognizer())
    touchDown.began([1: (100, 100)], at: 0)
    touchDown.began([2: (200, 100)], at: seconds)
    touchDown.ended(1, 2, at: 0.25)
    touchDown.advance(to: 5)
    #expect(touchDown.gestures.map(\.touches) == Array(repeating: 2, count: taps))

    let lifting = TouchStage(TapRecognizer())
    lifting.began([1: (100, 100), 2: (200, 100)], at: 0)
    lifting.ended(1, at: 0.1)
    lifting.ended(2, at: 0.1 + seconds)
    lifting.advance(to: 5)
    #expect(lifting.gestures.count == taps)
  }

  @Test("One to five fingers tap together, six do not", arguments: 1...6)
  func fingers(count: Int) {
    let stage = TouchStage(TapRecognizer())
    for id in 1...count { stage.began([id: (Double(id) * 60, 100)], at: 0) }
    for id in 1...count { stage.ended(id, at: 0.1) }
    stage.advance(to: 5)
    #expect(stage.gestures.map(\.touches) == (count <= 5 ? [count] : []))
  }

  @Test("Taps with another number of fingers or in another position start a new series")
  func differentTaps() {
    let stage = TouchStage(TapRecognizer())
    tap(stage)
    stage.began([2: (100, 100), 3: (160, 100)], at: 0.2)
    stage.ended(2, 3, at: 0.3)
    tap(stage, id: 4, at: 0.4, from: (130, 200.1))
    stage.advance(to: 5)
    #expect(stage.gestures.map(\.touches) == [1, 2, 1])
    #expect(stage.gestures.map(\.taps) == [1, 1, 1])
  }

  @Test(
    "A tap within 100 points continues the series, a farther one does not",
    arguments: [(100.0, [2]), (100.1, [1, 1])])
  func radius(translation: Double, taps: [Int]) {
    let stage = TouchStage(TapRecognizer())
    tap(stage)
    tap(stage, id: 2, at: 0.2, from: (100 + translation, 100))
    stage.advance(to: 5)
    #expect(stage.gestures.map(\.taps) == taps)
  }

  @Test("A series of several fingers continues whichever of them touches down first")
  func seriesOfSeveral() {
    let stage = TouchStage(TapRecognizer())
    stage.began([1: (100, 100), 2: (250, 100), 3: (400, 100)], at: 0)
    stage.ended(1, 2, 3, at: 0.1)
    stage.began([4: (405, 100)], at: 0.2)
    stage.began([5: (105, 100), 6: (255, 100)], at: 0.22)
    stage.ended(4, 5, 6, at: 0.3)
    stage.advance(to: 5)
    #expect(stage.gestures.map(\.taps) == [2])
    #expect(stage.gestures.map(\.touches) == [3])
  }

  @Test("A tap that is followed by a movement is reported before it")
  func followedByMovement() {
    let stage = TouchStage(TapRecognizer())
    tap(stage)
    stage.began([2: (100, 100)], at: 0.2)
    stage.moved([2: (200, 100)], at: 0.3)
    #expect(stage.gestures.map(\.taps) == [1])
    #expect(stage.gestures.first?.time == Timestamp(seconds: 0.3))
    stage.ended(2, at: 0.4)
    stage.advance(to: 5)
    #expect(stage.gestures.count == 1)
  }

  @Test("A required number of taps is recognized at the last touch up, a smaller one fails")
  func requiredTaps() {
    let recognizer = TapRecognizer()
    recognizer.numberOfTapsRequired = 2
    let stage = TouchStage(recognizer)
    tap(stage)
    stage.advance(to: 1)
    #expect(stage.gestures.isEmpty)
    #expect(recognizer.lastFailure?.cause == .taps)
    #expect(recognizer.lastFailure?.measured == 1)
    tap(stage, id: 2, at: 2)
    tap(stage, id: 3, at: 2.2)
    #expect(stage.gestures.map(\.time) == [Timestamp(seconds: 2.3)])
  }

  @Test("A resumed or cancelled touch is not a tap")
  func unsuitable() {
    let resumed = TouchStage(TapRecognizer())
    resumed.began([1: (0, 0)], at: 0, isResumed: true)
    resumed.ended(1, at: 0.1)
    resumed.advance(to: 5)
    #expect(resumed.gestures.isEmpty)

    let cancelled = TouchStage(TapRecognizer())
    cancelled.began([1: (0, 0)], at: 0)
    cancelled.cancelled(1, at: 0.1)
    cancelled.advance(to: 5)
    #expect(cancelled.gestures.isEmpty)
    tap(cancelled, id: 2, at: 6)
    cancelled.advance(to: 10)
    #expect(cancelled.gestures.count == 1)
  }
}
