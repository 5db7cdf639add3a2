import Playback

/// Prints what a replay reports.
final class ReportPrinter {
  private let console: Console
  private let isJSON: Bool
  private let gestures: GestureTable
  private let touches: TouchTable
  private let changes: ChangeTable
  private var hasHeader = false

  init(_ console: Console, files: [String], isJSON: Bool, showsStates: Bool) {
    self.console = console
    self.isJSON = isJSON
    gestures = GestureTable(console.output, files: files, showsStates: showsStates)
    touches = TouchTable(console.output, files: files)
    changes = ChangeTable(console.output, files: files)
  }

  func print(_ report: Replay.Report) {
    switch report {
    case .gesture(let record):
      if isJSON { return console.print(record.appendJSON) }
      if !hasHeader { console.print(gestures.header) }
      console.print(gestures.row(record))
    case .change(let record):
      if isJSON { return console.print(record.appendJSON) }
      if !hasHeader { console.print(changes.header) }
      console.print(changes.row(record))
    case .touch(let record):
      if isJSON { return console.print(record.appendJSON) }
      if !hasHeader { console.print(touches.header) }
      console.print(touches.row(record))
    }
    hasHeader = true
  }
}
