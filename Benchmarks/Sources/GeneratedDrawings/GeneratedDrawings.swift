import Contacts
public import Shapes
import Timeline

/// Drawings of 16 made-up shapes, each time drawn a little differently; the same in every run.
public enum GeneratedDrawings {
  public static let shapes = 16

  /// A drawing of a shape: 64 points, which is 0.5 s of a touchscreen.
  ///
  /// - Parameters:
  ///   - strokes: How many strokes, which share the points.
  ///   - number: Which of many drawings of the shape.
  public static func drawing(of shape: Int, strokes: Int, number: Int) -> Drawing {
    var outline = SeededGenerator(seed: 1, item: shape)
    var hand = SeededGenerator(seed: 2, item: 1000 * shape + number)
    return Drawing(
      strokes: (0..<strokes).map { _ in
        let corners = (0..<5).map { _ in
          Point(
            x: 100 * outline.uniform() + 4 * hand.gaussian(),
            y: 100 * outline.uniform() + 4 * hand.gaussian())
        }
        return corners.resampled(to: 64 / strokes)
      })
  }

  /// Examples of each shape.
  public static func set(strokes: Int, examplesOfEach count: Int) -> ShapeSet {
    ShapeSet(
      (0..<shapes).map { shape in
        Shape(
          "\(shape)",
          examples: (0..<count).map { drawing(of: shape, strokes: strokes, number: $0) })
      })
  }

  /// Further drawings of the shapes.
  public static func questions(strokes: Int) -> [Drawing] {
    (0..<10 * shapes).map { drawing(of: $0 % shapes, strokes: strokes, number: 500 + $0) }
  }
}
