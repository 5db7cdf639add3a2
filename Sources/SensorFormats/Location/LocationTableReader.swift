/// Reads tables of locations with a line that names their columns, such as those of phyphox and
/// AndroSensor. In tables with columns of other sensors, repeated locations are skipped.
public final class LocationTableReader: LocationReader {
  public let format = LocationFormat.csv
  private let lines: LineBuffer
  private var columns: LocationColumns?
  private var linesBeforeHeading = 0
  private var rows = 0
  private var cutOff = 0
  private var empty = 0
  private var impossible = 0
  private var repeated = 0
  /// The number of decimals in the last field of the previous row.
  private var lastDecimals: Int?
  private var fields: [ArraySlice<UInt8>] = []

  public init(_ source: ByteSource) { lines = LineBuffer(source) }

  public var notes: [ReadingNote] {
    let unknown = columns?.unknownUnits ?? []
    return [
      ReadingNote(
        unknown.count, "unknown unit", "read as another: \(unknown.joined(separator: ", "))"),
      ReadingNote(linesBeforeHeading, "line", "before the columns' names skipped"),
      ReadingNote(cutOff, of: rows, "row", "skipped: cut off at the end of the file"),
      ReadingNote(empty, of: rows, "row", "skipped: no latitude or longitude"),
      ReadingNote(
        impossible, of: rows, "row",
        "skipped: a latitude beyond 90 or a longitude beyond 360 degrees"),
      ReadingNote(repeated, of: rows, "row", "skipped: they repeat the location before them"),
    ].compactMap { $0 }
  }

  /// Whether times without a date count from midnight, not from the start of the recording.
  public var hasTimesOfDay: Bool { columns?.hasTimesOfDay ?? false }

  public var contents: String { rows.counted("row") }

  public func readAll(_ body: (Location) throws(FileError) -> Void) throws(FileError) {
    var last: Location?
    while let cursor = try lines.nextLine() {
      if cursor.isBlank { continue }
      if let columns {
        guard let location = try location(cursor, columns) else { continue }
        if columns.hasOthers, last.map({ isRepeated(location, $0) }) ?? false {
          repeated += 1
        } else {
          try body(location)
        }
        last = location
      } else if !cursor.starts(with: "sep=") {
        columns = LocationColumns(heading: cursor.rest)
        if columns == nil { linesBeforeHeading += 1 }
        guard linesBeforeHeading < LocationEvidence.maximumLinesBeforeHeading else {
          throw lines.error(at: cursor, expected: "columns for latitude and longitude")
        }
      }
    }
    if columns == nil, linesBeforeHeading > 0 {
      throw FileError(
        file: lines.file, position: .line(1, column: 1),
        expected: "columns for latitude and longitude", found: "none in any line")
    }
  }

  /// Whether only the times of two locations differ.
  private func isRepeated(_ location: Location, _ last: Location) -> Bool {
    var same = location
    same.timestamp = last.timestamp
    return same == last && location.isDateKnown && location.timestamp != nil
  }

  private func location(
    _ cursor: TextCursor, _ columns: LocationColumns
  ) throws(FileError) -> Location? {
    Array(cursor.rest)[...].divide(at: columns.separator, into: &fields)
    rows += 1
    if fields.count > columns.count,
      cursor.rest.hasDecimalCommas(separator: columns.separator, columns: columns.count)
    {
      throw lines.error(
        at: cursor, expected: "decimal points, or decimal commas in quotation marks")
    }
    if lines.isCutOff(cursor), !isWhole(columns) {
      cutOff += 1
      return nil
    }
    lastDecimals = LocationTableReader.decimals(fields.last)
    func number(_ role: LocationColumns.Role) throws(FileError) -> Double? {
      try columns[role].flatMap { column throws(FileError) in try self.number(column, cursor) }
    }
    guard let latitude = try number(.latitude), let longitude = try number(.longitude) else {
      empty += 1
      return nil
    }
    // The columns may be swapped.
    let recorded = Coordinate(latitude: latitude, longitude: longitude)
    guard let coordinate = recorded.withinRange else {
      impossible += 1
      return nil
    }
    var location = Location(coordinate: coordinate)
    location.altitude = try number(.altitude)
    location.speed = try number(.speed)
    location.course = try number(.course)
    location.horizontalAccuracy = try number(.horizontalAccuracy)
    location.verticalAccuracy = try number(.verticalAccuracy)
    location.satellites = try number(.satellites).flatMap { Int(exactly: $0) }
    location.horizontalDilution = try number(.horizontalDilution)
    if let column = columns[.mode], column.index < fields.count {
      let mode = String(decoding: fields[column.index], as: UTF8.self)
      location.source = LocationSource(rawValue: mode) ?? .unknown
    }
    if let column = columns[.time] { try readTime(column, cursor, &location) }
    return location
  }

  /// Whether a last line without a newline has all columns, and enough decimals.
  private func isWhole(_ columns: LocationColumns) -> Bool {
    fields.count >= columns.count
      && LocationTableReader.decimals(fields.last) >= (lastDecimals ?? .max)
  }

  private static func decimals(_ field: ArraySlice<UInt8>?) -> Int {
    guard let field, let point = field.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
    return field[point...].count - 1
  }

  /// The number in a column; nil if it is missing.
  private func number(
    _ column: LocationColumns.Column, _ cursor: TextCursor
  ) throws(FileError) -> Double? {
    guard column.index < fields.count else { return nil }
    var text = String(decoding: fields[column.index], as: UTF8.self)
    text.removeAll { $0 == " " }
    if text.isEmpty || text.lowercased() == "nan" || text == "null" { return nil }
    // A comma within a field is a decimal comma.
    text = String(text.map { $0 == "," ? "." : $0 })
    if let value = Double(text), value.isFinite { return value * column.factor }
    if column.isGuessed { return nil }
    throw error(cursor, column.index, expected: "a number")
  }

  private func readTime(
    _ column: LocationColumns.Column, _ cursor: TextCursor, _ location: inout Location
  ) throws(FileError) {
    guard column.index < fields.count, !fields[column.index].isEmpty else { return }
    var text = fields[column.index]
    // A date without a time may have it in another column.
    if column.isDate, text.count <= 10, let clock = columns?.clock, clock < fields.count,
      !fields[clock].isEmpty
    {
      text = text + [UInt8(ascii: "T")] + fields[clock]
    }
    if let time = LocationTableReader.date(text) {
      location.timestamp = time
    } else if column.isDate {
      throw error(cursor, column.index, expected: "a date and time")
    } else if let seconds = try number(column, cursor) {
      location.timestamp = Timestamp(seconds: CountedTime.seconds(seconds))
      // Large numbers count from 1970; smaller ones from the start of the recording.
      location.isDateKnown = seconds > 1e9
    }
  }

  private func error(_ cursor: TextCursor, _ index: Int, expected: String) -> FileError {
    let start = fields[index].startIndex
    return FileError(
      file: lines.file, position: .line(cursor.line, column: start + 1), expected: expected,
      found: FileError.excerpt(fields[index]))
  }

  /// Parses a date in ISO 8601, or in AndroSensor's form: `2014-09-30 16:14:26:512`.
  static func date(_ field: ArraySlice<UInt8>) -> Timestamp? {
    if let time = CalendarTime.timestamp(iso8601: field) { return time }
    var text = Array(field)
    guard text.count >= 19, text.count <= 23 else { return nil }
    for (index, mark) in [(13, ":"), (16, ":"), (19, ".")] as [(Int, Unicode.Scalar)]
    where index < text.count && (0x2d...0x5f).contains(text[index]) {
      if !(0x30...0x39).contains(text[index]) { text[index] = UInt8(ascii: mark) }
    }
    return CalendarTime.timestamp(iso8601: text)
  }
}
