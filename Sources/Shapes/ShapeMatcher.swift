/// Measures the distances of drawings from examples of shapes.
///
/// ``StrokeMatcher`` compares single strokes in the direction in which they were drawn;
/// ``CloudMatcher`` compares drawings of any number of strokes, in any order and direction.
public protocol ShapeMatcher: Sendable {
  /// A matcher without examples.
  init()

  /// Adds an example.
  ///
  /// - Parameters:
  ///   - example: A drawing that is not empty.
  ///   - shape: The number of its shape, not less than that of the previous example.
  ///   - number: The number that identifies the example in ``measure(_:excluding:into:)``.
  mutating func add(_ example: Drawing, of shape: Int, number: Int, tolerance: Shape.Tolerance)

  /// Measures a drawing, without allocating.
  ///
  /// - Parameters:
  ///   - drawing: A drawing that is not empty.
  ///   - excluded: The number of an example to leave out; nil for none.
  ///   - distances: The result, to which the distances of the nearest shapes are added.
  mutating func measure(
    _ drawing: Drawing, excluding excluded: Int?, into distances: inout ShapeDistances)
}

/// The distance of a drawing from each shape, measured to the shape's nearest example.
///
/// The nearest example is the one that looks most alike; its distance determines the score. A
/// shape's distance is multiplied by a weight, so that the scores of different shapes are
/// comparable, and its looks by the root of the weight (measured). The distances of shapes other
/// than the nearest and the runner-up may be infinite.
public struct ShapeDistances: Sendable {
  /// The weighted distance of each shape, by its number.
  public private(set) var distances: [Float]
  /// The number of each shape's nearest example.
  public private(set) var examples: [Int]
  /// The numbers of the nearest shape and of the runner-up; -1 for a missing shape.
  public private(set) var nearest = (-1, -1)
  /// The looks of each shape's nearest example, times the root of the shape's weight.
  private var looks: [Float]
  private let weights: [Float]
  private let rootWeights: [Float]
  private let hasAll: Bool

  /// - Parameters:
  ///   - weights: The weight of each shape, by its number; above 0.
  ///   - hasAll: Whether the distance of every shape is needed, not only of the nearest two.
  public init(weights: [Float], hasAll: Bool = false) {
    self.weights = weights
    rootWeights = weights.map { $0.squareRoot() }
    self.hasAll = hasAll
    distances = [Float](repeating: .infinity, count: weights.count)
    looks = distances
    examples = [Int](repeating: -1, count: weights.count)
  }

  /// Resets all distances to infinity.
  public mutating func reset() {
    for shape in distances.indices {
      distances[shape] = .infinity
      looks[shape] = .infinity
    }
    nearest = (-1, -1)
  }

  /// The looks from which on an example of the shape is irrelevant, because another example of the
  /// shape, or two other shapes, are nearer.
  public func limit(of shape: Int) -> Float {
    let second = hasAll || nearest.1 < 0 ? .infinity : looks[nearest.1]
    return min(looks[shape], second) / rootWeights[shape]
  }

  /// Adds the distance from an example of a shape; its looks equal it if they are nil.
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
