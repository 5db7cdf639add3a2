public import Files
public import Timeline

/// The shakes that a person has marked in a recording of an accelerometer.
///
/// A table has a row for each movement, with columns `start` and `end`, and perhaps `class`; or a
/// row for each press of a button, with columns `timestamp` and `label`: 0 starts a shake, 1 ends
/// it, 2 cancels it. Times are in seconds or the header's unit, as in `start (ms)`.
public struct ShakeLabels: Hashable, Sendable {
  /// The intervals from the start to the end of each shake, in the order of the table.
  public let intervals: [ClosedRange<Timestamp>]
  /// Whether the table has a column `class`, for movements that are not all shakes.
  public let hasClasses: Bool

  /// Reads a table, of movements of a class if it has classes and one is given.
  public init(_ source: ByteSource, class movement: Int? = nil) throws(FileError) {
    let lines = LineBuffer(source)
    var table: LabelTable?
    while let cursor = try lines.nextLine() {
      if cursor.isBlank || cursor.byte == UInt8(ascii: "#") { continue }
      do throws(Expectation) {
        if table == nil {
          table = try LabelTable(header: cursor.restText, class: movement)
        } else {
          try table?.add(cursor.restText)
        }
      } catch {
        throw lines.error(at: cursor, error)
      }
    }
    guard let table else {
      throw FileError(
        file: source.name, position: .line(1, column: 1), expected: "a table of labels",
        found: "nothing")
    }
    intervals = table.intervals
    hasClasses = table.hasClasses
  }
}

/// The columns of a table of labels, and the intervals so far.
private struct LabelTable {
  private(set) var intervals: [ClosedRange<Timestamp>] = []
  /// The columns of the start and the end, or of the time and the label.
  private let first: Int
  private let second: Int
  private let isPressed: Bool
  /// The column of the class, and the class of shakes.
  private let classes: Int?
  private let movement: Int?
  /// The factor that converts times to microseconds.
  private let factor: Double
  /// The time of a press that started a shake.
  private var start: Timestamp?

  var hasClasses: Bool { classes != nil }

  init(header: String, class movement: Int?) throws(Expectation) {
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
    classes = column("class")
    self.movement = movement
    switch cells[first].unit {
    case "ms": factor = 1e3
    case "us", "µs": factor = 1
    default: factor = 1e6
    }
  }

  mutating func add(_ row: String) throws(Expectation) {
    let cells = row.split(separator: ",", omittingEmptySubsequences: false)
    func number(_ column: Int) throws(Expectation) -> Double {
      let text = column < cells.count ? cells[column].filter { !$0.isWhitespace } : ""
      guard let number = Double(text), number.isFinite else { throw Expectation("a number") }
      return number
    }
    func time(_ column: Int) throws(Expectation) -> Timestamp {
      let microseconds = try number(column) * factor
      guard microseconds.magnitude < 9e18 else { throw Expectation("a time") }
      return Timestamp(microseconds: Int64(microseconds.rounded()))
    }
    if isPressed {
      let label = try number(second)
      let time = try time(first)
      if label == 0 { start = time }
      if label == 1, let start, start <= time { intervals.append(start...time) }
      if label != 0 { start = nil }
      return
    }
    let start = try time(first)
    let end = try time(second)
    guard start <= end else { throw Expectation("an end after the start") }
    if let movement, let classes, try number(classes) != Double(movement) { return }
    intervals.append(start...end)
  }
}
