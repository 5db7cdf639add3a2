/// The touch area in a frame, with the fingers' numbers, their trails, and palms hatched.
struct PadDrawing {
  /// The colors of fingers, in turn by their numbers, which also identify fingers of one color.
  private static let styles: [Terminal.Style] = [.cyan, .yellow, .magenta, .green]

  /// The size of the frame, which it shares with its contents.
  let columns: Int
  let rows: Int
  /// The number of dots for each millimetre.
  private let scale: Double

  /// Fits a touch area, in mm, into a number of cells, with its proportions kept.
  init(_ area: Size, columns: Int, rows: Int) {
    let (across, down) = (Double(BrailleCanvas.dotsAcross), Double(BrailleCanvas.dotsDown))
    let room = (columns: max(1, columns - 2), rows: max(1, rows - 2))
    let width = area.width > 0 && area.width.isFinite ? area.width : 1
    let height = area.height > 0 && area.height.isFinite ? area.height : 1
    scale = min(Double(room.columns) * across / width, Double(room.rows) * down / height)
    self.columns = min(room.columns, max(1, Int((width * scale / across).rounded(.up)))) + 2
    self.rows = min(room.rows, max(1, Int((height * scale / down).rounded(.up)))) + 2
  }

  static func style(_ id: Contact.ID, isPalm: Bool) -> Terminal.Style {
    isPalm ? .red : styles[Int(UInt(bitPattern: id) % UInt(styles.count))]
  }

  /// Draws the fingers of a moment, with the frame's corner at a cell of a grid.
  func draw(_ moment: ViewMoment, column: Int, row: Int, into grid: inout CellGrid) {
    grid.drawFrame(column: column, row: row, columns: columns, rows: rows, style: .dim)
    var canvas = BrailleCanvas(columns: columns - 2, rows: rows - 2)
    for finger in moment.fingers where finger.isPalm {
      guard let size = finger.contact.size else { continue }
      canvas.hatch(
        center: dots(finger.contact.position),
        radii: Vector(dx: size.width * scale / 2, dy: size.height * scale / 2), style: .red)
    }
    for trail in moment.trails {
      let style = PadDrawing.style(trail.id, isPalm: trail.isPalm)
      let points = trail.points.map(dots)
      for (start, end) in zip(points, points.dropFirst()) {
        canvas.line(from: start, to: end, style: style)
      }
    }
    canvas.draw(into: &grid, column: column + 1, row: row + 1)
    drawLabels(moment.fingers, column: column + 1, row: row + 1, into: &grid)
  }

  private func dots(_ position: Point) -> Point {
    Point(x: position.x * scale, y: position.y * scale)
  }

  /// Writes the fingers' numbers at their positions, or in the next free row; palms have a P.
  private func drawLabels(
    _ fingers: [ViewMoment.Finger], column: Int, row: Int, into grid: inout CellGrid
  ) {
    var taken: Set<Int> = []
    for finger in fingers {
      let label = (finger.isPalm ? "P" : "") + String(finger.contact.id)
      let position = dots(finger.contact.position)
      guard position.x.isFinite, position.y.isFinite else { continue }
      let left = PadDrawing.cell(
        position.x, dots: BrailleCanvas.dotsAcross, in: columns - 2,
        shift: (label.count - 1) / 2, length: label.count)
      let top = PadDrawing.cell(position.y, dots: BrailleCanvas.dotsDown, in: rows - 2)
      let cells = { (top: Int) in (left..<left + label.count).map { top * columns + $0 } }
      let free = [top, top - 1, top + 1, top - 2, top + 2].first {
        (0..<rows - 2).contains($0) && taken.isDisjoint(with: cells($0))
      }
      taken.formUnion(cells(free ?? top))
      grid.write(
        label, column: column + left, row: row + (free ?? top), limit: columns - 2 - left,
        style: PadDrawing.style(finger.contact.id, isPalm: finger.isPalm))
    }
  }

  /// The cell of a position in dots, moved inside the frame.
  private static func cell(
    _ position: Double, dots: Int, in count: Int, shift: Int = 0, length: Int = 1
  ) -> Int {
    let clamped = max(0, min(Double(count), position / Double(dots)))
    return max(0, min(count - length, Int(clamped) - shift))
  }
}
