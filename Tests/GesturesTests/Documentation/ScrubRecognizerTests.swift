import Contacts
import Gestures
import Testing
import Timeline

@Suite("Recognizer of the article")
struct ScrubRecognizerTests {
  private let stage = TouchStage()
  private let recognizer = ScrubRecognizer()

  init() {
    stage.window.addGestureRecognizer(recognizer)
  }

  /// Rubs between positions, 0.1 s each, and lifts.
  private func rub(_ places: [Double], from start: Double = 0, lifts: Bool = true) {
    for (index, x) in places.enumerated() {
      stage.frame(at: start + Double(index) * 0.1, [1: (x, 100)])
    }
    if lifts { stage.frame(at: start + Double(places.count) * 0.1, up: [1]) }
  }

  @Test("A scrub is recognized at the third turn")
  func recognized() {
    rub([100, 140, 100, 140, 100])
    #expect(stage.gestures.map(\.name) == ["scrub"])
    #expect(stage.gestures.first?.time == Timestamp(seconds: 0.4))
    #expect(stage.gestures.first?.start == .zero)
    rub([100, 60, 100, 60, 100], from: 1)
    #expect(stage.gestures.count == 2)
  }

  @Test("Two turns are no scrub")
  func fewTurns() {
    rub([100, 140, 100, 140])
    #expect(stage.gestures.isEmpty)
    #expect(recognizer.lastFailure?.cause == .distance)
  }

  @Test("A leg has at least 20 points", arguments: [(20.1, 1), (19.9, 0)])
  func leg(length: Double, count: Int) {
    rub([100, 100 + length, 100, 100 + length, 100])
    #expect(stage.gestures.count == count)
  }

  @Test("Continuing in the same direction is no turn")
  func sameWay() {
    rub([100, 140, 180, 220, 260, 300, 340])
    #expect(stage.gestures.isEmpty)
  }

  @Test("A scrub takes at most two seconds")
  func duration() {
    rub([100, 140, 100, 140], lifts: false)
    stage.frame(at: 1.999, [1: (100, 100)])
    #expect(stage.gestures.count == 1)
    stage.frame(at: 2.1, up: [1])
    rub([100, 140, 100, 140], from: 3, lifts: false)
    stage.frame(at: 5, [1: (100, 100)])
    #expect(stage.gestures.count == 1)
    #expect(recognizer.lastFailure?.measured == 2)
  }

  @Test("A second finger fails the scrub")
  func secondFinger() {
    rub([100, 140, 100], lifts: false)
    stage.frame(at: 0.3, [2: (300, 100)])
    #expect(recognizer.lastFailure?.cause == .touches)
    stage.frame(at: 0.4, [1: (140, 100)])
    stage.frame(at: 0.5, [1: (100, 100)])
    #expect(stage.gestures.isEmpty)
  }
}
