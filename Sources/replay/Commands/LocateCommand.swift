import ArgumentParser
import Files
import Pictures
import Playback
import SensorFormats
import SensorPlayback
import Sensors
import Timeline

/// `replay locate`
struct LocateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locate",
    abstract: "Print the locations in recordings; filter, smooth, draw and measure them.",
    discussion: """
      Reads NMEA 0183 (also among binary protocols), GPX, gpsd JSON, and tables of phyphox and \
      AndroSensor, recognized by their content. Every fix is delivered unless a filter is asked \
      for. -o writes the delivered fixes as a track, by the name of the file: .gpx, .kml, \
      .geojson, .nmea, .csv; .svg, .png and .html draw them.

      EXAMPLES
        replay locate Examples/Samples/walk.gpx
        replay locate --json Examples/Samples/walk.nmea | jq 'select(.delivered)'
        replay locate --filter fitness Examples/Samples/walk.nmea
        replay locate --distance-filter 10 Examples/Samples/walk.nmea
        replay locate --smooth -o walk.svg Examples/Samples/walk.nmea
        replay locate -o walk.kml Examples/Samples/walk.gpx
        replay locate --smooth --truth survey.nmea receiver.nmea
      """)

  @OptionGroup var input: RecordingPaths

  @Option(
    help: ArgumentHelp(
      "Drop what a location manager would: plausible (invalid, repeated and impossible fixes), or "
        + "a Core Location activity type (\(LocateCommand.activities)), which "
        + "limits the speed and pauses at rest.",
      valueName: "preset"),
    transform: LocateCommand.preset)
  var filter: Preset?

  @Option(
    name: [.customLong("desired-accuracy"), .customLong("accuracy")],
    help: ArgumentHelp(
      "Drop fixes that are less accurate: metres, or a Core Location constant ("
        + LocateCommand.accuracies + ").",
      valueName: "metres|name"),
    transform: LocateCommand.accuracy)
  var desiredAccuracy: DesiredAccuracy?

  @Option(
    help: ArgumentHelp("Drop fixes nearer to the last delivered one.", valueName: "metres"))
  var distanceFilter: Double?

  @Option(
    help: ArgumentHelp("Drop fixes sooner after the last delivered one.", valueName: "seconds"))
  var interval: Double?

  @Flag(help: "Drop the fixes of a receiver at rest, so that it travels no distance.")
  var pausesLocationUpdatesAutomatically = false

  @Flag(help: "Smooth the track where that makes it more accurate.")
  var smooth = false

  @Option(
    help: ArgumentHelp(
      "Print the errors of the fixes instead: their distances from the positions that a better "
        + "receiver recorded at the same times.",
      valueName: "file"),
    completion: .file())
  var truth: String?

  @OptionGroup var results: ResultOptions

  @OptionGroup var target: TrackFormatOption

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

  @OptionGroup var limit: LimitOption
  @OptionGroup var verbosity: VerbosityOptions

  private static let formats = LocationFormat.allCases.map(\.rawValue).joined(separator: ", ")

  private static let activities = ActivityType.allCases.map(\.rawValue).joined(separator: ", ")
  private static let accuracies = DesiredAccuracy.names.map(\.name).joined(separator: ", ")

  private static func date(_ text: String) throws -> StatedDate {
    guard let date = StatedDate(text) else {
      throw ValidationError("expected a date, as in 2024-05-01")
    }
    return date
  }

  /// A set of filters with a name.
  struct Preset: Sendable {
    var filters: [any LocationFilter]
  }

  private static func preset(_ text: String) throws -> Preset {
    if text == "plausible" { return Preset(filters: LocationPipeline.plausibilityFilters()) }
    guard let activity = ActivityType(rawValue: text) else {
      throw ValidationError("expected one of plausible, \(activities)")
    }
    return Preset(filters: activity.filters)
  }

  private static func accuracy(_ text: String) throws -> DesiredAccuracy {
    guard let accuracy = DesiredAccuracy(parsing: text) else {
      throw ValidationError(
        "expected metres from 0, or one of \(LocateCommand.accuracies)")
    }
    return accuracy
  }

  func validate() throws {
    try results.check(
      inputs: input.inputs + [truth], draws: true, others: target.endings(of: results.output))
    if trackFormat != nil, results.json {
      throw ValidationError("a track is written, which excludes --json")
    }
    if truth != nil, trackFormat != nil || results.drawing != nil {
      throw ValidationError("--truth prints errors, which excludes writing a track or a drawing")
    }
    for (name, value) in [("--distance-filter", distanceFilter), ("--interval", interval)] {
      if let value, !(value >= 0 && value.isFinite) {
        throw ValidationError("\(name) takes a number from 0")
      }
    }
  }

  private var options: LocationReplayOptions {
    var options = LocationReplayOptions()
    options.reading.format = format
    options.reading.date = date
    options.reading.limit = limit.samples
    options.filters = filter?.filters ?? []
    options.desiredAccuracy = desiredAccuracy ?? .best
    options.distanceFilter = distanceFilter
    options.interval = interval
    options.smooths = smooth
    options.pausesLocationUpdatesAutomatically = pausesLocationUpdatesAutomatically
    return options
  }

  /// Whether the table shows dropped fixes.
  private var isFiltered: Bool { options.dropsFixes || smooth }

  /// The format of the written track; nil if none is written.
  private var trackFormat: TrackFormat? {
    target.toFormat ?? results.output.flatMap { TrackFormat(forName: $0) }
  }

  func run() throws {
    let isText = results.drawing == nil && trackFormat == nil
    let output = isText ? results.output : nil
    try withConsole(verbosity, output: output, madeOf: [truth].compactMap(\.self)) { console in
      let walk = try RecordingWalk(input, console, ReplayOptions(), .locations)
      let output = LocationOutput(try kind(walk, console), filters: options.allFilters, console)
      walk.visit(passes: 1) { file, _ throws(FileError) in
        try locate(file, console, output)
      }
      try output.finish()
      if !isText, console.exitCode == 0 { console.confirm(results.output ?? "-") }
    }
  }

  private func kind(
    _ walk: RecordingWalk, _ console: Console
  ) throws(FileError) -> LocationOutput.Kind {
    let inputs = walk.files.map(\.path) + [truth].compactMap(\.self)
    if let path = results.drawing, let format = PictureFormat(path: path) {
      return .drawing(path, format, madeOf: inputs)
    }
    if let format = trackFormat {
      let sink = try ByteSink(path: results.output ?? "-", madeOf: inputs)
      return .track(try format.makeWriter(sink), format)
    }
    if let truth {
      return .errors(try TrueTrack(path: truth, options.reading), isJSON: results.isJSON)
    }
    if results.isJSON { return .json }
    let columns = isFiltered ? LocateCommand.filteredColumns : LocateCommand.columns
    return .table(FileTable(columns, console, showsFiles: walk.hasSeveralFiles))
  }

  private func locate(
    _ file: WalkedRecording, _ console: Console, _ output: LocationOutput
  ) throws(FileError) {
    let path = file.path
    try output.begin(path)
    let summary = try LocationReplay.run(file.source, options) { record throws(FileError) in
      try output.add(record) {
        LocateCommand.cells(record, isFiltered: isFiltered)
      }
    }
    output.end(path, summary)
    console.note(summary, of: path)
    if !results.isJSON { console.summarize(summary.sentence) }
  }
}

// MARK: - Table

extension LocateCommand {
  private static let columns: [Table.Column] = [
    .left("TIME (UTC)", 19), .right("LATITUDE", 10), .right("LONGITUDE", 11), .right("ALT (M)", 7),
    .right("M/S", 5), .right("COURSE", 6, isOptional: true), .right("± (M)", 6),
    .right("SATS", 4, isOptional: true), .right("HDOP", 4, isOptional: true), .left("FIX", 8),
  ]

  /// The columns for fixes that may be dropped or moved: distances instead of altitude, course and
  /// HDOP.
  private static let filteredColumns: [Table.Column] = [
    .left("TIME (UTC)", 19), .right("LATITUDE", 10), .right("LONGITUDE", 11),
    .right("M/S", 5, isOptional: true), .right("± (M)", 6, isOptional: true),
    .right("SATS", 4, isOptional: true), .left("FIX", 8), .right("TOTAL", 9),
    .left("DROPPED", 10),
  ]

  private static func cells(_ record: LocationRecord, isFiltered: Bool) -> [String] {
    let location = record.location
    let position = [
      // The time is without the fraction and the Z of the time zone; times of day are below those
      // of dates.
      record.time.map { String($0.prefix(19)) }
        ?? record.timeOfDay.map { "           " + $0.prefix(8) } ?? "",
      LocationRecord.text(location.coordinate.latitude, decimals: 6),
      LocationRecord.text(location.coordinate.longitude, decimals: 6),
    ]
    let speed = cell(location.validSpeed, 1)
    let accuracy = cell(location.horizontalAccuracy, 1)
    let satellites = location.satellites.map { "\($0)" } ?? ""
    if isFiltered {
      return position + [
        speed, accuracy, satellites, record.fixMode,
        LocationSummary.length(record.decision.total), record.decision.dropped?.rawValue ?? "",
      ]
    }
    return position + [
      cell(location.validAltitude, 1), speed,
      location.validCourse.map { "\(LocationRecord.text($0, decimals: 0))°" } ?? "", accuracy,
      satellites, cell(location.horizontalDilution, 1), record.fixMode,
    ]
  }

  private static func cell(_ number: Double?, _ decimals: Int) -> String {
    number.map { LocationRecord.text($0, decimals: decimals) } ?? ""
  }
}

extension Console {
  /// Notes the properties that a recording of locations lacks, and its skipped input.
  func note(_ summary: LocationSummary, of path: String) {
    for remark in summary.notes { note(path, remark.description) }
    if summary.unorderedTimes * 10 >= max(summary.delivered, 1) {
      note(
        path,
        "\(summary.unorderedTimes) of \(summary.delivered.counted("time")) repeat or run backward"
          + " (--filter plausible drops such fixes)")
    }
    if summary.fixes == 0 { warn(path, "no fixes: \(summary.contents)") }
  }
}

extension LocationSummary {
  /// The summary in one line.
  var sentence: String {
    var parts = ["\(format.rawValue)", fixes.counted("fix", "fixes"), "\(delivered) delivered"]
    if fixes > delivered {
      let reasons = dropped.map { "\($0.count) \($0.reason.rawValue)" }.joined(separator: ", ")
      parts.append("dropped: \(reasons)")
    }
    let noise = isMostlyNoise ? ", mostly noise between fixes (--smooth removes it)" : ""
    parts.append("\(LocationSummary.length(pathLength)) travelled\(noise)")
    parts.append("\(LocationSummary.length(displacement)) from the start")
    if let duration, duration > 0 { parts.append("in \(LocationSummary.time(duration))") }
    if let speeds {
      let range = [speeds.lowest, speeds.highest].map { $0.text(decimals: 1...2) }
      parts.append("\(range[0]) to \(range[1]) m/s")
      parts.append("mean \(speeds.mean.text(decimals: 1...2)) m/s")
    }
    return parts.joined(separator: ", ")
  }

  /// A length in words: `812.4 m`, or `12.38 km`.
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
