import Contacts

/// The beginnings of shapes, for drawings in progress: parts of a stroke, and some of several strokes.
struct ShapeParts: Sendable {
  /// A shape that a drawing may become.
  struct Candidate {
    var shape: Int
    var probability: Double
    var progress: Double
  }

  /// The parts of a stroke: from an eighth on, in eighths.
  private static let fractions = stride(from: 0.125, through: 1, by: 0.125)
  /// The examples of a shape that are cut into parts, at most.
  private static let mostExamples = 4
  /// Beyond that many strokes only the first ones are a part, in their order: any four of eight would be 70.
  private static let mostStrokes = 5
  /// The score of a part from which on a drawing may continue: a fifth. A wait that was in vain costs less
  /// than a shape that was cut in two.
  private static let leastScore = 0.2

  /// How much of its shape each part is.
  private var progress: [Double] = []
  private var matcher = MixedMatcher()
  /// The parts that lack strokes.
  private var unfinished = MixedMatcher()
  private var distances: ShapeDistances

  init(_ set: ShapeSet, weights: [Float]) {
    distances = ShapeDistances(weights: weights)
    for (index, shape) in set.shapes.enumerated() {
      for example in evenly(shape.examples, ShapeParts.mostExamples) where !example.isEmpty {
        add(example, of: index, shape.tolerance)
      }
    }
  }

  private mutating func add(_ example: Drawing, of shape: Int, _ tolerance: Shape.Tolerance) {
    for (part, progress) in ShapeParts.parts(of: example) {
      matcher.add(part, of: shape, number: self.progress.count, tolerance: tolerance)
      if part.strokes.count < example.strokes.count {
        unfinished.add(part, of: shape, number: self.progress.count, tolerance: tolerance)
      }
      self.progress.append(progress)
    }
  }

  /// The parts, and how much of the example each is.
  private static func parts(of example: Drawing) -> [(Drawing, Double)] {
    guard example.strokes.count == 1 else {
      let length = example.length
      return subsets(of: example.strokes).map(Drawing.init(strokes:)).map { part in
        (part, length > 0 ? min(1, part.length / length) : 1)
      }
    }
    let points = example.strokes[0].resampled(to: 65)
    return fractions.map { (Drawing(Array(points.prefix(1 + Int($0 * 64)))), $0) }
  }

  /// Any of a few strokes, since they may be drawn in any order; of many, the first ones, and the whole.
  private static func subsets(of strokes: [[Point]]) -> [[[Point]]] {
    guard strokes.count <= mostStrokes else {
      let beginnings = strokes.indices.dropLast().prefix(DrawingRecorder.maximumStrokes)
      return beginnings.map { Array(strokes[...$0]) } + [strokes]
    }
    return (1..<1 << strokes.count).map { bits in
      strokes.indices.filter { bits & 1 << $0 != 0 }.map { strokes[$0] }
    }
  }
}

extension ShapeParts {
  /// The most probable first.
  mutating func candidates(_ drawing: Drawing) -> [Candidate] {
    distances.reset()
    matcher.measure(drawing, excluding: nil, into: &distances)
    var total = 1.0
    var result: [Candidate] = []
    for shape in distances.distances.indices where distances.distances[shape] < .infinity {
      let score = ShapeScale.score(distances.distances[shape])
      let odds = score / max(1e-9, 1 - score)
      total += odds
      result.append(
        Candidate(
          shape: shape, probability: odds, progress: progress[distances.examples[shape]]))
    }
    for index in result.indices { result[index].probability /= total }
    return result.sorted { ($1.probability, $0.shape) < ($0.probability, $1.shape) }
  }

  mutating func mayContinue(_ drawing: Drawing) -> Bool {
    distances.reset()
    unfinished.measure(drawing, excluding: nil, into: &distances)
    let nearest = distances.nearest.0
    return nearest >= 0
      && ShapeScale.score(distances.distances[nearest]) >= ShapeParts.leastScore
  }
}
