import ArgumentParser
import Foundation
import Playback

/// `replay`: recordings of touches in, gestures out.
@main
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Finds the gestures in recordings of touchpads and touchscreens.",
    discussion: """
      Reads evemu, libinput record, evtest, getevent, umockdev, ChromeOS activity logs and raw \
      input events, recognized by their content. Needs no device and no root, and gives the same \
      answer every time.

      EXAMPLES
        replay run swipe.evemu              the gestures in a recording, as a table
        replay run --json Traces            those of a folder, one JSON object a line
        replay info touchpad.yml            what a recording is
        replay convert touchpad.yml a.evemu
                                            the same in another format
        replay check Traces                 each trace against its expected gestures
        replay explain swipe.evemu          why it was, or was not, a gesture
        replay locate walk.gpx              the locations in a recording
        replay score corpus                 found, missed and wrong, by labels
        replay stress swipe.evemu           how much noise its gestures survive
        replay script taps.touch a.evemu    a text of fingers, as a trace

      EXIT CODES
        0 fine, 1 an expectation was not met, 64 usage, 65 bad data,
        66 no such input, 69 device gone, 74 disk full, 77 no permission

      SHELL COMPLETION
        replay --generate-completion-script bash   (or zsh, fish)
      """,
    version: "0.1.0",
    subcommands: [
      RunCommand.self, InfoCommand.self, ConvertCommand.self, CheckCommand.self,
      ProfileCommand.self, ExplainCommand.self, ScoreCommand.self, StressCommand.self,
      ShrinkCommand.self, ScriptCommand.self, TuneCommand.self,
      ShakeCommand.self, BallCommand.self, LocateCommand.self, DistanceCommand.self,
      SimulateCommand.self,
    ] + liveCommands)

  /// The commands that need devices, and the C libraries for them.
  private static var liveCommands: [any ParsableCommand.Type] {
    #if Live
      [DevicesCommand.self, LiveCommand.self, RecordCommand.self, PlayCommand.self]
    #else
      []
    #endif
  }
}

extension ReplayCommand {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if let first = arguments.first, let mistake = mistake(first) {
      exit(withError: ValidationError(mistake))
    }
    main(nil)
  }

  /// What is wrong with a first argument that is no subcommand; nil if nothing is.
  private static func mistake(_ word: String) -> String? {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    if word.isEmpty || word.hasPrefix("-") || names.contains(word) { return nil }
    if FileManager.default.fileExists(atPath: word) {
      return "\(word.printable) is a file. Did you mean 'replay run \(word.printable)'?"
    }
    #if !Live
      if ["devices", "live", "record", "play"].contains(word) {
        return "'\(word)' needs a replay that was built with the trait Live: see 'make live'."
      }
    #endif
    let near = Suggestion.nearest(to: word, among: names).map { " Did you mean '\($0)'?" } ?? ""
    return "Unknown subcommand '\(word.printable)'.\(near)"
  }
}
