public import Sensors
import Timeline

/// Reads tables of accelerations: those of phyphox, Sensor Logger, AndroSensor and ST's tools, and
/// plain columns.
///
/// ```swift
/// let reader = AccelerationReader(try ByteSource(path: "shake.csv"))
/// while let sample = try reader.next() { ... }
/// ```
///
/// The header determines the columns and their units. Without a header, three columns are x, y and z
/// in g, and four begin with seconds. Comments (`#`), empty lines and rows with empty cells are
/// skipped. The samples of a table without times are at a constant rate.
///
/// Sources in m/s² report the force that holds the device up, as Android does. Their signs are
/// inverted, so that gravity points down.
public final class AccelerationReader {
  /// The assumed sample rate of tables without times: 26 Hz, that of ST's sensors.
  public static let defaultRate = 26.0

  private let lines: LineBuffer
  private let rate: Double
  private var columns: AccelerationColumns?
  private var number = 0
  private var cells: [Double?] = []
  /// The number of rows that were skipped because a cell was empty or implausible.
  public private(set) var skippedRows = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - source: the table.
  ///   - rate: the sample rate in Hz of a table without times.
  public init(_ source: ByteSource, rate: Double? = nil) {
    lines = LineBuffer(source)
    self.rate = rate ?? AccelerationReader.defaultRate
  }

  /// The format; known after the first ``next()``.
  public var format: AccelerationFormat? { columns?.format }

  /// Whether the table has times; known after the first ``next()``.
  public var hasTimes: Bool { columns?.time != nil }

  /// The next sample; nil at the end.
  public func next() throws(RecordingError) -> AccelerationSample? {
    while try lines.fill() {
      var cursor = lines.cursor
      defer { lines.consume(to: cursor) }
      while !cursor.isAtEnd {
        // `sep=;` states the separator for spreadsheets.
        if cursor.isBlank || cursor.byte == UInt8(ascii: "#") || cursor.starts(with: "sep=") {
          cursor.nextLine()
        } else if try readHeader(&cursor) {
          cursor.nextLine()
        } else if let sample = try readRow(&cursor) {
          cursor.nextLine()
          return sample
        } else {
          cursor.nextLine()
        }
      }
    }
    return nil
  }

  /// Reads the first line; returns whether it is a header.
  private func readHeader(_ cursor: inout TextCursor) throws(RecordingError) -> Bool {
    guard columns == nil else { return false }
    do {
      if let columns = try AccelerationColumns(header: cursor.restText) {
        self.columns = columns
        return true
      }
      columns = try AccelerationColumns(row: cursor.restText)
      return false
    } catch {
      throw lines.error(at: cursor, error)
    }
  }

  private func readRow(_ cursor: inout TextCursor) throws(RecordingError) -> AccelerationSample? {
    guard let columns else { return nil }
    cells.removeAll(keepingCapacity: true)
    while cells.count <= columns.last {
      // Other columns may contain anything, such as the `8 / 15` satellites of AndroSensor.
      guard columns.isUsed(cells.count) else {
        cursor.skipCell(endingAt: columns.separator)
        cells.append(nil)
        continue
      }
      do {
        cells.append(try cursor.cell(endingAt: columns.separator))
      } catch {
        throw lines.error(at: cursor, error)
      }
    }
    let time = columns.time.map { cells[$0].map(columns.microseconds) } ?? untimed
    guard let time, time.magnitude < 9e18, let x = cells[columns.axes.x],
      let y = cells[columns.axes.y], let z = cells[columns.axes.z]
    else {
      skippedRows += 1
      return nil
    }
    let acceleration = Acceleration(x: x, y: y, z: z) * columns.factor
    guard acceleration.isPlausible else {
      skippedRows += 1
      return nil
    }
    number += 1
    return AccelerationSample(
      time: Timestamp(microseconds: Int64(time.rounded())), acceleration: acceleration)
  }

  /// The time of a row of a table without times, in microseconds.
  private var untimed: Double? { Double(number) * 1e6 / rate }
}

extension AccelerationReader {
  /// Reads all samples of a table; throws if it is empty.
  public static func read(
    _ source: ByteSource, rate: Double? = nil
  ) throws(RecordingError) -> [AccelerationSample] {
    let reader = AccelerationReader(source, rate: rate)
    var samples: [AccelerationSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    guard reader.columns != nil else {
      throw RecordingError(
        file: source.name, position: .line(1, column: 1),
        expected: "a table of accelerations", found: "nothing")
    }
    return samples
  }
}

/// Writes accelerations as comma-separated values: seconds with six decimals, and g.
public final class AccelerationWriter {
  private let sink: ByteSink

  public init(_ sink: ByteSink) throws(RecordingError) {
    self.sink = sink
    try sink.append("time(s),acceleration_x(g),acceleration_y(g),acceleration_z(g)\n".utf8)
  }

  /// Appends a row. Accelerations have as many digits as it takes to read them back exactly.
  public func write(_ sample: AccelerationSample) throws(RecordingError) {
    let time = sample.time.microseconds
    let seconds = time.magnitude / 1_000_000
    let fraction = String(time.magnitude % 1_000_000)
    let padding = String(repeating: "0", count: 6 - fraction.count)
    let acceleration = sample.acceleration
    let row =
      "\(time < 0 ? "-" : "")\(seconds).\(padding)\(fraction),\(acceleration.x),\(acceleration.y),"
      + "\(acceleration.z)\n"
    try sink.append(row.utf8)
  }

  /// Finishes the file; see ``ByteSink/finish()``.
  public func finish() throws(RecordingError) {
    try sink.finish()
  }
}
