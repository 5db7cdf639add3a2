import Gestures
import Testing

@Suite("Textbook pinch")
struct TextbookPinchTests {
  private func texts(_ rig: RecognizerRig) -> [String] {
    rig.gestures.compactMap(TextbookText.text)
  }

  @Test("The distance has to change by more than 100 points, and every event beyond fires")
  func threshold() {
    let rig = RecognizerRig(TextbookPinchRecognizer())
    rig.began([1: (0, 0), 2: (50, 0)])
    rig.moved([1: (0, 0), 2: (150, 0)])
    #expect(texts(rig) == [])
    rig.moved([1: (0, 0), 2: (150.5, 0)])
    #expect(texts(rig) == ["Outward Pinch"])
    rig.moved([1: (0, 0), 2: (160, 0)])
    #expect(texts(rig) == ["Outward Pinch", "Outward Pinch"])
  }

  @Test("Fingers that touch down one after the other start from their first common move")
  func staggered() {
    let rig = RecognizerRig(TextbookPinchRecognizer())
    rig.began([1: (0, 0)])
    rig.began([2: (50, 0)])
    rig.moved([1: (0, 0), 2: (60, 0)])
    rig.moved([1: (0, 0), 2: (160, 0)])
    #expect(texts(rig) == [])
    rig.moved([1: (0, 0), 2: (161, 0)])
    #expect(texts(rig) == ["Outward Pinch"])
  }

  @Test("Inward, 200 to 99 is a pinch and 200 to 100 is not")
  func inward() {
    let rig = RecognizerRig(TextbookPinchRecognizer())
    rig.began([1: (0, 0), 2: (200, 0)])
    rig.moved([1: (0, 0), 2: (100, 0)])
    #expect(texts(rig) == [])
    rig.moved([1: (0, 0), 2: (99, 0)])
    #expect(texts(rig) == ["Inward Pinch"])
  }

  @Test("One finger alone does not pinch, however far it moves")
  func oneFingerMoves() {
    let rig = RecognizerRig(TextbookPinchRecognizer())
    rig.began([1: (0, 0), 2: (50, 0)])
    rig.moved([2: (300, 0)])
    #expect(texts(rig) == [])
  }

  @Test("After a cancellation the outdated distance makes the next gesture a pinch at once")
  func staleDistance() {
    let rig = RecognizerRig(TextbookPinchRecognizer())
    rig.began([1: (0, 0), 2: (300, 0)])
    rig.cancelled(1, 2)
    rig.began([3: (0, 0)])
    rig.began([4: (50, 0)])
    rig.moved([3: (0, 0), 4: (60, 0)])
    #expect(texts(rig) == ["Inward Pinch"])
  }

  @Test("Lifting any finger starts anew")
  func liftResets() {
    let rig = RecognizerRig(TextbookPinchRecognizer())
    rig.began([1: (0, 0), 2: (300, 0)])
    rig.ended(1, 2)
    rig.began([3: (0, 0)])
    rig.began([4: (50, 0)])
    rig.moved([3: (0, 0), 4: (60, 0)])
    #expect(texts(rig) == [])
  }
}
