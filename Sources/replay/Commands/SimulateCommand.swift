import ArgumentParser

/// `replay simulate`
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Makes recordings of sensors from scripts, the same ones every time.",
    discussion: """
      EXAMPLES
        replay simulate motion shake.motion -o shake.csv
        replay simulate location walk.location -o walk.gpx
      """,
    subcommands: [SimulateMotionCommand.self, SimulateLocationCommand.self])
}
