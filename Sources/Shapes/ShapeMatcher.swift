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
/// Each shape's distances are multiplied by a weight, so that they can be compared. Those of the
/// nearest shape and of the next one are those of the nearest candidates of their matcher; others
/// may be infinite.
public struct ShapeDistances: Sendable {
  /// By the number of the shape.
  public private(set) var distances: [Float]
  /// The number of each shape's nearest example.
  public private(set) var examples: [Int]
  /// The number of the nearest shape, and of the next one; -1 without one.
  public private(set) var nearest = (-1, -1)
  private let weights: [Float]
  private let hasAll: Bool

  /// - Parameters:
  ///   - weights: By the number of the shape, each above 0.
  ///   - hasAll: Whether the distance of every shape is to be known, not only of the nearest two.
  public init(weights: [Float], hasAll: Bool = false) {
    self.weights = weights
    self.hasAll = hasAll
    distances = [Float](repeating: .infinity, count: weights.count)
    examples = [Int](repeating: -1, count: weights.count)
  }

  /// Forgets all distances.
  public mutating func reset() {
    for shape in distances.indices { distances[shape] = .infinity }
    nearest = (-1, -1)
  }

  /// Distances of a shape's examples from this one on need not be known: others of the shape are
  /// nearer, or two other shapes are.
  public func limit(of shape: Int) -> Float {
    let second = hasAll || nearest.1 < 0 ? .infinity : distances[nearest.1]
    return min(distances[shape], second) / weights[shape]
  }

  /// Adds the distance from an example of a shape.
  public mutating func add(_ distance: Float, shape: Int, example: Int) {
    let distance = distance * weights[shape]
    guard distance < distances[shape] else { return }
    distances[shape] = distance
    examples[shape] = example
    if shape == nearest.0 { return }
    if nearest.0 < 0 || distance < distances[nearest.0] {
      nearest = (shape, nearest.0)
    } else if nearest.1 < 0 || distance < distances[nearest.1] {
      nearest.1 = shape
    }
  }
}
