import ArgumentParser
import Playback
import Recordings
import Sensors
import SystemPackage

/// `replay simulate motion`
struct SimulateMotionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion",
    abstract: "Makes an accelerometer's recording from a script of motion.",
    discussion: """
      A line of the script is a time in seconds and what happens then: turn ORIENTATION SECONDS, \
      shake SECONDS HZ G AXIS, tap G AXIS, drop METRES, walk SECONDS STEPS G; or it tells of the \
      sensor: rate, noise, bias, quantum, range, jitter, loss, seed; or of the script: pose, end. \
      The same script gives the same bytes.

      EXAMPLES
        replay simulate motion shake.motion -o shake.csv
        printf '1 shake 0.8 4 3 x\\n' | replay simulate motion - | replay shake -
      """)

  @Argument(help: "The script; - is standard input.", completion: .file())
  var script: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The table to write; - is standard output.", valueName: "file"),
    completion: .file())
  var output = "-"

  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let console = Console(verbosity)
    do {
      let source = try ByteSource(path: script)
      let file = try MotionScriptFile(source)
      try write(AccelerometerSimulator(file.script, sensor: file.sensor, seed: file.seed))
    } catch {
      console.report(error)
    }
    try end(console)
  }

  private func write(_ samples: AccelerometerSimulator) throws(RecordingError) {
    let writer = try AccelerationWriter(ByteSink(path: output))
    for sample in samples { try writer.write(sample) }
    try writer.finish()
  }
}
