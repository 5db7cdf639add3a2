import ArgumentParser
import Foundation
import Playback
import Recordings
import Sensors
import Timeline

/// `replay locate`
struct LocateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locate",
    abstract: "Print the locations in recordings, and why each dropped one was dropped.",
    discussion: """
      Reads NMEA 0183 (also among binary protocols), GPX, gpsd JSON, and tables of phyphox and \
      AndroSensor, recognized by their content. -o NAME.svg draws the track with its circles of \
      accuracy instead.

      EXAMPLES
        replay locate Examples/Samples/walk.gpx
        replay locate --json Examples/Samples/walk.nmea | jq 'select(.delivered)'
        replay locate --accuracy 20 --distance-filter 10 Examples/Samples/walk.nmea
        replay locate --smooth -o walk.svg Examples/Samples/walk.nmea
      """)

  @Argument(
    help: ArgumentHelp(
      "Recordings, folders of them, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @Option(help: ArgumentHelp("Drop fixes that are less accurate.", valueName: "metres"))
  var accuracy: Double?

  @Option(
    help: ArgumentHelp("Drop fixes nearer to the last delivered one.", valueName: "metres"))
  var distanceFilter: Double?

  @Option(
    help: ArgumentHelp("Drop fixes sooner after the last delivered one.", valueName: "seconds"))
  var interval: Double?

  @Flag(help: "Smooth the track with a Kalman filter, and drop outliers.")
  var smooth = false

  @Flag(help: "Count the movement of a stationary receiver, too.")
  var keepStationary = false

  @Option(help: .hidden) var svg: String?

  @OptionGroup var results: ResultOptions

  @Option(
    help: ArgumentHelp(
      "The format of the recordings: \(LocateCommand.formats). By default it is recognized by "
        + "their content.",
      valueName: "format"))
  var format: LocationFormat?

  @Option(
    help: ArgumentHelp(
      "A day near the recording's, for receivers without a date or with a week that rolled over.",
      valueName: "yyyy-mm-dd"),
    transform: LocateCommand.date)
  var date: StatedDate?

  @OptionGroup var verbosity: VerbosityOptions

  private static let formats = LocationFormat.allCases.map(\.rawValue).joined(separator: ", ")

  private static func date(_ text: String) throws -> StatedDate {
    guard let date = StatedDate(text) else {
      throw ValidationError("expected a date, as in 2024-05-01")
    }
    return date
  }

  func validate() throws {
    try Files.checkStandardInput(paths)
    try results.refuse(svg: svg)
    try results.check(inputs: paths, draws: true)
    for (name, value) in [
      ("--accuracy", accuracy), ("--distance-filter", distanceFilter), ("--interval", interval),
    ] {
      if let value, !(value >= 0 && value.isFinite) {
        throw ValidationError("\(name) takes a number from 0")
      }
    }
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
    try withConsole(verbosity, output: results.drawing == nil ? results.output : nil) { console in
      var drawing = TrackDrawing()
      var count = 0
      let entries = TracePaths.expand(paths)
      let table = FileTable(LocateCommand.columns, console, showsFiles: entries.count > 1)
      for entry in entries {
        switch entry {
        case .failure(let error): console.report(error)
        case .file(let file):
          if !file.isNamed, !LocateCommand.looksLikeLocations(file.path) {
            console.remark(file.path, "skipped, not a recording")
            continue
          }
          count += 1
          do throws(RecordingError) {
            try locate(file.path, console, table, &drawing)
          } catch {
            console.report(error)
          }
        }
      }
      if count == 0 { console.reportNothingFound(in: paths) }
      if let path = results.drawing { try drawing.write(to: ByteSink(path: path)) }
    }
  }

  private func locate(
    _ path: String, _ console: Console, _ table: FileTable, _ drawing: inout TrackDrawing
  ) throws(RecordingError) {
    let summary = try LocationReplay.run(path, options) { record throws(RecordingError) in
      if results.drawing != nil {
        drawing.add(record.decision)
      } else if results.isJSON {
        console.print(record.appendJSON)
      } else {
        table.add(
          LocateCommand.cells(record), of: record.file,
          style: record.decision.isDelivered ? nil : .dim)
      }
    }
    for remark in summary.notes { console.note(path, remark.description) }
    if summary.fixes == 0 { console.warn(path, "no fixes: \(summary.contents)") }
    if !results.isJSON { console.summarize(summary.sentence) }
  }

  /// Whether a file of a folder begins like a recording of locations.
  private static func looksLikeLocations(_ path: String) -> Bool {
    (try? LocationFormat.open(path: path)) != nil
  }
}

// MARK: - Table

extension LocateCommand {
  private static let columns: [Table.Column] = [
    .left("TIME (UTC)", 19), .right("LATITUDE", 10), .right("LONGITUDE", 11), .right("ALT (M)", 7),
    .right("M/S", 5), .right("COURSE", 6), .right("± (M)", 6), .right("TOTAL", 9),
    .left("DROPPED", 10),
  ]

  private static func cells(_ record: LocationRecord) -> [String] {
    let location = record.location
    return [
      // Without the fraction and the Z of the time zone.
      record.time.map { String($0.prefix(19)) } ?? "",
      LocationRecord.text(location.coordinate.latitude, decimals: 6),
      LocationRecord.text(location.coordinate.longitude, decimals: 6),
      cell(location.validAltitude, 1), cell(location.validSpeed, 1),
      location.validCourse.map { "\(LocationRecord.text($0, decimals: 0))°" } ?? "",
      cell(location.horizontalAccuracy, 1), LocationSummary.length(record.decision.total),
      record.decision.dropped?.rawValue ?? "",
    ]
  }

  private static func cell(_ number: Double?, _ decimals: Int) -> String {
    number.map { LocationRecord.text($0, decimals: decimals) } ?? ""
  }
}

extension LocationSummary {
  /// The summary in one line.
  var sentence: String {
    var parts = ["\(format.rawValue)", "\(fixes) fixes", "\(delivered) delivered"]
    if fixes > delivered {
      let reasons = dropped.map { "\($0.count) \($0.reason.rawValue)" }.joined(separator: ", ")
      parts.append("dropped: \(reasons)")
    }
    parts.append("\(LocationSummary.length(pathLength)) travelled")
    parts.append("\(LocationSummary.length(displacement)) from the start")
    if let duration, duration > 0 {
      parts.append("in \(LocationSummary.time(duration))")
      parts.append("mean \((pathLength / duration).text(decimals: 1...2)) m/s")
    }
    if let topSpeed { parts.append("top \(topSpeed.text(decimals: 1...2)) m/s") }
    return parts.joined(separator: ", ")
  }

  /// `812.4 m`, or `12.38 km`.
  static func length(_ metres: Double) -> String {
    metres < 1000
      ? "\(metres.text(decimals: 1)) m"
      : "\((metres / 1000).text(decimals: 1...3)) km"
  }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(), 1e12))
    let parts = [whole / 3600, whole / 60 % 60, whole % 60]
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
