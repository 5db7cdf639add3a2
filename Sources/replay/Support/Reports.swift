import Conversion

/// The kinds of reports of touches: gestures, their states, touches or the recognizers' changes.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Print every change of a gesture's state: began, changed, ended.")
  var events = false

  @Flag(help: "Print the delivered touches instead of gestures.")
  var touches = false

  @Flag(help: "Print every change of every recognizer, including failures and their reasons.")
  var traceStates = false

  func validate() throws {
    if [events, touches, traceStates].filter({ $0 }).count > 1 {
      throw ValidationError("--events, --touches and --trace-states exclude each other")
    }
  }

  var detail: GestureEngine.Detail {
    if traceStates { return .changes }
    if touches { return .touches }
    return events ? .everyState : .outcomes
  }

  var countsGestures: Bool { !touches && !traceStates }
}

/// Prints the reports of replays: gestures, touches or changes of recognizers.
final class ReportPrinter {
  private let showsStates: Bool
  private let records: RecordPrinter

  init(_ console: Console, _ options: ReportOptions, _ results: ResultOptions, showsFiles: Bool) {
    showsStates = options.events
    let (rows, columns): (TableExport.Rows, [Table.Column]) =
      if options.touches {
        (.touches, ReportPrinter.touchColumns)
      } else if options.traceStates {
        (.changes, ReportPrinter.changeColumns)
      } else {
        (.gestures, ReportPrinter.gestureColumns(showsStates: options.events))
      }
    records = RecordPrinter(console, results, columns, rows: rows, showsFiles: showsFiles)
  }

  func print(_ report: GestureEngine.Report) {
    switch report {
    case .gesture(let record):
      records.print(record, of: record.file, styles: [2: .bold]) { cells(record) }
    case .touch(let record): records.print(record, of: record.file) { cells(record) }
    case .palm(let record): records.print(record, of: record.file) { cells(record) }
    case .change(let record): records.print(record, of: record.file) { cells(record) }
    }
  }

  // MARK: Gestures

  static func gestureColumns(showsStates: Bool) -> [Table.Column] {
    [.right("TIME", 9), .right("START", 9), .left("GESTURE", 10)]
      + (showsStates ? [.left("STATE", 10)] : [])
      + [.right("TOUCHES"), .right("DURATION"), .left("DETAILS")]
  }

  private func cells(_ record: GestureRecord) -> [String] {
    let gesture = record.gesture
    return [Cell.seconds(record.time), Cell.seconds(record.start), gesture.kind.rawValue]
      + (showsStates ? [gesture.state.rawValue] : []) + [
        gesture.touches.map { String($0) } ?? "", gesture.duration.map(Cell.seconds) ?? "",
        record.details(hasScore: true, hasCancellation: !showsStates),
      ]
  }

  // MARK: Touches and changes

  private static let touchColumns: [Table.Column] = [
    .right("TIME", 10), .right("ID", 4), .left("PHASE", 10), .right("X (MM)", 7),
    .right("Y (MM)", 7), .right("PRESSURE"), .right("SIZE (MM)", 11), .right("TAPS", 4),
    .left("VIEW"),
  ]

  private func cells(_ record: TouchRecord) -> [String] {
    let touch = record.touch
    let view = record.device.map { "\(record.view) on \($0)" } ?? record.view
    return [
      Cell.seconds(record.time), String(touch.id), touch.phase.rawName,
      (touch.location.x / Window.pointsPerMillimetre).text(decimals: 1),
      (touch.location.y / Window.pointsPerMillimetre).text(decimals: 1),
      Cell.pressure(touch.pressure), Cell.size(record.size), String(touch.tapCount), view,
    ]
  }

  private func cells(_ record: PalmRecord) -> [String] {
    let contact = record.palm.contact
    return [
      Cell.seconds(record.time), String(record.palm.touchID), "palm",
      contact.position.x.text(decimals: 1), contact.position.y.text(decimals: 1),
      Cell.pressure(contact.pressure), Cell.size(contact.size), "",
      record.sentence + (record.device.map { " on \($0)" } ?? ""),
    ]
  }

  private static let changeColumns: [Table.Column] = [
    .right("TIME", 10), .left("RECOGNIZER", 11), .left("CHANGE"),
  ]

  private func cells(_ record: StateRecord) -> [String] {
    let device = record.device.map { " on \($0)" } ?? ""
    let (subject, rest) = record.change.phrase
    return [Cell.seconds(record.time), subject, rest + device]
  }
}

/// Prints the records of several files as JSON Lines, as comma-separated values, or as one table:
/// the header once, the name of a file once above its rows.
final class RecordPrinter {
  private let console: Console
  private let isJSON: Bool
  /// The columns of comma-separated values; nil prints none.
  private let keys: [String]?
  private let table: Table
  private let showsFiles: Bool
  private var hasHeader = false
  private var file: String?

  /// - Parameter rows: The kind of the records, which comma-separated values need.
  init(
    _ console: Console, _ results: ResultOptions, _ columns: [Table.Column],
    rows: TableExport.Rows? = nil, showsFiles: Bool
  ) {
    self.console = console
    self.showsFiles = showsFiles
    isJSON = results.isJSON
    keys = results.isCSV ? rows.map { ["file"] + $0.columns } : nil
    table = Table(columns, on: console.output)
    if let keys { console.printOnce(keys.joined(separator: ",")) }
  }

  func print(
    _ record: some JSONRecord, of file: String?, styles: [Int: Terminal.Style] = [:],
    style: Terminal.Style? = nil, cells: () -> [String]
  ) {
    if isJSON { return console.print(record.appendJSON) }
    if let keys { return console.print(RecordTable.cells(of: record, keys).joined(separator: ",")) }
    printRow(cells(), of: file, styles: styles, style: style)
  }

  func printRow(
    _ cells: [String], of file: String?, styles: [Int: Terminal.Style] = [:],
    style: Terminal.Style? = nil
  ) {
    if !hasHeader { console.printOnce(table.header) }
    hasHeader = true
    if showsFiles, let file, file != self.file { console.printHeading(file) }
    self.file = file
    console.print(table.row(cells, styles: styles, style: style))
  }
}

extension GestureRecord {
  /// The gesture in words, as in `swipe left, 31.0 mm`.
  var summary: String {
    let details = details(hasScore: true, hasCancellation: true)
    let kind = gesture.kind.rawValue
    return details.isEmpty ? kind : "\(kind) \(details)"
  }
}

extension StateChange {
  /// The recognizer and its change, as in `swipe left` and `failed: 3.1 mm across, …`.
  var phrase: (subject: String, rest: String) {
    (subject, String(sentence.dropFirst(subject.count + 1)))
  }
}
