import Contacts
import VectorGraphics

/// Draws the lanes of a plot over their common axis.
struct LaneLayout {
  /// The height in pixels, known when the elements are.
  private(set) var height = 0.0
  private(set) var numberedMarks: [(number: Int, mark: Lane.Mark)] = []
  let plot: Plot
  let width: Double
  /// Whether failures have numbers, for a list of their reasons.
  let numbersMarks: Bool
  var drawn: [Picture.Element] = []

  /// The width of the titles.
  private static let gutter = 118.0
  /// The margin on the right, for half of the last number of the axis.
  private static let inset = 16.0
  /// The pixels of a lane of height 1.
  static let unitHeight = 20.0
  private static let gap = 5.0
  private static let fontSize = 11.0
  /// The most numbered reasons: more are no longer read.
  private static let maximumNumbers = 24

  var chart: ClosedRange<Double> { Self.gutter...(width - Self.inset) }

  /// The rectangle over the width of the chart.
  func frame(y: Double, height: Double) -> Rect {
    Rect(x: chart.lowerBound, y: y, width: chart.upperBound - chart.lowerBound, height: height)
  }

  func x(_ value: Double) -> Double {
    let share = plot.range.share(of: value)
    let place = chart.lowerBound + share * (chart.upperBound - chart.lowerBound)
    return min(max(place, chart.lowerBound), chart.upperBound)
  }

  mutating func elements() -> [Picture.Element] {
    if numbersMarks { chooseNumbers() }
    let ticks = Ticks(plot.range, most: 10)
    let strips = plot.lanes.map(stripHeight)
    let laneHeights = zip(plot.lanes, strips).map { $0.height * Self.unitHeight + $1 + Self.gap }
    let bottom = laneHeights.reduce(0, +)
    for value in ticks.values {
      drawLine(from: Point(x: x(value), y: 0), to: Point(x: x(value), y: bottom), Palette.grid)
    }
    for (lane, (strip, laneHeight)) in zip(plot.lanes, zip(strips, laneHeights)) {
      draw(lane, frame(y: height + strip, height: laneHeight - Self.gap - strip))
      height += laneHeight
    }
    drawAxis(ticks)
    return drawn
  }

  private mutating func drawAxis(_ ticks: Ticks) {
    for value in ticks.values {
      let place = Point(x: x(value), y: height + 12)
      write(label(ticks.text(value), place, .middle, Palette.mutedInk))
    }
    let unit = plot.axis.unit.isEmpty ? "" : " (\(plot.axis.unit))"
    let place = Point(x: Self.gutter - 24, y: height + 12)
    write(label(plot.axis.title + unit, place, .end, Palette.mutedInk))
    height += 18
  }

  private func label(
    _ text: String, _ point: Point, _ anchor: TextLabel.Anchor = .start,
    _ color: Color = Palette.ink, isBold: Bool = false
  ) -> TextLabel {
    TextLabel(
      text, at: point, anchor: anchor, fontSize: Self.fontSize, color: color, isBold: isBold)
  }

  private mutating func write(_ label: TextLabel?) {
    if let label { drawn.append(.text(label)) }
  }

  private mutating func drawLine(from start: Point, to end: Point, _ color: Color) {
    drawn.append(.line([start, end], LineStyle(color)))
  }

  private mutating func draw(_ lane: Lane, _ frame: Rect) {
    let title = TextMetrics.fitted(
      (lane.isExpected ? "▸ " : "") + lane.title, fontSize: Self.fontSize, width: Self.gutter - 36)
    let middle = frame.minY + Self.unitHeight / 2
    let isHigh = lane.range != nil || lane.isExpected
    if lane.isExpected {
      let ground = Rect(
        x: -4, y: frame.minY - 1, width: frame.maxX + 8, height: frame.size.height + 3)
      drawn.append(.rectangle(ground, fill: .color(Palette.surface), radius: 3))
    }
    let baseline = (isHigh ? middle : frame.center.y) + 4
    write(label(title, Point(x: 0, y: baseline), isBold: lane.isExpected))
    if let range = lane.range {
      drawAxis(of: lane, range, frame)
      drawSeries(of: lane, range, frame)
      drawLimits(of: lane, range, frame)
    }
    drawBands(of: lane, frame)
  }

  // MARK: Values

  func y(_ value: Double, _ range: ClosedRange<Double>, _ frame: Rect) -> Double {
    frame.maxY - min(max(range.share(of: value), 0), 1) * frame.size.height
  }

  private mutating func drawAxis(of lane: Lane, _ range: ClosedRange<Double>, _ frame: Rect) {
    drawn.append(.rectangle(frame, stroke: LineStyle(Palette.grid)))
    if !lane.unit.isEmpty {
      write(label(lane.unit, Point(x: 0, y: frame.minY + 25), .start, Palette.mutedInk))
    }
    // Of two steps, the second may be beyond the range.
    let ticks = Ticks(range, most: max(3, Int(frame.size.height / 22)))
    for value in ticks.values {
      let y = y(value, range, frame)
      drawLine(
        from: Point(x: frame.minX - 3, y: y), to: Point(x: frame.minX, y: y), Palette.outline)
      let place = Point(x: frame.minX - 6, y: min(max(y + 4, frame.minY + 8), frame.maxY + 1))
      write(label(ticks.text(value), place, .end, Palette.mutedInk))
    }
  }

  private mutating func drawSeries(of lane: Lane, _ range: ClosedRange<Double>, _ frame: Rect) {
    for series in lane.series {
      let thinned = points(of: series, range, frame)
      if thinned.isEmpty { continue }
      let color = series.color
      let stroke =
        series.isPalm
        ? LineStyle(Palette.alert, width: 1.2, dashes: [3, 2])
        : LineStyle(Palette.line(color), width: 1.3, dashes: Palette.dashes(color))
      let line = thinned.count == 1 ? thinned + thinned : thinned
      drawn.append(.group([.line(line, stroke)], tooltip: series.name))
    }
  }

  func points(of series: Lane.Series, _ range: ClosedRange<Double>, _ frame: Rect) -> [Point] {
    let points = zip(series.times, series.values).filter { $0.isFinite && $1.isFinite }.map {
      Point(x: x($0), y: y($1, range, frame))
    }
    return Self.thinned(points.filter { $0.x.isFinite && $0.y.isFinite })
  }

  /// The first, the lowest, the highest and the last point of each pixel column.
  private static func thinned(_ points: [Point]) -> [Point] {
    var result: [Point] = []
    var start = 0
    while start < points.count {
      let column = points[start].x.rounded()
      var end = start
      var (low, high) = (start, start)
      while end < points.count, points[end].x.rounded() == column {
        if points[end].y < points[low].y { low = end }
        if points[end].y > points[high].y { high = end }
        end += 1
      }
      for index in Set([start, low, high, end - 1]).sorted() { result.append(points[index]) }
      start = end
    }
    return result
  }

  // MARK: Bands

  /// Draws bands and marks, then texts in free places: within bands first.
  private mutating func drawBands(of lane: Lane, _ frame: Rect) {
    // The room beside the axis is half a number.
    var labels = LabelPlacer(
      bounds: Rect(
        x: frame.minX, y: frame.minY - 4, width: frame.size.width + Self.inset,
        height: frame.size.height + 8))
    let brackets = lane.bands.filter(\.isBracket)
    let bands = lane.bands.filter { !$0.isBracket }
    // Brackets have rows below the bands.
    let rowHeight = frame.size.height / (1 + 0.9 * Double(brackets.count))
    var row = frame
    row.size.height = rowHeight
    let frame = row
    let frames = bands.map { band in
      let left = x(band.time.lowerBound)
      return Rect(
        x: left, y: frame.minY + 2, width: max(2, x(band.time.upperBound) - left),
        height: frame.size.height - 4)
    }
    for (band, frame) in zip(bands, frames) { draw(band, frame) }
    for mark in lane.marks {
      let center = Point(x: x(mark.time), y: frame.center.y)
      draw(mark, center)
      labels.reserve(.circle(center, radius: 4))
    }
    var outside: [(Lane.Band, Rect)] = []
    for (band, frame) in zip(bands, frames) where !band.text.isEmpty {
      if !drawLabel(within: frame, of: band, &labels) { outside.append((band, frame)) }
    }
    for frame in frames { labels.reserve(frame) }
    for (band, frame) in outside { drawLabel(beside: frame, of: band, &labels) }
    drawNumbers(of: lane, frame, &labels)
    for bracket in brackets {
      row.origin.y = row.maxY
      row.size.height = rowHeight * 0.9
      draw(bracket: bracket, row, &labels)
    }
  }

  /// A line between two ends, with its text beside it or, without room, above it.
  private mutating func draw(bracket band: Lane.Band, _ row: Rect, _ labels: inout LabelPlacer) {
    let (left, right) = (x(band.time.lowerBound), x(band.time.upperBound))
    let color = band.kind == .limit ? Palette.alert : Palette.ink
    let beside = labels.place(
      [(right + 6, TextLabel.Anchor.start), (left - 6, .end)].map { x, anchor in
        label(band.text, Point(x: x, y: row.center.y + 4), anchor, color)
      })
    // Room for the text above the line.
    let middle = beside == nil ? row.maxY - 5 : row.center.y
    let line = [Point(x: left, y: middle), Point(x: right, y: middle)]
    let ends = [left, right].map { x in
      Picture.Element.line(
        [Point(x: x, y: middle - 5), Point(x: x, y: middle + 5)], LineStyle(color, width: 1.5))
    }
    let style = LineStyle(color, width: 1.5, dashes: band.kind == .limit ? [4, 3] : [])
    drawn.append(.group([.line(line, style)] + ends, tooltip: band.detail))
    let text = TextMetrics.fitted(band.text, fontSize: Self.fontSize, width: row.size.width)
    let above = label(text, Point(x: right - 6, y: middle - 3), .end, color)
    write(beside ?? labels.place([above]))
  }

  private mutating func draw(_ band: Lane.Band, _ frame: Rect) {
    let (fill, stroke, _) = Self.style(of: band)
    let shape = Picture.Element.rectangle(frame, fill: fill, stroke: stroke, radius: 2)
    let detail = band.detail.isEmpty ? band.text : band.detail
    drawn.append(.group([shape], tooltip: detail.isEmpty ? nil : detail))
  }

  /// Writes the text of a band at its left, middle or right end; returns whether it has room.
  private mutating func drawLabel(
    within frame: Rect, of band: Lane.Band, _ labels: inout LabelPlacer
  ) -> Bool {
    let needed = TextMetrics.width(band.text, fontSize: Self.fontSize) + 6
    guard needed <= frame.size.width else { return false }
    let ink = Self.style(of: band).ink
    let rest = frame.size.width - needed
    let placed = labels.place(
      [0, 0.5, 1].map { share in
        let place = Point(x: frame.minX + 3 + share * rest, y: frame.center.y + 4)
        return label(band.text, place, .start, ink)
      })
    // Hatching would cross the text.
    if let placed, band.kind == .palm {
      let ground = TextMetrics.frame(placed).inset(by: -2)
      drawn.append(.rectangle(ground, fill: .color(.white), radius: 2))
    }
    write(placed)
    return placed != nil
  }

  /// Writes the text of a band at its right or its left, if there is room.
  private mutating func drawLabel(
    beside frame: Rect, of band: Lane.Band, _ labels: inout LabelPlacer
  ) {
    let places = [(frame.maxX + 4, TextLabel.Anchor.start), (frame.minX - 4, .end)]
    write(
      labels.place(
        places.map { x, anchor in
          label(band.text, Point(x: x, y: frame.center.y + 4), anchor)
        }))
  }

  private static func style(of band: Lane.Band) -> (fill: Paint, stroke: LineStyle?, ink: Color) {
    switch band.kind {
    case .touch, .plain:
      let color = Palette.line(band.color)
      return (.color(Palette.tint(color)), LineStyle(color), Palette.ink)
    case .palm:
      return (.hatching(Palette.alert), LineStyle(Palette.alert, width: 0.8), Palette.alert)
    case .possible, .failed: return (.color(Palette.attempt), nil, Palette.ink)
    case .changing: return (.color(Palette.changing), nil, Palette.ink)
    case .recognized: return (.color(Palette.success), nil, .white)
    case .cancelled: return (.color(Palette.cancelled), nil, Palette.ink)
    case .limit, .measured: return (.color(.white), nil, Palette.ink)
    }
  }

  /// Numbers the failures; of many, the most informative ones: those that compare two numbers.
  private mutating func chooseNumbers() {
    let marks = plot.lanes.flatMap(\.marks).filter(\.isFailure)
    let telling = marks.filter { $0.measured != nil && $0.parameter != nil }
    let candidates = marks.count <= Self.maximumNumbers ? marks : telling
    let chosen = candidates.sorted { $0.time < $1.time }.prefix(Self.maximumNumbers)
    numberedMarks = chosen.enumerated().map { ($0 + 1, $1) }
  }

  private mutating func draw(_ mark: Lane.Mark, _ center: Point) {
    let size = 3.0
    let sign: [Picture.Element] =
      mark.isFailure
      ? .cross(center, size: size, LineStyle(Palette.alert, width: 1.5))
      : [.ellipse(.circle(center, radius: size), fill: .color(Palette.success))]
    drawn.append(.group(sign, tooltip: mark.text))
  }

  private mutating func drawNumbers(of lane: Lane, _ frame: Rect, _ labels: inout LabelPlacer) {
    for mark in lane.marks {
      guard let number = numberedMarks.first(where: { $0.mark == mark })?.number else { continue }
      let position = Point(x: x(mark.time) + 6, y: frame.center.y + 4)
      let label = TextLabel("\(number)", at: position, fontSize: 10, color: Palette.alert)
      write(labels.place([label]))
    }
  }
}

extension ClosedRange<Double> {
  /// The position of a value, from 0 at the lower bound to 1; 0.5 in an empty range.
  fileprivate func share(of value: Double) -> Double {
    let length = upperBound - lowerBound
    return length > 0 ? (value - lowerBound) / length : 0.5
  }
}

extension Lane.Mark {
  /// Whether the mark is the reason of a failure, of a cancellation, or of a palm.
  var isFailure: Bool { kind == .failed || kind == .cancelled || kind == .palm }
}

extension Lane.Band {
  /// Whether the band is a duration below the other bands.
  var isBracket: Bool { kind == .limit || kind == .measured }
}
