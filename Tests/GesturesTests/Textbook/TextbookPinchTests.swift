import Gestures
import Testing

@Suite("Textbook pinch")
struct TextbookPinchTests {
  private func directions(_ stage: TouchStage) -> [Gesture.Direction?] {
    stage.gestures.map(\.direction)
  }

  @Test("The distance has to change by more than 100 points, and every event beyond fires")
  func threshold() {
    let stage = TouchStage(TextbookPinchRecognizer())
    stage.began([1: (0, 0), 2: (50, 0)])
    stage.moved([1: (0, 1), 2: (149.999, 1)])
    #expect(directions(stage) == [])
    stage.moved([1: (0, 2), 2: (150.001, 2)])
    #expect(directions(stage) == [.out])
    stage.moved([1: (0, 3), 2: (160, 3)])
    #expect(directions(stage) == [.out, .out])
  }

  @Test("Fingers that touch down one after the other start from their first common move")
  func staggered() {
    let stage = TouchStage(TextbookPinchRecognizer())
    stage.began([1: (0, 0)])
    stage.began([2: (50, 0)])
    stage.moved([1: (0, 1), 2: (60, 1)])
    stage.moved([1: (0, 2), 2: (159, 2)])
    #expect(directions(stage) == [])
    stage.moved([1: (0, 3), 2: (161, 3)])
    #expect(directions(stage) == [.out])
  }

  @Test("Inward, 200 to 99 is a pinch and 200 to 101 is not")
  func inward() {
    let stage = TouchStage(TextbookPinchRecognizer())
    stage.began([1: (0, 0), 2: (200, 0)])
    stage.moved([1: (0, 1), 2: (101, 1)])
    #expect(directions(stage) == [])
    stage.moved([1: (0, 2), 2: (99, 2)])
    #expect(directions(stage) == [.in])
  }

  @Test("One finger alone does not pinch, however far it moves")
  func oneFingerMoves() {
    let stage = TouchStage(TextbookPinchRecognizer())
    stage.began([1: (0, 0), 2: (50, 0)])
    stage.moved([2: (300, 0)])
    #expect(directions(stage) == [])
  }

  @Test("After a cancellation the outdated distance makes the next gesture a pinch at once")
  func staleDistance() {
    let stage = TouchStage(TextbookPinchRecognizer())
    stage.began([1: (0, 0), 2: (300, 0)])
    stage.cancelled(1, 2)
    stage.began([3: (0, 0)])
    stage.began([4: (50, 0)])
    stage.moved([3: (0, 1), 4: (60, 1)])
    #expect(directions(stage) == [.in])
  }

  @Test("Lifting any finger starts anew")
  func liftResets() {
    let stage = TouchStage(TextbookPinchRecognizer())
    stage.began([1: (0, 0), 2: (300, 0)])
    stage.ended(1, 2)
    stage.began([3: (0, 0)])
    stage.began([4: (50, 0)])
    stage.moved([3: (0, 1), 4: (60, 1)])
    #expect(directions(stage) == [])
  }
}
