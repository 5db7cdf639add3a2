import SceneHost
import Scenes
import Testing

struct MultiSwipesTextbookTests {
  /// Fingers that touch down one after the other, the last at the start that all are measured from.
  struct Vector: CustomTestStringConvertible {
    let testDescription: String
    let began: [(Double, Double)]
    let moved: [(Double, Double)]
    let text: String?

    init(
      _ description: String, _ began: [(Double, Double)], to moved: [(Double, Double)],
      _ text: String?
    ) {
      testDescription = description
      (self.began, self.moved, self.text) = (began, moved, text)
    }
  }

  private static let start = (100.0, 100.0)
  private static let double = "DoubleHorizontal Swipe Detected."

  @Test(arguments: [
    Vector("one finger", [start], to: [(130, 100)], "Horizontal Swipe Detected."),
    Vector(
      "the second is only 10 from the shared start", [(60, 100), start],
      to: [(90, 100), (130, 100)], nil),
    Vector("both moved by 65", [(60, 100), start], to: [(126, 100), (165, 100)], double),
    Vector(
      "fingers above each other: the variance is checked for one of them", [(100, 180), start],
      to: [(130, 180), (130, 100)], double),
    Vector(
      "the second never moved sideways", [(140, 150), (80, 100)], to: [(140, 160), (105, 100)],
      double),
    Vector("fingers that move apart", [start, start], to: [(130, 100), (70, 100)], double),
    Vector(
      "no word for six", Array(repeating: start, count: 6),
      to: Array(repeating: (130, 100), count: 6), "Horizontal Swipe Detected."),
    Vector("the last one's axis wins", [start, start], to: [(130, 100), (100, 130)], nil),
    Vector("in either order", [start, start], to: [(100, 130), (130, 100)], nil),
    Vector(
      "three", Array(repeating: start, count: 3), to: Array(repeating: (130, 100), count: 3),
      "TripleHorizontal Swipe Detected."),
    Vector(
      "four", Array(repeating: start, count: 4), to: Array(repeating: (100, 130), count: 4),
      "QuadrupleVertical Swipe Detected."),
    Vector(
      "five", Array(repeating: start, count: 5), to: Array(repeating: (100, 130), count: 5),
      "QuintupleVertical Swipe Detected."),
  ])
  func `all fingers are measured from the start of the last one`(vector: Vector) {
    let stage = SceneStage(MultiSwipes.self, rules: .textbook)
    for (index, point) in vector.began.enumerated() { stage.frame([index + 1: point]) }
    stage.frame(
      Dictionary(uniqueKeysWithValues: vector.moved.enumerated().map { ($0 + 1, $1) }))
    #expect(stage.texts == (vector.text.map { [Text(verbatim: $0)] } ?? []))
  }

  @Test func `a finger that hardly moves is a swipe if another one touched down away from it`() {
    let stage = SceneStage(MultiSwipes.self, rules: .textbook)
    stage.frame([1: (20, 0)])
    stage.frame([2: (100, 3)])
    stage.frame([1: (21, 0)])
    #expect(stage.texts == [Text(verbatim: "Horizontal Swipe Detected.")])
  }

  @Test
  func `a resting finger is not counted, and fingers that move in separate events are single`() {
    let stage = SceneStage(MultiSwipes.self, rules: .textbook)
    stage.frame([1: (100, 100)])
    stage.frame([2: (100, 100)])
    stage.frame([1: (130, 100)])
    stage.frame([2: (130, 100)])
    #expect(stage.texts == [Text(verbatim: "Horizontal Swipe Detected.")])
  }

  @Test func `each hit schedules an erasure in 2 s, and none is cancelled`() {
    let stage = SceneStage(MultiSwipes.self, rules: .textbook)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (130, 100)])
    stage.frame(at: 2, [1: (100, 130)])
    stage.frame(at: 2.05, up: [1])
    stage.runner.finish()
    #expect(
      stage.moments == [
        .init(0.1, "message", Text(verbatim: "Horizontal Swipe Detected.")),
        .init(2, "message", Text(verbatim: "Vertical Swipe Detected.")),
        .init(2.1, "message", .empty),
      ])
  }
}

struct MultiSwipesTests {
  private func stage(rawTouches: Bool) -> SceneStage {
    let settings = SettingsValues()
    settings.set(rawTouches, for: MultiSwipes.usesRawTouches)
    return SceneStage(MultiSwipes.self, settings: settings)
  }

  /// Moves fingers side by side, all together.
  private func move(
    _ stage: SceneStage, _ ids: ClosedRange<Int>, by translation: (Double, Double),
    at start: Double = 0
  ) {
    for (time, share) in [(0, 0.0), (0.1, 0.5), (0.2, 1)] {
      let positions = ids.map { id in
        (
          id,
          (
            100 + translation.0 * share,
            Double(40 * (id - ids.lowerBound) + 80) + translation.1 * share
          )
        )
      }
      stage.frame(at: start + time, Dictionary(uniqueKeysWithValues: positions))
    }
  }

  private static let swipes: [((Double, Double), String)] = [
    ((60, 0), "Swipe of %d fingers to the right"), ((-60, 0), "Swipe of %d fingers to the left"),
    ((0, 60), "Swipe of %d fingers down"), ((0, -60), "Swipe of %d fingers up"),
  ]

  @Test(arguments: 1...5, [false, true])
  func `one to five fingers are counted, once, with the direction`(count: Int, rawTouches: Bool) {
    for (translation, words) in MultiSwipesTests.swipes {
      let stage = stage(rawTouches: rawTouches)
      move(stage, 1...count, by: translation)
      stage.frame(at: 0.3, up: Array(1...count))
      stage.runner.finish()
      let seconds = rawTouches ? 0.1 : 0.3
      #expect(
        stage.moments == [
          .init(seconds, "message", Text(words, .count(count))),
          .init(seconds + 2, "message", .empty),
        ])
    }
  }

  @Test(arguments: [false, true])
  func `six fingers, and fingers that move apart, are no swipe`(rawTouches: Bool) {
    let six = stage(rawTouches: rawTouches)
    move(six, 1...6, by: (60, 0))
    six.frame(at: 0.3, up: Array(1...6))
    #expect(six.texts.isEmpty)
    let apart = stage(rawTouches: rawTouches)
    apart.frame(at: 0, [1: (100, 100), 2: (140, 100)])
    apart.frame(at: 0.1, [1: (70, 100), 2: (170, 100)])
    apart.frame(at: 0.2, up: [1, 2])
    #expect(apart.texts.isEmpty)
  }

  @Test func `by raw touches a finger that rests keeps the others from being a swipe`() {
    let stage = stage(rawTouches: true)
    stage.frame(at: 0, [1: (100, 100), 2: (100, 200)])
    stage.frame(at: 0.1, [1: (160, 100)])
    #expect(stage.texts.isEmpty)
    stage.frame(at: 0.2, [2: (160, 200)])
    #expect(stage.texts == [Text("Swipe of %d fingers to the right", .count(2))])
  }

  @Test func `by raw touches a finger that has lifted is counted until all are up`() {
    let stage = stage(rawTouches: true)
    stage.frame(at: 0, [1: (100, 100), 2: (100, 200)])
    stage.frame(at: 0.1, [1: (120, 100), 2: (120, 200)])
    stage.frame(at: 0.2, up: [1])
    stage.frame(at: 0.3, [2: (160, 200)])
    #expect(stage.texts == [Text("Swipe of %d fingers to the right", .count(2))])
    stage.frame(at: 0.4, up: [2])
    move(stage, 3...3, by: (60, 0), at: 1)
    #expect(stage.texts.last == Text("Swipe of %d fingers to the right", .count(1)))
  }

  @Test(arguments: [false, true])
  func `cancelled touches are no swipe, and the next gesture counts its own fingers`(
    rawTouches: Bool
  ) {
    let stage = stage(rawTouches: rawTouches)
    stage.frame(at: 0, [1: (100, 100), 2: (100, 200)])
    stage.frame(at: 0.1, [1: (120, 100), 2: (120, 200)])
    stage.frame(at: 0.2, cancelled: [1, 2])
    move(stage, 3...3, by: (60, 0), at: 1)
    stage.frame(at: 1.3, up: [3])
    #expect(stage.texts == [Text("Swipe of %d fingers to the right", .count(1))])
  }

  @Test(arguments: [false, true])
  func `the next gesture is reported, too`(rawTouches: Bool) {
    let stage = stage(rawTouches: rawTouches)
    move(stage, 1...2, by: (60, 0))
    stage.frame(at: 0.3, up: [1])
    stage.frame(at: 0.31, up: [2])
    move(stage, 3...5, by: (0, 60), at: 1)
    stage.frame(at: 1.3, up: [3, 4, 5])
    #expect(
      stage.texts == [
        Text("Swipe of %d fingers to the right", .count(2)),
        Text("Swipe of %d fingers down", .count(3)),
      ])
  }

  @Test func `settings take effect while the scene runs`() {
    let settings = SettingsValues()
    let stage = SceneStage(MultiSwipes.self, settings: settings)
    settings.set(61, for: MultiSwipes.minimumLength)
    stage.runner.scene.settingsDidChange()
    move(stage, 1...2, by: (60, 0))
    stage.frame(at: 0.3, up: [1, 2])
    #expect(stage.texts.isEmpty)
    settings.set(60, for: MultiSwipes.minimumLength)
    stage.runner.scene.settingsDidChange()
    move(stage, 3...4, by: (60, 0), at: 1)
    stage.frame(at: 1.3, up: [3, 4])
    #expect(stage.texts.count == 1)
  }
}
