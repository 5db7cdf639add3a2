/// The shakes that a person has marked in a recording of an accelerometer.
///
/// A table has a row for each movement, with columns `start` and `end`, and perhaps `class`; or a
/// row for each press of a button, with columns `timestamp` and `label`: 0 starts a shake, 1 ends
/// it, 2 cancels it. Times are in seconds or the header's unit, as in `start (ms)`. Cells are
/// separated as those of an ``AccelerationReader``.
public struct ShakeLabels: Hashable, Sendable {
  /// The intervals from the start to the end of each shake, in the order of the table.
  public let intervals: [ClosedRange<Timestamp>]
  /// Whether the table has a column `class`, for movements that are not all shakes.
  public let hasClasses: Bool
  /// Notes on skipped presses.
  public let notes: [ReadingNote]

  /// Reads a table; with a class, its movements of that class. Throws if it has no classes then.
  public init(_ source: ByteSource, class movement: Int? = nil) throws(FileError) {
    let lines = try LineBuffer(table: source)
    var table: LabelTable?
    while var cursor = try lines.nextLine() {
      if cursor.isOutsideOfTable { continue }
      do throws(Expectation) {
        if table == nil {
          table = try LabelTable(header: cursor.restText, class: movement)
        } else {
          try table?.add(&cursor)
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
    hasClasses = table.classes != nil
    notes = table.notes
  }
}

/// The columns of a table of labels, and the intervals so far.
private struct LabelTable {
  private(set) var intervals: [ClosedRange<Timestamp>] = []
  /// The columns of the start and the end, or of the time and the label.
  private let first: Int
  private let second: Int
  private let isPressed: Bool
  private let separator: UInt8
  /// The column of the class, and the class of shakes.
  let classes: Int?
  private let movement: Int?
  /// The factor that converts times to microseconds.
  private let factor: Double
  /// The time of a press that started a shake.
  private var start: Timestamp?
  private var presses = 0
  /// The number of starts without an end, and of ends and cancels without a start.
  private var unpaired = 0

  init(header: String, class movement: Int?) throws(Expectation) {
    separator = AccelerationColumns.separator(of: header)
    let cells = HeaderCell.cells(of: header, separator).map(HeaderUnits.time.divided)
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
    classes = isPressed ? nil : column("class")
    if movement != nil, classes == nil {
      throw Expectation("columns start, end and class, since a class is given")
    }
    self.movement = movement
    guard isPressed || cells[first].unit == cells[second].unit else {
      throw Expectation("start and end in one unit")
    }
    var unknown: [String] = []
    factor = 1e6 * (HeaderUnits.time.factor(of: cells[first], &unknown) ?? 1)
    if !unknown.isEmpty { throw Expectation("times in s, ms, µs, ns, min or h") }
  }

  var notes: [ReadingNote] {
    let rest = start == nil ? 0 : 1
    return [
      ReadingNote(
        unpaired + rest, of: presses, "press", "skipped: a start without an end, or the reverse",
        plural: "presses")
    ].compactMap { $0 }
  }

  mutating func add(_ cursor: inout TextCursor) throws(Expectation) {
    let row = cursor
    /// Reads the number in a column, and leaves the cursor at it, for errors.
    func number(_ column: Int) throws(Expectation) -> Double {
      cursor = row
      for _ in 0..<column { cursor.skipCell(endingAt: separator) }
      var cell = cursor
      guard let number = try cell.cell(endingAt: separator), number.isFinite else {
        throw Expectation("a number")
      }
      return number
    }
    let time = try time(number(first))
    if isPressed {
      let label = try number(second)
      guard [0, 1, 2].contains(label) else { throw Expectation("0, 1 or 2") }
      return press(label, at: time)
    }
    let end = try self.time(number(second))
    guard time <= end else { throw Expectation("an end after the start") }
    if let movement, let classes, try number(classes) != Double(movement) { return }
    intervals.append(time...end)
  }

  private func time(_ number: Double) throws(Expectation) -> Timestamp {
    // As of the samples: large numbers without another unit than seconds count from 1970.
    let microseconds = factor == 1e6 ? CountedTime.seconds(number) * 1e6 : number * factor
    guard microseconds.magnitude < 9e18 else { throw Expectation("a time") }
    return Timestamp(microseconds: Int64(microseconds.rounded()))
  }

  private mutating func press(_ label: Double, at time: Timestamp) {
    presses += 1
    if label == 1, let start, start <= time {
      intervals.append(start...time)
    } else {
      if start != nil, label != 2 { unpaired += 1 }
      if label == 1 || label == 2 && start == nil { unpaired += 1 }
    }
    start = label == 0 ? time : nil
  }
}
