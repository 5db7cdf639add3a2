import Contacts
import Gestures
import Testing

@Suite("Textbook swipe")
struct TextbookSwipeTests {
  struct SingleCase: CustomTestStringConvertible {
    let position: (Double, Double)
    let axis: Gesture.Axis?
    var testDescription: String { "\(position)" }
  }

  @Test(
    "One finger: 25 points along and 5 across, both inclusive",
    arguments: [
      SingleCase(position: (25, 0), axis: .horizontal),
      SingleCase(position: (24.9, 0), axis: nil),
      SingleCase(position: (25, 5), axis: .horizontal),
      SingleCase(position: (25, 5.01), axis: nil),
      SingleCase(position: (-25, 5), axis: .horizontal),
      SingleCase(position: (5, 25), axis: .vertical),
      SingleCase(position: (0, -25), axis: .vertical),
      SingleCase(position: (25, 25), axis: nil),
      SingleCase(position: (30, 6), axis: nil),
      SingleCase(position: (5, 24.99), axis: nil),
    ])
  func oneFinger(_ test: SingleCase) {
    let stage = TouchStage(TextbookSwipeRecognizer())
    stage.began([1: (0, 0)])
    stage.moved([1: test.position])
    #expect(stage.gestures.map(\.axis) == (test.axis.map { [$0] } ?? []))
  }

  struct SeveralCase: CustomTestStringConvertible {
    let moved: [Touch.ID: (Double, Double)]
    let axis: Gesture.Axis?
    let testDescription: String
  }

  @Test(
    "All fingers are measured from the same start",
    arguments: [
      SeveralCase(
        moved: [1: (130, 100)], axis: .horizontal, testDescription: "one"),
      SeveralCase(
        moved: [1: (130, 100), 2: (90, 100)], axis: nil,
        testDescription: "the second is 10 from the shared start"),
      SeveralCase(
        moved: [1: (165, 100), 2: (126, 100)], axis: .horizontal,
        testDescription: "both far enough"),
      SeveralCase(
        moved: [1: (130, 100), 2: (130, 180)], axis: .horizontal,
        testDescription: "the variance is checked for one finger only"),
      SeveralCase(
        moved: [1: (126, 100), 2: (160, 160)], axis: .horizontal,
        testDescription: "the second never moved sideways"),
      SeveralCase(
        moved: [1: (130, 100), 2: (70, 100)], axis: .horizontal,
        testDescription: "fingers moving apart"),
      SeveralCase(
        moved: [
          1: (130, 100), 2: (130, 100), 3: (130, 100), 4: (130, 100), 5: (130, 100),
          6: (130, 100),
        ], axis: .horizontal, testDescription: "six"),
      SeveralCase(
        moved: [1: (130, 100), 2: (100, 130)], axis: nil,
        testDescription: "the last one's type wins, the other fails"),
      SeveralCase(
        moved: [1: (100, 130), 2: (130, 100)], axis: nil, testDescription: "in either order"),
      SeveralCase(
        moved: [1: (130, 100), 2: (130, 100), 3: (130, 100)],
        axis: .horizontal, testDescription: "three"),
      SeveralCase(
        moved: [1: (100, 130), 2: (100, 130), 3: (100, 130), 4: (100, 130)],
        axis: .vertical, testDescription: "four"),
    ])
  func severalFingers(_ test: SeveralCase) {
    let stage = TouchStage(TextbookSwipeRecognizer())
    stage.began([1: (100, 100)])
    for id in test.moved.keys.sorted() where id > 1 { stage.began([id: (100, 100)]) }
    stage.moved(test.moved)
    #expect(stage.gestures.map(\.axis) == (test.axis.map { [$0] } ?? []))
    #expect(stage.gestures.allSatisfy { $0.touches == test.moved.count })
  }

  @Test("A finger that hardly moves is a swipe if another touched down away from it")
  func falsePositive() {
    let stage = TouchStage(TextbookSwipeRecognizer())
    stage.began([1: (20, 0)])
    stage.began([2: (100, 3)])
    stage.moved([1: (21, 0)])
    #expect(stage.gestures.map(\.axis) == [.horizontal])
    #expect(stage.gestures.map(\.touches) == [1])
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
