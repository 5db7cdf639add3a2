import Pictures

/// A drawing of dots, two by four in each cell, like braille patterns; cells are about twice as
/// high as wide, so that dots are evenly spaced. Dots outside of the canvas are ignored.
struct BrailleCanvas {
  /// The dots of a cell, in columns and rows.
  static let dotsAcross = 2
  static let dotsDown = 4

  let columns: Int
  let rows: Int
  private var patterns: [UInt8]
  private var styles: [Terminal.Style?]

  init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    patterns = Array(repeating: 0, count: self.columns * self.rows)
    styles = Array(repeating: nil, count: patterns.count)
  }

  /// The number of dots across and down.
  var width: Int { columns * BrailleCanvas.dotsAcross }
  var height: Int { rows * BrailleCanvas.dotsDown }

  /// Draws a dot, counted from the top left, and sets the style of its cell.
  mutating func set(x: Int, y: Int, style: Terminal.Style? = nil) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    let index = y / BrailleCanvas.dotsDown * columns + x / BrailleCanvas.dotsAcross
    let (column, row) = (x % BrailleCanvas.dotsAcross, y % BrailleCanvas.dotsDown)
    // Unicode numbers dots 1 to 6 by columns; 7 and 8, added later, are the fourth row.
    patterns[index] |= row == 3 ? 0x40 << column : 1 << (row + 3 * column)
    styles[index] = style
  }

  /// Draws a straight line between two positions in dots, if they are finite.
  mutating func line(from start: Point, to end: Point, style: Terminal.Style? = nil) {
    guard let (start, end) = clip(start, end) else { return }
    let steps = max(1, Int(max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up)))
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      set(
        x: Int((start.x + (end.x - start.x) * share).rounded(.down)),
        y: Int((start.y + (end.y - start.y) * share).rounded(.down)), style: style)
    }
  }

  /// Hatches an ellipse with slanted lines.
  mutating func hatch(center: Point, radii: Vector, style: Terminal.Style? = nil) {
    guard center.x.isFinite, center.y.isFinite, radii.dx > 0, radii.dy > 0 else { return }
    for y in 0..<height {
      for x in 0..<width where (x + y) % 3 == 0 {
        let across = (Double(x) + 0.5 - center.x) / radii.dx
        let down = (Double(y) + 0.5 - center.y) / radii.dy
        if across * across + down * down <= 1 { set(x: x, y: y, style: style) }
      }
    }
  }

  func draw(into grid: inout CellGrid, column: Int, row: Int) {
    for index in patterns.indices where patterns[index] != 0 {
      guard let scalar = Unicode.Scalar(0x2800 + UInt32(patterns[index])) else { continue }
      grid.set(
        scalar, column: column + index % columns, row: row + index / columns, style: styles[index])
    }
  }

  /// The part of a line within the canvas; nil for a line outside.
  private func clip(_ start: Point, _ end: Point) -> (Point, Point)? {
    let delta = end - start
    let canvas = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    guard start.x.isFinite, start.y.isFinite, delta.dx.isFinite, delta.dy.isFinite,
      let part = canvas.part(of: start, to: end)
    else { return nil }
    return (start + delta * part.lowerBound, start + delta * part.upperBound)
  }
}
