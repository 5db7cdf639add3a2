public import Sensors
import Timeline

/// Reads tables of locations: phyphox, AndroSensor, and others whose first line names their columns.
///
/// AndroSensor writes a line for each sample of its other sensors: lines that repeat the location
/// of the one before are no fixes.
public final class LocationTableReader: LocationReader {
  public let format = LocationFormat.csv
  private let lines: LineBuffer
  private var empty = 0
  private var repeated = 0
  private var fields: [ArraySlice<UInt8>] = []

  public init(_ source: ByteSource) { lines = LineBuffer(source) }

  public var remarks: [LocationRemark] {
    [
      LocationRemark("lines without a location", empty),
      LocationRemark("lines that repeat a location", repeated),
    ].compactMap { $0 }
  }

  public func readAll(
    _ body: (Location) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    var columns: LocationColumns?
    var last: Location?
    while try lines.fill() {
      var cursor = lines.cursor
      while !cursor.isAtEnd {
        if let known = columns {
          // A number that lacks its end is another number.
          if !cursor.isBlank, !lines.isCutOff(cursor), let location = try location(cursor, known) {
            if last.map({ isRepeated(location, $0) }) ?? false {
              repeated += 1
            } else {
              try body(location)
            }
            last = location
          }
        } else if !cursor.isBlank, !cursor.starts(with: "sep=") {
          columns = LocationColumns(heading: cursor.rest)
          if columns == nil {
            throw lines.error(at: cursor, expected: "columns for latitude and longitude")
          }
        }
        cursor.nextLine()
      }
      lines.consume(to: cursor)
    }
  }

  /// Whether nothing but the time differs.
  private func isRepeated(_ location: Location, _ last: Location) -> Bool {
    var same = location
    same.timestamp = last.timestamp
    return same == last && location.isDateKnown
  }

  private func location(
    _ cursor: TextCursor, _ columns: LocationColumns
  ) throws(RecordingError) -> Location? {
    fields.removeAll(keepingCapacity: true)
    let line = Array(cursor.rest)
    for field in CSVFields(line[...], separator: columns.separator) { fields.append(field) }
    guard let latitude = try number(.latitude, columns, cursor),
      let longitude = try number(.longitude, columns, cursor)
    else {
      empty += 1
      return nil
    }
    var location = Location(coordinate: Coordinate(latitude: latitude, longitude: longitude))
    location.altitude = try number(.altitude, columns, cursor)
    location.speed = try number(.speed, columns, cursor)
    location.course = try number(.course, columns, cursor)
    location.horizontalAccuracy = try number(.horizontalAccuracy, columns, cursor)
    location.verticalAccuracy = try number(.verticalAccuracy, columns, cursor)
    try takeTime(columns, cursor, &location)
    return location
  }

  /// A number of a column; nil if it is not there.
  private func number(
    _ role: LocationColumns.Role, _ columns: LocationColumns, _ cursor: TextCursor
  ) throws(RecordingError) -> Double? {
    guard let column = columns[role], column.index < fields.count else { return nil }
    var text = String(decoding: fields[column.index], as: UTF8.self)
    text.removeAll { $0 == " " }
    if text.isEmpty || text.lowercased() == "nan" || text == "null" { return nil }
    // A comma that does not separate fields is a decimal comma.
    text = String(text.map { $0 == "," ? "." : $0 })
    if let value = Double(text), value.isFinite { return value * column.factor }
    throw error(cursor, column.index, expected: "a number")
  }

  private func takeTime(
    _ columns: LocationColumns, _ cursor: TextCursor, _ location: inout Location
  ) throws(RecordingError) {
    guard let column = columns[.time], column.index < fields.count else { return }
    let text = fields[column.index]
    if let time = LocationTableReader.date(text) {
      location.timestamp = time
    } else if column.isDate {
      throw error(cursor, column.index, expected: "a date and time")
    } else if let seconds = try number(.time, columns, cursor) {
      location.timestamp = Timestamp(seconds: CountedTime.seconds(seconds))
      // Seconds of today's count are a date; those since the start of a recording are not.
      location.isDateKnown = seconds > 1e9
    }
  }

  private func error(_ cursor: TextCursor, _ index: Int, expected: String) -> RecordingError {
    let start = fields[index].startIndex
    return RecordingError(
      file: lines.file, position: .line(cursor.line, column: start + 1), expected: expected,
      found: RecordingError.excerpt(fields[index]))
  }

  /// ISO 8601, or AndroSensor's way of writing dates: `2014-09-30 16:14:26:512`, or with hyphens and
  /// an underscore; nil for what is none.
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
