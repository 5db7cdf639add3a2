public import Files
public import Timeline

/// The shakes that a person has marked in a recording of an accelerometer.
///
/// A table has a row for each movement, with columns `start` and `end`, and perhaps `class`; or a
/// row for each press of a button, with columns `timestamp` and `label`: 0 starts a shake, 1 ends
/// it, 2 cancels it. Times are in seconds or in the unit that the header states, as in `start
/// (ms)`.
public struct ShakeLabels: Hashable, Sendable {
  /// The intervals from the start to the end of each shake, in the order of the table.
  public let intervals: [ClosedRange<Timestamp>]
  /// Whether the table has a column `class`, for movements that are not all shakes.
  public let hasClasses: Bool

  /// Reads a table; throws an error with line and column where it is invalid.
  ///
  /// - Parameter movement: The class of shakes, for tables with a column `class`; all rows if nil.
  public init(_ source: ByteSource, class movement: Int? = nil) throws(FileError) {
    let lines = LineBuffer(source)
    var columns: LabelColumns?
    var rows = LabelRows(class: movement)
    while try lines.fill() {
      var cursor = lines.cursor
      defer { lines.consume(to: cursor) }
      while !cursor.isAtEnd {
        if !cursor.isBlank, cursor.byte != UInt8(ascii: "#") {
          do throws(Expectation) {
            if let columns {
              try rows.add(cursor.restText, columns)
            } else {
              columns = try LabelColumns(header: cursor.restText)
            }
          } catch {
            throw lines.error(at: cursor, error)
          }
        }
        cursor.nextLine()
      }
    }
    guard columns != nil else {
      throw FileError(
        file: source.name, position: .line(1, column: 1), expected: "a table of labels",
        found: "nothing")
    }
    intervals = rows.intervals
    hasClasses = columns?.movement != nil
  }
}

/// The columns of a table of labels.
private struct LabelColumns {
  /// The columns of the start and the end, or of the time and the label.
  var first: Int
  var second: Int
  var isPressed: Bool
  /// The column of the class.
  var movement: Int?
  /// The factor that converts times to microseconds.
  var factor: Double

  init(header: String) throws(Expectation) {
    let cells = header.split(separator: ",", omittingEmptySubsequences: false).map(HeaderCell.init)
    func column(_ name: String) -> Int? { cells.firstIndex { $0.name == name } }
    if let start = column("start"), let end = column("end") {
      (first, second, isPressed) = (start, end, false)
    } else if let time = cells.firstIndex(where: { $0.name.hasPrefix("time") }),
      let label = column("label")
    {
      (first, second, isPressed) = (time, label, true)
    } else {
      throw Expectation("columns start and end, or timestamp and label")
    }
    movement = column("class")
    switch cells[first].unit {
    case "ms": factor = 1e3
    case "us", "µs": factor = 1
    default: factor = 1e6
    }
  }
}

/// The intervals so far.
private struct LabelRows {
  var movement: Int?
  var intervals: [ClosedRange<Timestamp>] = []
  private var start: Timestamp?

  init(class movement: Int?) { self.movement = movement }

  mutating func add(_ row: String, _ columns: LabelColumns) throws(Expectation) {
    let cells = row.split(separator: ",", omittingEmptySubsequences: false)
    func number(_ column: Int) throws(Expectation) -> Double {
      let text = column < cells.count ? cells[column].filter { !$0.isWhitespace } : ""
      guard let number = Double(text), number.isFinite else {
        throw Expectation("a number")
      }
      return number
    }
    func time(_ column: Int) throws(Expectation) -> Timestamp {
      let microseconds = try number(column) * columns.factor
      guard microseconds.magnitude < 9e18 else { throw Expectation("a time") }
      return Timestamp(microseconds: Int64(microseconds.rounded()))
    }
    if columns.isPressed {
      let label = try number(columns.second)
      let time = try time(columns.first)
      if label == 0 { start = time }
      if label == 1, let start, start <= time { intervals.append(start...time) }
      if label != 0 { start = nil }
      return
    }
    let start = try time(columns.first)
    let end = try time(columns.second)
    guard start <= end else { throw Expectation("an end after the start") }
    if let movement, let column = columns.movement, try number(column) != Double(movement) {
      return
    }
    intervals.append(start...end)
  }
}
