public import Contacts

/// A figure of a drawing.
public struct Figure: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A line along points.
    case line([Point])
    case rectangle(Rect)
    /// The ellipse that touches the sides of a rectangle.
    case ellipse(Rect)
    /// A named image in a rectangle.
    case image(String, Rect)
  }

  public var kind: Kind
  public var color: Color
  /// In points; 0 for a figure without an outline.
  public var lineWidth: Double
  /// Whether a rectangle or an ellipse is filled with the color.
  public var isFilled: Bool

  public init(_ kind: Kind, color: Color, lineWidth: Double = 2, isFilled: Bool = false) {
    self.kind = kind
    self.color = color
    self.lineWidth = lineWidth
    self.isFilled = isFilled
  }
}

extension Figure {
  /// The kind in tables and records, or the name of an image.
  public var name: String {
    switch kind {
    case .line: "line"
    case .rectangle: "rectangle"
    case .ellipse: "ellipse"
    case .image(let name, _): name
    }
  }

  /// The smallest rectangle around the figure, without the width of its lines.
  public var bounds: Rect {
    switch kind {
    case .rectangle(let rect), .ellipse(let rect), .image(_, let rect): return rect
    case .line(let points):
      guard let first = points.first else { return .zero }
      return points.reduce(Rect(origin: first, size: .zero)) {
        $0.union(Rect(origin: $1, size: .zero))
      }
    }
  }
}
