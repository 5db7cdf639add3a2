import SceneHost
import Scenes
import Testing

private let chekmark = Text(verbatim: "Chekmark")

struct CheckPleaseTextbookTests {
  struct Vector: CustomTestStringConvertible {
    let testDescription: String
    let points: [(Double, Double)]
    let isHit: Bool

    init(_ description: String, _ points: [(Double, Double)], isHit: Bool) {
      (testDescription, self.points, self.isHit) = (description, points, isHit)
    }
  }

  private func draw(_ points: [(Double, Double)]) -> SceneStage {
    let stage = SceneStage(CheckPlease.self, rules: .textbook)
    for point in points { stage.frame([1: point]) }
    return stage
  }

  @Test(arguments: [
    Vector("a tick", [(0, 0), (6, 6), (12, 12), (20, 4)], isHit: true),
    Vector("a turn after 8.485", [(0, 0), (6, 6), (14, -2)], isHit: false),
    Vector("a turn after exactly 10", [(0, 0), (6, 8), (14, 2)], isHit: false),
    Vector("a turn after 10.0008", [(0, 0), (6, 8.001), (14, 2)], isHit: true),
    Vector("the corner of a box", [(0, 0), (20, 0), (20, 20)], isHit: true),
    Vector("135 degrees", [(0, 0), (20, 0), (10, 10)], isHit: true),
    Vector("137.726 degrees", [(0, 0), (20, 0), (9, 10)], isHit: false),
    Vector("45 degrees", [(0, 0), (20, 0), (30, 10)], isHit: false),
    Vector("a reversal", [(0, 0), (10, 0), (20, 0), (10, 0)], isHit: false),
    Vector("the first move", [(0, 0), (30, 0)], isHit: false),
    Vector(
      "a repeated sample, which is no move", [(0, 0), (30, 0), (30, 0), (30, 30)], isHit: true),
  ])
  func `a turn of 50 to 135 degrees after more than 10 points is a checkmark`(vector: Vector) {
    #expect(draw(vector.points).texts == (vector.isHit ? [chekmark] : []))
  }

  @Test func `a right angle that is rounded into three turns of 30 degrees is missed`() {
    var points = [(0.0, 0.0), (20.0, 0.0)]
    for degrees in [30.0, 60, 90] {
      let last = points[points.count - 1]
      points.append(
        (
          last.0 + 10 * Trigonometry.cosine(degrees: degrees),
          last.1 + 10 * Trigonometry.sine(degrees: degrees)
        ))
    }
    let stage = SceneStage(CheckPlease.self, rules: .textbook)
    for point in points { stage.frame([1: point], isExact: false) }
    #expect(stage.texts.isEmpty)
  }

  @Test(arguments: [(50.001, true), (49.999, false)])
  func `the least turn is 50 degrees`(degrees: Double, isHit: Bool) {
    let stage = SceneStage(CheckPlease.self, rules: .textbook)
    let end = (
      20 + 10 * Trigonometry.cosine(degrees: degrees), 10 * Trigonometry.sine(degrees: degrees)
    )
    for point in [(0, 0), (20, 0), end] { stage.frame([1: point], isExact: false) }
    #expect(stage.texts.isEmpty == !isHit)
  }

  @Test func `every hit schedules an erasure in 1.6 s, and no length is forgotten`() {
    let stage = SceneStage(CheckPlease.self, rules: .textbook)
    for (time, point) in [
      (0.0, (0.0, 0.0)), (0.1, (20, 0)), (0.2, (20, 20)), (1.5, (40, 20)), (1.7, (40, 40)),
    ] {
      stage.frame(at: time, [1: point])
    }
    stage.runner.finish()
    // Hits at 0.2, 1.5 and 1.7 s; the text of 1.7 s disappears with the first erasure.
    #expect(stage.moments == [.init(0.2, "message", chekmark), .init(1.8, "message", .empty)])
  }
}

struct CheckPleaseTests {
  private static let tick = [(40.0, 100.0), (70, 130), (140, 40)]

  @Test func `a tick is reported when the finger lifts, and the label clears itself after 1.6 s`() {
    let stage = SceneStage(CheckPlease.self)
    stage.draw(CheckPleaseTests.tick, at: 0)
    stage.runner.finish()
    #expect(
      stage.moments == [.init(0.42, "message", Text("Checkmark")), .init(2.02, "message", .empty)])
  }

  @Test(arguments: [
    [(20.0, 20.0), (120, 20), (120, 120)], [(20, 20), (120, 120)],
    [(20, 20), (60, 20), (20, 60), (60, 60)],
  ])
  func `the corner of a box, a line and a zigzag are no checkmark`(stroke: [(Double, Double)]) {
    let stage = SceneStage(CheckPlease.self)
    stage.draw(stroke, at: 0)
    stage.runner.finish()
    #expect(stage.changes.isEmpty)
  }

  @Test func `a stroke that is cancelled is no checkmark, and the next one is`() {
    let stage = SceneStage(CheckPlease.self)
    for (index, point) in CheckPleaseTests.tick.enumerated() {
      stage.frame(at: Double(index) / 10, [1: point])
    }
    stage.frame(at: 0.3, cancelled: [1])
    #expect(stage.texts.isEmpty)
    stage.draw(CheckPleaseTests.tick, finger: 2, at: 1)
    #expect(stage.texts == [Text("Checkmark")])
  }

  @Test func `a checkmark is reported once, and a second one keeps its text for its whole time`() {
    let stage = SceneStage(CheckPlease.self)
    stage.draw(CheckPleaseTests.tick, finger: 1, at: 0)
    stage.draw(CheckPleaseTests.tick, finger: 2, at: 1)
    stage.runner.finish()
    #expect(stage.moments.map(\.seconds) == [0.42, 3.02])
  }

  @Test func `settings take effect while the scene runs`() {
    let settings = SettingsValues()
    let stage = SceneStage(CheckPlease.self, settings: settings)
    settings.set(50, for: CheckPlease.minimumLength)
    stage.runner.scene.settingsDidChange()
    stage.draw(CheckPleaseTests.tick, at: 0)
    #expect(stage.texts.isEmpty)
    settings.set(40, for: CheckPlease.minimumLength)
    settings.set(0.5, for: CheckPlease.erasureDelay)
    stage.runner.scene.settingsDidChange()
    stage.draw(CheckPleaseTests.tick, finger: 2, at: 1)
    stage.runner.finish()
    #expect(stage.moments.map(\.seconds) == [1.42, 1.92])
  }

  @Test func `the textbook's limits are settings of their own`() {
    let settings = SettingsValues()
    settings.set(20, for: CheckPlease.textbookLength)
    let stage = SceneStage(CheckPlease.self, rules: .textbook, settings: settings)
    for point in [(0.0, 0.0), (20, 0), (20, 20)] { stage.frame([1: point]) }
    #expect(stage.texts.isEmpty)
    settings.set(19, for: CheckPlease.textbookLength)
    settings.set(91, for: CheckPlease.textbookMinimum)
    stage.runner.scene.settingsDidChange()
    for point in [(0.0, 0.0), (20, 0), (20, 20)] { stage.frame([2: point]) }
    #expect(stage.texts.isEmpty)
    settings.set(90, for: CheckPlease.textbookMinimum)
    stage.runner.scene.settingsDidChange()
    for point in [(0.0, 0.0), (20, 0), (20, 20)] { stage.frame([3: point]) }
    #expect(stage.texts == [chekmark])
  }
}
