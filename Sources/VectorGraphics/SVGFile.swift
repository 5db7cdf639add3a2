import Contacts
import Files
import Timeline

/// Pictures as SVG.
public enum SVGFile {
  /// The document in UTF-8, ending with a newline. The same picture produces the same bytes.
  public static func bytes(_ picture: Picture) -> [UInt8] {
    var writer = SVGWriter()
    writer.write(picture)
    return writer.bytes
  }

  public static func text(_ picture: Picture) -> String {
    String(decoding: bytes(picture), as: UTF8.self)
  }
}

/// Builds one document.
private struct SVGWriter {
  private(set) var bytes: [UInt8] = []
  private var clips = 0
  private var hatchings: Set<Color> = []

  mutating func write(_ picture: Picture) {
    write(picture.elements)
    let body = bytes
    bytes = []
    let (width, height) = (text(picture.size.width), text(picture.size.height))
    bytes.append(
      """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="sans-serif" fill="none">

      """)
    if !picture.title.isEmpty { write(title: picture.title) }
    for color in hatchings.sorted(by: { $0.hexadecimal < $1.hexadecimal }) { writePattern(color) }
    bytes.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" as StaticString)
    bytes += body
    bytes.append("</svg>\n" as StaticString)
  }

  private mutating func write(_ elements: [Picture.Element]) {
    for element in elements { write(element) }
  }

  private mutating func write(_ element: Picture.Element) {
    switch element {
    case .line(let points, let stroke):
      bytes.append("<polyline" as StaticString)
      add(points: points)
      add(stroke)
      bytes.append(" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n" as StaticString)
    case .polygon(let points, let paint):
      bytes.append("<polygon" as StaticString)
      add(points: points)
      add("fill", paint)
      bytes.append("/>\n" as StaticString)
    case .rectangle(let rect, let fill, let stroke, let radius):
      bytes.append("<rect" as StaticString)
      add(frame: rect)
      if radius > 0 { add("rx", radius) }
      add(fill, stroke)
    case .ellipse(let rect, let fill, let stroke):
      bytes.append("<ellipse" as StaticString)
      add("cx", rect.minX + rect.size.width / 2)
      add("cy", rect.minY + rect.size.height / 2)
      add("rx", rect.size.width / 2)
      add("ry", rect.size.height / 2)
      add(fill, stroke)
    case .text(let label): write(label)
    case .group(let elements, let offset, let clip, let opacity, let tooltip):
      write(group: elements, offset, clip: clip, opacity: opacity, tooltip: tooltip)
    }
  }

  private mutating func write(_ label: TextLabel) {
    bytes.append("<text" as StaticString)
    add("x", label.position.x)
    add("y", label.position.y)
    add("font-size", label.fontSize)
    add("fill", .color(label.color))
    if label.anchor != .start { add("text-anchor", label.anchor.rawValue) }
    if label.isBold { add("font-weight", "bold") }
    if label.hasHalo {
      bytes.append(" stroke=\"white\" stroke-width=\"3\" paint-order=\"stroke\"" as StaticString)
    }
    bytes.append(">" as StaticString)
    bytes.append(xml: label.text.printable)
    bytes.append("</text>\n" as StaticString)
  }

  private mutating func write(
    group elements: [Picture.Element], _ offset: Vector, clip: Rect?, opacity: Double,
    tooltip: String?
  ) {
    let number = clips + 1
    if let clip {
      clips = number
      bytes.append("<clipPath id=\"clip\(number)\"><rect")
      add(frame: clip)
      bytes.append("/></clipPath>\n" as StaticString)
    }
    bytes.append("<g" as StaticString)
    if offset != .zero { add("transform", "translate(\(text(offset.dx)) \(text(offset.dy)))") }
    if clip != nil { add("clip-path", "url(#clip\(number))") }
    if opacity < 1 { add("opacity", opacity) }
    bytes.append(">\n" as StaticString)
    if let tooltip { write(title: tooltip) }
    write(elements)
    bytes.append("</g>\n" as StaticString)
  }

  private mutating func write(title: String) {
    bytes.append("<title>" as StaticString)
    bytes.append(xml: title.printable)
    bytes.append("</title>\n" as StaticString)
  }

  // MARK: Attributes

  private mutating func number(_ value: Double) {
    // A number that is not finite is a mistake, which must not make the file invalid.
    bytes.append(value.isFinite ? value : 0, decimals: 0...2)
  }

  private func text(_ value: Double) -> String {
    (value.isFinite ? value : 0).text(decimals: 0...2)
  }

  private mutating func add(_ name: String, _ value: Double) {
    bytes.append(" \(name)=\"")
    number(value)
    bytes.append("\"" as StaticString)
  }

  private mutating func add(_ name: String, _ value: String) {
    bytes.append(" \(name)=\"\(value)\"")
  }

  private mutating func add(_ name: String, _ paint: Paint) {
    switch paint {
    case .color(let color): add(name, color.hexadecimal)
    case .hatching(let color):
      hatchings.insert(color)
      add(name, "url(#\(Self.pattern(color)))")
    }
  }

  private mutating func add(points: [Point]) {
    bytes.append(" points=\"" as StaticString)
    for (index, point) in points.enumerated() {
      if index > 0 { bytes.append(" " as StaticString) }
      number(point.x)
      bytes.append("," as StaticString)
      number(point.y)
    }
    bytes.append("\"" as StaticString)
  }

  private mutating func add(frame rect: Rect) {
    add("x", rect.minX)
    add("y", rect.minY)
    add("width", rect.size.width)
    add("height", rect.size.height)
  }

  private mutating func add(_ stroke: LineStyle) {
    add("stroke", stroke.paint)
    if stroke.width != 1 { add("stroke-width", stroke.width) }
    if !stroke.dashes.isEmpty {
      let lengths = stroke.dashes.map { $0.text(decimals: 0...2) }
      add("stroke-dasharray", lengths.joined(separator: " "))
    }
  }

  private mutating func add(_ fill: Paint?, _ stroke: LineStyle?) {
    if let fill { add("fill", fill) }
    if let stroke { add(stroke) }
    bytes.append("/>\n" as StaticString)
  }

  // MARK: Hatching

  private static func pattern(_ color: Color) -> String {
    "hatching-\(color.hexadecimal.dropFirst())"
  }

  /// Writes the pattern of a color: lines of 2 pixels, 5 apart.
  private mutating func writePattern(_ color: Color) {
    bytes.append(
      """
      <pattern id="\(SVGWriter.pattern(color))" width="5" height="5" patternUnits="userSpaceOnUse" \
      patternTransform="rotate(45)"><rect width="5" height="5" fill="white"/>\
      <rect width="2" height="5" fill="\(color.hexadecimal)"/></pattern>

      """)
  }
}
