import Contacts
public import Shapes
import Timeline
import VectorGraphics

/// Draws the shapes of a set: a row of examples for each, then the pairs of similar shapes.
///
/// A dot marks the beginning of a stroke, a small square a corner (``Shapes/CornerFinder``); the
/// strokes of an example have colors in the order in which they were drawn. Counter-examples are at
/// the end of their row, with a red frame.
public struct ShapeSheet {
  private let set: ShapeSet
  private let test: ShapeSelfTest
  private var elements: [Picture.Element] = []

  /// The sizes in pixels of a drawing's cell, of its margin, and of the names.
  private static let cell = 80.0
  private static let margin = 12.0
  private static let nameWidth = 160.0
  private static let inset = 12.0
  private static let pairHeight = 124.0
  private static let fontSize = 13.0
  /// The most drawings of a row.
  private static let maximumShown = 8

  public init(_ set: ShapeSet, _ test: ShapeSelfTest) {
    self.set = set
    self.test = test
  }

  /// The picture with the name of the set; its size depends on the shapes.
  public func picture(title: String = "shapes") -> Picture {
    var sheet = self
    return sheet.draw(title)
  }

  private mutating func draw(_ title: String) -> Picture {
    // A cell more has the number of further drawings.
    let counts = set.shapes.map { $0.examples.count + $0.counterExamples.count }
    let columns = min(counts.max() ?? 0, Self.maximumShown + 1)
    let width = 2 * Self.inset + Self.nameWidth + Self.cell * Double(max(4, columns))
    var top = Self.inset
    for (shape, result) in zip(set.shapes, test.rows) {
      draw(shape, result, top: top)
      top += Self.cell
    }
    let pairs = test.nearPairs
    if !pairs.isEmpty {
      draw("Near to each other", x: Self.inset, y: top + 30, isBold: true)
      top += 40
    }
    for pair in pairs {
      draw(pair, top: top)
      top += Self.pairHeight
    }
    if !set.shapes.isEmpty {
      draw("● start of a stroke   □ corner", x: Self.inset, y: top + 14, color: Palette.mutedInk)
      top += 20
    }
    return Picture(
      size: Size(width: width, height: top + Self.inset), title: title, elements: elements)
  }

  private mutating func draw(_ shape: Shape, _ result: ShapeSelfTest.Row, top: Double) {
    let middle = top + Self.cell / 2
    let name = Self.fitted(shape.name, width: Self.nameWidth - 8)
    draw(name, x: Self.inset, y: middle - 4, isBold: true)
    draw(
      "threshold \(result.threshold.text(decimals: 2))", x: Self.inset, y: middle + 13,
      color: Palette.mutedInk)
    if result.tested > 0 {
      draw(
        "named \(result.named) of \(result.tested)", x: Self.inset, y: middle + 29,
        color: Palette.mutedInk)
    }
    var left = Self.inset + Self.nameWidth
    let all = shape.examples.map { ($0, false) } + shape.counterExamples.map { ($0, true) }
    for (drawing, isCounter) in all.prefix(Self.maximumShown) {
      draw(drawing, left: left, top: top, isCounter: isCounter)
      left += Self.cell
    }
    let hidden = all.count - Self.maximumShown
    if hidden > 0 {
      draw("+ \(hidden)", x: left + Self.margin, y: middle + 5, color: Palette.mutedInk)
    }
  }

  /// Draws the two examples of a pair beside each other.
  private mutating func draw(_ pair: ShapeSelfTest.NearPair, top: Double) {
    let sides = [(pair.first, pair.firstExample), (pair.second, pair.secondExample)]
    for (index, (name, number)) in sides.enumerated() {
      let left = Self.inset + 2 * Self.cell * Double(index)
      guard let example = set[name]?.examples.filter({ !$0.isEmpty }).dropFirst(number).first else {
        continue
      }
      draw(example, left: left, top: top, isCounter: false)
      let suffix = " \(number + 1)"
      let width = 2 * Self.cell - TextMetrics.width(suffix, fontSize: Self.fontSize) - 6
      draw(Self.fitted(name, width: width) + suffix, x: left, y: top + Self.cell + 10)
    }
    let left = Self.inset + 4 * Self.cell
    draw(
      "scores \(pair.score.text(decimals: 2)) as " + Self.fitted(pair.second, width: 100),
      x: left, y: top + Self.cell / 2, color: Palette.alert)
  }

  // MARK: Parts

  private mutating func draw(_ drawing: Drawing, left: Double, top: Double, isCounter: Bool) {
    let side = Self.cell - 8
    elements.append(
      .rectangle(
        Rect(x: left, y: top, width: side, height: side),
        stroke: LineStyle(isCounter ? Palette.alert : Palette.grid)))
    let shown = drawing.fitted(to: side - 2 * Self.margin).map {
      Point(x: $0.x + left + side / 2, y: $0.y + top + side / 2)
    }
    for (index, stroke) in shown.strokes.enumerated() {
      guard let first = stroke.first else { continue }
      let color = Palette.line(index)
      let points = stroke.count > 1 ? stroke : [first, first]
      elements.append(.line(points, LineStyle(color, width: 2)))
      drawCorners(of: stroke, color)
      elements.append(.ellipse(.circle(first, radius: 3.5), fill: .color(color)))
    }
    if isCounter { draw("not", x: left + 5, y: top + 15, color: Palette.alert) }
  }

  private mutating func drawCorners(of stroke: [Point], _ color: Color) {
    for corner in CornerFinder.corners(of: stroke) {
      let square = Picture.Element.rectangle(
        .circle(corner.point, radius: 3), fill: .color(.white), stroke: LineStyle(color, width: 1.2)
      )
      elements.append(.group([square], tooltip: "corner of \(corner.angle.text(decimals: 0))°"))
    }
  }

  private mutating func draw(
    _ text: String, x: Double, y: Double, isBold: Bool = false, color: Color = Palette.ink
  ) {
    elements.append(
      .text(
        TextLabel(
          text, at: Point(x: x, y: y), fontSize: Self.fontSize, color: color, isBold: isBold)))
  }

  private static func fitted(_ name: String, width: Double) -> String {
    TextMetrics.fitted(name, fontSize: fontSize, width: width)
  }
}

extension Drawing {
  /// The drawing scaled and moved so that its longer side has a length, with its middle at zero.
  fileprivate func fitted(to length: Double) -> Drawing {
    guard let bounds else { return self }
    let side = max(bounds.size.width, bounds.size.height)
    // A side beyond the largest number has no middle.
    guard side.isFinite else { return map { _ in .zero } }
    let scale = side > 0 ? length / side : 0
    let middle = bounds.center
    return map { .zero + ($0 - middle) * scale }
  }
}
