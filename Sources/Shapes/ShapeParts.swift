import Contacts

/// The beginnings of shapes: parts of single strokes, and subsets of several strokes.
struct ShapeParts: Sendable {
  /// The fractions of a stroke that are its parts: an eighth to all of it, in eighths.
  private static let fractions = stride(from: 0.125, through: 1, by: 0.125)
  /// The most examples of a shape that are divided into parts.
  private static let maximumExamples = 4
  /// The most strokes that may be drawn in any order. An example with more strokes has only parts
  /// that begin with its first stroke and keep the order.
  private static let maximumStrokes = 4
  /// The least score of a part at which a drawing may continue: low, since waiting costs little.
  private static let minimumScore = 0.2

  /// The fraction of its shape that each part covers, by the part's number.
  private var progress: [Double] = []
  /// The parts of examples with one stroke.
  private var strokes: StrokeMatcher
  /// Subsets of the strokes of examples with several strokes, drawn in either direction.
  private var unfinished: CloudMatcher
  /// The complete examples with several strokes.
  private var finished: CloudMatcher
  private var distances: ShapeDistances
  private let names: [String]

  init(_ set: ShapeSet, weights: [Float]) {
    strokes = StrokeMatcher(shapes: set.shapes.count)
    unfinished = CloudMatcher(shapes: set.shapes.count)
    finished = CloudMatcher(shapes: set.shapes.count)
    distances = ShapeDistances(weights: weights, hasAll: true)
    names = set.shapes.map(\.name)
    for (index, shape) in set.shapes.enumerated() {
      for example in evenly(shape.examples, Self.maximumExamples) where !example.isEmpty {
        if example.strokes.count == 1 {
          addParts(of: example.strokes[0], index, shape.tolerance)
        } else {
          addParts(of: example, index, shape.tolerance)
        }
      }
    }
  }

  private mutating func addParts(of stroke: [Point], _ shape: Int, _ tolerance: Shape.Tolerance) {
    let points = stroke.resampled(to: 65)
    for fraction in Self.fractions {
      let part = Drawing(Array(points.prefix(1 + Int(fraction * 64))))
      strokes.add(part, of: shape, number: progress.count, tolerance: tolerance)
      progress.append(fraction)
    }
  }

  private mutating func addParts(of example: Drawing, _ shape: Int, _ tolerance: Shape.Tolerance) {
    let length = example.length
    for part in Self.subsets(of: example.strokes).map(Drawing.init(strokes:)) {
      unfinished.add(part, of: shape, number: progress.count, tolerance: tolerance)
      progress.append(length > 0 ? min(1, part.length / length) : 1)
    }
    finished.add(example, of: shape, number: progress.count, tolerance: tolerance)
    progress.append(1)
  }

  /// The parts of an example with several strokes: some of the strokes, but not all.
  private static func subsets(of strokes: [[Point]]) -> [[[Point]]] {
    guard strokes.count <= maximumStrokes else {
      let beginnings = strokes.indices.dropLast().prefix(DrawingRecorder.maximumStrokes)
      return beginnings.map { Array(strokes[...$0]) }
    }
    return (1..<(1 << strokes.count) - 1).map { bits in
      strokes.indices.filter { bits & 1 << $0 != 0 }.map { strokes[$0] }
    }
  }

  mutating func candidates(_ drawing: Drawing) -> [ShapeCandidate] {
    distances.reset()
    strokes.measure(drawing, excluding: nil, into: &distances)
    unfinished.measure(drawing, excluding: nil, into: &distances)
    finished.measure(drawing, excluding: nil, into: &distances)
    // The odds of anything else are 1.
    var total = 1.0
    var result: [ShapeCandidate] = []
    for shape in distances.distances.indices where distances.distances[shape] < .infinity {
      let score = ShapeScale.score(distances.distances[shape])
      let odds = score / max(1e-9, 1 - score)
      total += odds
      result.append(
        ShapeCandidate(
          name: names[shape], probability: odds, progress: progress[distances.examples[shape]]))
    }
    for index in result.indices { result[index].probability /= total }
    return result.sorted { $0.probability > $1.probability }
  }

  mutating func mayContinue(_ drawing: Drawing) -> Bool {
    distances.reset()
    unfinished.measure(drawing, excluding: nil, into: &distances)
    let nearest = distances.nearest.0
    return nearest >= 0 && ShapeScale.score(distances.distances[nearest]) >= Self.minimumScore
  }
}
