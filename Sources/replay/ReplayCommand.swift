import ArgumentParser
import CCommit
import Files
import Foundation
import Playback
import SystemPackage
import Timeline

/// `replay`: recognizes gestures in recordings of touches.
@main
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Recognize the gestures in recordings of touchpads and touchscreens.",
    discussion: """
      Reads evemu, libinput record, evtest, getevent, umockdev, ChromeOS activity logs and raw \
      input events, recognized by their content. Needs no device and no root privileges, and gives \
      the same answer every time.

      'libinput replay' is something else: it plays the events of a recording into the kernel, as \
      root, and recognizes nothing. 'replay play' does that here.

      EXAMPLES
        replay run Traces/swipes.evemu            the gestures in a recording, as a table
        replay run --json Traces                  those of a folder, one JSON object a line
        replay info Traces/two-devices.yml        what a recording is
        replay convert Traces/swipe-left.raw a.evemu
                                                  the same in another format
        replay export Traces/swipes.evemu -o a.json
                                                  for the Perfetto UI
        replay check Traces                       each trace against its expected gestures
        replay explain Traces/tap.evemu           why it was, or was not, a gesture
        replay plot Traces/swipes.evemu           a page that plays it; -o NAME.svg, .png too
        replay view Traces/swipes.evemu           the same on the terminal
        replay stress Traces/swipes.evemu         how much noise its gestures survive
        echo 'tap count 2' | replay script - | replay run -
                                                  gestures from a script

      OPTIONS OF ALL COMMANDS
        -o, --output FILE writes the results (- is standard output), in the format of FILE's \
      extension unless --to-format names one. convert, script, shrink and simulate take FILE as \
      their second argument, too. --json prints JSON Lines. --format is the format of the input. \
      --from and --to are times. -q prints less, -v more.

      EXIT CODES
        0 success, 1 an expectation was not met, 64 wrong usage, 65 bad data,
        66 no such input, 69 device gone, 74 disk full or another failure to read or write,
        77 no permission

      SHELL COMPLETION
        replay --generate-completion-script bash   (or zsh, fish)
      """,
    version: version,
    subcommands: [
      RunCommand.self, InfoCommand.self, ConvertCommand.self, ExportCommand.self,
      CheckCommand.self, ProfileCommand.self, ExplainCommand.self, PlotCommand.self,
      ViewCommand.self, ReportCommand.self, ScoreCommand.self, StressCommand.self,
      ShrinkCommand.self, ScriptCommand.self, TuneCommand.self,
      ShakeCommand.self, BallCommand.self, LocateCommand.self, DistanceCommand.self,
      SimulateCommand.self, ShapesCommand.self, SceneCommand.self, SettingsCommand.self,
      LibraryCommand.self,
    ] + liveCommands)

  /// The version, with the commit where the sources are a checkout: `0.1.0 (commit 1e2f8f71a0)`.
  private static var version: String {
    guard let commit = touchstone_commit() else { return Version.number }
    return "\(Version.number) (commit \(String(cString: commit)))"
  }

  /// The commands for live devices, which need C libraries.
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
    Startup.prepare()
    do {
      try refuseRepairedArguments()
      if let first = CommandLine.arguments.dropFirst().first, let mistake = mistake(first) {
        throw ValidationError(mistake)
      }
      var command = try parseAsRoot()
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// Throws for an argument that is not UTF-8. Swift repairs such arguments, so that a path would lead to
  /// another file than the one that is named.
  private static func refuseRepairedArguments() throws {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      if String(validatingCString: argument) == nil {
        let repaired = String(cString: argument).printable
        throw ValidationError("\(repaired): expected an argument in UTF-8, found other bytes")
      }
    }
  }

  /// Prints the message of an error, or the help or version that was asked for, and ends.
  private static func end(with error: any Error) -> Never {
    let text = fullMessage(for: error)
    let code = exitCode(for: error)
    if text.isEmpty { Foundation.exit(code.rawValue) }
    let stream = code.isSuccess ? FileDescriptor.standardOutput : .standardError
    do {
      _ = try stream.writeAll(Array((text + "\n").utf8))
    } catch {
      let reason = error as? Errno ?? .ioError
      if !code.isSuccess || reason == .brokenPipe { Foundation.exit(code.rawValue) }
      let message = "error: \(FileError.cannotWrite("standard output", reason))\n"
      _ = try? FileDescriptor.standardError.writeAll(Array(message.utf8))
      Foundation.exit(ExitStatus.cannotWrite)
    }
    Foundation.exit(code.rawValue)
  }

  /// The error for a first argument that is not a subcommand; nil for options and subcommands.
  private static func mistake(_ word: String) -> String? {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    if word.isEmpty || word.hasPrefix("-") || names.contains(word) { return nil }
    if FileManager.default.fileExists(atPath: word) {
      return "\(word.printable) is a file. Did you mean 'replay run \(word.printable)'?"
    }
    #if !Live
      if ["devices", "live", "record", "play"].contains(word) {
        return "'\(word)' needs a replay that is built with the trait Live: see 'make live'."
      }
    #endif
    let near = Suggestion.nearest(to: word, among: names).map { " Did you mean '\($0)'?" } ?? ""
    return "Unknown subcommand '\(word.printable)'.\(near)"
  }
}
