import Gestures
import Playback

/// Changes of recognizers as lines, each written when it comes.
struct ChangeTable {
  private let terminal: Terminal
  private let fileColumn: Int?

  init(_ terminal: Terminal, files: [String]) {
    self.terminal = terminal
    fileColumn = FileColumn.width(files, on: terminal)
  }

  var header: String {
    terminal.styled(line("FILE", "TIME", "WHAT HAPPENED"), .dim)
  }

  func row(_ record: StateRecord) -> String {
    let device = record.device.map { " on \($0.printable)" } ?? ""
    return line(
      record.file ?? "", GestureTable.seconds(record.time), record.change.sentence + device)
  }

  private func line(_ file: String, _ time: String, _ sentence: String) -> String {
    var line = ""
    if let fileColumn {
      line = file.printable.suffix(columns: fileColumn).padded(toColumns: fileColumn) + "  "
    }
    line += time.rightAligned(toColumns: 10) + "  " + sentence
    return terminal.columns.map { line.prefix(columns: $0) } ?? line
  }
}
