import Contacts
import Timeline
import VectorGraphics

extension Plot {
  /// The plot as a picture: a head, the stage, and the lanes above their axis, with the reasons of
  /// failures below.
  ///
  /// - Parameter width: In pixels, at least 480.
  public func picture(width: Double = 800) -> Picture {
    var layout = PlotLayout(plot: self, width: max(480, width))
    return layout.picture()
  }
}

extension Picture {
  /// Plots below each other.
  public init(_ plots: [Plot], width: Double = 800) {
    let pictures = plots.map { $0.picture(width: width) }
    var top = 0.0
    var elements: [Element] = []
    for picture in pictures {
      elements.append(.group(ElementGroup(picture.elements, offset: Vector(dx: 0, dy: top))))
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

  init(plot: Plot, width: Double) {
    self.plot = plot
    self.width = width
  }

  mutating func picture() -> Picture {
    addHead()
    addStage()
    let numbers = addLanes()
    addReasons(numbers)
    top += Self.margin / 2
    return Picture(size: Size(width: width, height: top), title: plot.title, elements: elements)
  }

  private mutating func add(
    _ lines: [String], fontSize: Double = fontSize, color: Color = Palette.ink,
    isBold: Bool = false
  ) {
    for line in lines {
      top += Self.lineHeight
      elements.append(
        .text(
          TextLabel(
            line, at: Point(x: Self.margin, y: top - 4), fontSize: fontSize, color: color,
            isBold: isBold)))
    }
  }

  /// Adds a text in as many lines as it needs.
  private mutating func add(_ text: String, color: Color = Palette.ink) {
    add(TextMetrics.lines(text, fontSize: Self.fontSize, width: innerWidth), color: color)
  }

  private var innerWidth: Double { width - 2 * Self.margin }

  private mutating func addHead() {
    top += Self.margin / 2
    let title = TextMetrics.fitted(plot.title, fontSize: 15, width: innerWidth)
    top += 3
    add([title], fontSize: 15, isBold: true)
    let facts = TextMetrics.lines(
      plot.facts.map { "\($0.name): \($0.text)" }, separator: " · ", fontSize: Self.fontSize,
      width: innerWidth)
    add(facts, color: Palette.mutedInk)
    for note in plot.notes { add(note, color: Palette.alert) }
    top += Self.margin / 2
  }

  private mutating func addStage() {
    guard let stage = plot.stage else { return }
    let layout = PlotAreaLayout(stage, width: innerWidth)
    elements.append(
      .group(ElementGroup(layout.elements, offset: Vector(dx: Self.margin, dy: top))))
    top += layout.height + Self.margin / 2
  }

  /// Adds the lanes, and returns the marks that have numbers in them.
  private mutating func addLanes() -> [(number: Int, mark: Lane.Mark)] {
    guard !plot.lanes.isEmpty else { return [] }
    var layout = LaneLayout(plot, width: innerWidth)
    let lanes = layout.elements()
    elements.append(.group(ElementGroup(lanes, offset: Vector(dx: Self.margin, dy: top))))
    top += layout.height + Self.margin / 2
    return layout.numberedMarks
  }

  /// The sentences of the numbered marks, and how many more there are.
  private mutating func addReasons(_ numbered: [(number: Int, mark: Lane.Mark)]) {
    let failures = plot.lanes.flatMap(\.marks).count(where: \.isFailure)
    if failures == 0 { return }
    if !numbered.isEmpty { add(["Why not"], isBold: true) }
    for (number, mark) in numbered { add("\(number)  \(mark.text)") }
    let others = failures - numbered.count
    if others > 0 {
      let isOfTouches = plot.lanes.contains { $0.group == "touch" }
      add(
        isOfTouches
          ? "\(others) more: 'replay explain' prints all, and the .html shows each where it is"
          : "\(others) more; the .html page lists all",
        color: Palette.mutedInk)
    }
  }
}
