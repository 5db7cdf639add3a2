public import Contacts

extension TouchArea {
  /// Reads a size as people write it: `100x60mm`, `100 x 60`, `69.5x50 mm`; always millimetres.
  ///
  /// Returns nil for anything else, and for sides that are not from ``believableSides``.
  public static func size(parsing text: String) -> Size? {
    var rest = text.filter { $0 != " " }[...]
    if rest.hasSuffix("mm") { rest = rest.dropLast(2) }
    let sides = rest.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Double(sides[0]), let height = Double(sides[1]),
      believableSides.contains(width), believableSides.contains(height)
    else { return nil }
    return Size(width: width, height: height)
  }

  /// The sides that a touch surface may have, in mm: smaller than a fingertip, larger than a wall.
  public static let believableSides = 1.0...10_000
}
