import Pictures
import SensorPlayback

struct LocateCommand: ResultsCommand {
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
    help: .value(
      "preset",
      "Drop what a location manager would: plausible (invalid, repeated and impossible fixes), or "
        + "a Core Location activity type (\(ActivityType.allCases.list)), which limits the speed "
        + "and pauses at rest."),
    transform: parsed("one of plausible, \(ActivityType.allCases.list)") { text in
      text == "plausible"
        ? LocationPipeline.plausibilityFilters() : ActivityType(rawValue: text)?.filters
    })
  var filter: [any LocationFilter]?

  @Option(
    name: [.customLong("desired-accuracy"), .customLong("accuracy")],
    help: .value(
      "metres|name",
      "Drop fixes that are less accurate: metres, or a Core Location constant "
        + "(\(LocateCommand.accuracies))."),
    transform: parsed("metres from 0, or one of \(accuracies)") { DesiredAccuracy(parsing: $0) })
  var desiredAccuracy: DesiredAccuracy?

  @Option(help: .value("metres", "Drop fixes nearer to the last delivered one."))
  var distanceFilter: Double?

  @Option(help: .value("seconds", "Drop fixes sooner after the last delivered one."))
  var interval: Double?

  @Flag(help: "Drop the fixes of a receiver at rest, so that it travels no distance.")
  var pausesLocationUpdatesAutomatically = false

  @Flag(help: "Smooth the track where that makes it more accurate.")
  var smooth = false

  @Option(
    file: "Print the errors of the fixes instead: their distances from the positions that a better "
      + "receiver recorded at the same times.")
  var truth: String?

  @OptionGroup var results: ResultOptions

  @OptionGroup var target: TrackFormatOption

  @Option(
    help: ArgumentHelp(
      "The format of the recordings: \(LocationFormat.allCases.list). By default it is recognized "
        + "by their content."))
  var format: LocationFormat?

  @Option(
    help: .value(
      "yyyy-mm-dd",
      "A day near the recording's, for receivers without a date or with a week that rolled over."),
    transform: parsed("a date, as in 2024-05-01") { StatedDate($0) })
  var date: StatedDate?

  @OptionGroup var limit: LimitOption
  @OptionGroup var verbosity: VerbosityOptions

  private static let accuracies = DesiredAccuracy.names.map(\.name).joined(separator: ", ")

  func validate() throws {
    try results.check(
      inputs: input.inputs + [truth], draws: true, others: target.endings(of: results.output))
    try reject(if: trackFormat != nil && results.json, "a track is written, which excludes --json")
    try reject(
      if: truth != nil && (trackFormat != nil || results.drawing != nil),
      "--truth prints errors, which excludes writing a track or a drawing")
    for (name, value) in [("--distance-filter", distanceFilter), ("--interval", interval)] {
      try reject(value, unless: { $0 >= 0 && $0.isFinite }, "\(name) takes a number from 0")
    }
  }

  private var options: LocationReplayOptions {
    var options = LocationReplayOptions()
    options.reading.format = format
    options.reading.date = date
    options.reading.limit = limit.samples
    options.filters = filter ?? []
    options.desiredAccuracy = desiredAccuracy ?? .best
    options.distanceFilter = distanceFilter
    options.interval = interval
    options.smooths = smooth
    options.pausesLocationUpdatesAutomatically = pausesLocationUpdatesAutomatically
    return options
  }

  /// The format of the written track; nil if none is written.
  private var trackFormat: TrackFormat? {
    target.toFormat ?? results.output.flatMap { TrackFormat(forName: $0) }
  }

  private var isText: Bool { results.drawing == nil && trackFormat == nil }
  var resultsPath: String? { isText ? results.output : nil }

  func run(_ console: Console) throws {
    console.restrictOutput(toReadersOf: [truth].compactMap(\.self))
    let walk = try RecordingWalk(input, console, ReplayOptions(), .locations)
    let fields = LocateCommand.fields(isFiltered: options.dropsFixes || smooth)
    let output = LocationOutput(
      try kind(walk, fields.map(\.column), console), filters: options.allFilters, console)
    walk.visit(passes: 1) { file, _ throws(FileError) in
      try output.begin(file.path)
      let summary = try LocationReplay.run(file.source, options) { record throws(FileError) in
        try output.add(record) { fields.map { $0.cell(record) } }
      }
      output.end(file.path, summary)
      console.note(summary, of: file.path)
      if !results.isJSON { console.summarize(summary.sentence) }
    }
    try output.finish(results.output ?? "-")
  }

  private func kind(
    _ walk: RecordingWalk, _ columns: [Table.Column], _ console: Console
  ) throws(FileError) -> LocationOutput.Kind {
    let inputs = walk.sources + [truth].compactMap(\.self)
    if let path = results.drawing, let format = PictureFormat(path: path) {
      return .drawing(format, madeOf: inputs)
    }
    if let format = trackFormat {
      let sink = try ByteSink(path: results.output ?? "-", madeOf: inputs)
      return .track(try format.makeWriter(sink), format)
    }
    if let truth {
      return .errors(try TrueTrack(path: truth, options.reading), isJSON: results.isJSON)
    }
    return .records(RecordPrinter(console, results, columns, showsFiles: walk.hasSeveralFiles))
  }

  private typealias Field = (column: Table.Column, cell: (LocationRecord) -> String)

  /// The table's columns and cells; with those of drops if fixes may be dropped or moved.
  private static func fields(isFiltered: Bool) -> [Field] {
    func text(_ number: Double?, _ decimals: Int) -> String {
      number.map { LocationRecord.text($0, decimals: decimals) } ?? ""
    }
    let place: [Field] = [
      (.left("TIME (UTC)", 19), time),
      (.right("LATITUDE", 10), { text($0.location.coordinate.latitude, 6) }),
      (.right("LONGITUDE", 11), { text($0.location.coordinate.longitude, 6) }),
    ]
    let speed: Field = (
      .right("M/S", 5, isOptional: isFiltered), { text($0.location.validSpeed, 1) }
    )
    let accuracy: Field = (
      .right("± (M)", 6, isOptional: isFiltered), { text($0.location.horizontalAccuracy, 1) }
    )
    let satellites: Field = (
      .right("SATS", 4, isOptional: true), { $0.location.satellites.map { "\($0)" } ?? "" }
    )
    let fix: Field = (.left("FIX", 8), { $0.fixMode })
    if isFiltered {
      return place + [
        speed, accuracy, satellites, fix,
        (.right("TOTAL", 9), { LocationSummary.length($0.decision.total) }),
        (.left("DROPPED", 10), { $0.decision.dropped?.rawValue ?? "" }),
      ]
    }
    return place + [
      (.right("ALT (M)", 7), { text($0.location.validAltitude, 1) }), speed,
      (
        .right("COURSE", 6, isOptional: true),
        { record in record.location.validCourse.map { text($0, 0) + "°" } ?? "" }
      ), accuracy, satellites,
      (.right("HDOP", 4, isOptional: true), { text($0.location.horizontalDilution, 1) }), fix,
    ]
  }

  /// The time without its fraction and time zone; times of day are below those of dates,
  /// and seconds from the start end there.
  private static func time(_ record: LocationRecord) -> String {
    if let time = record.time { return String(time.prefix(19)) }
    if let elapsed = record.elapsed {
      let text = Cell.seconds(elapsed)
      return String(repeating: " ", count: max(0, 19 - text.count)) + text
    }
    return record.timeOfDay.map { "           " + $0.prefix(8) } ?? ""
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
  var sentence: String {
    var parts = ["\(format.rawValue)", fixes.counted("fix", "fixes"), "\(delivered) delivered"]
    if fixes > delivered {
      let reasons = dropped.map { "\($0.count) \($0.reason.rawValue)" }.joined(separator: ", ")
      parts.append("dropped: \(reasons)")
    }
    let advice = isShortenedBySmoothing ? " ('replay locate --smooth' reduces it)" : ""
    let noise = isMostlyNoise ? ", mostly noise between fixes\(advice)" : ""
    parts.append("\(LocationSummary.length(pathLength)) travelled\(noise)")
    parts.append("\(LocationSummary.length(displacement)) from the start")
    if let duration, duration > 0 { parts.append("in \(LocationSummary.clock(duration))") }
    if let speeds {
      let range = [speeds.lowest, speeds.highest].map { $0.text(decimals: 1...2) }
      parts.append("\(range[0]) to \(range[1]) m/s")
      parts.append("mean \(speeds.mean.text(decimals: 1...2)) m/s")
    }
    return parts.joined(separator: ", ")
  }

  /// A length in words: `812.4 m`, or `12.38 km`.
  static func length(_ metres: Double) -> String {
    metres < 1000 ? "\(metres.text(decimals: 1)) m" : "\((metres / 1000).text(decimals: 1...3)) km"
  }
}
