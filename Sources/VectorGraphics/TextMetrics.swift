import Contacts
import Files

/// Estimates of the widths of texts.
///
/// A picture does not know the font of its viewer. DejaVu Sans, the widest of the usual sans-serif
/// fonts, has letters of 0.6 times the font size on average.
package enum TextMetrics {
  private static let letterWidth = 0.6

  package static func width(_ text: String, fontSize: Double) -> Double {
    Double(text.columns) * letterWidth * fontSize
  }

  /// A text shortened to a width, with an ellipsis if something is missing.
  package static func fitted(_ text: String, fontSize: Double, width: Double) -> String {
    let columns = Int(max(0, width / (letterWidth * fontSize)))
    if text.columns <= columns { return text }
    return columns > 1 ? text.prefix(columns: columns) : ""
  }

  /// A text in lines of at most a width, broken at spaces.
  package static func lines(_ text: String, fontSize: Double, width: Double) -> [String] {
    lines(
      text.split(separator: " ").map(String.init), separator: " ", fontSize: fontSize, width: width)
  }

  /// Items in lines of at most a width, separated within a line.
  package static func lines(
    _ items: [String], separator: String, fontSize: Double, width: Double
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    for item in items {
      let longer = line.isEmpty ? item : line + separator + item
      if !line.isEmpty, self.width(longer, fontSize: fontSize) > width {
        lines.append(line)
        line = fitted(item, fontSize: fontSize, width: width)
      } else {
        line = fitted(longer, fontSize: fontSize, width: width)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The rectangle that a label covers.
  package static func frame(_ label: TextLabel) -> Rect {
    let width = width(label.text, fontSize: label.fontSize)
    let left =
      switch label.anchor {
      case .start: label.position.x
      case .middle: label.position.x - width / 2
      case .end: label.position.x - width
      }
    return Rect(
      x: left, y: label.position.y - label.fontSize * 0.8, width: width, height: label.fontSize)
  }
}

/// Places labels so that none covers another.
package struct LabelPlacer {
  private var frames: [Rect] = []
  let bounds: Rect

  package init(bounds: Rect) { self.bounds = bounds }

  /// Excludes an area from labels.
  package mutating func reserve(_ rect: Rect) { frames.append(rect) }

  /// Adds the first of some alternatives that has room; nil if none has.
  package mutating func place(_ alternatives: some Sequence<TextLabel>) -> TextLabel? {
    for label in alternatives {
      let frame = TextMetrics.frame(label)
      let fits =
        frame.minX >= bounds.minX && frame.maxX <= bounds.maxX && frame.minY >= bounds.minY
        && frame.maxY <= bounds.maxY
      if fits, !frames.contains(where: { $0.overlaps(frame) }) {
        frames.append(frame)
        return label
      }
    }
    return nil
  }

  /// A label beside a point: to the right, the left, above or below, at a distance.
  package mutating func place(_ label: TextLabel, beside point: Point, distance: Double)
    -> TextLabel?
  {
    let height = label.fontSize
    let places: [(TextLabel.Anchor, Double, Double)] = [
      (.start, distance, height * 0.35), (.end, -distance, height * 0.35),
      (.middle, 0, -distance - height * 0.2), (.middle, 0, distance + height * 0.8),
      (.start, distance, -distance), (.end, -distance, -distance),
      (.start, distance, distance + height * 0.7), (.end, -distance, distance + height * 0.7),
    ]
    return place(
      places.map { anchor, dx, dy in
        var moved = label
        moved.anchor = anchor
        moved.position = Point(x: point.x + dx, y: point.y + dy)
        return moved
      })
  }
}

extension Rect {
  package func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
