import Contacts
import Playback
import Timeline

extension Screen {
  /// The screen as an SVG picture of its size in points.
  ///
  /// - Parameter language: The language of the labels.
  public func svg(in language: Language = .english(.none)) -> String {
    let drawing = ScreenDrawing(language: language)
    let size = "\(number(size.width)) \(number(size.height))"
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(self.size.width))" \
      height="\(number(self.size.height))" viewBox="0 0 \(size)" font-family="sans-serif">
      <rect width="100%" height="100%" fill="white"/>

      """
    for element in elements { text += drawing.svg(element) }
    return text + "</svg>\n"
  }
}

/// Draws the elements of a screen as SVG.
private struct ScreenDrawing {
  let language: Language

  func svg(_ element: Screen.Element) -> String {
    let frame = element.frame
    switch element.content {
    case .text(let text, let fontSize, let color):
      guard !text.isEmpty else { return "" }
      let line = language.string(text)
      let fontSize = TextLayout.fontSize(for: line, fitting: frame.size.width, at: fontSize)
      // The baseline of a line of text is a fifth of its height above the lower edge.
      let baseline = frame.minY + (frame.size.height + fontSize * 0.7) / 2
      return "<text x=\"\(number(frame.minX))\" y=\"\(number(baseline))\" "
        + "font-size=\"\(number(fontSize))\" fill=\"\(color.hexadecimal)\">"
        + "\(XMLText.escaped(line))</text>\n"
    case .image(let name):
      return image(name, frame)
    case .drawing(let figures):
      let place = "translate(\(number(frame.minX)) \(number(frame.minY)))"
      return "<g transform=\"\(place)\">\n" + figures.map(svg).joined() + "</g>\n"
    }
  }

  private func svg(_ figure: Figure) -> String {
    let color = figure.color.hexadecimal
    let fill = figure.isFilled ? color : "none"
    let style =
      "fill=\"\(fill)\" stroke=\"\(color)\" stroke-width=\"\(number(figure.lineWidth))\""
    switch figure.kind {
    case .line(let points):
      let path = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
      return "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" "
        + "stroke-width=\"\(number(figure.lineWidth))\" stroke-linecap=\"round\" "
        + "stroke-linejoin=\"round\"/>\n"
    case .rectangle(let rect):
      return "<rect \(edges(rect)) \(style)/>\n"
    case .ellipse(let rect):
      return "<ellipse cx=\"\(number(rect.center.x))\" cy=\"\(number(rect.center.y))\" "
        + "rx=\"\(number(rect.size.width / 2))\" ry=\"\(number(rect.size.height / 2))\" \(style)/>\n"
    case .image(let name, let rect):
      return image(name, rect)
    }
  }

  /// A frame with the name of the image: a scene names its images, and has no files of them.
  private func image(_ name: String, _ rect: Rect) -> String {
    let fontSize = min(14, rect.size.height / 3, rect.size.width / Double(max(1, name.count)) * 1.6)
    return "<rect \(edges(rect)) fill=\"#eceff1\" stroke=\"#607d8b\" rx=\"4\"/>\n"
      + "<text x=\"\(number(rect.center.x))\" y=\"\(number(rect.center.y + fontSize * 0.35))\" "
      + "font-size=\"\(number(fontSize))\" text-anchor=\"middle\" fill=\"#37474f\">"
      + "\(XMLText.escaped(name))</text>\n"
  }

  private func edges(_ rect: Rect) -> String {
    "x=\"\(number(rect.minX))\" y=\"\(number(rect.minY))\" "
      + "width=\"\(number(rect.size.width))\" height=\"\(number(rect.size.height))\""
  }
}

private func number(_ value: Double) -> String { value.text(decimals: 0...2) }
