/// A table of text, at most 100 columns wide, whose rows are printed as they come.
///
/// A last column that is aligned to the left wraps between words; a column of paths does not: a
/// terminal shows their ends, a pipe all of them. Cells may contain untrusted text.
struct Table {
  struct Column {
    var title: String
    /// The least width; longer cells shift the rest of their row.
    var width: Int
    var isRightAligned: Bool
    /// Whether the column is left out if a table would be too wide.
    var isOptional = false
    var isPath = false

    static func left(_ title: String, _ width: Int = 0) -> Column {
      Column(title: title, width: max(width, title.columns), isRightAligned: false)
    }

    static func right(_ title: String, _ width: Int = 0, isOptional: Bool = false) -> Column {
      Column(
        title: title, width: max(width, title.columns), isRightAligned: true,
        isOptional: isOptional)
    }

    static func path(_ title: String) -> Column {
      Column(title: title, width: title.columns, isRightAligned: false, isPath: true)
    }
  }

  /// The width of the widest table, however wide the terminal is.
  static let widest = 100
  private static let gap = "  "
  /// The least width of a last column, which goes below its row after this margin otherwise.
  private static let minimumWrappedWidth = 16
  private static let margin = "        "

  private let columns: [Column]
  /// The indices of the columns with room.
  private let shown: [Int]
  private let terminal: Terminal
  private let indent: String

  /// Sets the least widths by the longest cells of the rows, if they are known.
  init(_ columns: [Column], on terminal: Terminal, rows: [[String]] = [], indent: Int = 0) {
    var columns = columns
    for row in rows {
      for (index, cell) in row.enumerated().prefix(columns.count) {
        columns[index].width = max(columns[index].width, cell.printable.columns)
      }
    }
    var shown = Array(columns.indices)
    func width() -> Int { shown.reduce(indent) { $0 + columns[$1].width + Table.gap.columns } }
    while width() - Table.gap.columns > Table.limit(on: terminal),
      let last = shown.lastIndex(where: { columns[$0].isOptional })
    {
      shown.remove(at: last)
    }
    self.columns = columns
    self.shown = shown
    self.terminal = terminal
    self.indent = String(repeating: " ", count: indent)
  }

  /// The widest line that a table may have on a terminal.
  static func limit(on terminal: Terminal) -> Int { min(widest, terminal.columns ?? widest) }

  var header: String { terminal.styled(lines(columns.map(\.title), styles: [:])[0], .dim) }

  /// A row, on several lines if its last cell is long, with styles of columns and of all.
  func row(
    _ cells: [String], styles: [Int: Terminal.Style] = [:], style: Terminal.Style? = nil
  ) -> String {
    let lines = lines(cells, styles: styles)
    return lines.map { line in style.map { terminal.styled(line, $0) } ?? line }
      .joined(separator: "\n")
  }

  private func lines(_ cells: [String], styles: [Int: Terminal.Style]) -> [String] {
    let limit = Table.limit(on: terminal)
    var line = indent
    var width = indent.columns
    for index in shown {
      let column = columns[index]
      if index != shown.first {
        line += Table.gap
        width += Table.gap.columns
      }
      let cell = index < cells.count ? cells[index].printable : ""
      if column.isPath {
        let room = terminal.columns.map { max(Table.minimumWrappedWidth, $0 - width) }
        return [(line + (room.map { cell.middle(columns: $0) } ?? cell)).trimmed]
      }
      if index == shown.last, !column.isRightAligned {
        if limit - width < Table.minimumWrappedWidth, cell.columns > max(0, limit - width) {
          // The cell goes below its row, since it would be too narrow to read.
          let below = cell.wrapped(toColumns: max(1, limit - Table.margin.columns))
          return [line.trimmed] + below.map { Table.margin + $0 }
        }
        let rest = cell.wrapped(toColumns: max(1, limit - width))
        let margin = String(repeating: " ", count: width)
        return [(line + rest[0]).trimmed] + rest.dropFirst().map { margin + $0 }
      }
      let room = max(0, limit - width)
      let shown = cell.prefix(columns: room)
      let padding = String(repeating: " ", count: max(0, min(column.width, room) - shown.columns))
      let text = styles[index].map { terminal.styled(shown, $0) } ?? shown
      line += column.isRightAligned ? padding + text : text + padding
      width += max(min(column.width, room), shown.columns)
    }
    return [line.trimmed]
  }
}

extension Console {
  /// Writes a bold line above the following results, such as the name of a file above its gestures.
  func printHeading(_ text: String) {
    let text = text.printable
    // A text longer than a terminal's line would fill two; a pipe accepts any length.
    let shown = output.columns.map { text.suffix(columns: $0) } ?? text
    print(output.styled(shown, .bold))
  }

  /// Writes text in lines as wide as tables, broken between words.
  func printWrapped(_ text: String, style: Terminal.Style? = nil) {
    for line in text.wrapped(toColumns: Table.limit(on: output)) {
      print(style.map { output.styled(line, $0) } ?? line)
    }
  }

  /// Writes sentences with untrusted text, each on lines of its own.
  func printSentences(_ sentences: [String]) {
    for sentence in sentences { printWrapped(sentence.printable) }
  }

  /// Writes a name and a text on each line, such as the properties of a recording.
  func printProperties(_ rows: [(name: String, text: String)], width: Int = 11) {
    let table = Table([.left("", width), .left("")], on: output, indent: 2)
    for (name, text) in rows { print(table.row([name, text], styles: [0: .dim])) }
  }

  func printTable(_ columns: [Table.Column], _ rows: [[String]], indent: Int = 0) {
    let table = Table(columns, on: output, rows: rows, indent: indent)
    print(table.header)
    for row in rows { print(table.row(row)) }
  }
}

// MARK: - Text

extension String {
  /// The text in lines of at most `limit` columns, broken between words where possible.
  func wrapped(toColumns limit: Int) -> [String] {
    if columns <= limit { return [self] }
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      let longer = line.isEmpty ? word : line + " " + word
      if longer.columns <= limit {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if line.columns + String(character).columns > limit, !line.isEmpty {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return lines + [line]
  }

  /// The text without its middle if it is wider than the limit.
  fileprivate func middle(columns limit: Int) -> String {
    if columns <= limit { return self }
    return prefix(columns: limit / 3) + suffix(columns: limit - limit / 3).dropFirst()
  }

  var trimmed: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}

/// The texts of quantities in tables.
enum Cell {
  static func seconds(_ value: Double) -> String { "\(value.text(decimals: 3)) s" }

  static func millimetres(_ value: Double) -> String { "\(value.text(decimals: 1)) mm" }

  static func scale(_ value: Double) -> String { "×\(value.text(decimals: 2))" }

  static func degrees(_ value: Double) -> String { "\(value.text(decimals: 1))°" }

  /// A share of the device's range; empty for a device without pressure.
  static func pressure(_ value: Double?) -> String { value?.text(decimals: 2) ?? "" }

  /// The size in words, as in `9.5 x 8.0`, in mm; empty for a device without sizes.
  static func size(_ size: Size?) -> String {
    size.map { "\($0.width.text(decimals: 1)) x \($0.height.text(decimals: 1))" } ?? ""
  }

  /// The position in words, as in ` at 12.0, 30.5 mm`.
  static func position(_ position: Point) -> String {
    " at \(position.x.text(decimals: 1)), \(position.y.text(decimals: 1)) mm"
  }

  /// The properties of a contact beside its position, as in `, pressure 0.31, 9.5 x 8.0 mm`.
  static func contact(pressure: Double?, size: Size?) -> String {
    (pressure.map { ", pressure \(Cell.pressure($0))" } ?? "")
      + (size.map { ", \(Cell.size($0)) mm" } ?? "")
  }
}
