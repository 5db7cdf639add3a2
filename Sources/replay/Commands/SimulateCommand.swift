import ArgumentParser

/// `replay simulate`
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Makes recordings of sensors from scripts.",
    discussion: """
      EXAMPLES
        replay simulate motion shake.motion -o shake.csv
      """,
    subcommands: [
      SimulateMotionCommand.self
    ])
}
