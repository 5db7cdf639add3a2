import Files
import Foundation
import Playback
import SceneHost
import Scenes
import Timeline

/// A run of a scene: its initial state, its printed changes, and the files written at its end.
struct SceneRun {
  let scene: Scene.Type
  let rules: SceneRules
  let settings: SceneSettings
  let memory: SceneMemoryOptions
  let drawings: SceneDrawingOptions
  let printer: ScenePrinter
  let console: Console

  /// Plays recordings until their end. A signal ends the program, and leaves every output as it
  /// was.
  func play(_ input: SceneInput, madeOf files: [String], _ speed: ReplaySpeed) throws {
    try checkOutputs()
    let runner = try makeRunner(
      screenSize: input.screenSize, isTouchpad: input.isTouchpad, isLive: false)
    let frames = try drawings.frames.map { folder throws(FileError) in
      try SceneFrames.check(input.stepCount(of: runner), folder)
      return try SceneFrames(folder, of: runner, printer.language, madeOf: files)
    }
    if let frames { runner.context.loop.add(frames) }
    let watcher = settings.watcher(console)
    let pace = speed.makePace(isStopped: { false }, beforeWaiting: { console.flush() })
    try input.play(
      on: runner,
      pace: pace.map { pace in
        { time in
          runner.applyChanges(watcher, at: runner.context.clock.now)
          pace(time)
        }
      })
    keep(runner, frames, madeOf: files)
    summarize(frames, duration: runner.context.clock.now.seconds)
  }

  /// Throws if what is kept at the end could not be written, before anything is played.
  func checkOutputs() throws(FileError) {
    for path in [memory.save, drawings.svg, drawings.png].compactMap(\.self) {
      try ByteSink.check(path)
    }
  }

  /// Creates the scene with what it begins with.
  func makeRunner(
    screenSize: Size, isTouchpad: Bool, isLive: Bool
  ) throws(FileError) -> SceneRunner {
    try memory.start(scene, rules: rules, isLive: isLive, console) {
      let context = SceneContext(rules: rules, screenSize: screenSize, settings: settings.values)
      let runner = SceneRunner(scene, in: context, isTouchpad: isTouchpad)
      runner.observer = printer.print
      return runner
    }
  }

  /// Saves and draws at the end of a run: all files are replaced or, after an error, none. The
  /// state is saved in any case.
  func keep(_ runner: SceneRunner, _ frames: SceneFrames? = nil, madeOf inputs: [String]) {
    let screen = runner.lastScreen ?? runner.screen
    let missing = frames?.finish()
    memory.saveState(of: runner)
    do throws(FileError) {
      if let missing { throw missing }
      // The results and the drawings are written before the scene is saved, which may change a
      // database in place, and get their names after it.
      try console.settle()
      let pending = try drawings.write(screen, printer.language, madeOf: inputs)
      try memory.save(runner, madeOf: inputs)
      for drawing in pending { try drawing.finish() }
    } catch {
      console.report(error)
    }
  }

  /// As in `12 changes in 3.2 s, 193 frames`.
  func summarize(_ frames: SceneFrames? = nil, duration: Double) {
    console.flush()
    if printer.changes == 0 {
      console.note(scene.name, "nothing changed: 'scene' lists what the scenes show")
    }
    let changes = "\(printer.changes.counted("change")) in \(duration.text(decimals: 3)) s"
    console.summarize(frames.map { "\(changes), \($0.count.counted("frame"))" } ?? changes)
  }
}
