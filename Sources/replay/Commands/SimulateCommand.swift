import ArgumentParser

/// `replay simulate`
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Makes recordings of sensors from scripts, the same ones every time.",
    subcommands: [SimulateLocationCommand.self])
}
