/// The columns of a table of accelerations, and the units of their numbers.
struct AccelerationColumns {
  var format: AccelerationFormat
  var separator: UInt8
  var axes: (x: Int, y: Int, z: Int)
  /// The factor that converts numbers to g; negative for the force that holds the device up.
  var factor: Double
  /// Whether the header names the unit, or the format has only one.
  var hasUnit: Bool
  /// The column of the time; nil for a table without times.
  var time: Int?
  /// The factor that converts times to microseconds.
  var timeFactor: Double
  /// The columns whose units are unknown, as in `x (deg/s) as m/s²`.
  var unknownUnits: [String] = []

  /// The time in microseconds for a number in the time column.
  func microseconds(_ number: Double) -> Double {
    // Times without a unit are seconds, or count from 1970 in a unit that their size shows.
    timeFactor == 1e6 ? CountedTime.seconds(number) * 1e6 : number * timeFactor
  }

  /// The number of columns that the header names; nil without a header.
  var count: Int?

  var last: Int { max(axes.x, axes.y, axes.z, time ?? 0) }

  func isUsed(_ column: Int) -> Bool {
    column == axes.x || column == axes.y || column == axes.z || column == time
  }
}

/// The kinds of tables of accelerations, recognized by their headers.
public enum AccelerationFormat: String, CaseIterable, Hashable, Sendable {
  case phyphox
  case sensorLogger
  case androSensor
  case st
  /// A table of another kind with columns for x, y and z, with or without a header.
  case plain
}

extension AccelerationColumns {
  /// Parses a header; returns nil if the line is not a header, and throws if it lacks an axis.
  init?(header: String) throws(Expectation) {
    // A row begins with a number, unlike a header.
    guard let first = header.first(where: { !$0.isWhitespace && $0 != "\"" && $0 != "\u{feff}" }),
      first.isLetter, !header.lowercased().hasPrefix("nan")
    else { return nil }
    let separator = AccelerationColumns.separator(of: header)
    let cells = HeaderCell.cells(of: header, separator).map(HeaderUnits.acceleration.divided)
    guard let axes = HeaderCell.axes(of: cells) else {
      throw Expectation("columns of acceleration for x, y and z")
    }
    self.separator = separator
    self.axes = axes
    count = cells.count
    format = AccelerationColumns.format(cells, header)
    time = HeaderCell.time(of: cells)
    timeFactor = 1e6
    // Sensor Logger's header has no units; its numbers are in m/s².
    hasUnit = !cells[axes.x].unit.isEmpty || format == .sensorLogger
    let usual = hasUnit ? AccelerationUnit.metresPerSecondSquared.factor : 1
    factor = HeaderUnits.acceleration.factor(of: cells[axes.x], &unknownUnits) ?? usual
    if let time { timeFactor *= HeaderUnits.time.factor(of: cells[time], &unknownUnits) ?? 1 }
  }

  /// Creates the columns of a table without a header: x, y and z in g, perhaps after seconds.
  init(row: String) throws(Expectation) {
    format = .plain
    separator = AccelerationColumns.separator(of: row)
    let count = row.split(separator: Character(UnicodeScalar(separator))).count
    guard count == 3 || count >= 4 else { throw Expectation("at least three numbers") }
    axes = count == 3 ? (0, 1, 2) : (1, 2, 3)
    factor = 1
    hasUnit = false
    time = count == 3 ? nil : 0
    timeFactor = 1e6
  }

  /// The separator of the cells: a tab, a semicolon, a comma, or else a space.
  static func separator(of line: String) -> UInt8 {
    for byte in [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]
    where line.utf8.contains(byte) { return byte }
    return UInt8(ascii: " ")
  }

  private static func format(_ cells: [HeaderCell], _ header: String) -> AccelerationFormat {
    if cells.contains(where: { $0.name == "seconds_elapsed" }) { return .sensorLogger }
    if header.contains("ACCELEROMETER X") { return .androSensor }
    if cells.contains(where: { $0.name.hasSuffix("acceleration x") }) { return .phyphox }
    if header.hasPrefix("acc_x[") || header.hasPrefix("accX[") { return .st }
    return .plain
  }
}

/// A cell of a header: `Acceleration x (m/s^2)` is `acceleration x` in `m/s^2`.
struct HeaderCell: Hashable {
  var name: String
  /// The text in the last brackets.
  var unit: String

  /// - Parameter text: A part of the header.
  init(_ text: Substring) {
    func isOpening(_ character: Character) -> Bool { character == "(" || character == "[" }
    let bracket = text.lastIndex(where: isOpening) ?? text.endIndex
    let unit = text[bracket...].dropFirst().drop(while: \.isWhitespace)
    name = HeaderCell.trimmed(text.prefix { !isOpening($0) }.filter { $0 != "\"" }.lowercased())
    self.unit = HeaderCell.trimmed(unit.prefix { $0 != ")" && $0 != "]" }.lowercased())
  }

  static func cells(of header: String, _ separator: UInt8) -> [HeaderCell] {
    let separator = Character(UnicodeScalar(separator))
    // Spaces align columns, as in rows.
    return header.split(separator: separator, omittingEmptySubsequences: separator == " ")
      .map(HeaderCell.init)
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var rest = text[...]
    while let first = rest.first, first.isWhitespace || first == "\u{feff}" { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  /// The axis, and the cell without it; nil unless the cell heads a column of acceleration.
  private var axis: (letter: Character, group: HeaderCell)? {
    guard let letter = name.last, "xyz".contains(letter) else { return nil }
    let stem = String(name.dropLast()).filter { $0 != " " && $0 != "_" && $0 != "-" && $0 != "." }
    let isAcceleration =
      stem.isEmpty || stem == "a" || stem.hasPrefix("acc") || stem.hasSuffix("acceleration")
    var group = self
    group.name = stem
    return isAcceleration ? (letter, group) : nil
  }

  /// The columns of the first group of x, y and z that belong together, in any order.
  static func axes(of cells: [HeaderCell]) -> (x: Int, y: Int, z: Int)? {
    var groups: [HeaderCell: [Character: Int]] = [:]
    // Of several equal cells the first remains.
    for (column, cell) in cells.enumerated().reversed() {
      if let axis = cell.axis { groups[axis.group, default: [:]][axis.letter] = column }
    }
    func start(_ group: [Character: Int]) -> Int { group.values.min() ?? 0 }
    let first = groups.values.filter { $0.count == 3 }.min { start($0) < start($1) }
    guard let x = first?["x"], let y = first?["y"], let z = first?["z"] else { return nil }
    return (x, y, z)
  }

  /// The column of the time.
  static func time(of cells: [HeaderCell]) -> Int? {
    // Seconds since the start take precedence over nanoseconds since 1970, which a Double rounds.
    cells.firstIndex { $0.name == "seconds_elapsed" }
      ?? cells.firstIndex { $0.name.hasPrefix("time") || ["t", "seconds"].contains($0.name) }
      ?? cells.firstIndex { $0.axis == nil && HeaderUnits.isTime($0) }
      ?? cells.firstIndex { $0.name == "datetime" || $0.name == "date_time" }
  }
}
