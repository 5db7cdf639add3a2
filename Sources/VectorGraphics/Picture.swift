public import Contacts

/// A drawing of lines, areas and texts, in pixels: the model of every output for print and screens.
///
/// ```swift
/// var picture = Picture(size: Size(width: 200, height: 100), title: "A line")
/// picture.elements.append(.line([Point(x: 10, y: 10), Point(x: 190, y: 90)], LineStyle(.black)))
/// let document = SVGFile.text(picture)
/// ```
///
/// x grows to the right, y downward. A ``Plot`` is laid out as a picture; drawings without a time
/// axis are pictures from the start.
public struct Picture: Sendable {
  public var size: Size
  /// The content of the picture, for readers that cannot see it.
  public var title: String
  public var elements: [Element]

  public init(size: Size, title: String = "", elements: [Element] = []) {
    self.size = size
    self.title = title
    self.elements = elements
  }

  /// A part of the drawing, over the parts before it.
  public indirect enum Element: Sendable {
    case line([Point], LineStyle)
    case polygon([Point], Paint)
    case rectangle(Rect, fill: Paint? = nil, stroke: LineStyle? = nil, radius: Double = 0)
    case ellipse(Rect, fill: Paint? = nil, stroke: LineStyle? = nil)
    case text(TextLabel)
    /// Elements that are moved, cut off or named together. The clip, outside of which nothing is
    /// drawn, has the coordinates of the elements; the opacity, from 0 to 1, is that of the whole.
    case group(
      [Element], offset: Vector = .zero, clip: Rect? = nil, opacity: Double = 1,
      tooltip: String? = nil)
  }
}

/// The color and shape of a line.
public struct LineStyle: Hashable, Sendable {
  public var paint: Paint
  /// The width in pixels.
  public var width: Double
  /// The lengths of strokes and gaps in pixels; empty for a solid line.
  public var dashes: [Double]

  public init(_ color: Color, width: Double = 1, dashes: [Double] = []) {
    self.init(.color(color), width: width, dashes: dashes)
  }

  public init(_ paint: Paint, width: Double = 1, dashes: [Double] = []) {
    self.paint = paint
    self.width = width
    self.dashes = dashes
  }
}

/// The filling of an area or a line.
public enum Paint: Hashable, Sendable {
  case color(Color)
  /// Diagonal lines of a color over white.
  case hatching(Color)
}

public struct TextLabel: Hashable, Sendable {
  /// The part of the text that is at ``position``.
  public enum Anchor: String, Sendable {
    case start, middle, end
  }

  public var text: String
  /// The position on the baseline.
  public var position: Point
  public var anchor: Anchor
  /// The size of the font in pixels.
  public var fontSize: Double
  public var color: Color
  public var isBold: Bool
  /// Whether the text has a white outline, for texts over lines.
  public var hasHalo: Bool

  public init(
    _ text: String, at position: Point, anchor: Anchor = .start, fontSize: Double = 12,
    color: Color = .black, isBold: Bool = false, hasHalo: Bool = false
  ) {
    self.text = text
    self.position = position
    self.anchor = anchor
    self.fontSize = fontSize
    self.color = color
    self.isBold = isBold
    self.hasHalo = hasHalo
  }
}
