import ArgumentParser
import Foundation
import Playback
import Recordings
import Sensors
import SystemPackage

/// `replay simulate location`
struct SimulateLocationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "location",
    abstract: "Makes the fixes of a receiver that goes where a script says.",
    discussion: """
      EXAMPLES
        replay simulate location walk.txt -o walk.gpx
        replay simulate location walk.txt -o walk.nmea --truth
        printf 'at 37.5 127\\nspeed 5 km/h\\nnoise 4\\ngo 90 for 1 km\\n' |
          replay simulate location - -o - --format gpsd | replay locate --smooth -

      SCRIPT
        start TIME, seed N, rate HZ, at LAT LON [ALT], to LAT LON [ALT], go DIRECTION for 300 m,
        go DIRECTION for 30 s, wait 60 s, speed 5 km/h, accuracy 10, noise 4, drift 3 60 s,
        outage 20 s, tunnel 300 m; comments from # on
      """)

  @Argument(
    help: ArgumentHelp("A script, or - for standard input.", valueName: "script"),
    completion: .file())
  var script: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, or - for standard output.", valueName: "file"),
    completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "gpx, nmea or gpsd; without it the ending of the file decides (.gpx, .nmea, .json).",
      valueName: "name"))
  var format: LocationFormat?

  @Flag(help: "Writes where the receiver really was instead of what it says.")
  var truth = false

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    guard let format = try? writtenFormat() else {
      throw ValidationError("--format is needed where the file's ending does not tell it")
    }
    if !LocationFormat.writable.contains(format) {
      throw ValidationError("\(format.rawValue) is only read; --format takes gpx, nmea or gpsd")
    }
  }

  private func writtenFormat() throws -> LocationFormat {
    if let format { return format }
    switch output.split(separator: ".").last {
    case "gpx": return .gpx
    case "nmea", "log": return .nmea
    case "json", "jsonl": return .gpsd
    default: throw ValidationError("unknown")
    }
  }

  func run() throws {
    let console = Console(verbosity)
    do {
      let plan = try SimulatedLocations.script(script)
      let count = try write(plan)
      console.summarize("\(count) fixes")
    } catch let error as RecordingError {
      console.report(error)
    }
    try end(console)
  }

  private func write(_ plan: LocationScript) throws -> Int {
    guard let writer = try writtenFormat().makeWriter(ByteSink(path: output)) else { return 0 }
    return try SimulatedLocations.write(plan, to: writer, truth: truth)
  }
}

extension LocationFormat: ExpressibleByArgument {}
