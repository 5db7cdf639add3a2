import SceneHost
import Scenes
import Testing

struct PathsTests {
  private let stage = SceneStage(Paths.self)

  private static let zigzag = [(60.0, 60.0), (220, 60), (60, 220), (220, 220)]
  private static let check = [(60.0, 160.0), (100, 220), (220, 60)]
  private static let slash = [(200.0, 100.0), (100.0, 200.0)]
  private static let backslash = [(100.0, 100.0), (200.0, 200.0)]
  private static let scribble = [
    (60.0, 60.0), (200, 70), (70, 90), (210, 200), (220, 80), (60, 220), (120, 90),
  ]

  private func strokes(_ stage: SceneStage) -> [[Point]] {
    guard case .drawing(let figures) = stage.runner.screen["canvas"]?.content else { return [] }
    return figures.compactMap { if case .line(let points) = $0.kind { points } else { nil } }
  }

  private func shape(_ name: String) -> Text { Text("Shape: %@", .text(Text(name))) }

  @Test func `a stroke is drawn while the finger moves, and named when it lifts`() {
    for (index, point) in PathsTests.zigzag.prefix(3).enumerated() {
      stage.frame(at: Double(index) / 10, [1: point])
    }
    #expect(strokes(stage) == [PathsTests.zigzag.prefix(3).map { Point(x: $0.0, y: $0.1) }])
    #expect(stage.texts.isEmpty)
    stage.frame(at: 0.3, [1: PathsTests.zigzag[3]])
    stage.frame(at: 0.4, up: [1])
    #expect(stage.text("message") == shape("z"))
    #expect(strokes(stage) == [PathsTests.zigzag.map { Point(x: $0.0, y: $0.1) }])
    #expect(stage.text("count") == Text("%d shapes", .count(1)))
    #expect(stage.text("latest1")?.arguments.first == .text(Text("z")))
  }

  @Test func `only what a stroke adds is redrawn, with the width of its line`() {
    stage.frame([1: (100, 100)])
    stage.frame([1: (120, 140)])
    let regions = stage.changes.compactMap {
      if case .drawing(_, let region) = $0.kind { region } else { nil }
    }
    #expect(
      regions == [
        Rect(x: 98, y: 98, width: 4, height: 4), Rect(x: 98, y: 98, width: 24, height: 44),
      ])
  }

  @Test func `two strokes are one drawing`() {
    stage.draw(PathsTests.backslash, finger: 1, at: 0)
    #expect(stage.texts.isEmpty)
    stage.draw(PathsTests.slash, finger: 2, at: 0.8)
    #expect(stage.text("message") == shape("x"))
    #expect(strokes(stage).count == 2)
  }

  @Test func `the next drawing replaces the one before, and the list grows`() {
    stage.draw(PathsTests.zigzag, finger: 1, at: 0)
    stage.draw(PathsTests.check, finger: 2, at: 2)
    stage.runner.finish()
    #expect(strokes(stage).count == 1)
    #expect(stage.text("message") == shape("check"))
    #expect(stage.text("count") == Text("%d shapes", .count(2)))
    #expect(
      ["latest1", "latest2"].map { stage.text($0)?.arguments.first }
        == [.text(Text("check")), .text(Text("z"))])
    #expect(stage.text("latest3") == .empty)
  }

  @Test func `a drawing that is no known shape stays, and is not in the list`() {
    stage.draw(PathsTests.scribble, at: 0)
    stage.runner.finish()
    #expect(stage.text("message") == Text("No known shape"))
    #expect(strokes(stage).count == 1)
    #expect(stage.text("count") == Text("%d shapes", .count(0)))
  }

  @Test func `a stroke that is cancelled is removed, and what follows is a drawing of its own`() {
    stage.draw(PathsTests.zigzag, finger: 1, at: 0)
    stage.frame(at: 1, [2: (60, 60)])
    stage.frame(at: 1.1, [2: (120, 60)])
    stage.frame(at: 1.2, cancelled: [2])
    #expect(strokes(stage).isEmpty)
    #expect(stage.text("message") == .empty)
    stage.draw(PathsTests.check, finger: 3, at: 2)
    stage.runner.finish()
    #expect(stage.text("message") == shape("check"))
  }

  @Test func `two fingers draw nothing that is named`() {
    for share in 0...10 {
      let x = 60 + Double(share) * 10
      stage.frame([1: (x, 60), 2: (x, 200)], isExact: false)
    }
    stage.frame(up: [1, 2])
    stage.runner.finish()
    #expect(stage.text("count") == Text("%d shapes", .count(0)))
  }

  @Test func `a stroke of any length is drawn with a bounded number of points`() {
    stage.frame([1: (10, 10)])
    for step in 1...2000 {
      stage.frame([1: (Double(step * 37 % 300), Double(step * 53 % 400))], isExact: false)
    }
    #expect((100...256).contains(strokes(stage).first?.count ?? 0))
  }

  @Test func `a stroke ends where the finger is, however near the point before`() {
    for (step, x) in [100.0, 150, 150.5].enumerated() {
      stage.frame(at: Double(step) / 10, [1: (x, 100)])
    }
    #expect(strokes(stage).first?.last == Point(x: 150.5, y: 100))
  }

  @Test func `the latest shapes are kept, 1000 at most`() throws {
    stage.draw(PathsTests.zigzag, finger: 1, at: 0)
    var memory = SceneMemory(scene: Paths.name)
    let shapes = Array(repeating: SavedShape(name: "circle", score: 0.5), count: 1000)
    try memory.encode(shapes, forKey: "shapes")
    try stage.runner.scene.restore(from: memory)
    stage.draw(PathsTests.zigzag, finger: 2, at: 2)
    #expect(stage.text("count") == Text("%d shapes", .count(1000)))
    #expect(stage.text("latest1")?.arguments.first == .text(Text("z")))
  }

  /// A named shape as it is saved.
  private struct SavedShape: Encodable {
    var name: String
    var score: Double
  }

  @Test func `the list and the drawing are saved and restored`() throws {
    stage.draw(PathsTests.zigzag, finger: 1, at: 0)
    stage.draw(PathsTests.check, finger: 2, at: 2)
    stage.runner.finish()
    var memory = SceneMemory(scene: Paths.name)
    try stage.runner.scene.save(to: &memory)
    let other = SceneStage(Paths.self)
    try other.runner.scene.restore(from: memory)
    for label in ["count", "latest1", "latest2", "latest3"] {
      #expect(other.text(label) == stage.text(label))
    }
    #expect(strokes(other) == strokes(stage))
    other.draw(PathsTests.zigzag, at: 0)
    #expect(other.text("count") == Text("%d shapes", .count(3)))
  }

  @Test func `settings take effect while the scene runs`() {
    let settings = SettingsValues()
    let stage = SceneStage(Paths.self, settings: settings)
    settings.set(161, for: Paths.minimumSize)
    stage.runner.scene.settingsDidChange()
    stage.draw(PathsTests.zigzag, finger: 1, at: 0)
    #expect(stage.text("count") == Text("%d shapes", .count(0)))
    settings.set(160, for: Paths.minimumSize)
    stage.runner.scene.settingsDidChange()
    stage.draw(PathsTests.zigzag, finger: 2, at: 1)
    #expect(stage.text("count") == Text("%d shapes", .count(1)))
    // Without an interval, two strokes are two drawings.
    settings.set(0, for: Paths.strokeInterval)
    stage.runner.scene.settingsDidChange()
    stage.draw(PathsTests.backslash, finger: 3, at: 2)
    stage.draw(PathsTests.slash, finger: 4, at: 2.8)
    #expect(stage.text("count") == Text("%d shapes", .count(1)))
  }
}
