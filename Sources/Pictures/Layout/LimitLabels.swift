import Contacts
import VectorGraphics

// The limits of a lane: lines whose names cover no curve.

extension LaneLayout {
  /// Draws the limits as dashed lines with their names; the line of a measure is solid.
  mutating func drawLimits(of lane: Lane, _ range: ClosedRange<Double>, _ frame: Rect) {
    for limit in lane.limits where range.contains(limit.value) {
      let height = y(limit.value, range, frame)
      let style =
        limit.isMeasured
        ? LineStyle(Palette.ink, width: 1) : LineStyle(Palette.alert, width: 1, dashes: [4, 3])
      let (left, right) = (x(limit.time.lowerBound), x(limit.time.upperBound))
      let line = Picture.Element.line(
        [Point(x: left, y: height), Point(x: right, y: height)], style)
      drawn.append(.group([line], tooltip: limit.origin ?? limit.text))
    }
    let (placed, rest) = limitLabels(of: lane, frame)
    for (label, point) in placed {
      drawn.append(.text(label))
      let box = TextMetrics.frame(label)
      let end = point.y < box.center.y ? box.minY : box.maxY
      // A name that is not beside its line has a line to it.
      guard abs(end - point.y) > Self.limitLabelHeight / 2 else { continue }
      let x = min(box.maxX + 2, point.x)
      let isBeside = x > box.maxX || x < box.minX
      let start = Point(x: max(x, box.minX - 2), y: isBeside ? box.center.y : end)
      drawn.append(.line([start, Point(x: x, y: point.y)], LineStyle(label.color)))
    }
    for (index, var label) in rest.reversed().enumerated() {
      let row = Double(index) * Self.limitLabelHeight
      label.position = Point(x: frame.maxX - 2, y: frame.minY - 3 - row)
      drawn.append(.text(label))
    }
  }

  private static let limitLabelHeight = 11.0

  /// The height above a lane for the names of limits without room within it.
  func stripHeight(of lane: Lane) -> Double {
    let frame = frame(y: 0, height: lane.height * Self.unitHeight)
    let rows = Double(limitLabels(of: lane, frame).rest.count)
    return rows > 0 ? rows * Self.limitLabelHeight + 3 : 0
  }

  /// The names of limits near their lines, where they cover no line, curve or other name, with the
  /// right ends of these lines, and those that have no such place.
  private func limitLabels(
    of lane: Lane, _ frame: Rect
  ) -> (placed: [(TextLabel, end: Point)], rest: [TextLabel]) {
    guard let range = lane.range else { return ([], []) }
    let limits = lane.limits.filter { range.contains($0.value) }.sorted { $0.value > $1.value }
    if limits.isEmpty { return ([], []) }
    var labels = LabelPlacer(bounds: frame.inset(by: -1))
    for limit in limits {
      let (left, right) = (x(limit.time.lowerBound), x(limit.time.upperBound))
      labels.reserve(
        Rect(x: left, y: y(limit.value, range, frame) - 0.5, width: right - left, height: 1))
    }
    let curves = lane.series.map { points(of: $0, range, frame) }
    var placed: [(TextLabel, end: Point)] = []
    var rest: [TextLabel] = []
    for limit in limits {
      let text = TextMetrics.fitted(limit.text, fontSize: 10, width: frame.size.width - 8)
      let color = limit.isMeasured ? Palette.ink : Palette.alert
      let end = Point(x: x(limit.time.upperBound), y: y(limit.value, range, frame))
      let least = frame.minX + 4 + TextMetrics.width(text, fontSize: 10)
      let most = frame.maxX - 4
      let label = TextLabel(
        text, at: Point(x: most, y: 0), anchor: .end, fontSize: 10, color: color)
      // The end of the line first.
      let ends = (0...24).map { least + (most - least) * Double($0) / 24 } + [end.x - 4]
      let nearest = ends.filter { (least...most).contains($0) }
        .sorted { abs($0 - end.x) < abs($1 - end.x) }
      var places: [TextLabel] = []
      for row in 0...4 {
        let distance = Double(row) * Self.limitLabelHeight
        for x in nearest {
          var moved = label
          moved.position.x = x
          for offset in [-3 - distance, Self.limitLabelHeight + distance] {
            moved.position.y = end.y + offset
            places.append(moved)
          }
        }
      }
      let free = places.lazy.filter { place in
        let box = TextMetrics.frame(place).inset(by: -1)
        return !curves.contains { box.isCrossed(by: $0) }
      }
      if let place = labels.place(free) {
        placed.append((place, end))
      } else {
        rest.append(label)
      }
    }
    return (placed, rest)
  }
}

extension Rect {
  /// Whether a line crosses the rectangle or ends in it.
  func isCrossed(by line: [Point]) -> Bool {
    zip(line, line.dropFirst()).contains { part(of: $0, to: $1) != nil }
  }

  /// The part of a straight line within the rectangle, in shares of its length, by Liang and
  /// Barsky's algorithm; nil for a line outside.
  package func part(of start: Point, to end: Point) -> ClosedRange<Double>? {
    guard max(start.x, end.x) >= minX, min(start.x, end.x) <= maxX, max(start.y, end.y) >= minY,
      min(start.y, end.y) <= maxY
    else { return nil }
    var (first, last) = (0.0, 1.0)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    for (step, room) in [
      (-dx, start.x - minX), (dx, maxX - start.x), (-dy, start.y - minY), (dy, maxY - start.y),
    ] {
      if step == 0, room < 0 { return nil }
      if step < 0 { first = max(first, room / step) }
      if step > 0 { last = min(last, room / step) }
    }
    return first <= last ? first...last : nil
  }
}
