/// Reads tables of accelerations: those of phyphox, Sensor Logger, AndroSensor and ST's tools, and
/// plain columns.
///
/// The header determines the columns and their units. Without a header, three columns are x, y and
/// z, and four begin with seconds. Numbers without a unit are in g, unless the first rows are as
/// long as gravity in another ``AccelerationUnit``. Times may be dates in ISO 8601. Comments (`#`),
/// empty lines and rows without all numbers are skipped. The samples of a table without times are
/// at a constant rate.
///
/// Sources in m/s² report the force that holds the device up. Their signs are inverted.
public final class AccelerationReader {
  /// The assumed sample rate of tables without times: 26 Hz, the rate of ST's sensors.
  public static let defaultRate = 26.0

  private let source: ByteSource
  private var lines: LineBuffer?
  private let rate: Double
  private let isRateAssumed: Bool
  private var columns: AccelerationColumns?
  /// The rows read so far to find out the unit, in reverse, and the error after them.
  private var beginning: [Row] = []
  private var failure: FileError?
  private var number = 0
  private var lastTime: Timestamp?
  private var backwardTimes = 0
  private var cells: [Double?] = []
  private var emptyRows = 0
  private var shortRows = 0
  private var rowsWithoutNumber = 0
  private var implausibleRows = 0

  /// Notes on the rows skipped so far.
  public var notes: [ReadingNote] {
    let rows = number + emptyRows + shortRows + rowsWithoutNumber + implausibleRows
    return [
      ReadingNote(
        emptyRows, of: rows, "row", "skipped: empty cells",
        cause: number > 0 ? "rows of other sensors" : "a sensor that was switched off"),
      ReadingNote(
        shortRows, of: rows, "row", "skipped: too few cells", cause: "lines that were cut off"),
      ReadingNote(rowsWithoutNumber, of: rows, "row", "skipped: nan, inf or null for a number"),
      ReadingNote(
        implausibleRows, of: rows, "row", "skipped: more than 1000 g or impossible times",
        cause: "numbers in another unit than the header names"),
    ].compactMap { $0 }
  }

  /// The assumptions about the table so far, its skipped rows, and its faults.
  public var remarks: [TableRemark] {
    var remarks = notes.map { TableRemark(text: $0.description) }
    func remark(_ text: String, isWarning: Bool = false) {
      remarks.append(TableRemark(text: text, isWarning: isWarning))
    }
    for column in columns?.unknownUnits ?? [] {
      remark("unknown unit: \(column)", isWarning: true)
    }
    if let unit = assumedUnit?.rawValue {
      remark("no unit: assuming \(unit), since the first rows are as long as gravity")
    } else if columns?.hasUnit == false, number > 0 {
      let isLong = medianOfBeginning > AccelerationReader.largestMedian
      let length = isLong ? ", in which the first rows are implausibly long" : ""
      remark("no unit: assuming g\(length)", isWarning: isLong)
    }
    if isRateAssumed, !hasTimes, number > 0 {
      remark("no times: assuming \(Int(rate)) samples a second (override with --rate)")
    }
    if number == 0 { remark("no samples", isWarning: true) }
    if backwardTimes > 0 {
      remark("\(backwardTimes) of \(number.counted("time")) run backward", isWarning: true)
    }
    return remarks
  }

  /// The microseconds in the time column of a row, and its numbers in the unit of the table.
  private typealias Row = (time: Double?, numbers: Acceleration)

  /// The number of rows that show the unit of a table that names none: two seconds at 50 Hz, so
  /// that a movement at the start does not hide gravity.
  private static let rowsOfBeginning = 100

  /// The median length in g of the first 100 rows beyond which they are hardly in g: gravity and a
  /// continuous movement are shorter.
  private static let largestMedian = 5.0

  /// The unit assumed for a table that names none, by the median length of its first 100 rows.
  public private(set) var assumedUnit: AccelerationUnit?
  private var medianOfBeginning = 0.0

  /// Creates a reader, with the sample rate in Hz of a table without times.
  public init(_ source: ByteSource, rate: Double? = nil) {
    self.source = source
    self.rate = rate ?? AccelerationReader.defaultRate
    isRateAssumed = rate == nil
  }

  /// The path as given.
  public var file: String { source.name }

  /// The format; known after the first ``next()``.
  public var format: AccelerationFormat? { columns?.format }

  /// Whether the first line names the columns; known after the first ``next()``.
  public private(set) var hasHeader = false

  /// Whether the table has times; known after the first ``next()``.
  public var hasTimes: Bool { columns?.time != nil }

  /// The next sample; nil at the end. The first one of a table without a unit needs 100 rows.
  public func next() throws(FileError) -> AccelerationSample? {
    if columns == nil, failure == nil { readBeginning() }
    while let row = beginning.isEmpty ? try nextRow() : beginning.removeLast() {
      if let sample = sample(row) { return sample }
    }
    return nil
  }

  /// Reads the first row and, unless the header names the unit, the rows that show it.
  private func readBeginning() {
    do throws(FileError) {
      while beginning.count < Self.rowsOfBeginning, let row = try nextRow() {
        beginning.append(row)
        if columns?.hasUnit ?? true { return }
      }
    } catch {
      failure = error
    }
    let lengths = beginning.map(\.numbers.magnitude).sorted()
    medianOfBeginning = lengths.isEmpty ? 0 : lengths[(lengths.count - 1) / 2]
    assumedUnit = AccelerationUnit(gravity: medianOfBeginning)
    beginning.reverse()
  }

  private func nextRow() throws(FileError) -> Row? {
    if let failure { throw failure }
    let lines = try open()
    while var cursor = try lines.nextLine() {
      if cursor.isOutsideOfTable { continue }
      do throws(Expectation) {
        if try !readHeader(cursor), let row = try readRow(&cursor) { return row }
      } catch {
        throw lines.error(at: cursor, error)
      }
    }
    return nil
  }

  private func open() throws(FileError) -> LineBuffer {
    if let lines { return lines }
    if let kind = OtherFile.kind(of: try source.peek(OtherFile.maximumSignatureLength)) {
      throw FileError(
        file: file, position: .byte(0), expected: "a table of accelerations", found: kind)
    }
    let lines = try LineBuffer(table: source)
    self.lines = lines
    return lines
  }

  /// Reads the first line; returns whether it is a header.
  private func readHeader(_ cursor: TextCursor) throws(Expectation) -> Bool {
    guard columns == nil else { return false }
    columns = try AccelerationColumns(header: cursor.restText)
    hasHeader = columns != nil
    if !hasHeader { columns = try AccelerationColumns(row: cursor.restText) }
    return hasHeader
  }

  private func readRow(_ cursor: inout TextCursor) throws(Expectation) -> Row? {
    guard let columns else { return nil }
    // As many rows as show the unit also show decimal commas.
    if number < Self.rowsOfBeginning, let count = columns.count,
      cursor.rest.hasDecimalCommas(separator: columns.separator, columns: count)
    {
      throw Expectation("decimal points, or decimal commas in quotation marks")
    }
    cells.removeAll(keepingCapacity: true)
    while cells.count <= columns.last, !cursor.isAtLineEnd {
      // Other columns may contain any text, such as the `8 / 15` satellites of AndroSensor.
      if cells.count == columns.time {
        cells.append(try cursor.time(endingAt: columns.separator, factor: columns.timeFactor))
      } else if columns.isUsed(cells.count) {
        cells.append(try cursor.cell(endingAt: columns.separator))
      } else {
        cursor.skipCell(endingAt: columns.separator)
        cells.append(nil)
      }
    }
    // A separator at the end of the line precedes an empty cell.
    if cells.count == columns.last, cursor.position[-1] == columns.separator { cells.append(nil) }
    guard cells.count > columns.last else {
      shortRows += 1
      return nil
    }
    let time = columns.time.map { cells[$0] } ?? 0
    guard let time, let x = cells[columns.axes.x], let y = cells[columns.axes.y],
      let z = cells[columns.axes.z]
    else {
      emptyRows += 1
      return nil
    }
    if (time + x + y + z).isNaN {
      rowsWithoutNumber += 1
      return nil
    }
    return (columns.time.map { _ in columns.microseconds(time) }, Acceleration(x: x, y: y, z: z))
  }

  /// The sample of a row; nil if it is implausible.
  private func sample(_ row: Row) -> AccelerationSample? {
    let time = row.time ?? Double(number) * 1e6 / rate
    let acceleration = row.numbers * (assumedUnit?.factor ?? columns?.factor ?? 1)
    guard time.magnitude < 9e18, acceleration.isPlausible else {
      implausibleRows += 1
      return nil
    }
    number += 1
    let timestamp = Timestamp(microseconds: Int64(time.rounded()))
    if let lastTime, timestamp < lastTime { backwardTimes += 1 }
    lastTime = timestamp
    return AccelerationSample(time: timestamp, acceleration: acceleration)
  }

  /// Reads all samples of a table; throws if it is empty.
  public static func read(
    _ source: ByteSource, rate: Double? = nil
  ) throws(FileError) -> [AccelerationSample] {
    try AccelerationReader(source, rate: rate).readAll()
  }

  /// Reads the remaining samples; throws if the table is empty.
  public func readAll() throws(FileError) -> [AccelerationSample] {
    var samples: [AccelerationSample] = []
    while let sample = try next() { samples.append(sample) }
    guard columns != nil else {
      throw FileError(
        file: source.name, position: .line(1, column: 1),
        expected: "a table of accelerations", found: "nothing")
    }
    return samples
  }
}

/// A remark on a table: an assumption, skipped rows, or a fault.
public struct TableRemark: Hashable, Sendable {
  public var text: String
  /// Whether the table may have been misread.
  public var isWarning = false
}

/// Writes accelerations as comma-separated values: seconds with six decimals, and g.
public final class AccelerationWriter {
  private let sink: ByteSink

  public init(_ sink: ByteSink) throws(FileError) {
    self.sink = sink
    try sink.append("time(s),acceleration_x(g),acceleration_y(g),acceleration_z(g)\n".utf8)
  }

  /// Appends a row. Accelerations have as many digits as an exact reading needs.
  public func write(_ sample: AccelerationSample) throws(FileError) {
    let acceleration = sample.acceleration
    try sink.append { bytes in
      bytes.append(seconds: sample.time)
      bytes.append(",\(acceleration.x),\(acceleration.y),\(acceleration.z)\n" as String)
    }
  }

  /// Finishes the file; see ``ByteSink/finish()``.
  public func finish() throws(FileError) { try sink.finish() }
}

/// A unit of accelerations in tables that name none.
public enum AccelerationUnit: String, Sendable {
  case metresPerSecondSquared = "m/s²"
  case milligravity = "mg"

  /// Creates the unit in which gravity is as long as a row; nil for any other length.
  init?(gravity length: Double) {
    switch length {
    case 7...13: self = .metresPerSecondSquared
    case 700...1300: self = .milligravity
    default: return nil
    }
  }

  /// The factor that converts numbers to g, negative for the force that holds the device up.
  var factor: Double {
    switch self {
    case .metresPerSecondSquared: -1 / Acceleration.standardGravity
    case .milligravity: 1e-3
    }
  }
}
