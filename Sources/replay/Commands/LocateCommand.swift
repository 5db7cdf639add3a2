import ArgumentParser
import Foundation
import Playback
import Recordings
import Sensors
import SystemPackage

/// `replay locate`
struct LocateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locate",
    abstract: "Shows the locations in recordings, and what each filter dropped and why.",
    discussion: """
      Reads NMEA 0183 (with binary protocols in between), GPX, gpsd JSON, and tables of phyphox and \
      AndroSensor, recognized by their content.

      EXAMPLES
        replay locate walk.gpx
        replay locate --json receiver.log | jq 'select(.delivered)'
        replay locate --accuracy 20 --distance-filter 10 --smooth --svg walk.svg walk.nmea
      """)

  @Argument(
    help: ArgumentHelp("Recordings, folders of them, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @Flag(help: "Prints one JSON object a fix.")
  var json = false

  @Option(help: ArgumentHelp("Drops fixes that are less accurate.", valueName: "metres"))
  var accuracy: Double?

  @Option(
    help: ArgumentHelp("Drops fixes nearer to the last one delivered.", valueName: "metres"))
  var distanceFilter: Double?

  @Option(help: ArgumentHelp("Drops fixes sooner after the last one.", valueName: "seconds"))
  var interval: Double?

  @Flag(help: "Smooths the way by a Kalman filter, and drops outliers.")
  var smooth = false

  @Flag(help: "Counts the way of a receiver that lies still, too.")
  var keepStationary = false

  @Option(
    help: ArgumentHelp(
      "Draws the track with its circles of accuracy into a file.", valueName: "file"),
    completion: .file())
  var svg: String?

  @Option(
    help: ArgumentHelp(
      "A day near the recording's, for receivers without a date or with a week that rolled over.",
      valueName: "yyyy-mm-dd"),
    transform: LocateCommand.date)
  var date: StatedDate?

  @Option(
    help: ArgumentHelp(
      "The format: \(LocationFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "name"))
  var format: LocationFormat?

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try StandardInput.check(paths)
    try StandardOutput.refuse(svg, for: "--svg")
    for (name, value) in [
      ("--accuracy", accuracy), ("--distance-filter", distanceFilter), ("--interval", interval),
    ] {
      if let value, !(value >= 0 && value.isFinite) {
        throw ValidationError("\(name) must be 0 or more")
      }
    }
  }

  private static func date(_ text: String) throws -> StatedDate {
    guard let date = StatedDate(text) else {
      throw ValidationError("expected a date, as in 2024-05-01")
    }
    return date
  }

  private var options: LocationReplayOptions {
    var options = LocationReplayOptions()
    options.reading.format = format
    options.reading.date = date
    options.accuracy = accuracy
    options.distanceFilter = distanceFilter
    options.interval = interval
    options.smooths = smooth
    options.keepsStationary = keepStationary
    return options
  }

  func run() throws {
    let console = Console(verbosity)
    var drawing = TrackDrawing()
    let table = LocationTable(console.output)
    let entries = TracePaths.expand(paths)
    var isFirst = true
    for entry in entries {
      switch entry {
      case .failure(let error): console.report(error)
      case .file(let file):
        if !file.isNamed, !LocateCommand.looksLikeLocations(file.path) { continue }
        if !json {
          if !isFirst { console.print("") }
          if entries.count > 1 { console.print(console.output.styled(file.path.printable, .bold)) }
          console.print(table.header)
        }
        isFirst = false
        show(file.path, console, table, &drawing)
      }
    }
    if let svg { draw(drawing, svg, console) }
    try end(console)
  }

  private func show(
    _ path: String, _ console: Console, _ table: LocationTable, _ drawing: inout TrackDrawing
  ) {
    do throws(RecordingError) {
      let summary = try LocationReplay.run(path, options) { record throws(RecordingError) in
        if svg != nil { drawing.add(record.decision) }
        if json { console.print(record.appendJSON) } else { console.print(table.row(record)) }
      }
      for remark in summary.remarks { console.note(path, "\(remark.count) \(remark.what)") }
      if !json { console.summarize(summary.sentence) }
    } catch {
      console.report(error)
    }
  }

  private func draw(_ drawing: TrackDrawing, _ path: String, _ console: Console) {
    do throws(RecordingError) {
      try drawing.write(to: ByteSink(path: path))
    } catch {
      console.report(error)
    }
  }

  /// Whether a file of a folder begins like a recording of locations.
  private static func looksLikeLocations(_ path: String) -> Bool {
    (try? LocationFormat.open(path: path)) != nil
  }
}
