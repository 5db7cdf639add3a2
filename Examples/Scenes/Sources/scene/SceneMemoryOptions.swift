import ArgumentParser
import Files
import SceneHost
import Timeline

/// What a scene begins with, and where what it makes is kept.
struct SceneMemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Save what the scene has made at the end: .plist, .json, .sqlite or .db.", valueName: "file"),
    completion: .file())
  var save: String?

  @Option(
    help: ArgumentHelp("Begin with what an earlier run has saved.", valueName: "file"),
    completion: .file())
  var open: String?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      """
      Continue from the last run, and save the state at interruptions and at the end; by default with \
      --live only.
      """))
  var restore: Bool?

  /// Whether anything is saved.
  var isWanted: Bool { save != nil || restore == true }

  func validate() throws {
    if open != nil, restore == true {
      throw ValidationError("--open and --restore conflict: each names what to begin with")
    }
    for path in [save, open].compactMap({ $0 }) {
      do throws(FileError) {
        try MemoryFile.checkExtension(of: path)
      } catch {
        throw ValidationError("\(error)")
      }
    }
  }

  /// Throws if what is saved would replace an input or the results. It may replace what is opened.
  func check(inputs: [String], output: String?) throws {
    guard let save else { return }
    try OutputChecks.refuse(save, asOneOf: inputs)
    if save == output {
      throw ValidationError("--save and --output both name \(save.printable)")
    }
  }

  /// Makes a scene with what it begins with.
  ///
  /// - Parameters:
  ///   - isLive: Whether the events are those of a live device: only then the state is restored and
  ///     saved by default, since the same command on the same recordings prints the same bytes.
  ///     `--open` replaces what is restored, and the state is still saved.
  ///   - makeRunner: Makes the scene; called again if it could not take its state.
  func start(
    _ scene: Scene.Type, rules: SceneRules, isLive: Bool, _ console: Console,
    _ makeRunner: () -> SceneRunner
  ) throws(FileError) -> SceneRunner {
    guard restore ?? isLive else {
      let runner = makeRunner()
      if let open { try runner.open(open) }
      return runner
    }
    let state = SceneState(of: scene.name, rules: rules)
    let run = try state.start(
      opening: open, makeRunner,
      reportingTo: { failure in
        // Only a run that was asked to save has failed.
        if restore == true { return console.report(failure) }
        console.warn(failure.file, "the state is not saved: \(failure.found)")
      })
    if let note = run.note { console.warn(state.path, note) }
    return run.runner
  }

  /// Saves the state at the end of a run if it is kept, after ``SceneRunner/finish()``.
  func saveState(of runner: SceneRunner) {
    // Now, on the scene's clock, which never goes back.
    runner.terminate(at: .zero)
  }

  /// Saves the state of the scene.
  ///
  /// - Parameter inputs: The files that the scene's work is made of.
  func save(_ runner: SceneRunner, madeOf inputs: [String]) throws(FileError) {
    if let save { try runner.save(to: save, madeOf: inputs + [open].compactMap { $0 }) }
  }
}
