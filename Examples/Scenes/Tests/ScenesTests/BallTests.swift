import SceneHost
import Testing

@testable import Scenes

struct BallTests {
  /// The rectangle of the ball in a drawing.
  private func ball(_ figures: [Figure]) -> Rect? { figures.last?.bounds }

  private func ball(_ run: SceneRun) -> Rect? {
    if case .drawing(let figures) = run.runner.screen["ball"]?.content {
      ball(figures)
    } else {
      nil
    }
  }

  /// Rolls for some seconds with one acceleration; the rectangle after each step that moved the
  /// ball, with the step's number.
  private func roll(
    _ rules: SceneRules, _ x: Double, _ y: Double, seconds: Double
  ) -> (run: SceneRun, path: [(step: Int, ball: Rect)]) {
    let run = SceneRun(Ball.self, rules)
    run.sample(0, x, y, 0)
    run.runner.advance(to: Timestamp(seconds: seconds))
    let path = run.changes.compactMap { change -> (Int, Rect)? in
      guard case .drawing(let figures, _) = change.kind, let rect = ball(figures) else {
        return nil
      }
      return (Int((change.time.seconds * 60).rounded()), rect)
    }
    return (run, path)
  }

  @Test func `by the textbook rules the ball starts an image to the lower right of the center`() {
    #expect(ball(SceneRun(Ball.self, .textbook)) == Rect(x: 185, y: 255, width: 50, height: 50))
    #expect(ball(SceneRun(Ball.self)) == Rect(x: 135, y: 205, width: 50, height: 50))
  }

  @Test func `by the textbook rules it reaches the wall at step 49 and the floor at step 67`() {
    let path = roll(.textbook, 0.5, -0.5, seconds: 2).path
    #expect(path.first { $0.ball.minX == 270 }?.step == 49)
    #expect(path.first { $0.ball.minY == 410 }?.step == 67)
    #expect(path.last?.ball == Rect(x: 270, y: 410, width: 50, height: 50))
    // It stays pinned, and nothing is redrawn.
    #expect(path.last?.step == 67)
  }

  @Test(arguments: [(1, 0.1388889), (2, 0.4166667), (3, 0.8333333), (10, 7.6388889)])
  func `by the textbook rules it moves 500 a dt² n (n + 1) / 2`(steps: Int, distance: Double) {
    let right = roll(.textbook, 1, 0, seconds: Double(steps) / 60 + 0.001).path
    #expect(abs((right.last?.ball.minX ?? 0) - 185 - distance) < 1e-7)
    // Upright, it falls.
    let down = roll(.textbook, 0, -1, seconds: Double(steps) / 60 + 0.001).path
    #expect(abs((down.last?.ball.minY ?? 0) - 255 - distance) < 1e-7)
  }

  @Test func `the first sample moves nothing by itself, and without samples nothing moves`() {
    let run = SceneRun(Ball.self, .textbook)
    run.runner.advance(to: Timestamp(seconds: 1))
    #expect(run.changes.isEmpty)
    run.sample(1, 1, 0, 0)
    #expect(run.changes.isEmpty)
  }

  @Test func `a step redraws the old and the new rectangle of the ball`() {
    let run = roll(.standard, 1, 0, seconds: 0.02).run
    let change = run.changes.first { $0.element == "ball" }
    guard case .drawing(let figures, let region) = change?.kind, let new = ball(figures) else {
      Issue.record("nothing was drawn")
      return
    }
    #expect(region == Rect(x: 135, y: 205, width: 50, height: 50).union(new))
    #expect(new.minX > 135)
  }

  @Test func `by the textbook rules the redrawn rectangles are too large`() {
    let run = roll(.textbook, 1, 0, seconds: 0.02).run
    guard case .drawing(let figures, let region) = run.changes.first?.kind, let new = ball(figures)
    else {
      Issue.record("nothing was drawn")
      return
    }
    #expect(region.origin == Point(x: 185, y: 255))
    #expect(region.maxX == new.minX + new.minX + 50)
    #expect(region.maxY == 255 + 255 + 50)
  }

  @Test func `by the standard rules it bounces until it rests in the corner`() {
    let (run, path) = roll(.standard, 0.5, -0.5, seconds: 10)
    let wall = path.firstIndex { $0.ball.maxX > 319 } ?? 0
    #expect(path[wall...].contains { $0.ball.maxX < 315 })
    let screen = run.runner.screen
    #expect(ball(run) == Rect(x: 270, y: 410, width: 50, height: 50))
    #expect(screen.text("wall") == Text("%@ and %@", .text(Text("bottom")), .text(Text("right"))))
    #expect(screen.text("speed") == Text("%@ mm/s", .number(0, decimals: 0)))
  }

  @Test func `the speed is shown four times a second`() {
    let run = roll(.standard, 0.01, 0, seconds: 1.01).run
    #expect(run.changes.count { $0.element == "speed" } == 4)
  }

  @Test func `the position is saved and restored`() throws {
    let run = roll(.standard, 0.5, 0, seconds: 0.5).run
    var memory = SceneMemory(scene: "Ball")
    try run.runner.scene.save(to: &memory)
    let again = SceneRun(Ball.self)
    try again.runner.scene.restore(from: memory)
    #expect(ball(again) == ball(run))
  }

  @Test(arguments: SceneRules.allCases)
  func `a restored ball keeps its velocity`(_ rules: SceneRules) throws {
    let run = roll(rules, 0.5, 0, seconds: 0.5).run
    var memory = SceneMemory(scene: "Ball")
    try run.runner.scene.save(to: &memory)
    let again = SceneRun(Ball.self, rules)
    try again.runner.scene.restore(from: memory)
    let start = try #require(ball(again))
    again.runner.advance(to: Timestamp(seconds: 0.1))
    let end = try #require(ball(again))
    // 0.25 g s in half a second.
    #expect(abs(end.minX - start.minX - 12.5) < 0.01)
  }

  @Test(arguments: SceneRules.allCases)
  func `a change of settings leaves the ball's path as it is`(_ rules: SceneRules) throws {
    let undisturbed = roll(rules, 0.2, 0, seconds: 0.7).run
    let run = roll(rules, 0.2, 0, seconds: 0.405).run
    run.runner.scene.settingsDidChange()
    run.runner.advance(to: Timestamp(seconds: 0.7))
    let (expected, found) = (try #require(ball(undisturbed)), try #require(ball(run)))
    #expect(abs(found.minX - expected.minX) < 0.01)
  }

  @Test(.timeLimit(.minutes(1)), arguments: SceneRules.allCases)
  func `a restored speed is limited, so that bounces end`(_ rules: SceneRules) throws {
    var memory = SceneMemory(scene: "Ball")
    try memory.encode([160, 230, 1e300, -1e300], forKey: "ball")
    let settings = SettingsValues()
    settings.set(1, for: Ball.bounce)
    settings.set(0, for: Ball.friction)
    let run = SceneRun(Ball.self, rules, settings: settings)
    try run.runner.scene.restore(from: memory)
    run.runner.advance(to: Timestamp(seconds: 1))
    let end = try #require(ball(run))
    #expect(
      Rect(x: 0, y: 0, width: 320, height: 460).union(end).size == Size(width: 320, height: 460))
  }

  @Test func `a memory of another kind leaves the ball as it is`() throws {
    var memory = SceneMemory(scene: "Ball")
    try memory.encode([1.0, 2.0], forKey: "ball")
    let run = SceneRun(Ball.self)
    try run.runner.scene.restore(from: memory)
    #expect(ball(run) == Rect(x: 135, y: 205, width: 50, height: 50))
  }
}
