import Contacts
import Files
import Timeline
import VectorGraphics

/// Draws a stage: its outline, the trails with ticks of time, and the legend of its signs.
struct PlotAreaLayout {
  var elements: [Picture.Element] = []
  /// The height in pixels.
  private(set) var height = 0.0
  let stage: PlotArea
  /// The rectangle of the stage.
  let frame: Rect
  private let pixelsPerUnit: Double
  var labels: LabelPlacer
  /// The seconds between two ticks of a trail; nil without ticks.
  private let tickInterval: Double?

  private static let maximumHeight = 430.0
  private static let minimumSide = 120.0
  /// The margin around the stage, for the labels of its edges.
  private static let gutter = 34.0
  static let fontSize = 11.0

  init(_ stage: PlotArea, width: Double) {
    self.stage = stage
    let scale = Self.scale(stage, width - 2 * Self.gutter)
    let size = Size(
      width: max(Self.minimumSide, stage.width * scale),
      height: max(Self.minimumSide, stage.height * scale))
    frame = Rect(x: (width - size.width) / 2, y: 4, width: size.width, height: size.height)
    pixelsPerUnit = scale
    labels = LabelPlacer(bounds: frame)
    tickInterval = Self.tickInterval(stage)
    let radius = stage.kind == .touchpad ? 10.0 : stage.kind == .touchscreen ? 4 : 0
    elements.append(
      .rectangle(frame, fill: .color(.white), stroke: LineStyle(Palette.outline), radius: radius))
    reserveCorners()
    drawRegions()
    drawTrails()
    for mark in stage.marks where mark.kind == .dropped { draw(mark) }
    for mark in stage.marks where mark.kind != .dropped { draw(mark) }
    nameRegions()
    if let bar = stage.scaleBar { draw(bar) } else { drawTicks() }
    if stage.kind == .map { drawNorth() }
    height = frame.maxY + (stage.scaleBar == nil ? 22 : 8)
    drawLegend(width: width)
  }

  private static func scale(_ stage: PlotArea, _ width: Double) -> Double {
    let scale = min(
      width / max(stage.width, .leastNormalMagnitude),
      maximumHeight / max(stage.height, .leastNormalMagnitude))
    return scale.isFinite ? scale : 0
  }

  private func pixels(_ point: Point) -> Point {
    Point(
      x: frame.center.x + (point.x - stage.x - stage.width / 2) * pixelsPerUnit,
      y: frame.center.y + (point.y - stage.y - stage.height / 2) * pixelsPerUnit)
  }

  /// Keeps the scale bar and the arrow of north free of labels.
  private mutating func reserveCorners() {
    if stage.kind == .map {
      labels.reserve(Rect(x: frame.maxX - 26, y: frame.minY + 8, width: 20, height: 40))
    }
    if let bar = stage.scaleBar {
      let length = max(bar.length * pixelsPerUnit, TextMetrics.width(bar.text, fontSize: 12))
      labels.reserve(Rect(x: frame.minX + 8, y: frame.maxY - 34, width: length + 4, height: 28))
    }
  }

  // MARK: Regions

  private func outline(of region: PlotArea.Region) -> [Point] {
    zip(region.x, region.y).map { pixels(Point(x: $0, y: $1)) }
  }

  private mutating func drawRegions() {
    let shapes = stage.regions.map { region -> Picture.Element in
      let points = outline(of: region)
      let line = points + points.prefix(1)
      let outline = Picture.Element.line(line, LineStyle(Palette.alert, dashes: [4, 3]))
      return .group([outline], tooltip: region.text)
    }
    if !shapes.isEmpty { elements.append(.group(shapes, clip: frame)) }
  }

  /// Writes the names of regions beside one of their free corners.
  private mutating func nameRegions() {
    for region in stage.regions {
      let label = TextLabel(
        region.text, at: frame.center, fontSize: Self.fontSize, color: Palette.alert, hasHalo: true)
      write(label, beside: outline(of: region).reversed(), distance: 6)
    }
  }

  /// Writes a label beside the first of some points where it has room.
  private mutating func write(_ label: TextLabel, beside points: [Point], distance: Double) {
    for point in points {
      guard let placed = labels.place(label, beside: point, distance: distance) else { continue }
      return elements.append(.text(placed))
    }
  }

  // MARK: Trails

  /// The interval of ticks, a round number with about eight ticks on a trail of usual length.
  private static func tickInterval(_ stage: PlotArea) -> Double? {
    guard stage.kind.isTouchArea else { return nil }
    let durations = stage.trails.map { ($0.times.last ?? 0) - ($0.times.first ?? 0) }
      .filter { $0 > 0 }.sorted()
    guard !durations.isEmpty else { return nil }
    return Ticks.step(atLeast: durations[durations.count / 2] / 8)
  }

  private mutating func drawTrails() {
    var inside = stage.circles.map { circle in
      Picture.Element.ellipse(
        .circle(pixels(circle.position), radius: circle.radius * pixelsPerUnit),
        fill: .color(Palette.line(circle.color)))
    }
    if !inside.isEmpty { inside = [.group(inside, opacity: 0.15)] }
    inside += stage.trails.filter(\.isPalm).map(line)
    inside += stage.trails.filter { !$0.isPalm }.map(line)
    inside += stage.trails.flatMap(ticks)
    elements.append(.group(inside, clip: frame))
    reserveTrails()
    for trail in stage.trails { drawEnds(of: trail) }
  }

  /// The most points that are kept free of labels: more are a tangle.
  private static let maximumReserved = 4000

  /// Keeps the lines of trails free of labels.
  private mutating func reserveTrails() {
    var count = 0
    for trail in stage.trails {
      var last: Point?
      for position in trail.points where count < Self.maximumReserved {
        let point = pixels(position)
        if let last, last.distance(to: point) < 3 { continue }
        labels.reserve(.circle(point, radius: 3))
        last = point
        count += 1
      }
    }
  }

  /// The line of a trail, in runs of equal width and color.
  private func line(of trail: Trail) -> Picture.Element {
    let points = trail.points.map(pixels)
    let styles = points.indices.map { style(of: trail, at: $0) }
    var lines: [Picture.Element] = []
    var start = 0
    for index in points.indices.dropFirst()
    where index == points.count - 1 || styles[index] != styles[start] {
      lines.append(.line(Array(points[start...index]), styles[start]))
      start = index
    }
    // A single point is a line without length, which is drawn as a dot.
    if points.count == 1 { lines.append(.line([points[0], points[0]], styles[0])) }
    return .group(lines, tooltip: trail.name)
  }

  /// The style of a segment, with few widths and colors, so that a line has long runs.
  private func style(of trail: Trail, at index: Int) -> LineStyle {
    if trail.isPalm { return LineStyle(.hatching(Palette.alert), width: 14) }
    var width = 2.0
    if trail.widths.indices.contains(index) {
      width = 1.5 + (trail.widths[index] * 8).rounded() / 8 * 5
    }
    let color =
      trail.values.indices.contains(index)
      ? Palette.ramp(trail.values[index]) : Palette.line(trail.color)
    return LineStyle(color, width: width, dashes: Palette.dashes(trail.color))
  }

  /// The ticks of a trail: dots at multiples of the interval.
  private func ticks(of trail: Trail) -> [Picture.Element] {
    guard let tickInterval, !trail.isPalm, let start = trail.times.first else { return [] }
    var next = start + tickInterval
    var dots: [Picture.Element] = []
    for (index, time) in trail.times.enumerated() where time >= next - 1e-6 {
      let dot = Rect.circle(pixels(trail.points[index]), radius: 1.8)
      dots.append(
        .ellipse(
          dot, fill: .color(.white), stroke: LineStyle(Palette.line(trail.color), width: 0.8)))
      next += ((time - next) / tickInterval).rounded(.down) * tickInterval + tickInterval
    }
    return dots
  }

  /// Draws the signs of touch down and up, and the name.
  private mutating func drawEnds(of trail: Trail) {
    guard stage.kind.isTouchArea, let start = trail.points.first, let end = trail.points.last
    else { return }
    let (first, last) = (pixels(start), pixels(end))
    let color = trail.isPalm ? Palette.alert : Palette.line(trail.color)
    switch trail.ending {
    case .up:
      elements.append(.ellipse(.circle(last, radius: 3.2), fill: .color(color)))
    case .cancelled: elements += .cross(last, size: 3.5, LineStyle(Palette.alert, width: 1.6))
    case .end: break
    }
    if trail.beginning == .down {
      let ring = LineStyle(color, width: 1.6)
      elements.append(.ellipse(.circle(first, radius: 4.6), fill: .color(.white), stroke: ring))
    }
    labels.reserve(.circle(last, radius: 3))
    let number = TextLabel(
      trail.name, at: first, fontSize: Self.fontSize,
      color: trail.isPalm ? Palette.alert : Palette.text(trail.color), isBold: true, hasHalo: true)
    write(number, beside: [first], distance: 8)
  }

  // MARK: Marks

  private mutating func draw(_ mark: PlotArea.Mark) {
    let point = pixels(mark.position)
    let color = Palette.line(mark.color)
    switch mark.kind {
    case .start:
      elements.append(
        .ellipse(
          .circle(point, radius: 6), fill: .color(.white), stroke: LineStyle(color, width: 2)))
    case .end:
      elements.append(
        .rectangle(.circle(point, radius: 5), fill: .color(color), stroke: LineStyle(.white)))
    case .bounce:
      elements.append(.ellipse(.circle(point, radius: 2.5), stroke: LineStyle(color)))
    case .dropped:
      // A location far outside is at the edge.
      let edge = frame.inset(by: 6)
      let shown = Point(
        x: min(max(point.x, edge.minX), edge.maxX), y: min(max(point.y, edge.minY), edge.maxY))
      let cross: [Picture.Element] = .cross(shown, size: 3.5, LineStyle(Palette.alert, width: 1.6))
      return elements.append(.group(cross, tooltip: mark.text.isEmpty ? nil : mark.text))
    }
    guard !mark.text.isEmpty, mark.kind != .bounce else { return }
    let label = TextLabel(
      mark.text, at: point, fontSize: 12, color: Palette.text(mark.color), hasHalo: true)
    write(label, beside: [point], distance: 9)
  }

  // MARK: Scale and legend

  /// Draws numbers along the lower and the left edge.
  private mutating func drawTicks() {
    let horizontal = Ticks(stage.x...(stage.x + max(0, stage.width)), most: 8)
    for value in horizontal.values {
      let x = pixels(Point(x: value, y: stage.y)).x
      elements.append(
        .line(
          [Point(x: x, y: frame.maxY), Point(x: x, y: frame.maxY + 4)], LineStyle(Palette.outline)))
      let isLast = value == horizontal.values.last
      let text = horizontal.text(value) + (isLast ? " \(stage.unit)" : "")
      elements.append(edgeLabel(text, Point(x: x, y: frame.maxY + 15), .middle))
    }
    let vertical = Ticks(stage.y...(stage.y + max(0, stage.height)), most: 6)
    for value in vertical.values {
      let y = pixels(Point(x: stage.x, y: value)).y
      elements.append(
        .line(
          [Point(x: frame.minX - 4, y: y), Point(x: frame.minX, y: y)], LineStyle(Palette.outline)))
      elements.append(edgeLabel(vertical.text(value), Point(x: frame.minX - 7, y: y + 4), .end))
    }
  }

  private func edgeLabel(_ text: String, _ point: Point, _ anchor: TextLabel.Anchor)
    -> Picture.Element
  {
    .text(
      TextLabel(text, at: point, anchor: anchor, fontSize: Self.fontSize, color: Palette.mutedInk))
  }

  private mutating func draw(_ bar: PlotArea.ScaleBar) {
    let (left, bottom) = (frame.minX + 10, frame.maxY - 10)
    let length = bar.length * pixelsPerUnit
    elements.append(
      .line(
        [
          Point(x: left, y: bottom - 6), Point(x: left, y: bottom),
          Point(x: left + length, y: bottom), Point(x: left + length, y: bottom - 6),
        ], LineStyle(Palette.ink, width: 1.5)))
    elements.append(
      .text(
        TextLabel(bar.text, at: Point(x: left, y: bottom - 10), color: Palette.ink, hasHalo: true)))
  }

  private mutating func drawNorth() {
    let tip = Point(x: frame.maxX - 16, y: frame.minY + 12)
    elements.append(
      .polygon(
        [
          tip, tip + Vector(dx: 6, dy: 18), tip + Vector(dx: 0, dy: 14),
          tip + Vector(dx: -6, dy: 18),
        ],
        .color(Palette.ink)))
    elements.append(
      .text(
        TextLabel(
          "N", at: tip + Vector(dx: 0, dy: 31), anchor: .middle, color: Palette.ink, isBold: true,
          hasHalo: true)))
  }

  /// Draws a line that explains the signs.
  private mutating func drawLegend(width: Double) {
    if let legend = stage.legend { drawRamp(legend, width: width) }
    let lines = TextMetrics.lines(
      legendTexts, separator: " · ", fontSize: Self.fontSize, width: width)
    for line in lines {
      height += 15
      elements.append(edgeLabel(line, Point(x: width / 2, y: height - 3), .middle))
    }
  }

  private var legendTexts: [String] {
    let (trails, marks) = (stage.trails, stage.marks)
    let texts: [(isShown: Bool, text: String)] =
      switch stage.kind {
      case .map:
        [
          (marks.contains { $0.kind == .dropped }, "× a dropped fix"),
          (!stage.circles.isEmpty, "pale circles: the accuracy of the fixes"),
        ]
      case .screen: [(marks.contains { $0.kind == .bounce }, "small circles: bounces")]
      case .touchpad, .touchscreen:
        [
          (trails.contains { $0.beginning == .down }, "○ touch down"),
          (trails.contains { $0.ending == .up }, "● touch up"),
          (trails.contains { $0.ending == .cancelled }, "× cancelled"),
          (tickInterval != nil, "a dot every \((tickInterval ?? 0).text(decimals: 0...3)) s"),
          (trails.contains { !$0.widths.isEmpty }, "the wider, the more pressure"),
          (trails.contains(where: \.isPalm), "hatched: a palm"),
        ]
      }
    return texts.filter(\.isShown).map(\.text)
  }

  private mutating func drawRamp(_ legend: PlotArea.Legend, width: Double) {
    let count = Palette.ramp.count
    let cell = 22.0
    let left = (width - cell * Double(count)) / 2
    height += 6
    for (index, color) in Palette.ramp.enumerated() {
      elements.append(
        .rectangle(
          Rect(x: left + cell * Double(index), y: height, width: cell, height: 9),
          fill: .color(color)))
    }
    let unit = legend.unit.isEmpty ? "" : " \(legend.unit)"
    let low = "\(legend.text) \(legend.low.text(decimals: 0...2))\(unit)"
    let high = "\(legend.high.text(decimals: 0...2))\(unit)"
    let right = left + cell * Double(count) + 6
    elements.append(edgeLabel(low, Point(x: left - 6, y: height + 9), .end))
    elements.append(edgeLabel(high, Point(x: right, y: height + 9), .start))
    height += 14
  }
}

extension PlotArea.Kind {
  fileprivate var isTouchArea: Bool { self == .touchpad || self == .touchscreen }
}

extension Rect {
  /// The square around a circle.
  static func circle(_ center: Point, radius: Double) -> Rect {
    Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
  }
}

extension [Picture.Element] {
  /// A cross of two diagonals.
  static func cross(_ center: Point, size: Double, _ stroke: LineStyle) -> Self {
    [
      .line([center + Vector(dx: -size, dy: -size), center + Vector(dx: size, dy: size)], stroke),
      .line([center + Vector(dx: -size, dy: size), center + Vector(dx: size, dy: -size)], stroke),
    ]
  }
}
