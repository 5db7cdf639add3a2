import Contacts
import Gestures
import Playback
import Timeline

/// Delivered touches as lines of aligned columns, each written when it comes.
struct TouchTable {
  private let terminal: Terminal
  private let fileColumn: Int?

  init(_ terminal: Terminal, files: [String]) {
    self.terminal = terminal
    fileColumn = FileColumn.width(files, on: terminal)
  }

  var header: String {
    terminal.styled(line("FILE", "TIME", "ID", "PHASE", "X", "Y", "TAPS", "VIEW"), .dim)
  }

  func row(_ record: TouchRecord) -> String {
    let touch = record.touch
    let view = record.device.map { "\(record.view) on \($0)" } ?? record.view
    return line(
      record.file ?? "", GestureTable.seconds(record.time), String(touch.id), touch.phase.rawName,
      touch.location.x.text(decimals: 1), touch.location.y.text(decimals: 1),
      String(touch.tapCount), view.printable)
  }

  private func line(
    _ file: String, _ time: String, _ id: String, _ phase: String, _ x: String, _ y: String,
    _ taps: String, _ view: String
  ) -> String {
    var line = ""
    if let fileColumn {
      line = file.printable.suffix(columns: fileColumn).padded(toColumns: fileColumn) + "  "
    }
    line += time.rightAligned(toColumns: 10) + "  " + id.rightAligned(toColumns: 4) + "  "
    line += phase.padded(toColumns: 10) + "  " + x.rightAligned(toColumns: 7) + "  "
    line += y.rightAligned(toColumns: 7) + "  " + taps.rightAligned(toColumns: 4) + "  " + view
    return terminal.columns.map { line.prefix(columns: $0) } ?? line
  }
}
