import SceneHost
import Testing

@testable import Scenes

struct ShakeAndBreakTests {
  @Test(arguments: [
    (Acceleration(x: 2.21, y: 0, z: 0), true), (Acceleration(x: 2.2, y: 0, z: 0), false),
    (Acceleration(x: -3, y: 0, z: 0), false), (Acceleration(x: 0, y: 2.21, z: 0), true),
    (Acceleration(x: 0, y: 0, z: 2.21), true), (Acceleration(x: -3, y: -3, z: -3), false),
    (Acceleration(x: 2.1, y: 2.1, z: 2.1), false),
  ])
  func `by the textbook rules a sample beyond 2.2 g toward a positive axis breaks the window`(
    measured: Acceleration, breaks: Bool
  ) {
    let run = SceneRun(ShakeAndBreak.self, .textbook)
    run.sample(0, measured.x, measured.y, measured.z)
    #expect(run.image == (breaks ? "homebroken.png" : "home.png"))
    #expect(run.sounds == (breaks ? ["glass.wav"] : []))
  }

  @Test func `a broken window stays as it is until a touch mends it`() {
    let run = SceneRun(ShakeAndBreak.self, .textbook)
    run.sample(0, 3, 0, 0)
    run.sample(1, 3, 0, 0)
    #expect(run.sounds == ["glass.wav"])
    run.tap(2)
    #expect(run.image == "home.png")
    run.sample(3, 3, 0, 0)
    #expect(run.image == "homebroken.png")
    #expect(run.sounds == ["glass.wav", "glass.wav"])
  }

  @Test func `by the textbook rules samples are a tenth of a second apart`() {
    let run = SceneRun(ShakeAndBreak.self, .textbook)
    run.sample(0, 0, -1, 0)
    run.sample(0.05, 3, 0, 0)
    #expect(run.image == "home.png")
    run.sample(0.1, 3, 0, 0)
    #expect(run.image == "homebroken.png")
  }

  @Test func `by the textbook rules the end of a shake plays the sound a second time`() {
    let run = SceneRun(ShakeAndBreak.self, .textbook)
    run.shake(0)
    run.runner.finish()
    #expect(run.sounds == ["glass.wav", "glass.wav"])
  }

  @Test func `by the standard rules a shake breaks the window once, and a single sample does not`()
  {
    let run = SceneRun(ShakeAndBreak.self)
    run.sample(0, 3, 0, 0)
    #expect(run.image == "home.png")
    run.shake(1)
    run.shake(4)
    #expect(run.image == "homebroken.png")
    #expect(run.sounds == ["glass.wav"])
    run.tap(7)
    #expect(run.image == "home.png")
    run.shake(8)
    run.runner.finish()
    #expect(run.image == "homebroken.png")
    #expect(run.sounds == ["glass.wav", "glass.wav"])
  }

  @Test func `a broken window is saved and restored`() throws {
    let run = SceneRun(ShakeAndBreak.self, .textbook)
    run.sample(0, 3, 0, 0)
    var memory = SceneMemory(scene: "ShakeAndBreak")
    try run.runner.scene.save(to: &memory)
    let again = SceneRun(ShakeAndBreak.self, .textbook)
    try again.runner.scene.restore(from: memory)
    #expect(again.image == "homebroken.png")
  }
}
