import SceneHost
import Scenes
import Testing

private let outward = Text(verbatim: "Outward Pinch")
private let inward = Text(verbatim: "Inward Pinch")

struct PinchMeTextbookTests {
  private let stage = SceneStage(PinchMe.self, rules: .textbook)

  @Test func `the distance has to change by more than 100 points`() {
    stage.frame([1: (0, 0), 2: (50, 0)])
    stage.frame([1: (0, 0), 2: (150, 0)])
    #expect(stage.texts.isEmpty)
    // Both move, as only events in which two fingers moved are tested.
    stage.frame([1: (0, 1), 2: (150.5, 1)])
    #expect(stage.texts == [outward])
  }

  @Test func `an event in which exactly 100 is reached is no pinch, and each beyond it is one`() {
    stage.frame(at: 0, [1: (0, 10), 2: (50, 10)])
    stage.frame(at: 0.1, [1: (0, 20), 2: (150, 20)])
    #expect(stage.texts.isEmpty)
    stage.frame(at: 0.2, [1: (0, 30), 2: (150.5, 30)])
    stage.frame(at: 1, [1: (0, 40), 2: (160, 40)])
    stage.frame(at: 1.1, up: [1, 2])
    stage.runner.finish()
    // Both erasures are performed; the first takes the text of the second hit.
    #expect(
      stage.moments == [.init(0.2, "message", outward), .init(1.8, "message", .empty)])
    #expect(stage.runner.screen.text("message") == .empty)
  }

  @Test func `fingers that touch down one after the other start from their first common move`() {
    stage.frame([1: (0, 0)])
    stage.frame([2: (50, 0)])
    stage.frame([1: (0, 10), 2: (60, 10)])
    stage.frame([1: (0, 20), 2: (160, 20)])
    #expect(stage.texts.isEmpty)
    stage.frame([1: (0, 30), 2: (161, 30)])
    #expect(stage.texts == [outward])
  }

  @Test func `inward, from 200 to 99 is a pinch and to 100 is not`() {
    stage.frame([1: (0, 0), 2: (200, 0)])
    stage.frame([1: (0, 10), 2: (100, 10)])
    #expect(stage.texts.isEmpty)
    stage.frame([1: (0, 20), 2: (99, 20)])
    #expect(stage.texts == [inward])
  }

  @Test func `one finger alone does nothing, however far it moves`() {
    stage.frame([1: (0, 0), 2: (50, 0)])
    stage.frame([2: (300, 0)])
    #expect(stage.texts.isEmpty)
  }

  @Test func `after a cancellation the outdated distance makes the next gesture a pinch at once`() {
    stage.frame([1: (0, 0), 2: (300, 0)])
    stage.frame(cancelled: [1, 2])
    stage.frame([3: (0, 0)])
    stage.frame([4: (50, 0)])
    stage.frame([3: (0, 10), 4: (60, 10)])
    #expect(stage.texts == [inward])
  }

  @Test func `lifting any finger restarts, and a third finger stops the recognition`() {
    stage.frame([1: (0, 0), 2: (300, 0)])
    stage.frame(up: [1, 2])
    stage.frame([3: (0, 0)])
    stage.frame([4: (50, 0)])
    stage.frame([3: (0, 10), 4: (60, 10)])
    #expect(stage.texts.isEmpty)
    stage.frame([5: (100, 200)])
    stage.frame([3: (0, 20), 4: (260, 20), 5: (100, 210)])
    #expect(stage.texts.isEmpty)
  }

  @Test func `fingers at one point set the distance again at the next move`() {
    stage.frame([1: (100, 100), 2: (100, 100)])
    stage.frame([1: (0, 100), 2: (200, 100)])
    #expect(stage.texts.isEmpty)
    stage.frame([1: (0, 110), 2: (301, 110)])
    #expect(stage.texts == [outward])
  }
}

struct PinchMeTests {
  private func labels(_ stage: SceneStage) -> [Text?] {
    ["message", "scale", "angle"].map(stage.text)
  }

  private func scale(_ value: Double) -> Text { Text("Scale %@", .number(value, decimals: 2)) }

  @Test(arguments: [(310.0, "Outward pinch"), (40, "Inward pinch")])
  func `the scale runs with the fingers, and the pinch is named once, when they lift`(
    end: Double, words: String
  ) throws {
    let stage = SceneStage(PinchMe.self)
    stage.frame(at: 0, [1: (0, 100), 2: (150, 100)])
    stage.frame(at: 0.1, [1: (0, 100), 2: ((end + 150) / 2, 100)])
    stage.frame(at: 0.2, [1: (0, 100), 2: (end, 100)])
    guard case .number(let value, 2)? = stage.text("scale")?.arguments.first else {
      Issue.record("no scale")
      return
    }
    #expect(abs(value - end / 150) < 0.001)
    #expect(stage.text("message") == .empty)
    stage.frame(at: 0.3, up: [1, 2])
    #expect(labels(stage) == [Text(words), .empty, .empty])
    stage.runner.finish()
    #expect(stage.moments.last == .init(1.9, "message", .empty))
    #expect(stage.texts.filter { $0 == Text(words) }.count == 1)
  }

  @Test func `the fingers scale and turn at once`() {
    let stage = SceneStage(PinchMe.self)
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    // A quarter turn clockwise about the first finger, and three times the distance.
    for degrees in stride(from: 5.0, through: 90, by: 5) {
      let distance = 100 + 200 * degrees / 90
      let x = 100 + distance * Trigonometry.cosine(degrees: degrees)
      let y = 100 + distance * Trigonometry.sine(degrees: degrees)
      stage.frame([1: (100, 100), 2: (x, y)], isExact: false)
    }
    #expect(stage.text("scale")?.key == "Scale %@")
    #expect(stage.text("angle")?.key == "Turned by %@°")
    guard case .number(let scale, _)? = stage.text("scale")?.arguments.first,
      case .number(let angle, _)? = stage.text("angle")?.arguments.first
    else {
      Issue.record("no scale or angle")
      return
    }
    #expect(abs(scale - 3) < 0.05)
    #expect(abs(angle - 90) < 1)
  }

  @Test func `a pinch that is cancelled is not named, and its scale is cleared`() {
    let stage = SceneStage(PinchMe.self)
    stage.frame(at: 0, [1: (0, 100), 2: (150, 100)])
    stage.frame(at: 0.1, [1: (0, 100), 2: (300, 100)])
    #expect(stage.text("scale") == scale(2))
    stage.runner.interrupt(at: Timestamp(seconds: 0.2))
    #expect(labels(stage) == [.empty, .empty, .empty])
  }

  @Test func `a pinch that ends at its first distance is not named`() {
    let stage = SceneStage(PinchMe.self)
    for (step, x) in [150.0, 300, 150].enumerated() {
      stage.frame(at: Double(step) / 10, [1: (0, 100), 2: (x, 100)])
    }
    #expect(stage.text("scale") == scale(1))
    stage.frame(at: 0.3, up: [1, 2])
    #expect(labels(stage) == [.empty, .empty, .empty])
  }

  @Test func `a cancelled pinch leaves nothing behind for the next one`() {
    let stage = SceneStage(PinchMe.self)
    stage.frame(at: 0, [1: (0, 0), 2: (300, 0)])
    stage.frame(at: 0.1, cancelled: [1, 2])
    stage.frame(at: 1, [3: (0, 0)])
    stage.frame(at: 1.1, [4: (50, 0)])
    stage.frame(at: 1.2, [3: (0, 10), 4: (60, 10)])
    stage.frame(at: 1.3, up: [3, 4])
    #expect(stage.texts.isEmpty)
  }

  @Test func `a finger that rests is part of the pinch`() {
    let stage = SceneStage(PinchMe.self)
    stage.frame(at: 0, [1: (0, 0), 2: (50, 0)])
    stage.frame(at: 0.1, [2: (300, 0)])
    #expect(stage.text("scale") == scale(6))
  }

  @Test func `settings take effect while the scene runs`() {
    let settings = SettingsValues()
    let stage = SceneStage(PinchMe.self, settings: settings)
    settings.set(80, for: PinchMe.pinchSlop)
    settings.set(100, for: PinchMe.rotationSlop)
    stage.runner.scene.settingsDidChange()
    stage.frame(at: 0, [1: (0, 0), 2: (50, 0)])
    stage.frame(at: 0.1, [1: (0, 0), 2: (200, 0)])
    #expect(stage.texts.isEmpty)
    stage.frame(at: 0.2, [1: (0, 0), 2: (220, 0)])
    #expect(stage.texts.count == 1)
    let textbook = SceneStage(PinchMe.self, rules: .textbook, settings: settings)
    settings.set(50, for: PinchMe.minimumDelta)
    textbook.runner.scene.settingsDidChange()
    textbook.frame(at: 0, [1: (0, 0), 2: (50, 0)])
    textbook.frame(at: 0.1, [1: (0, 10), 2: (101, 10)])
    #expect(textbook.texts == [outward])
  }
}
