import Contacts
import Timeline

@testable import Shapes

/// Drawings of the tests' own.
enum OwnDrawings {
  static let check = line((0, 50), (30, 90), (100, 0))
  static let caret = line((0, 100), (50, 0), (100, 100))
  static let z = line((0, 0), (100, 0), (0, 100), (100, 100))
  static let bracket = line((60, 0), (0, 0), (0, 100), (60, 100))
  static let circle = Drawing(
    (0...60).map { step in
      let angle = Double(step) * 6
      return Point(
        x: 50 + 50 * Trigonometry.sine(degrees: angle),
        y: 50 - 50 * Trigonometry.cosine(degrees: angle))
    })
  /// From the left over a loop to the right.
  static let pigtail = Drawing(
    (0...90).map { step in
      let angle = -270 + Double(step) * 6
      return Point(
        x: Double(step) + 30 * Trigonometry.cosine(degrees: angle),
        y: 60 + 40 * Trigonometry.sine(degrees: angle))
    })
  static let x = strokes(line((0, 0), (100, 100)), line((100, 0), (0, 100)))
  static let plus = strokes(line((50, 0), (50, 100)), line((0, 50), (100, 50)))
  /// A shaft and a head.
  static let arrow = strokes(line((0, 50), (100, 50)), line((70, 20), (100, 50), (70, 80)))
  static let h = strokes(
    line((0, 0), (0, 100)), line((80, 0), (80, 100)), line((0, 50), (80, 50)))

  static let single = [
    ("check", check), ("caret", caret), ("z", z), ("bracket", bracket), ("circle", circle),
    ("pigtail", pigtail),
  ]
  static let several = [("x", x), ("plus", plus), ("arrow", arrow), ("h", h)]
  static let all = single + several

  static let set = ShapeSet(all.map { Shape($0.0, examples: [$0.1]) })
  /// Learned once, since that takes long without optimization.
  static let classifier = ShapeClassifier(set)

  /// A straight line between each two corners, with a point about every 2.
  static func line(_ corners: (Double, Double)...) -> Drawing {
    var points = [Point(x: corners[0].0, y: corners[0].1)]
    for (start, end) in zip(corners, corners.dropFirst()) {
      let from = Point(x: start.0, y: start.1)
      let translation = Vector(dx: end.0 - start.0, dy: end.1 - start.1)
      let count = max(1, Int((translation.length / 2).rounded(.up)))
      for step in 1...count { points.append(from + translation * (Double(step) / Double(count))) }
    }
    return Drawing(points)
  }

  static func strokes(_ drawings: Drawing...) -> Drawing {
    Drawing(strokes: drawings.flatMap(\.strokes))
  }

  /// The drawing as another hand might draw it; not one of those that a classifier learns from.
  static func varied(_ drawing: Drawing, _ number: Int) -> Drawing {
    var vary = DrawingVariation(number: 1_000_000 + number)
    return vary(drawing)
  }

  /// Strokes through 3 to 10 random points.
  static func random(_ number: Int, strokes: Int = 1, corners: ClosedRange<Int> = 3...10) -> Drawing
  {
    var generator = SeededGenerator(seed: 7, item: number)
    return Drawing(
      strokes: (0..<strokes).map { _ in
        let corners = (0..<corners.lowerBound + generator.index(below: corners.count)).map { _ in
          Point(x: 100 * generator.gaussian(), y: 100 * generator.gaussian())
        }
        return corners.resampled(to: 20 + generator.index(below: 40))
      })
  }
}

// Of a copy, since the macros of tests cannot call what mutates.
extension Drawing {
  /// The drawing in reverse: each stroke from its end to its start, and the last stroke first.
  var reversed: Drawing { Drawing(strokes: strokes.reversed().map { $0.reversed() }) }
}

extension ShapeClassifier {
  func match(_ drawing: Drawing) -> ShapeMatch? {
    var copy = self
    return copy.classify(drawing)
  }

  func firstCandidate(_ drawing: Drawing) -> ShapeCandidate? {
    var copy = self
    return copy.candidates(drawing).first
  }

  func isUnfinished(_ drawing: Drawing) -> Bool {
    var copy = self
    return copy.mayContinue(drawing)
  }
}
