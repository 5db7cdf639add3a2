import Contacts
private import RealModule

extension ShapeSet {
  /// 23 shapes that most people know, such as `circle`, `check` and `star`; they need no teaching.
  ///
  /// The examples are variations (``DrawingVariation``) of outlines in code; no example is by a
  /// person. Circles, triangles, rectangles and stars may begin at several points and go round in
  /// either direction; `x`, `arrow` and `question-mark` may have two strokes.
  public static let standard = ShapeSet(
    [
      // Closed.
      shape("circle", Outline.circle, isReversible: true),
      shape("triangle", everyStart(5, 0, 0, 9, 10, 9), isReversible: true),
      shape("rectangle", everyStart(0, 0, 14, 0, 14, 9, 0, 9), isReversible: true),
      shape("star", everyStart(2, 10, 5, 0, 8, 10, 0, 3.6, 10, 3.6), isReversible: true),
      shape("heart", [Outline.heart, Outline.heart.map { Point(x: 10 - $0.x, y: $0.y) }]),
      shape("infinity", [Outline.infinity, Outline.infinity.map { Point(x: 10 - $0.x, y: $0.y) }]),
      // With corners.
      shape(
        "check",
        [
          line(0, 5, 3, 9, 10, 0), line(0, 6, 2.5, 9, 8, 0), line(0, 4.5, 2, 7, 12, 0),
          line(0, 7, 2, 10, 6, 0), line(0, 5, 2, 8) + curve(2, 8, 4, 4, 7, 1.5, 11, 0),
        ]),
      shape("v", [line(0, 0, 4, 9, 8, 0), line(0, 0, 3, 9, 6, 0)]),
      shape("caret", [line(0, 9, 4, 0, 8, 9), line(0, 9, 3, 0, 6, 9)]),
      shape("z", [line(0, 0, 10, 0, 0, 10, 10, 10), line(0, 0, 8, 0, 0, 10, 8, 10)]),
      shape("w", [line(0, 0, 2.5, 8, 5, 2, 7.5, 8, 10, 0), curve(0, 0, 2, 8, 5, 2, 8, 8, 10, 0)]),
      shape("left-bracket", [line(4, 0, 0, 0, 0, 10, 4, 10)]),
      shape("right-bracket", [line(0, 0, 4, 0, 4, 10, 0, 10)]),
      // With curves.
      shape(
        "n",
        [
          line(0, 10, 0, 2) + curve(0, 2, 4, 0, 7, 2.5, 7.5, 10),
          line(0, 0, 0, 10, 0, 4) + curve(0, 4, 4, 0, 7, 2.5, 7.5, 10),
          curve(0, 10, 0.5, 3, 4, 0, 7, 3, 7.5, 10), line(0, 10, 0, 0, 8, 10, 8, 0),
        ]),
      shape("s", [curve(8, 1.5, 4, 0, 0.5, 2.5, 4, 5, 7.5, 7.5, 4, 10, 0, 8.5)]),
      shape("left-brace", Outline.braces),
      shape("right-brace", Outline.braces.map { $0.map { Point(x: -$0.x, y: $0.y) } }),
      shape(
        "pigtail",
        [
          curve(0, 8, 4, 6, 6, 2, 4, 0, 2.5, 2.5, 5, 6.5, 10, 8),
          curve(0, 9, 5, 8, 7, 5, 5.5, 3, 4, 5, 6, 8, 11, 9),
          curve(0, 7, 5, 7, 8, 4, 6.5, 0.5, 3.5, 0.5, 2, 4, 5, 7, 10, 7),
          curve(0, 10, 4, 7, 6, 3, 4.5, 1, 3, 3, 5, 7, 9, 10),
        ]),
      shape(
        "delete-mark",
        [line(0, 0, 8, 9) + curve(8, 9, 4, 10, 2, 8, 5, 4, 9, 0), line(0, 0, 8, 9, 0, 9, 8, 0)]),
      shape("spiral", [Outline.spiral, Outline.spiral.map { Point(x: -$0.x, y: $0.y) }]),
      // Of one stroke or two.
      Shape(
        "question-mark",
        examples: Outline.hooks.flatMap { hands(Drawing($0), by: 2) }
          + hands(Drawing(strokes: [Outline.hooks[0], [Point(x: 3, y: 11.5)]]))),
      Shape(
        "x",
        examples: hands(Drawing(strokes: [line(0, 0, 9, 10), line(9, 0, 0, 10)]))
          + hands(Drawing(line(0, 0, 9, 10, 9, 0, 0, 10)))
          + hands(Drawing(line(9, 0, 0, 10, 0, 0, 9, 10)))
          + hands(Drawing(line(0, 0, 9, 10) + curve(9, 10, 11, 5, 9, 0) + line(9, 0, 0, 10)))),
      Shape(
        "arrow",
        examples: Outline.arrows.flatMap {
          hands(Drawing($0), by: 2) + hands(Drawing($0).turned(by: -35), by: 2)
        }
          + hands(Drawing(strokes: Outline.arrowOfTwo))
          + hands(Drawing(strokes: Outline.arrowOfTwo).turned(by: -35))),
    ])

  private static func shape(
    _ name: String, _ outlines: [[Point]], isReversible: Bool = false
  ) -> Shape {
    Shape(
      name, examples: outlines.flatMap { hands(Drawing($0), by: max(1, 6 / outlines.count)) },
      tolerance: Shape.Tolerance(allowsReversal: isReversible))
  }

  /// Variations of an outline, as if drawn by `count` different hands.
  private static func hands(_ outline: Drawing, by count: Int = 3) -> [Drawing] {
    (0..<count).map { number in
      // Not the variations that a classifier learns from.
      var vary = DrawingVariation(number: 1000 + number)
      return vary(outline)
    }
  }
}

// MARK: - Outlines

/// A path of straight lines through points, from x and y in turn.
private func line(_ numbers: Double...) -> [Point] { points(numbers) }

/// A Catmull-Rom spline of eight steps from point to point, from x and y in turn.
private func curve(_ numbers: Double...) -> [Point] {
  let points = points(numbers)
  guard let first = points.first, let last = points.last else { return [] }
  let all = [first] + points + [last]
  var result = [first]
  for index in 0..<max(0, points.count - 1) {
    let (a, b, c, d) = (all[index], all[index + 1], all[index + 2], all[index + 3])
    for step in 1...8 {
      let t = Double(step) / 8
      let (fromStart, toEnd) = ((c - a) / 2, (d - b) / 2)
      let translation = c - b
      let square = t * t
      let cube = square * t
      result.append(
        b + fromStart * (cube - 2 * square + t) + translation * (3 * square - 2 * cube)
          + toEnd * (cube - square))
    }
  }
  return result
}

/// A closed path of straight lines, once from each of its corners.
private func everyStart(_ numbers: Double...) -> [[Point]] {
  let corners = points(numbers)
  return corners.indices.map { start in Array(corners[start...] + corners[...start]) }
}

private func points(_ numbers: [Double]) -> [Point] {
  stride(from: 0, to: numbers.count - 1, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
}

private enum Outline {
  /// A circle that begins at eight points.
  static let circle = (0..<8).map { start in
    (0...32).map { step in turned(1, by: 360 * (Double(start) / 8 + Double(step) / 32)) }
  }

  /// A spiral of two turns outward.
  static let spiral = (0...64).map { turned(1 + Double($0) / 16, by: 720 * Double($0) / 64) }

  /// A heart that begins at the dip and goes down the left side.
  static let heart =
    curve(5, 3, 3, 0.5, 0.5, 1.5, 0.5, 4.5, 5, 10) + curve(5, 10, 9.5, 4.5, 9.5, 1.5, 7, 0.5, 5, 3)

  /// An infinity sign that begins in the middle and goes up to the right.
  static let infinity = curve(
    5, 3, 7, 0.7, 9.3, 0.7, 10, 3, 9.3, 5.3, 7, 5.3, 5, 3, 3, 0.7, 0.7, 0.7, 0, 3, 0.7, 5.3, 3, 5.3,
    5, 3)

  /// Question marks without their dot.
  static let hooks = [
    curve(0, 2.5, 1, 0.5, 3.5, 0, 6, 2, 5, 4, 3, 5.5, 3, 9),
    curve(0, 2, 2, 0, 5, 0.5, 6, 3, 4, 5, 3, 6.5, 3, 10),
    curve(0, 3, 0.5, 1, 3, 0, 5.5, 1, 6, 3, 4.5, 5, 2.5, 5.5) + line(2.5, 5.5, 2.5, 9),
    curve(0, 3, 1.5, 0.5, 4.5, 0, 7, 2, 6.5, 4.5, 4, 6, 2.5, 7.5, 3, 10),
  ]

  /// Left braces: round, with a long point, and with corners.
  static let braces = [
    curve(5, 0, 3, 1, 3, 4, 0, 5.5) + curve(0, 5.5, 3, 7, 3, 10, 5, 11),
    curve(6, 0, 3.5, 0.5, 3, 2.5, 3.2, 4, 2.5, 5, 0, 5.5)
      + curve(0, 5.5, 2.5, 6, 3.2, 7, 3, 8.5, 3.5, 10.5, 6, 11),
    line(5, 0, 2.5, 0, 2.5, 4.5, 0, 5.5, 2.5, 6.5, 2.5, 11, 5, 11),
  ]

  /// Arrows to the right: the shaft, and back along one side of the head to the other.
  static let arrows = [
    line(0, 0, 10, 0, 7, -3, 10, 0, 7, 3), line(0, 0, 10, 0, 7, 3, 10, 0, 7, -3),
    line(0, 0, 10, 0, 6, -4, 10, 0, 7, 4),
  ]
  static let arrowOfTwo = [line(0, 0, 10, 0), line(7, -3, 10, 0, 7, 3)]

  private static func turned(_ radius: Double, by degrees: Double) -> Point {
    let angle = degrees * .pi / 180
    return Point(x: radius * .sin(angle), y: -radius * .cos(angle))
  }
}
