import Contacts
import Pictures
public import VectorGraphics

extension Screen {
  /// The screen as a picture of its size in points.
  ///
  /// - Parameter language: The language of the labels.
  public func picture(in language: Language = .english(.none)) -> Picture {
    let drawing = ScreenDrawing(language: language)
    return Picture(size: size, elements: elements.flatMap(drawing.elements))
  }

  /// The screen as an SVG picture of its size in points.
  ///
  /// - Parameter language: The language of the labels.
  public func svg(in language: Language = .english(.none)) -> String {
    SVGFile.text(picture(in: language))
  }
}

/// Draws the elements of a screen.
private struct ScreenDrawing {
  let language: Language

  func elements(_ element: Screen.Element) -> [Picture.Element] {
    let frame = element.frame
    switch element.content {
    case .text(let text, let fontSize, let color):
      guard !text.isEmpty else { return [] }
      let line = language.string(text)
      let fontSize = TextLayout.fontSize(for: line, fitting: frame.size.width, at: fontSize)
      // The baseline of a line of text is a fifth of its height above the lower edge.
      let baseline = frame.minY + (frame.size.height + fontSize * 0.7) / 2
      return [
        .text(
          VectorGraphics.TextLabel(
            line, at: Point(x: frame.minX, y: baseline), fontSize: fontSize, color: color))
      ]
    case .image(let name):
      return image(name, frame)
    case .drawing(let figures):
      let offset = Vector(dx: frame.minX, dy: frame.minY)
      return [.group(figures.flatMap(elements), offset: offset)]
    }
  }

  private func elements(_ figure: Figure) -> [Picture.Element] {
    let fill = figure.isFilled ? Paint.color(figure.color) : nil
    let stroke =
      figure.lineWidth > 0 ? LineStyle(figure.color, width: figure.lineWidth) : nil
    switch figure.kind {
    case .line(let points):
      return stroke.map { [.line(points, $0)] } ?? []
    case .rectangle(let rect): return [.rectangle(rect, fill: fill, stroke: stroke)]
    case .ellipse(let rect): return [.ellipse(rect, fill: fill, stroke: stroke)]
    case .image(let name, let rect): return image(name, rect)
    }
  }

  /// A frame with the name of the image: a scene names its images, and has no files of them.
  private func image(_ name: String, _ rect: Rect) -> [Picture.Element] {
    let fontSize = min(14, rect.size.height / 3, rect.size.width / Double(max(1, name.count)) * 1.6)
    let baseline = Point(x: rect.center.x, y: rect.center.y + fontSize * 0.35)
    return [
      .rectangle(
        rect, fill: .color(Color(0xeceff1)), stroke: LineStyle(Color(0x607d8b)), radius: 4),
      .text(
        VectorGraphics.TextLabel(
          name, at: baseline, anchor: .middle, fontSize: fontSize, color: Color(0x37474f))),
    ]
  }
}
