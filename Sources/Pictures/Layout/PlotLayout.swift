import Contacts
import VectorGraphics

extension Plot {
  /// The plot as a picture: a head, the stage, the lanes above their axis, and the reasons of
  /// failures. The width in pixels is at least 480; by default 800 or, with an answer, 1200 in two
  /// columns.
  public func picture(width: Double? = nil) -> Picture {
    var layout = PlotLayout(plot: self, width: max(480, width ?? usualWidth))
    return layout.picture()
  }

  fileprivate var usualWidth: Double { answer == nil ? 800 : 1200 }
}

extension Picture {
  /// Creates a picture of plots below each other.
  public init(_ plots: [Plot], width: Double? = nil) {
    let width = width ?? plots.map(\.usualWidth).max() ?? 800
    let pictures = plots.map { $0.picture(width: width) }
    var top = 0.0
    var elements: [Element] = []
    for picture in pictures {
      elements.append(.group(picture.elements, offset: Vector(dx: 0, dy: top)))
      top += picture.size.height
    }
    self.init(
      size: Size(width: pictures.first?.size.width ?? width, height: top),
      title: plots.map(\.title).joined(separator: ", "), elements: elements)
  }
}

/// Lays out a plot from top to bottom.
private struct PlotLayout {
  let plot: Plot
  let width: Double
  private var top = 0.0
  private var elements: [Picture.Element] = []

  private static let margin = 16.0
  private static let fontSize = 12.0
  private static let lineHeight = 17.0

  /// The column that is filled.
  private var left = margin
  private var columnWidth: Double

  init(plot: Plot, width: Double) {
    self.plot = plot
    self.width = width
    columnWidth = width - 2 * Self.margin
  }

  /// Whether the stage is beside the lanes.
  private var isWide: Bool { plot.answer != nil && width >= 1000 }

  mutating func picture() -> Picture {
    addHead()
    if isWide {
      addColumns()
    } else {
      addStage()
      addReasons(addLanes())
      top += Self.margin / 2
    }
    return Picture(size: Size(width: width, height: top), title: plot.title, elements: elements)
  }

  /// Adds the stage at the left, and the lanes at the right; the answer has the decisive reason.
  private mutating func addColumns() {
    let (start, whole) = (top, columnWidth)
    let share = 0.36 * whole
    (left, columnWidth) = (Self.margin + share + Self.margin, whole - share - Self.margin)
    _ = addLanes()
    let bottom = top
    (top, left, columnWidth) = (start, Self.margin, share)
    addStage()
    top = max(top, bottom)
  }

  private mutating func add(
    _ lines: [String], fontSize: Double = fontSize, color: Color = Palette.ink, isBold: Bool = false
  ) {
    for line in lines {
      top += Self.lineHeight * fontSize / Self.fontSize
      let place = Point(x: left, y: top - 4)
      elements.append(
        .text(TextLabel(line, at: place, fontSize: fontSize, color: color, isBold: isBold)))
    }
  }

  /// Adds a text in as many lines as it needs.
  private mutating func add(
    _ text: String, fontSize: Double = fontSize, color: Color = Palette.ink, isBold: Bool = false
  ) {
    // Bold letters are a tenth wider.
    let width = isBold ? columnWidth / 1.1 : columnWidth
    add(
      TextMetrics.lines(text, fontSize: fontSize, width: width), fontSize: fontSize, color: color,
      isBold: isBold)
  }

  private mutating func addHead() {
    top += Self.margin / 2
    let title = TextMetrics.fitted(plot.title, fontSize: 15, width: columnWidth)
    add([title], fontSize: 15, isBold: true)
    if let answer = plot.answer { add(answer) }
    let facts = plot.facts.map { "\($0.name): \($0.text)" }
    let lines = TextMetrics.lines(
      facts, separator: " · ", fontSize: Self.fontSize, width: columnWidth)
    add(lines, color: Palette.mutedInk)
    for note in plot.notes { add(note, color: Palette.alert) }
    top += Self.margin / 2
  }

  private mutating func add(_ answer: Plot.Answer) {
    let color = answer.isRecognized == true ? Palette.success : Palette.alert
    if let reason = answer.sentences.first { add(reason, fontSize: 14, color: color, isBold: true) }
    add(answer.sentences.dropFirst().joined(separator: " "), fontSize: 13)
    for warning in answer.warnings { add(warning, color: Palette.alert) }
    if let note = answer.note { add("Note: \(note)") }
    top += 4
  }

  private mutating func addStage() {
    guard let stage = plot.stage else { return }
    let layout = PlotAreaLayout(stage, width: columnWidth)
    elements.append(.group(layout.elements, offset: Vector(dx: left, dy: top)))
    top += layout.height + Self.margin / 2
  }

  /// Adds the lanes, and returns the marks that have numbers in them.
  private mutating func addLanes() -> [(number: Int, mark: Lane.Mark)] {
    guard !plot.lanes.isEmpty else { return [] }
    var layout = LaneLayout(plot: plot, width: columnWidth, numbersMarks: !isWide)
    let lanes = layout.elements()
    elements.append(.group(lanes, offset: Vector(dx: left, dy: top)))
    top += layout.height + Self.margin / 2
    return layout.numberedMarks
  }

  /// Adds the sentences of the numbered marks, and the number of omitted ones.
  private mutating func addReasons(_ numbered: [(number: Int, mark: Lane.Mark)]) {
    let failures = plot.lanes.flatMap(\.marks).count(where: \.isFailure)
    if failures == 0 { return }
    if !numbered.isEmpty { add(["Why not"], isBold: true) }
    for (number, mark) in numbered { add("\(number)  \(mark.text)") }
    let others = failures - numbered.count
    if others == 0 { return }
    let isOfTouches = plot.lanes.contains { $0.group == "touch" }
    let place =
      isOfTouches
      ? ": 'replay explain' prints all, and the .html shows each where it is"
      : "; the .html page lists all"
    add("\(others) more\(place)", color: Palette.mutedInk)
  }
}
