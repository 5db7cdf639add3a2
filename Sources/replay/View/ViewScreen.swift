import Checking

/// The screen of `replay view`, as a value: a moment and a size become a grid of characters.
///
/// ```text
/// swipes.evemu                                    Sample, 100 x 60 mm
/// ┌────────────────┐  RECOGNIZERS
/// │   the pad      │  swipe left  recognized
/// └────────────────┘  …
/// TIME (S) GESTURE    TOUCHES
///    0.258 swipe left  touch 3  10.2, 30.1 mm
/// ─────────▾──●───────────────────────────────────────────────────────
/// paused  0.300 of 4.000 s                            ? help   q quit
/// ```
struct ViewScreen {
  /// The least size of a terminal; smaller ones get a hint.
  static let minimumColumns = 40
  static let minimumRows = 12

  /// The texts of the screen beside the moment.
  struct Status {
    /// The name of the recording or the node of a device; untrusted text, like the others.
    var source: String
    var device: String
    /// The size of the touch area in mm; nil while no device is open.
    var touchArea: Size?
    /// The last line, as in `paused  0.300 of 4.000 s`.
    var text: String
    /// The number of the displayed device, as in `1 of 2`; nil if it is the only one.
    var deviceNumber: String?
    /// The span of the time line in seconds; nil without one.
    var span: ClosedRange<Double>?
    /// The times of recognitions, marked on the time line.
    var gestureTimes: [Double] = []
    /// The answer to a question, above the other content; its recognizer is marked.
    var verdict: Verdict?
    /// The keys to explain, on top of everything; nil hides them.
    var help: [(key: String, text: String)]?
  }

  let columns: Int
  let rows: Int
  /// Whether the terminal's character set is UTF-8.
  let hasUnicode: Bool
  /// The rows of the verdict, below the title.
  private(set) var verdictRows = 0

  /// The rows between the title, or the verdict, and the time line.
  private var body: Range<Int> { 1 + verdictRows..<max(1 + verdictRows, rows - 2) }
  /// The columns of the pad and the gestures.
  private var leftWidth: Int { columns * (columns < 100 ? 37 : 45) / 100 }

  func draw(_ moment: ViewMoment, _ status: Status) -> CellGrid {
    var screen = self
    return screen.drawAll(moment, status)
  }

  private mutating func drawAll(_ moment: ViewMoment, _ status: Status) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: rows, isASCII: !hasUnicode)
    guard columns >= ViewScreen.minimumColumns, rows >= ViewScreen.minimumRows else {
      let lines = [
        "Too small:", "\(columns) x \(rows), needs",
        "\(ViewScreen.minimumColumns) x \(ViewScreen.minimumRows). q quits.",
      ]
      for (row, line) in lines.enumerated() { grid.write(line, column: 0, row: row) }
      return grid
    }
    drawTitle(status, &grid)
    if let verdict = status.verdict { draw(verdict, &grid) }
    var gestures = body.lowerBound
    if let area = status.touchArea {
      let pad = PadDrawing(area, columns: leftWidth, rows: body.count - gestureRows)
      pad.draw(moment, column: 0, row: body.lowerBound, into: &grid)
      gestures += pad.rows
    }
    drawGestures(moment, from: gestures, &grid)
    drawRight(moment, status.verdict, &grid)
    drawTimeline(moment, status, &grid)
    drawStatus(status, &grid)
    if let help = status.help { draw(help, &grid) }
    return grid
  }

  /// The least number of rows of the gestures.
  private var gestureRows: Int { rows < 20 ? 2 : 5 }

  /// The least number of rows below a verdict.
  private static let minimumBody = 6

  /// Draws the verdict with its whole reason, in the available rows.
  private mutating func draw(_ verdict: Verdict, _ grid: inout CellGrid) {
    var lines: [(text: String, style: Terminal.Style?)] = []
    for (index, sentence) in verdict.sentences.enumerated() {
      lines += sentence.wrapped(toColumns: columns).map { ($0, index == 0 ? .bold : nil) }
    }
    let room = rows - 3 - Self.minimumBody
    if !verdict.isRecognized, !verdict.assumptions.isEmpty {
      let sentences = verdict.assumptions.flatMap { $0.sentence.wrapped(toColumns: columns) }
      let names = verdict.assumptions.list
      let isShort = lines.count + sentences.count > min(room, rows / 2)
      lines +=
        (isShort ? ["assumed: \(names); see replay explain"] : sentences).map { ($0, .yellow) }
    }
    verdictRows = max(0, min(lines.count, room))
    for (row, line) in lines.prefix(verdictRows).enumerated() {
      grid.write(line.text, column: 0, row: 1 + row, style: line.style)
    }
  }

  /// Draws the source at the left and the device at the right; the device gives way.
  private func drawTitle(_ status: Status, _ grid: inout CellGrid) {
    let source = status.source.printable.suffix(columns: columns * 2 / 3)
    let end = grid.write(source, column: 0, row: 0, style: .bold)
    guard let area = status.touchArea else { return }
    let size = "\(area.width.text(decimals: 0)) x \(area.height.text(decimals: 0)) mm"
    let number = status.deviceNumber.map { " (\($0))" } ?? ""
    let facts = ", \(size)\(number)"
    let room = columns - end - 2 - facts.columns
    guard room >= 4 else { return }
    let name = status.device.isEmpty ? "unnamed" : status.device
    let text = name.printable.prefix(columns: room) + facts
    grid.write(text, column: columns - text.columns, row: 0, style: .dim)
  }

  // MARK: Lists

  private func drawGestures(_ moment: ViewMoment, from first: Int, _ grid: inout CellGrid) {
    var row = first
    if body.upperBound - row > 2 {
      grid.write("TIME (S) GESTURE", column: 0, row: row, style: .dim)
      row += 1
    }
    for (index, gesture) in moment.gestures.prefix(max(0, body.upperBound - row)).enumerated() {
      let time = gesture.time.text(decimals: 3).rightAligned(toColumns: 8)
      grid.write(
        "\(time) \(gesture.text)", column: 0, row: row + index, limit: leftWidth,
        style: index == 0 ? .bold : nil)
    }
  }

  /// The recognizers, and the touches below them; the state of the expected one in full.
  private func drawRight(_ moment: ViewMoment, _ verdict: Verdict?, _ grid: inout CellGrid) {
    let expected = verdict?.expected.kind
    let column = leftWidth + 1
    var row = body.lowerBound
    if body.count > moment.recognizers.count {
      grid.write("RECOGNIZERS", column: column, row: row, style: .dim)
      row += 1
    }
    let shown = mostTelling(moment.recognizers, expected: expected, count: body.upperBound - row)
    let longest = shown.map(\.label.columns).max() ?? 0
    let labelWidth = max(11, min(longest, columns / 8))
    for recognizer in shown where row < body.upperBound {
      let isExpected = expected != nil && recognizer.kind == expected
      if isExpected { grid.set("▶", column: column - 1, row: row, style: .bold) }
      let end = grid.write(
        recognizer.label, column: column, row: row, limit: labelWidth,
        style: isExpected ? .bold : recognizer.style)
      let start = max(end, column + labelWidth) + 1
      var lines = [recognizer.text(columns: columns - start)]
      if isExpected {
        let text = verdict?.restated(recognizer) ?? lines[0]
        lines = text.wrapped(toColumns: columns - start)
      }
      for line in lines.prefix(body.upperBound - row) {
        grid.write(line, column: start, row: row, style: recognizer.style)
        row += 1
      }
    }
    drawTouches(moment, column: column, from: row + 1, &grid)
  }

  /// The recognizers that fit, without the least informative ones, in their own order.
  private func mostTelling(
    _ recognizers: [ViewMoment.RecognizerState], expected: Gesture.Kind?, count: Int
  ) -> [ViewMoment.RecognizerState] {
    func rank(_ recognizer: ViewMoment.RecognizerState) -> Int {
      if expected != nil, recognizer.kind == expected { return -1 }
      return switch recognizer.state {
      case .recognized, .ended, .began, .changed: 0
      case .failed, .cancelled: 1
      case .possible: 2
      case nil: 3
      }
    }
    let order = recognizers.indices.sorted {
      (rank(recognizers[$0]), $0) < (rank(recognizers[$1]), $1)
    }
    return order.prefix(max(0, count)).sorted().map { recognizers[$0] }
  }

  private func drawTouches(
    _ moment: ViewMoment, column: Int, from first: Int, _ grid: inout CellGrid
  ) {
    var lines = moment.fingers.map { finger in
      let contact = finger.contact
      let position =
        "\(contact.position.x.text(decimals: 1)), \(contact.position.y.text(decimals: 1)) mm"
      let details = Cell.contact(pressure: contact.pressure, size: contact.size)
      let text = "\(finger.isPalm ? "palm" : "touch") \(contact.id)  \(position)\(details)"
      return (text, PadDrawing.style(contact.id, isPalm: finger.isPalm))
    }
    if moment.extraFingers > 0 {
      lines.append(("\(moment.extraFingers.counted("finger")) without a position", .red))
    }
    let room = body.upperBound - first - 1
    guard room > 0, !lines.isEmpty else { return }
    grid.write("TOUCHES", column: column, row: first, style: .dim)
    for (index, (text, style)) in lines.prefix(room).enumerated() {
      grid.write(text, column: column, row: first + 1 + index, style: style)
    }
    if lines.count > room {
      let rest = " and \(lines.count - room) more"
      grid.write(rest, column: columns - rest.columns, row: first + room)
    }
  }

  // MARK: Foot

  private func drawTimeline(_ moment: ViewMoment, _ status: Status, _ grid: inout CellGrid) {
    guard let span = status.span else { return }
    let row = rows - 2
    func column(_ time: Double) -> Int {
      let length = span.upperBound - span.lowerBound
      let share = length > 0 ? (time - span.lowerBound) / length : 0
      return Int((max(0, min(1, share)) * Double(columns - 1)).rounded())
    }
    for column in 0..<columns { grid.set("─", column: column, row: row, style: .dim) }
    for time in status.gestureTimes { grid.set("▾", column: column(time), row: row, style: .green) }
    grid.set("●", column: column(moment.time), row: row, style: .bold)
  }

  private func drawStatus(_ status: Status, _ grid: inout CellGrid) {
    let end = grid.write(status.text, column: 0, row: rows - 1)
    let hint = "? help   q quit"
    if end + 2 + hint.columns <= columns {
      grid.write(hint, column: columns - hint.columns, row: rows - 1, style: .dim)
    }
  }

  /// Draws a box in the middle, with a line for each key.
  private func draw(_ help: [(key: String, text: String)], _ grid: inout CellGrid) {
    let keyWidth = help.map(\.key.columns).max() ?? 0
    let lines = help.map { "\($0.key.padded(toColumns: keyWidth))  \($0.text)" }
    let width = min(columns, (lines.map(\.columns).max() ?? 0) + 4)
    let height = min(rows, lines.count + 2)
    let (left, top) = ((columns - width) / 2, (rows - height) / 2)
    grid.drawFrame(column: left, row: top, columns: width, rows: height)
    for row in 0..<height - 2 {
      let text = lines[row].padded(toColumns: width - 3)
      grid.write(" \(text)", column: left + 1, row: top + 1 + row, limit: width - 2)
    }
  }
}

extension Verdict {
  /// The failure that decided, with the measure of the whole movement; nil for another state of the
  /// recognizer.
  fileprivate func restated(_ recognizer: ViewMoment.RecognizerState) -> String? {
    guard let state = recognizer.state, let time = recognizer.time,
      let condition = condition(gaveUpAt: time)
    else { return nil }
    return "\(state.rawValue): \(condition.sentence)"
  }
}

extension CellGrid {
  mutating func drawFrame(
    column: Int, row: Int, columns: Int, rows: Int, style: Terminal.Style? = nil
  ) {
    let (right, bottom) = (column + columns - 1, row + rows - 1)
    let line = String(repeating: "─", count: max(0, columns - 2))
    write("┌\(line)┐", column: column, row: row, style: style)
    for y in row + 1..<max(row + 1, bottom) {
      set("│", column: column, row: y, style: style)
      set("│", column: right, row: y, style: style)
    }
    write("└\(line)┘", column: column, row: bottom, style: style)
  }
}
