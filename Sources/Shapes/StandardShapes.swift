import Contacts

extension ShapeSet {
  /// Shapes that most people know, without teaching.
  public static let standard = ShapeSet([
    Shape(
      "z",
      examples: [
        Drawing([
          Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 0, y: 10), Point(x: 10, y: 10),
        ])
      ])
  ])
}
