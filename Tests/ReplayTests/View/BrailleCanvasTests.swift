import Contacts
import Testing

@testable import replay

struct BrailleCanvasTests {
  private func text(_ canvas: BrailleCanvas) -> [String] {
    var grid = CellGrid(columns: canvas.columns, rows: canvas.rows)
    canvas.draw(into: &grid, column: 0, row: 0)
    return (0..<canvas.rows).map(grid.text)
  }

  @Test(
    "A dot is in its cell, at its position in it",
    arguments: [
      (0, 0, "⠁"), (0, 1, "⠂"), (0, 2, "⠄"), (0, 3, "⡀"), (1, 0, "⠈"), (1, 1, "⠐"), (1, 2, "⠠"),
      (1, 3, "⢀"),
    ])
  func dots(x: Int, y: Int, pattern: String) {
    var canvas = BrailleCanvas(columns: 3, rows: 2)
    canvas.set(x: 2 + x, y: 4 + y)
    #expect(text(canvas) == ["   ", " \(pattern) "])
  }

  @Test("Dots at the edges are drawn, those beyond are left out")
  func dotsAtEdges() {
    var canvas = BrailleCanvas(columns: 2, rows: 1)
    for (x, y) in [(-1, 0), (0, -1), (4, 0), (0, 4), (.max, 0), (.min, 0)] {
      canvas.set(x: x, y: y)
    }
    #expect(text(canvas) == ["  "])
    canvas.set(x: 0, y: 0)
    canvas.set(x: 3, y: 3)
    #expect(text(canvas) == ["⠁⢀"])
  }

  @Test("A line has a dot in each column that it crosses")
  func lineColumns() {
    var canvas = BrailleCanvas(columns: 2, rows: 1)
    canvas.line(from: Point(x: 0.5, y: 0.5), to: Point(x: 3.5, y: 3.5))
    #expect(text(canvas) == ["⠑⢄"])
  }

  @Test("Only the part of a line within the canvas is drawn")
  func clippedLines() {
    var canvas = BrailleCanvas(columns: 2, rows: 1)
    canvas.line(from: Point(x: -1e9, y: 1.5), to: Point(x: 1e9, y: 1.5))
    #expect(text(canvas) == ["⠒⠒"])
    var outside = BrailleCanvas(columns: 2, rows: 1)
    outside.line(from: Point(x: -5, y: -1), to: Point(x: 50, y: -1))
    outside.line(from: Point(x: -3, y: 3), to: Point(x: 3, y: -4))
    #expect(text(outside) == ["  "])
  }

  @Test(
    "Positions that are not finite draw nothing", arguments: [Double.nan, .infinity, -.infinity])
  func positionsNotFinite(value: Double) {
    var canvas = BrailleCanvas(columns: 2, rows: 1)
    canvas.line(from: Point(x: value, y: 0), to: Point(x: 1, y: 1))
    canvas.line(from: Point(x: 1, y: 1), to: Point(x: 0, y: value))
    canvas.hatch(center: Point(x: value, y: 1), radii: Vector(dx: 2, dy: 2))
    #expect(text(canvas) == ["  "])
  }

  @Test("A hatched ellipse stays within its radii")
  func hatchedEllipse() {
    var canvas = BrailleCanvas(columns: 6, rows: 3)
    canvas.hatch(center: Point(x: 6, y: 6), radii: Vector(dx: 3.9, dy: 2))
    let lines = text(canvas)
    #expect(lines[0] == "      " && lines[2] == "      ")
    #expect(lines[1].hasPrefix(" ") && lines[1].hasSuffix(" "))
    #expect(lines[1].filter { $0 != " " }.count == 4)
  }
}
