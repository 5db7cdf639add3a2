import Pictures
import SensorPlayback

final class LocationOutput {
  enum Kind {
    case records(RecordPrinter)
    /// A drawing in this format, which derives from these files.
    case drawing(PictureFormat, madeOf: [String])
    case track(any LocationWriter, TrackFormat)
    case errors(TrueTrack, isJSON: Bool)
  }

  private let kind: Kind
  private let console: Console
  private var drawing: TrackPlot
  /// The errors of the current recording.
  private var errors: LocationErrors?
  /// The current recording's written fixes with a date, without one, and without a time.
  private var (dated, dateless, timeless) = (0, 0, 0)
  /// The current recording's delivered fixes that tracks do not have, as they are invalid.
  private var invalid = 0
  /// The current recording's written fixes with a time from its start, and with a year, that NMEA
  /// does not have.
  private var (elapsed, otherYears) = (0, 0)
  /// Whether the next written fix begins a segment, at a gap that may be among dropped fixes.
  private var isAfterGap = false

  /// - Parameter filters: The filters of the fixes, whose limits a drawing shows.
  init(_ kind: Kind, filters: [any LocationFilter] = [], _ console: Console) {
    self.kind = kind
    drawing = TrackPlot(filters: filters)
    self.console = console
  }

  /// Begins a recording, which is a track.
  func begin(_ path: String) throws(FileError) {
    switch kind {
    case .drawing: drawing.beginTrack(Files.name(of: path))
    case .track(let writer, _):
      try writer.beginTrack(path == "-" ? path : Files.name(of: path))
      (dated, dateless, timeless, invalid) = (0, 0, 0, 0)
      (elapsed, otherYears, isAfterGap) = (0, 0, false)
    case .errors(let truth, _): errors = LocationErrors(file: path, truth: truth)
    case .records: break
    }
  }

  func add(_ record: LocationRecord, cells: () -> [String]) throws(FileError) {
    switch kind {
    case .records(let printer):
      let style: Terminal.Style? = record.decision.isDelivered ? nil : .dim
      printer.print(record, of: record.file, style: style, cells: cells)
    case .drawing: drawing.add(record.decision)
    case .track(let writer, let format):
      isAfterGap = isAfterGap || record.isAfterGap
      guard record.decision.isDelivered else { return }
      guard record.location.isValid else {
        invalid += 1
        return
      }
      if record.timeOfDay != nil { (writer as? LocationTableWriter)?.hasTimesOfDay = true }
      if isAfterGap, dated + dateless + timeless > 0 { try writer.beginSegment() }
      isAfterGap = false
      try writer.write(format == .nmea ? timedForNMEA(record) : record.location)
      if record.location.timestamp == nil {
        timeless += 1
      } else if record.location.isDateKnown {
        dated += 1
      } else {
        dateless += 1
      }
    case .errors: errors?.add(record)
    }
  }

  /// The fix without a time from the recording's start; counts times that NMEA does not have.
  private func timedForNMEA(_ record: LocationRecord) -> Location {
    var location = record.location
    if record.elapsed != nil {
      elapsed += 1
      location.timestamp = nil
    } else if location.isDateKnown, let time = location.timestamp,
      !NMEAWriter.years.contains(CalendarTime(time).year)
    {
      otherYears += 1
    }
    return location
  }

  func end(_ path: String, _ summary: LocationSummary) {
    switch kind {
    case .drawing: drawing.endTrack(summary)
    case .track(let writer, let format):
      if invalid > 0 {
        console.note(path, "\(invalid.counted("invalid fix", "invalid fixes")) left out")
      }
      if elapsed > 0 {
        console.note(
          path,
          "\(elapsed.counted("time")) left out, since nmea cannot contain seconds from the start "
            + "(--to-format csv has)")
      }
      if otherYears > 0 { console.noteYears(leftOut: otherYears, of: path) }
      let hasDates = (writer as? LocationTableWriter)?.hasDates ?? true
      let count = format.timesLeftOut(
        dated: dated, dateless: dateless, timeless: timeless, beginsDated: hasDates)
      if count == 0 { return }
      let times = (dated + dateless).counted("time")
      let reason =
        format != .csv
        ? "\(format.rawValue) has none without a date (--to-format csv has)"
        : "the table has times \(hasDates ? "with" : "without") dates"
      console.note(path, "\(count) of \(times) left out, since \(reason)")
    case .errors(_, let isJSON): if let errors { print(errors, isJSON: isJSON) }
    case .records: break
    }
  }

  private func print(_ errors: LocationErrors, isJSON: Bool) {
    if isJSON { return console.print(errors.json) }
    guard let roots = errors.rootMeanSquares else {
      return console.note(errors.file, "no fix has a true position at its time")
    }
    func cell(_ metres: Double) -> String { "\(LocationRecord.text(metres, decimals: 3)) m" }
    var rows = errors.percentiles.map { entry in
      let share = entry.percentage == 100 ? "largest" : "\(entry.percentage) %"
      return [share, cell(entry.recorded), cell(entry.delivered)]
    }
    rows.append(["rms", cell(roots.recorded), cell(roots.delivered)])
    console.printTable([.left("ERROR", 7), .right("RECORDED", 10), .right("DELIVERED", 10)], rows)
  }

  /// Writes the track or the drawing at a path. After an error there is no track, and the drawing
  /// has the recordings that were read.
  func finish(_ path: String, _ contents: String? = nil) throws(FileError) {
    switch kind {
    case .drawing(let format, let inputs):
      drawing.dropUnendedTracks()
      if drawing.isEmpty, console.exitCode != 0 { return }
      try PictureFile.write(drawing.plots, to: path, format: format, madeOf: inputs)
      console.confirm(path)
    case .track(let writer, _):
      guard console.exitCode == 0 else { return console.warn(path, "not written, after an error") }
      try writer.finish()
      console.confirm(path, contents)
    case .records, .errors: break
    }
  }
}

extension Console {
  /// Notes dates that NMEA does not have.
  func noteYears(leftOut count: Int, of path: String) {
    let years = NMEAWriter.years
    note(
      path,
      "\(count.counted("date")) left out, since nmea has the years from \(years.lowerBound) to "
        + "\(years.upperBound)")
  }
}
