/// Measures how far drawings are from examples of shapes.
///
/// ``StrokeMatcher`` compares single strokes in the direction in which they were drawn,
/// ``CloudMatcher`` drawings of any number of strokes, drawn in any order and direction.
public protocol ShapeMatcher: Sendable {
  /// A matcher without examples.
  init()

  /// Adds an example.
  ///
  /// - Parameters:
  ///   - example: A drawing that is not empty.
  ///   - shape: The number of its shape, not below that of the example before.
  ///   - number: A number of its own.
  mutating func add(
    _ example: Drawing, of shape: Int, number: Int, tolerance: Shape.Tolerance)

  /// Measures a drawing, without allocating.
  ///
  /// - Parameters:
  ///   - drawing: A drawing that is not empty.
  ///   - excluded: The number of an example that does not count; nil if all do.
  ///   - distances: Where the distances of the nearest shapes are added.
  mutating func measure(
    _ drawing: Drawing, excluding excluded: Int?, into distances: inout ShapeDistances)
}

/// How far a drawing is from each shape: from the nearest of its examples.
///
/// The nearest example is the one that looks most alike; its distance makes the score. A shape's
/// distance is multiplied by a weight, so that the scores of shapes can be compared, and looks by
/// the root of the weight, since hands that tremble vary all shapes alike. On imitations of such
/// hands, with an example of each shape, the names are better than with the weight itself, and on
/// the strokes of six people as good (measured). The distances of the nearest shape and of the next
/// one are those of the nearest candidates of their matcher; others may be infinite.
public struct ShapeDistances: Sendable {
  /// By the number of the shape, weighted.
  public private(set) var distances: [Float]
  /// The number of each shape's nearest example.
  public private(set) var examples: [Int]
  /// The number of the nearest shape, and of the next one; -1 without one.
  public private(set) var nearest = (-1, -1)
  /// By the number of the shape, by the root of its weight: how alike its nearest example looks.
  private var looks: [Float]
  private let weights: [Float]
  private let rootWeights: [Float]
  private let hasAll: Bool

  /// - Parameters:
  ///   - weights: By the number of the shape, each above 0.
  ///   - hasAll: Whether the distance of every shape is to be known, not only of the nearest two.
  public init(weights: [Float], hasAll: Bool = false) {
    self.weights = weights
    rootWeights = weights.map { $0.squareRoot() }
    self.hasAll = hasAll
    distances = [Float](repeating: .infinity, count: weights.count)
    looks = distances
    examples = [Int](repeating: -1, count: weights.count)
  }

  /// Forgets all distances.
  public mutating func reset() {
    for shape in distances.indices {
      distances[shape] = .infinity
      looks[shape] = .infinity
    }
    nearest = (-1, -1)
  }

  /// Looks of a shape's examples from this one on need not be known: others of the shape are
  /// nearer, or two other shapes are.
  public func limit(of shape: Int) -> Float {
    let second = hasAll || nearest.1 < 0 ? .infinity : looks[nearest.1]
    return min(looks[shape], second) / rootWeights[shape]
  }

  /// Adds the distance from an example of a shape.
  ///
  /// - Parameter looks: How alike the two look; nil if that is the distance.
  public mutating func add(_ distance: Float, looks: Float? = nil, shape: Int, example: Int) {
    let looks = (looks ?? distance) * rootWeights[shape]
    guard looks < self.looks[shape] else { return }
    self.looks[shape] = looks
    distances[shape] = distance * weights[shape]
    examples[shape] = example
    if shape == nearest.0 { return }
    if nearest.0 < 0 || looks < self.looks[nearest.0] {
      nearest = (shape, nearest.0)
    } else if nearest.1 < 0 || looks < self.looks[nearest.1] {
      nearest.1 = shape
    }
  }
}
