import SensorPlayback

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Make recordings of sensors from scripts; the same script makes the same bytes.",
    discussion: """
      EXAMPLES
        replay simulate motion Examples/Samples/shakes.motion -o shakes.csv
        replay simulate location Examples/Samples/walk.location -o walk.gpx
      """, subcommands: [SimulateMotionCommand.self, SimulateLocationCommand.self])
}

struct SimulateMotionCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion", abstract: "Make an accelerometer recording from a script of motion.",
    discussion: """
      A line of the script is a time in seconds and the motion that starts then: turn ORIENTATION \
      SECONDS, shake SECONDS HZ G AXIS, tap G AXIS, drop METRES, walk SECONDS STEPS G; or it sets \
      a property of the sensor: rate, noise, bias, quantum, range, jitter, loss, seed; or of the \
      script: pose, end.

      EXAMPLES
        replay simulate motion Examples/Samples/shakes.motion -o shakes.csv
        printf '1 shake 0.8 4 3 x\\n' | replay simulate motion - | replay shake -
      """)

  @Argument(file: "The script; - is standard input.")
  var script: String

  @OptionGroup var output: OutputPath

  @OptionGroup var limit: LimitOption
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    let path = try output.path(fallback: "-")
    try Files.refuse(path, asOneOf: [script])
    try Files.checkEnding(of: path, among: ["csv", "txt"])
  }

  func run(_ console: Console) throws {
    let path = try output.path(fallback: "-")
    let file = try MotionScriptFile(try ByteSource(path: script))
    try limit.samples.check(file.sampleCount, "samples", in: script)
    let writer = try AccelerationWriter(ByteSink(path: path, madeOf: [script]))
    for sample in AccelerometerSimulator(file.script, sensor: file.sensor, seed: file.seed) {
      try writer.write(sample)
    }
    try writer.finish()
    console.confirm(path)
  }
}

struct SimulateLocationCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "location", abstract: "Make the fixes of a receiver that moves as a script says.",
    discussion: """
      SCRIPT
        start TIME, seed N, rate HZ, at LAT LON [ALT], to LAT LON [ALT], go DIRECTION for 300 m,
        go DIRECTION for 30 s, wait 60 s, speed 5 km/h, accuracy 10, noise 4, drift 3 60 s,
        outage 20 s, tunnel 300 m, error unknown, error denied; # begins a comment

      EXAMPLES
        replay simulate location Examples/Samples/walk.location -o walk.gpx
        replay simulate location --truth Examples/Samples/walk.location -o true.nmea
        printf 'at 37.5 127\\nspeed 5 km/h\\nnoise 4\\ngo 90 for 1 km\\n' |
          replay simulate location - --to-format gpsd | replay locate --smooth -
      """)

  @Argument(file: "The script; - is standard input.")
  var script: String

  @OptionGroup var output: OutputPath

  @OptionGroup var target: TrackFormatOption

  @Flag(help: "Write the true locations of the receiver instead of its fixes.")
  var truth = false

  @OptionGroup var limit: LimitOption
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    let path = try output.path(fallback: "-")
    try Files.refuse(path, asOneOf: [script])
    _ = try target.format(of: path)
  }

  func run(_ console: Console) throws {
    let path = try output.path(fallback: "-")
    let format = try target.format(of: path)
    let movement = try SimulatedLocations.script(ByteSource(path: script))
    try limit.samples.check(LocationSimulation.fixCount(of: movement), "fixes", in: script)
    let writer = try format.makeWriter(ByteSink(path: path, madeOf: [script]))
    let count = try SimulatedLocations.write(movement, to: writer, truth: truth)
    if format == .nmea, !NMEAWriter.years.contains(CalendarTime(movement.start).year) {
      console.noteYears(leftOut: count, of: script)
    }
    console.confirm(path, count.counted("fix", "fixes"))
  }
}

extension LocationFormat: ExpressibleByArgument {}
