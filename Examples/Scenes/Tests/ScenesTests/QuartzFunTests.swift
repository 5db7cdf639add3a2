import SceneHost
import Scenes
import Testing

/// A drawing with chosen shapes and colors.
private final class DrawingStage {
  let settings = SettingsValues()
  let stage: SceneStage

  init(_ rules: SceneRules, shape: String = "line", color: String = "red") {
    stage = SceneStage(QuartzFun.self, rules: rules, settings: settings)
    choose(shape: shape, color: color)
  }

  func choose(shape: String? = nil, color: String? = nil) {
    if let shape { settings.set(shape, for: QuartzFun.shape) }
    if let color { settings.set(color, for: QuartzFun.color) }
    stage.runner.scene.settingsDidChange()
  }

  private var fingers = 0

  /// Drags a new finger along points, the first of which is its touch down.
  func drag(_ points: (Double, Double)..., lifts: Bool = true) {
    fingers += 1
    for point in points { stage.frame([fingers: point]) }
    if lifts { stage.frame(up: [fingers]) }
  }

  /// Shakes along x for a second at 4 Hz, with a peak of 3 g, and rests for a second.
  func shake() {
    let script = MotionScript(
      duration: 2, actions: [.init(start: 0, .shake(duration: 1, frequency: 4, peak: 3, axis: .x))])
    for sample in AccelerometerSimulator(script, sensor: SensorModel(), origin: .zero) {
      stage.runner.send(sample)
    }
  }

  func cancel() { stage.frame(cancelled: [fingers]) }

  /// What the canvas shows.
  var figures: [Figure] {
    guard case .drawing(let figures) = stage.runner.screen["canvas"]?.content else { return [] }
    return figures
  }

  /// The regions that were redrawn, in order.
  var regions: [Rect] {
    stage.changes.compactMap {
      if case .drawing(_, let region) = $0.kind { region } else { nil }
    }
  }
}

struct QuartzFunTextbookTests {
  private static let area = Rect(x: 40, y: 60, width: 100, height: 20)

  @Test(arguments: [
    ("line", Figure.Kind.line([Point(x: 140, y: 60), Point(x: 40, y: 80)])),
    ("rectangle", .rectangle(area)), ("ellipse", .ellipse(area)),
    ("image", .image("icon.png", Rect(x: 11.5, y: 51.5, width: 57, height: 57))),
  ])
  func `a drag draws the chosen shape, rectangles from the smaller corner and images about the end`(
    shape: String, kind: Figure.Kind
  ) {
    let drawing = DrawingStage(.textbook, shape: shape)
    drawing.drag((140, 60), (100, 100), (40, 80))
    #expect(drawing.figures == [Figure(kind, color: .red, lineWidth: 2, isFilled: true)])
  }

  @Test(arguments: [
    ("red", Color.red), ("blue", .blue), ("yellow", .yellow), ("green", .green),
  ])
  func `figures have the chosen color`(name: String, color: Color) {
    let drawing = DrawingStage(.textbook, color: name)
    drawing.drag((40, 60), (140, 80))
    #expect(drawing.figures.map(\.color) == [color])
  }

  @Test func `shapes and colors are in the textbook's order`() {
    func values(_ setting: Setting<String>) -> [String] {
      guard case .choice(let choices) = setting.definition.control else { return [] }
      return choices.map(\.value)
    }
    #expect(values(QuartzFun.shape) == ["line", "rectangle", "ellipse", "image"])
    #expect(values(QuartzFun.color) == ["red", "blue", "yellow", "green", "random"])
  }

  @Test func `a random color is another one for each figure, and the same ones in each run`() {
    func colors() -> [Color] {
      let drawing = DrawingStage(.textbook, color: "random")
      return (0..<3).flatMap { _ in
        drawing.drag((40, 60), (90, 60), (140, 80))
        return drawing.figures.map(\.color)
      }
    }
    let first = colors()
    #expect(Set(first).count == 3)
    #expect(first == colors())
  }

  @Test func `the current figure is shown alone`() {
    let drawing = DrawingStage(.textbook)
    drawing.drag((40, 60), (140, 80))
    drawing.drag((10, 10), (20, 20))
    #expect(drawing.figures.map(\.kind) == [.line([Point(x: 10, y: 10), Point(x: 20, y: 20)])])
  }

  @Test func `the region to redraw is the union of the old and the new rectangle, grown by 2`() {
    let drawing = DrawingStage(.textbook, shape: "rectangle")
    drawing.drag((40, 60), (140, 80), (20, 70))
    drawing.drag((200, 200), (210, 220))
    #expect(
      drawing.regions == [
        Rect(x: 38, y: 58, width: 4, height: 4),
        Rect(x: 38, y: 58, width: 104, height: 24),
        Rect(x: 18, y: 58, width: 124, height: 24),
        // The figure before is removed.
        Rect(x: 18, y: 58, width: 184, height: 144),
        Rect(x: 198, y: 198, width: 14, height: 24),
      ])
  }

  @Test func `the region of an image is that of its old and its new position`() {
    let drawing = DrawingStage(.textbook, shape: "image")
    drawing.drag((100, 100), (120, 110))
    #expect(
      drawing.regions == [
        Rect(x: 69.5, y: 69.5, width: 61, height: 61),
        Rect(x: 69.5, y: 69.5, width: 81, height: 71),
      ])
  }

  @Test func `a shake leaves the figure`() {
    let drawing = DrawingStage(.textbook)
    drawing.drag((40, 60), (140, 80))
    drawing.shake()
    #expect(drawing.figures.count == 1)
  }

  @Test func `a cancelled touch leaves its figure`() {
    let drawing = DrawingStage(.textbook)
    drawing.drag((40, 60), (140, 80), lifts: false)
    drawing.cancel()
    #expect(drawing.figures.count == 1)
  }
}

struct QuartzFunTests {
  @Test func `the drawing keeps all figures, each with the shape and color of its time`() {
    let drawing = DrawingStage(.standard)
    drawing.drag((40, 60), (140, 80))
    drawing.choose(shape: "ellipse", color: "blue")
    drawing.drag((10, 10), (20, 30))
    #expect(
      drawing.figures == [
        Figure(.line([Point(x: 40, y: 60), Point(x: 140, y: 80)]), color: .red, isFilled: true),
        Figure(.ellipse(Rect(x: 10, y: 10, width: 10, height: 20)), color: .blue, isFilled: true),
      ])
    // The first figure is not redrawn.
    #expect(drawing.regions.last == Rect(x: 8, y: 8, width: 14, height: 24))
  }

  @Test func `a cancelled touch takes its figure back, and those before it stay`() {
    let drawing = DrawingStage(.standard, shape: "rectangle")
    drawing.drag((40, 60), (140, 80))
    drawing.drag((10, 10), (20, 30), lifts: false)
    #expect(drawing.figures.count == 2)
    drawing.cancel()
    #expect(drawing.figures.map(\.kind) == [.rectangle(Rect(x: 40, y: 60, width: 100, height: 20))])
    #expect(drawing.regions.last == Rect(x: 8, y: 8, width: 14, height: 24))
  }

  @Test(arguments: [("line", 0), ("rectangle", 0), ("ellipse", 0), ("image", 1)])
  func `a tap draws an image, and nothing else`(shape: String, count: Int) {
    let drawing = DrawingStage(.standard, shape: shape)
    drawing.drag((40, 60))
    #expect(drawing.figures.count == count)
  }

  @Test func `a shake clears the drawing, and the figure that is drawn restarts`() {
    let drawing = DrawingStage(.standard)
    drawing.drag((40, 60), (140, 80))
    drawing.drag((10, 10), (20, 30), lifts: false)
    drawing.shake()
    #expect(drawing.figures.isEmpty)
    drawing.stage.frame([2: (30, 40)])
    #expect(drawing.figures.map(\.kind) == [.line([Point(x: 10, y: 10), Point(x: 30, y: 40)])])
  }

  @Test func `a second finger draws nothing`() {
    let drawing = DrawingStage(.standard)
    drawing.stage.frame([1: (40, 60)])
    drawing.stage.frame([1: (80, 60), 2: (200, 200)])
    drawing.stage.frame([2: (260, 200)])
    drawing.stage.frame(up: [2])
    #expect(drawing.figures.count == 1)
    drawing.stage.frame([1: (140, 80)])
    #expect(drawing.figures.map(\.kind) == [.line([Point(x: 40, y: 60), Point(x: 140, y: 80)])])
  }

  @Test func `figures can be drawn as outlines`() {
    let drawing = DrawingStage(.standard, shape: "rectangle")
    drawing.settings.set(false, for: QuartzFun.isFilled)
    drawing.drag((40, 60), (140, 80))
    #expect(drawing.figures.map(\.isFilled) == [false])
  }

  @Test(arguments: [(SceneRules.standard, 4), (.textbook, 1)])
  func `the figures are saved and restored`(rules: SceneRules, count: Int) throws {
    let drawing = DrawingStage(rules)
    for shape in ["line", "rectangle", "ellipse", "image"] {
      drawing.choose(shape: shape)
      drawing.drag((40, 60), (140, 80))
    }
    var memory = SceneMemory(scene: QuartzFun.name)
    try drawing.stage.runner.scene.save(to: &memory)
    let other = DrawingStage(rules)
    try other.stage.runner.scene.restore(from: memory)
    #expect(other.figures == drawing.figures)
    #expect(other.figures.count == count)
    other.drag((10, 10), (20, 20))
    #expect(other.figures.count == (rules == .standard ? count + 1 : 1))
  }
}
