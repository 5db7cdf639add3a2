import SceneHost
import Testing

@testable import Scenes

struct MotionTests {
  @Test func `by the textbook rules a reading is in the textbook's format`() {
    let run = SceneRun(Motion.self, .textbook)
    run.sample(0, 0.018112, -0.99617, -0.126785)
    #expect(
      run.runner.screen.text("reading")
        == Text(verbatim: "x: 0.018112\t y:-0.99617\t z:-0.126785"))
    #expect(run.runner.screen.elements.count == 1)
  }

  @Test func `by the textbook rules there are at most 60 readings a second`() {
    let run = SceneRun(Motion.self, .textbook)
    for index in 0..<100 { run.sample(Double(index) / 100, 0, Double(index), 0) }
    #expect((55...60).contains(run.changes.count))
  }

  @Test func `by the standard rules each axis has a number, ten times a second`() {
    let run = SceneRun(Motion.self)
    run.sample(0, 0.018112, -0.99617, -0.126785)
    let screen = run.runner.screen
    #expect(screen.text("x") == Text("%@: %@ g", .verbatim("x"), .number(0.018112, decimals: 2)))
    #expect(screen.text("z") == Text("%@: %@ g", .verbatim("z"), .number(-0.126785, decimals: 2)))
    run.sample(0.05, 1, 0, 0)
    #expect(run.runner.screen.text("x") == screen.text("x"))
    run.sample(0.1, 1, 0, 0)
    #expect(run.runner.screen.text("x") != screen.text("x"))
  }

  @Test(arguments: [
    (DeviceOrientation.portrait, "Upright"), (.portraitUpsideDown, "Upside down"),
    (.landscapeLeft, "On its left side"), (.landscapeRight, "On its right side"),
    (.faceUp, "Screen up"), (.faceDown, "Screen down"),
  ])
  func `the orientation is named`(orientation: DeviceOrientation, name: String) {
    let run = SceneRun(Motion.self)
    run.sample(0, orientation.down.x, orientation.down.y, orientation.down.z)
    #expect(run.runner.screen.text("orientation") == Text(name))
  }
}
