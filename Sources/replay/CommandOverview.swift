/// The commands of `replay` by task, and the page that lists them.
enum CommandOverview {
  /// The groups, which contain every command once.
  static var groups: [(task: String, commands: [any ParsableCommand.Type])] {
    let groups: KeyValuePairs<String, [any ParsableCommand.Type]> = [
      "look": [
        RunCommand.self, InfoCommand.self, ExplainCommand.self, LibinputCommand.self,
        TouchpadCommand.self, ViewCommand.self, ConvertCommand.self, LibraryCommand.self,
      ],
      "assert": [
        CheckCommand.self, ScriptCommand.self, StressCommand.self, ShrinkCommand.self,
        ScoreCommand.self, TuneCommand.self, ProfileCommand.self,
      ],
      "pictures": [PlotCommand.self, ReportCommand.self, ExportCommand.self],
      "shapes": [ShapesCommand.self],
      "sensors": [
        ShakeCommand.self, BallCommand.self, LocateCommand.self, DistanceCommand.self,
        SimulateCommand.self,
      ],
      "devices": liveCommands,
    ]
    return groups.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) }
  }

  static var names: [String] {
    groups.flatMap(\.commands).compactMap { $0.configuration.commandName }
  }

  /// The names of the commands for live devices, with or without the trait `Live`.
  static let liveNames = ["devices", "live", "record", "play"]

  private static var liveCommands: [any ParsableCommand.Type] {
    #if Live
      [DevicesCommand.self, LiveCommand.self, RecordCommand.self, PlayCommand.self]
    #else
      []
    #endif
  }

  /// The overview, a page of at most 24 lines and 80 columns.
  static var text: String {
    let rows = groups.map { group in
      let names = group.commands.compactMap { $0.configuration.commandName }
      return "  " + group.task.padded(toColumns: 10) + names.joined(separator: ", ")
    }
    return """
      Recognize the gestures in recordings of touchpads and touchscreens.

      USAGE: replay COMMAND [OPTION...] [FILE...]

      \(rows.joined(separator: "\n"))

      EXAMPLES
        replay run Traces/swipes.evemu    the gestures in a recording
        replay explain Traces/pan.evemu   why a gesture was, or was not, recognized
        replay check Traces               each recording against its expected gestures
        replay plot Traces/swipes.evemu   a page that plays the recording

      OPTIONS OF ALL COMMANDS
        -h, --help     the options and examples of a command, as in replay run --help
        --version      the version
        --color WHEN   always, never or auto; NO_COLOR in the environment is never

      EXIT CODES  0 success, 1 expectation not met, 64 usage, 65 bad data, 66 no such
      input, 69 device gone, 74 failed read or write, 77 no permission
      """
  }
}

/// The colors of output: the option `--color` of all commands.
enum ColorOption: String, CaseIterable {
  case always, never, auto

  /// Removes the option from a command line, except after `--`, and applies the last one; throws
  /// for another value.
  static func take(from arguments: [String]) throws -> [String] {
    var rest: [String] = []
    var iterator = arguments.makeIterator()
    while let argument = iterator.next() {
      switch argument {
      case "--": return rest + [argument] + Array(IteratorSequence(iterator))
      case "--color":
        guard let value = iterator.next() else {
          throw ValidationError("Missing value for '--color': always, never or auto.")
        }
        try apply(value)
      case let option where option.hasPrefix("--color="):
        try apply(String(option.dropFirst("--color=".count)))
      default: rest.append(argument)
      }
    }
    return rest
  }

  /// Sets the variables of the environment that ``Terminal`` reads.
  private static func apply(_ value: String) throws {
    guard let option = ColorOption(rawValue: value) else {
      throw ValidationError(
        "The value '\(value.printable)' is invalid for '--color': expected always, never or auto.")
    }
    unsetenv("CLICOLOR_FORCE")
    switch option {
    case .always:
      unsetenv("NO_COLOR")
      setenv("CLICOLOR_FORCE", "1", 1)
    case .never: setenv("NO_COLOR", "1", 1)
    case .auto: break
    }
  }
}
