import CReplay
import FoundationEssentials
import LibinputOffline
import SystemPackage

/// `replay`: recognizes gestures in recordings of touches.
@main
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Recognize the gestures in recordings of touchpads and touchscreens.",
    discussion: """
      Reads evemu, libinput record, evtest, getevent, umockdev, ChromeOS activity logs, pointer events and raw \
      input events, recognized by their content. Needs no device and no root privileges, and gives \
      the same answer every time.

      'libinput replay' is something else: it plays the events of a recording into the kernel, as \
      root, and recognizes nothing. 'replay play' does that here.

      The tasks of the commands, and the exit codes, are on the page of 'replay --help'.

      SHELL COMPLETION
        replay --generate-completion-script bash   (or zsh, fish)
      """, version: version, subcommands: CommandOverview.groups.flatMap(\.commands))

  /// The version, with the commit if the sources are a checkout: `0.1.0 (commit 1e2f8f71a0)`.
  private static var version: String {
    guard let commit = touchstone_commit() else { return Version.number }
    return "\(Version.number) (commit \(String(cString: commit)))"
  }

  static func main() {
    LibinputWorker.serveIfAsked(Array(CommandLine.arguments.dropFirst()))
    prepareProcess()
    do {
      try refuseRepairedArguments()
      let arguments = try ColorOption.take(from: Array(CommandLine.arguments.dropFirst()))
      if [[], ["-h"], ["--help"], ["help"]].contains(arguments) {
        throw CleanExit.message(CommandOverview.text)
      }
      // Without the argument parser, which takes longer to begin than the program.
      if arguments == ["--version"] { end(printing: version) }
      do { try LibinputCommand.printVersionIfAsked(arguments) } catch {
        end(with: error, of: LibinputCommand.self)
      }
      let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
      if let word, let mistake = mistake(word) {
        throw ValidationError(mistake)
      }
      var command = try command(ExportFormat.rename(in: arguments))
      do { try command.run() } catch { end(with: error, of: type(of: command)) }
    } catch {
      end(with: error)
    }
  }

  /// The command of the arguments.
  ///
  /// A subcommand is parsed by itself, as the argument parser collects the options of subcommands
  /// two more times on its way to them. Whatever that does not parse, such as a request for help,
  /// is left to the whole, whose messages name `replay`.
  private static func command(_ arguments: [String]) throws -> any ParsableCommand {
    var (command, rest) = (self as any ParsableCommand.Type, arguments[...])
    while let word = rest.first,
      let next = command.configuration.subcommands.first(where: {
        $0.configuration.commandName == word
      })
    {
      (command, rest) = (next, rest.dropFirst())
    }
    // The command of a page of help is another one.
    if command.configuration.subcommands.isEmpty,
      let parsed = try? command.parseAsRoot(Array(rest)), type(of: parsed) == command
    {
      return parsed
    }
    return try parseAsRoot(arguments)
  }

  /// Prepares the streams and the signals.
  private static func prepareProcess() {
    // The first opened file does not replace a stream that is closed, as with `>&-`. Such a stream
    // can then be neither read nor written, as before.
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) == -1 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    // A closed pipe, and a file beyond `ulimit -f`, are errors of a write, not the end.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    TemporaryNames.removeAtExit()
  }

  /// Throws for arguments that are not UTF-8, as Swift would repair them to other paths.
  private static func refuseRepairedArguments() throws {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      if String(validatingCString: argument) == nil {
        let repaired = String(cString: argument).printable
        throw ValidationError("\(repaired): expected an argument in UTF-8, found other bytes")
      }
    }
  }

  /// Prints the message of an error, or the requested help or version, and ends.
  private static func end(
    with error: any Error, of command: (any ParsableCommand.Type)? = nil
  ) -> Never {
    let code = exitCode(for: error)
    var text = fullMessage(for: error)
    if let command, error is ValidationError {
      text = "Error: \(error)\n" + HelpPage.usage(of: helpMessage(for: command))
    }
    // ArgumentParser does not name the type of the expected value.
    text = text.replacing(/(Error: The value '.*' is invalid for '[^']*')\n/) {
      "\($0.output.1): expected a number\n"
    }
    text = HelpPage.text(of: text, isShort: CommandLine.arguments.contains("-h"))
    end(printing: code.isSuccess ? text : withoutFarSuggestion(text), code)
  }

  /// Prints a message, unless it is empty, and ends.
  private static func end(printing text: String, _ code: ExitCode = .success) -> Never {
    if text.isEmpty { exitProcess(code.rawValue) }
    let stream = code.isSuccess ? FileDescriptor.standardOutput : .standardError
    do {
      _ = try stream.writeAll(Array((text + "\n").utf8))
    } catch {
      let reason = error as? Errno ?? .ioError
      if !code.isSuccess || reason == .brokenPipe { exitProcess(code.rawValue) }
      let message = "error: \(FileError.cannotWrite("standard output", reason))\n"
      _ = try? FileDescriptor.standardError.writeAll(Array(message.utf8))
      exitProcess(ExitStatus.cannotWrite)
    }
    exitProcess(code.rawValue)
  }

  /// The message for an unknown option without a far-fetched suggestion, as --rate for --rotate.
  private static func withoutFarSuggestion(_ text: String) -> String {
    guard let match = text.firstMatch(of: /Unknown option '(.+?)'(\. Did you mean '(.+?)'\?)/),
      !match.3.hasPrefix(match.1),
      Suggestion.distance(String(match.1), String(match.3)) > max(1, (match.1.count - 2) / 4)
    else { return text }
    return String(text[..<match.2.startIndex] + text[match.2.endIndex...])
  }

  /// The error for a first argument that is not a subcommand; nil for options and subcommands.
  private static func mistake(_ word: String) -> String? {
    let names = CommandOverview.names + ["help"]
    if word.isEmpty || word.hasPrefix("-") || names.contains(word) { return nil }
    if FileManager.default.fileExists(atPath: word) {
      return "\(word.printable) is a file. Did you mean 'replay run \(word.printable)'?"
    }
    #if !Live
      if CommandOverview.liveNames.contains(word) {
        return "'\(word)' needs a replay with live devices: the Debian package touchstone-live or "
          + "'sh install.sh --live' has it, and 'make live' builds it in a checkout."
      }
    #endif
    let near = Suggestion.nearest(to: word, among: names).map { " Did you mean '\($0)'?" } ?? ""
    return "Unknown subcommand '\(word.printable)'.\(near)"
  }
}

/// The C library's `exit`, which ParsableCommand's function of that name hides.
private func exitProcess(_ status: Int32) -> Never { exit(status) }
