import Contacts
import Gestures
import Testing

@Suite("Textbook swipe")
struct TextbookSwipeTests {
  struct SingleCase: CustomTestStringConvertible {
    let position: (Double, Double)
    let text: String?
    var testDescription: String { "\(position)" }
  }

  static let horizontal = "Horizontal swipe detected"
  static let vertical = "Vertical swipe detected"

  @Test(
    "One finger: 25 points along and 5 across, both inclusive",
    arguments: [
      SingleCase(position: (25, 0), text: horizontal),
      SingleCase(position: (24.9, 0), text: nil),
      SingleCase(position: (25, 5), text: horizontal),
      SingleCase(position: (25, 5.01), text: nil),
      SingleCase(position: (-25, 5), text: horizontal),
      SingleCase(position: (5, 25), text: vertical),
      SingleCase(position: (0, -25), text: vertical),
      SingleCase(position: (25, 25), text: nil),
      SingleCase(position: (30, 6), text: nil),
      SingleCase(position: (5, 24.99), text: nil),
    ])
  func oneFinger(_ test: SingleCase) {
    let stage = TouchStage(TextbookSwipeRecognizer())
    stage.began([1: (0, 0)])
    stage.moved([1: test.position])
    #expect(
      stage.gestures.compactMap(\.axis).map(TextbookText.singleSwipeText)
        == (test.text.map { [$0] } ?? []))
  }

  struct SeveralCase: CustomTestStringConvertible {
    let moved: [Touch.ID: (Double, Double)]
    let text: String?
    let testDescription: String
  }

  @Test(
    "All fingers are measured from the same start",
    arguments: [
      SeveralCase(
        moved: [1: (130, 100)], text: "Horizontal Swipe Detected.", testDescription: "one"),
      SeveralCase(
        moved: [1: (130, 100), 2: (90, 100)], text: nil,
        testDescription: "the second is 10 from the shared start"),
      SeveralCase(
        moved: [1: (165, 100), 2: (126, 100)], text: "DoubleHorizontal Swipe Detected.",
        testDescription: "both far enough"),
      SeveralCase(
        moved: [1: (130, 100), 2: (130, 180)], text: "DoubleHorizontal Swipe Detected.",
        testDescription: "the variance is checked for one finger only"),
      SeveralCase(
        moved: [1: (126, 100), 2: (160, 160)], text: "DoubleHorizontal Swipe Detected.",
        testDescription: "the second never moved sideways"),
      SeveralCase(
        moved: [1: (130, 100), 2: (70, 100)], text: "DoubleHorizontal Swipe Detected.",
        testDescription: "fingers moving apart"),
      SeveralCase(
        moved: [
          1: (130, 100), 2: (130, 100), 3: (130, 100), 4: (130, 100), 5: (130, 100),
          6: (130, 100),
        ], text: "Horizontal Swipe Detected.", testDescription: "no word for six"),
      SeveralCase(
        moved: [1: (130, 100), 2: (100, 130)], text: nil,
        testDescription: "the last one's type wins, the other fails"),
      SeveralCase(
        moved: [1: (100, 130), 2: (130, 100)], text: nil, testDescription: "in either order"),
      SeveralCase(
        moved: [1: (130, 100), 2: (130, 100), 3: (130, 100)],
        text: "TripleHorizontal Swipe Detected.", testDescription: "three"),
      SeveralCase(
        moved: [1: (100, 130), 2: (100, 130), 3: (100, 130), 4: (100, 130)],
        text: "QuadrupleVertical Swipe Detected.", testDescription: "four"),
    ])
  func severalFingers(_ test: SeveralCase) {
    let stage = TouchStage(TextbookSwipeRecognizer())
    stage.began([1: (100, 100)])
    for id in test.moved.keys.sorted() where id > 1 { stage.began([id: (100, 100)]) }
    stage.moved(test.moved)
    #expect(stage.gestures.compactMap(TextbookText.text) == (test.text.map { [$0] } ?? []))
  }

  @Test("A finger that hardly moves is a swipe if another touched down away from it")
  func falsePositive() {
    let stage = TouchStage(TextbookSwipeRecognizer())
    stage.began([1: (20, 0)])
    stage.began([2: (100, 3)])
    stage.moved([1: (21, 0)])
    #expect(stage.gestures.compactMap(TextbookText.text) == ["Horizontal Swipe Detected."])
  }

  @Test("It fires on every further move, and can turn from horizontal to vertical")
  func firesAgain() {
    let stage = TouchStage(TextbookSwipeRecognizer())
    stage.began([1: (0, 0)])
    stage.moved([1: (25, 0)])
    stage.moved([1: (26, 1)])
    stage.moved([1: (2, 30)])
    #expect(stage.gestures.compactMap(\.axis) == [.horizontal, .horizontal, .vertical])
    #expect(stage.gestures.allSatisfy { $0.state == .recognized })
  }

  @Test("A flick without a move between touch down and touch up is not recognized")
  func flickIsMissed() {
    let stage = TouchStage(TextbookSwipeRecognizer())
    stage.began([1: (0, 0)])
    stage.ended(1)
    #expect(stage.gestures.isEmpty)
  }
}
