import Contacts
public import Recordings
public import Shapes
import Timeline

/// Draws the shapes of a set as SVG: a row of examples for each, then the pairs that are near to each
/// other.
///
/// A dot is where a stroke begins; the strokes of an example have colours in the order in which they were
/// drawn. Counter-examples are at the end of their row, with a red frame.
public struct ShapeSheet: Sendable {
  private let set: ShapeSet
  private let test: ShapeSelfTest

  /// In pixels: the side of a drawing's cell, the margin within it, and the width of the names.
  private static let cell = 80.0
  private static let margin = 12.0
  private static let nameWidth = 160.0
  /// The columns of a name that fit.
  private static let longestName = 20
  private static let inset = 12.0
  private static let pairHeight = 124.0
  /// The most drawings of a row.
  private static let mostShown = 8
  /// A colour for each stroke: the first four of the tracks' and two more.
  private static let colors = ["#1565c0", "#ef6c00", "#2e7d32", "#6a1b9a", "#00838f", "#5d4037"]

  /// - Parameter test: The self-test of the set.
  public init(_ set: ShapeSet, _ test: ShapeSelfTest) {
    self.set = set
    self.test = test
  }

  /// Writes the drawing and finishes the sink.
  public func write(to sink: ByteSink) throws(RecordingError) {
    let rows = set.shapes.map { Row($0) }
    let columns = rows.map { $0.cells.count + ($0.hidden > 0 ? 1 : 0) }.max() ?? 0
    let width = 2 * Self.inset + Self.nameWidth + Self.cell * Double(max(4, columns))
    let pairs = test.nearPairs
    let pairsHeight = pairs.isEmpty ? 0 : 40 + Self.pairHeight * Double(pairs.count)
    let height = 2 * Self.inset + Self.cell * Double(rows.count) + pairsHeight
    let size = "\(Self.text(width)) \(Self.text(height))"
    try sink.append(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.text(width))" \
      height="\(Self.text(height))" viewBox="0 0 \(size)" font-family="sans-serif" font-size="13" \
      fill="none">
      <rect width="100%" height="100%" fill="white"/>

      """.utf8)
    var top = Self.inset
    for (row, result) in zip(rows, test.rows) {
      try write(row, result, top: top, to: sink)
      top += Self.cell
    }
    if !pairs.isEmpty {
      try write("Near to each other", x: Self.inset, y: top + 30, to: sink, isBold: true)
      top += 40
    }
    for pair in pairs {
      try write(pair, top: top, to: sink)
      top += Self.pairHeight
    }
    try sink.append("</svg>\n".utf8)
    try sink.finish()
  }

  /// What a row shows of a shape.
  private struct Row {
    var name: String
    var cells: [(drawing: Drawing, isCounter: Bool)]
    /// How many more drawings there are.
    var hidden: Int

    init(_ shape: Shape) {
      name = shape.name
      let all =
        shape.examples.map { ($0, false) } + shape.counterExamples.map { ($0, true) }
      cells = Array(all.prefix(ShapeSheet.mostShown))
      hidden = all.count - cells.count
    }
  }

  private func write(
    _ row: Row, _ result: ShapeSelfTest.Row, top: Double, to sink: ByteSink
  ) throws(RecordingError) {
    let middle = top + Self.cell / 2
    try write(Self.short(row.name), x: Self.inset, y: middle - 4, to: sink, isBold: true)
    let share = result.tested > 0 ? ", \(result.named) of \(result.tested)" : ""
    try write(
      "threshold \(result.threshold.text(decimals: 2))\(share)", x: Self.inset, y: middle + 14,
      to: sink,
      color: "#607d8b")
    var left = Self.inset + Self.nameWidth
    for cell in row.cells {
      try write(cell.drawing, left: left, top: top, isCounter: cell.isCounter, to: sink)
      left += Self.cell
    }
    if row.hidden > 0 {
      try write("+ \(row.hidden)", x: left + Self.margin, y: middle + 5, to: sink, color: "#607d8b")
    }
  }

  /// Writes the two examples of a pair beside each other.
  private func write(
    _ pair: ShapeSelfTest.NearPair, top: Double, to sink: ByteSink
  ) throws(RecordingError) {
    let sides = [(pair.first, pair.firstExample), (pair.second, pair.secondExample)]
    for (index, (name, number)) in sides.enumerated() {
      let left = Self.inset + 2 * Self.cell * Double(index)
      guard let example = set[name]?.examples.filter({ !$0.isEmpty }).dropFirst(number).first else {
        continue
      }
      try write(example, left: left, top: top, isCounter: false, to: sink)
      try write("\(Self.short(name)) \(number + 1)", x: left, y: top + Self.cell + 16, to: sink)
    }
    try write(
      "scores \(pair.score.text(decimals: 2)) as \(pair.second)",
      x: Self.inset + 4 * Self.cell, y: top + Self.cell / 2 + 5, to: sink, color: "#c62828")
  }
}

// MARK: - Parts

extension ShapeSheet {
  private func write(
    _ drawing: Drawing, left: Double, top: Double, isCounter: Bool, to sink: ByteSink
  ) throws(RecordingError) {
    let side = Self.cell - 8
    try sink.append(
      """
      <rect x="\(Self.text(left))" y="\(Self.text(top))" width="\(Self.text(side))" \
      height="\(Self.text(side))" stroke="\(isCounter ? "#c62828" : "#cfd8dc")"/>

      """.utf8)
    let shown = drawing.fitted(to: side - 2 * Self.margin).map {
      Point(x: $0.x + left + side / 2, y: $0.y + top + side / 2)
    }
    for (index, stroke) in shown.strokes.enumerated() {
      guard let first = stroke.first else { continue }
      let color = Self.colors[index % Self.colors.count]
      let points = stroke.map { "\(Self.text($0.x)),\(Self.text($0.y))" }
      try sink.append(
        """
        <polyline points="\(points.joined(separator: " "))" stroke="\(color)" stroke-width="2" \
        stroke-linejoin="round" stroke-linecap="round"/>
        <circle cx="\(Self.text(first.x))" cy="\(Self.text(first.y))" r="3.5" fill="\(color)"/>

        """.utf8)
    }
    if isCounter {
      try write("not", x: left + 5, y: top + 15, to: sink, color: "#c62828")
    }
  }

  private func write(
    _ text: String, x: Double, y: Double, to sink: ByteSink, isBold: Bool = false,
    color: String = "black"
  ) throws(RecordingError) {
    var bytes: [UInt8] = []
    let weight = isBold ? " font-weight=\"bold\"" : ""
    bytes.append("<text x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" fill=\"\(color)\"\(weight)>")
    bytes.append(xml: text)
    bytes.append("</text>\n" as StaticString)
    try sink.append(bytes)
  }

  private static func text(_ number: Double) -> String { number.text(decimals: 0...2) }

  private static func short(_ name: String) -> String {
    name.columns > longestName ? name.prefix(columns: longestName) + "…" : name
  }
}

extension Drawing {
  /// The drawing scaled and moved so that its longer side has a length, with its middle at zero.
  fileprivate func fitted(to length: Double) -> Drawing {
    guard let bounds else { return self }
    let side = max(bounds.size.width, bounds.size.height)
    // Beyond the largest number there is no middle.
    guard side.isFinite else { return map { _ in .zero } }
    let scale = side > 0 ? length / side : 0
    let middle = bounds.center
    return map { .zero + ($0 - middle) * scale }
  }
}
