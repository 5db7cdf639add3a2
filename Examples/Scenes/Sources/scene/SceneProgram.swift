import ArgumentParser

/// `scene`
@main
struct SceneProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene",
    abstract: "Run programs of one screen on recordings of touches, accelerations and locations.",
    discussion: """
      'run' is the default: 'scene TapTaps FILE' is 'scene run TapTaps FILE'.

      EXAMPLES
        scene                                     the scenes
        scene TapTaps ../../Traces/tap.evemu      what the screen shows
        scene run --help                          all options of a run
        scene settings Swipes                     the settings of a scene
      """,
    subcommands: [SceneCommand.self, SettingsCommand.self], defaultSubcommand: SceneCommand.self)
}
