import Contacts
import Gestures
import Playback
import Timeline

/// Gestures as lines of aligned columns, each written when it comes.
struct GestureTable {
  private let terminal: Terminal
  /// The width of the column of files; nil where there is one file only.
  private let fileColumn: Int?
  private let showsStates: Bool

  init(_ terminal: Terminal, files: [String], showsStates: Bool) {
    self.terminal = terminal
    self.showsStates = showsStates
    fileColumn = FileColumn.width(files, on: terminal)
  }

  var header: String {
    terminal.styled(
      line(
        file: "FILE", time: "TIME", "GESTURE", state: "STATE", "TOUCHES", "DURATION", "DETAILS",
        style: nil),
      .dim)
  }

  func row(_ record: GestureRecord) -> String {
    let gesture = record.gesture
    return line(
      file: record.file ?? "", time: Self.seconds(record.time), gesture.kind.rawValue,
      state: gesture.state.rawValue, gesture.touches.map { String($0) } ?? "",
      gesture.duration.map(Self.seconds) ?? "", details(record))
  }

  private func line(
    file: String, time: String, _ kind: String, state: String, _ touches: String,
    _ duration: String, _ details: String, style: Terminal.Style? = .bold
  ) -> String {
    var start = ""
    if let fileColumn {
      start = file.printable.suffix(columns: fileColumn).padded(toColumns: fileColumn) + "  "
    }
    start += time.rightAligned(toColumns: 9) + "  "
    var rest = "  "
    if showsStates { rest += state.padded(toColumns: 10) + "  " }
    rest += touches.rightAligned(toColumns: 7) + "  "
    rest += duration.rightAligned(toColumns: 8) + "  " + details
    let name = kind.padded(toColumns: 9)
    if let columns = terminal.columns {
      rest = rest.prefix(columns: max(0, columns - start.columns - name.columns))
    }
    while rest.hasSuffix(" ") { rest.removeLast() }
    return start + (style.map { terminal.styled(name, $0) } ?? name) + rest
  }
}

// MARK: Texts

extension GestureTable {
  static func seconds(_ value: Double) -> String { "\(value.text(decimals: 3)) s" }

  /// A point is 1/163 inch.
  private static let millimetresPerPoint = 25.4 / 163

  private func details(_ record: GestureRecord) -> String {
    let gesture = record.gesture
    var parts: [String] = []
    if let direction = gesture.direction { parts.append(direction.rawValue) }
    if let axis = gesture.axis { parts.append(axis.rawValue) }
    if let taps = gesture.taps, taps > 1 { parts.append("\(taps) taps") }
    if let scale = gesture.scale { parts.append("×\(scale.text(decimals: 2))") }
    if let rotation = gesture.rotation { parts.append("\(rotation.text(decimals: 1))°") }
    if let way = gesture.translation {
      let length = (way.dx * way.dx + way.dy * way.dy).squareRoot() * Self.millimetresPerPoint
      parts.append("\(length.text(decimals: 1)) mm")
    }
    if let name = gesture.name { parts.append(name.printable) }
    if let score = gesture.score { parts.append("score \(score.text(decimals: 2))") }
    if gesture.state == .cancelled, !showsStates { parts.append("cancelled") }
    if let device = record.device { parts.append("on \(device.printable)") }
    return parts.joined(separator: ", ")
  }
}

/// The column that names files, where there are several.
enum FileColumn {
  /// What the other columns of gestures take, with 16 for details such as `clockwise, 57.1°`.
  private static let restOfRow = 59

  static func width(_ files: [String], on terminal: Terminal) -> Int? {
    guard files.count > 1 else { return nil }
    let longest = files.reduce(4) { max($0, $1.printable.columns) }
    guard let columns = terminal.columns else { return longest }
    return min(longest, max(12, columns - restOfRow))
  }
}
