import Files
import Testing

@testable import replay

struct CellGridTests {
  /// Names that would clear the screen, change the direction of writing, or be wider or narrower
  /// than they seem.
  static let hostileNames = [
    "plain", "\u{1b}[2J\u{1b}[H", "\u{202e}gnp.exe", "a\u{301}\u{302}\u{303}b", "\u{301}",
    "e\u{301}",
    "한국어 漢字かな", "👨‍👩‍👧‍👦", "⚡☔️", "\u{200d}\u{200b}\u{feff}", "🇰🇷", "\0\n\r\t", "각", "｡ｱ",
    String(repeating: "漢", count: 100), "\u{e000}\u{fffe}", "Z̷̧̛͇͔a̶l̵g̸o",
  ]

  @Test("Text is cut at the right edge with an ellipsis")
  func cutAtEdge() {
    var grid = CellGrid(columns: 5, rows: 2)
    #expect(grid.write("abcde", column: 0, row: 0) == 5)
    #expect(grid.write("abcdef", column: 0, row: 1) == 5)
    #expect(grid.text(0) == "abcde")
    #expect(grid.text(1) == "abcd…")
  }

  @Test("Text is cut after the given number of columns, and what follows stays")
  func cutAfterColumns() {
    var grid = CellGrid(columns: 6, rows: 1)
    grid.write("------", column: 0, row: 0)
    #expect(grid.write("abcd", column: 1, row: 0, limit: 3) == 4)
    #expect(grid.text(0) == "-ab…--")
  }

  @Test("Nothing is written outside of the grid")
  func outsideOfGrid() {
    var grid = CellGrid(columns: 3, rows: 1)
    for (column, row) in [(0, 1), (0, -1), (-1, 0), (3, 0)] {
      grid.write("x", column: column, row: row)
      grid.set("x", column: column, row: row)
    }
    #expect(grid == CellGrid(columns: 3, rows: 1))
  }

  @Test("A wide character takes two cells, and is left out where only one is left")
  func wideCharacters() {
    var grid = CellGrid(columns: 5, rows: 1)
    #expect(grid.write("漢字", column: 0, row: 0) == 4)
    #expect(grid.row(0).map(\.scalar) == ["漢", "\0", "字", "\0", " "])
    #expect(grid.write("漢字", column: 0, row: 0, limit: 3) == 3)
    #expect(grid.text(0).hasPrefix("漢…"))
  }

  @Test(
    "Half of a wide character becomes a space when the other half is overwritten",
    arguments: [0, 1])
  func halvedCharacters(column: Int) {
    var grid = CellGrid(columns: 2, rows: 1)
    grid.write("漢", column: 0, row: 0)
    grid.set("x", column: column, row: 0)
    #expect(grid.text(0) == (column == 0 ? "x " : " x"))
  }

  @Test("Each row is exactly as wide as the grid, whatever is written", arguments: hostileNames)
  func rowWidths(name: String) {
    for isASCII in [false, true] {
      for column in 0..<4 {
        var grid = CellGrid(columns: 12, rows: 1, isASCII: isASCII)
        let end = grid.write(name, column: column, row: 0)
        #expect(end <= 12)
        let text = grid.text(0)
        #expect(text.columns == 12, "\(Array(text.unicodeScalars))")
        #expect(text == text.printable)
        #expect(!isASCII || text.allSatisfy(\.isASCII))
        // Nothing combines with the character before it.
        #expect(text.count == text.unicodeScalars.count)
      }
    }
  }

  @Test(
    "Without UTF-8, lines and dots become similar characters of ASCII",
    arguments: [
      ("⠁", "'"), ("⡀", "."), ("⣿", ":"), ("┌", "+"), ("─", "-"), ("│", "|"), ("é", "?"),
      ("12°", "12 deg"), ("×2", "x2"),
    ])
  func plainCharacters(
    text: String, shown: String
  ) {
    var grid = CellGrid(columns: 8, rows: 1, isASCII: true)
    grid.write(text, column: 0, row: 0)
    #expect(grid.text(0).hasPrefix(shown + " "))
  }
}

extension CellGrid {
  /// The characters of a row, without styles.
  func text(_ row: Int) -> String {
    var text = ""
    for cell in self.row(row) where cell.scalar != Cell.rightHalf {
      text.unicodeScalars.append(cell.scalar)
    }
    return text
  }
}
