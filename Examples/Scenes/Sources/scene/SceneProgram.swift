import ArgumentParser
import Files
import Foundation

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

  static func main() {
    // A closed pipe, and a file beyond `ulimit -f`, are errors of a write.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    TemporaryNames.removeAtExit()
    main(nil)
  }
}
