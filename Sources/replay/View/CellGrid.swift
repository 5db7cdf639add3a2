import Foundation

/// A rectangle of character cells: the content of a terminal, as a value.
///
/// Each row is exactly as wide as the grid, for any text: text is cut at its right edge, control
/// characters are escaped, and characters whose width terminals disagree on are replaced.
struct CellGrid: Equatable {
  /// A cell: its character, or the right half of the wide character to its left.
  struct Cell: Equatable {
    var scalar: Unicode.Scalar
    var style: Terminal.Style?

    static let blank = Cell(scalar: " ", style: nil)
    /// The scalar of the right half of a wide character.
    static let rightHalf: Unicode.Scalar = "\0"
  }

  let columns: Int
  let rows: Int
  /// Whether only ASCII is shown; other characters are replaced by similar ones.
  let isASCII: Bool
  private var cells: [Cell]

  init(columns: Int, rows: Int, isASCII: Bool = false) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    self.isASCII = isASCII
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The cells of a row, from 0 at the top.
  func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  /// Writes text into a row, cut with an ellipsis at its limit; returns the column after it.
  @discardableResult
  mutating func write(
    _ text: String, column: Int, row: Int, limit: Int = .max, style: Terminal.Style? = nil
  ) -> Int {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return column }
    let room = min(limit, columns - column)
    var next = column
    for scalar in text.cellText(isASCII: isASCII).prefix(columns: room).unicodeScalars {
      let width = scalar.cellWidth
      set(scalar, column: next, row: row, style: style)
      if width == 2 { set(Cell.rightHalf, column: next + 1, row: row, style: style) }
      next += width
    }
    return next
  }

  /// Sets one cell to a character of one column; cells outside of the grid are ignored.
  mutating func set(_ scalar: Unicode.Scalar, column: Int, row: Int, style: Terminal.Style? = nil) {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return }
    let index = row * columns + column
    // Half of a wide character cannot be displayed.
    if cells[index].scalar == Cell.rightHalf, scalar != Cell.rightHalf, column > 0 {
      cells[index - 1] = .blank
    }
    if column + 1 < columns, cells[index + 1].scalar == Cell.rightHalf,
      scalar.cellWidth == 1 || scalar == Cell.rightHalf
    {
      cells[index + 1] = .blank
    }
    cells[index] = Cell(scalar: isASCII ? scalar.similarASCII : scalar, style: style)
  }
}

// MARK: - Text

extension String {
  /// The text in a form for cells: one scalar for each character, each of one or two columns.
  ///
  /// Combined characters become their first scalar, after composition. Characters without a width,
  /// or with one that terminals disagree on, become question marks.
  fileprivate func cellText(isASCII: Bool) -> String {
    if utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return self }
    var text = ""
    for character in printable.precomposedStringWithCanonicalMapping {
      guard let first = character.unicodeScalars.first else { continue }
      if isASCII, first == "°" {
        text += " deg"
      } else {
        let isShown = first.isASCII || !isASCII || first.similarASCII != "?"
        let scalar = isShown && first.hasCellWidth ? first : "?"
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var cellWidth: Int { self == CellGrid.Cell.rightHalf ? 1 : String(self).columns }

  /// Whether terminals agree on the width of ``Swift/String/columns`` for the character.
  fileprivate var hasCellWidth: Bool {
    if isASCII { return true }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .nonspacingMark, .enclosingMark,
      .spacingMark, .lineSeparator, .paragraphSeparator:
      return false
    default: return cellWidth == 2 || !properties.isEmojiPresentation
    }
  }

  /// A similar character of ASCII; a question mark for characters without one.
  fileprivate var similarASCII: Unicode.Scalar {
    if isASCII { return self }
    switch self {
    case "\u{2800}"..."\u{28ff}": return Unicode.Scalar(UInt8(value - 0x2800).asciiDots)
    case "─": return "-"
    case "│": return "|"
    case "┌", "┐", "└", "┘": return "+"
    case "×": return "x"
    case "…": return "~"
    case "▶": return ">"
    case "●": return "O"
    case "▾": return "v"
    default: return "?"
    }
  }
}

extension UInt8 {
  /// A character with dots at the positions of a braille pattern's: above, below or both.
  fileprivate var asciiDots: UInt8 {
    let isUpper = self & 0b0001_1011 != 0
    let isLower = self & 0b1110_0100 != 0
    if isUpper { return UInt8(ascii: isLower ? ":" : "'") }
    return UInt8(ascii: isLower ? "." : " ")
  }
}
