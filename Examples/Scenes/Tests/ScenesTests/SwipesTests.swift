import SceneHost
import Scenes
import Testing

private let horizontal = Text(verbatim: "Horizontal swipe detected")
private let vertical = Text(verbatim: "Vertical swipe detected")

struct SwipesTextbookTests {
  struct Vector: CustomTestStringConvertible {
    let end: (Double, Double)
    let text: Text?
    var testDescription: String { "\(end)" }

    init(_ x: Double, _ y: Double, _ text: Text?) { (end, self.text) = ((x, y), text) }
  }

  @Test(arguments: [
    Vector(25, 0, horizontal), Vector(24.9, 0, nil), Vector(25, 5, horizontal),
    Vector(25, 5.01, nil), Vector(-25, 5, horizontal), Vector(5, 25, vertical),
    Vector(0, -25, vertical), Vector(25, 25, nil), Vector(30, 6, nil), Vector(5, 24.99, nil),
  ])
  func `25 points along and 5 across are a swipe, both inclusive`(vector: Vector) {
    let stage = SceneStage(Swipes.self, rules: .textbook)
    stage.frame(at: 0, [1: (0, 0)])
    stage.frame(at: 0.1, [1: vector.end])
    #expect(stage.texts == (vector.text.map { [$0] } ?? []))
  }

  @Test func `a path that returns to the band is a swipe`() {
    let stage = SceneStage(Swipes.self, rules: .textbook)
    stage.frame(at: 0, [1: (0, 0)])
    stage.frame([1: (15, 40)])
    #expect(stage.texts.isEmpty)
    stage.frame([1: (30, 5)])
    #expect(stage.texts == [horizontal])
  }

  @Test func `one gesture can be horizontal first and vertical later`() {
    let stage = SceneStage(Swipes.self, rules: .textbook)
    stage.frame(at: 0, [1: (0, 0)])
    stage.frame([1: (25, 0)])
    stage.frame([1: (26, 1)])
    stage.frame([1: (2, 30)])
    #expect(stage.texts == [horizontal, vertical])
  }

  @Test func `a flick without a move between touch down and touch up is missed`() {
    let stage = SceneStage(Swipes.self, rules: .textbook)
    stage.frame(at: 0, [1: (0, 0)])
    stage.frame(up: [1])
    stage.runner.finish()
    #expect(stage.changes.isEmpty)
  }

  @Test func `a second finger overwrites the start if the view allows several touches`() {
    let stage = SceneStage(Swipes.self, rules: .textbook)
    stage.runner.scene.view.isMultipleTouchEnabled = true
    stage.frame(at: 0, [1: (0, 0)])
    stage.frame([2: (100, 0)])
    stage.frame([1: (1, 0)])
    #expect(stage.texts == [horizontal])
  }

  @Test func `every hit schedules an erasure: the text of 1.9 s disappears at 2.0 s`() {
    let stage = SceneStage(Swipes.self, rules: .textbook)
    stage.frame(at: 0, [1: (0, 0)])
    for tenth in 10...28 { stage.frame(at: Double(tenth) / 10, [1: (30, Double(tenth % 2))]) }
    stage.frame(at: 2.9, [1: (0, 30)])
    stage.frame(at: 2.95, up: [1])
    stage.runner.finish()
    #expect(
      stage.moments == [
        .init(1, "message", horizontal), .init(2.9, "message", vertical),
        .init(3, "message", .empty),
      ])
  }
}

struct SwipesTests {
  private func stage(rawTouches: Bool) -> SceneStage {
    let settings = SettingsValues()
    settings.set(rawTouches, for: Swipes.usesRawTouches)
    return SceneStage(Swipes.self, settings: settings)
  }

  private static let swipes: [((Double, Double), String)] = [
    ((160, 100), "Swipe to the right"), ((40, 100), "Swipe to the left"),
    ((100, 160), "Swipe down"), ((100, 40), "Swipe up"),
  ]

  @Test(arguments: swipes, [false, true])
  func `a swipe is reported once, with its direction`(
    swipe: ((Double, Double), String), rawTouches: Bool
  ) {
    let stage = stage(rawTouches: rawTouches)
    let (end, words) = swipe
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: ((100 + end.0) / 2, (100 + end.1) / 2)])
    stage.frame(at: 0.2, [1: end])
    stage.frame(at: 0.3, up: [1])
    stage.runner.finish()
    let seconds = rawTouches ? 0.1 : 0.3
    #expect(
      stage.moments == [
        .init(seconds, "message", Text(words)), .init(seconds + 2, "message", .empty),
      ])
  }

  @Test(arguments: [(25.0, 1), (24.9, 0)], [false, true])
  func `the minimum length is inclusive`(length: (Double, Int), rawTouches: Bool) {
    let stage = stage(rawTouches: rawTouches)
    // A recognizer requires 36 points within 0.3 s, as much as a tap may jump.
    stage.frame(at: 0, [1: (0, 100)])
    stage.frame(at: 0.4, [1: (length.0, 100)])
    stage.frame(at: 0.5, up: [1])
    #expect(stage.texts.count == length.1)
  }

  @Test(arguments: [(5.0, 1), (5.01, 0)])
  func `raw touches may vary by 5 points`(variance: Double, reports: Int) {
    let stage = stage(rawTouches: true)
    stage.frame(at: 0, [1: (0, 0)])
    stage.frame(at: 0.1, [1: (30, variance)])
    #expect(stage.texts.count == reports)
  }

  @Test(arguments: [false, true])
  func `a cancelled touch is no swipe, and the next one restarts`(rawTouches: Bool) {
    let stage = stage(rawTouches: rawTouches)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (120, 100)])
    stage.frame(at: 0.2, cancelled: [1])
    stage.frame(at: 1, [2: (160, 100)])
    stage.frame(at: 1.1, [2: (170, 100)])
    stage.frame(at: 1.2, up: [2])
    stage.runner.finish()
    #expect(stage.texts.isEmpty)
  }

  @Test func `a swipe of two fingers is not one of a finger`() {
    let stage = stage(rawTouches: false)
    stage.frame(at: 0, [1: (100, 100), 2: (100, 200)])
    stage.frame(at: 0.1, [1: (160, 100), 2: (160, 200)])
    stage.frame(at: 0.2, up: [1, 2])
    stage.runner.finish()
    #expect(stage.texts.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a later text stays for its whole time`(rawTouches: Bool) {
    let stage = stage(rawTouches: rawTouches)
    for (id, start) in zip(1..., [0, 1.5]) {
      stage.frame(at: start, [id: (100, 100)])
      stage.frame(at: start + 0.1, [id: (id == 1 ? 160 : 40, 100)])
      stage.frame(at: start + 0.2, up: [id])
    }
    stage.runner.finish()
    #expect(stage.moments.map(\.seconds) == (rawTouches ? [0.1, 1.6, 3.6] : [0.2, 1.7, 3.7]))
  }

  @Test func `settings take effect while the scene runs`() {
    let settings = SettingsValues()
    let stage = SceneStage(Swipes.self, settings: settings)
    func swipe(_ id: Contact.ID, at start: Double) {
      stage.frame(at: start, [id: (100, 100)])
      stage.frame(at: start + 0.1, [id: (160, 100)])
      stage.frame(at: start + 0.2, up: [id])
    }
    settings.set(61, for: Swipes.minimumLength)
    stage.runner.scene.settingsDidChange()
    swipe(1, at: 0)
    #expect(stage.texts.isEmpty)
    settings.set(60, for: Swipes.minimumLength)
    stage.runner.scene.settingsDidChange()
    swipe(2, at: 1)
    #expect(stage.moments.map(\.seconds) == [1.2])
    settings.set(true, for: Swipes.usesRawTouches)
    stage.runner.scene.settingsDidChange()
    swipe(3, at: 5)
    #expect(stage.moments.map(\.seconds) == [1.2, 3.2, 5.1])
  }
}
