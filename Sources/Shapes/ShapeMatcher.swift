/// Measures how far drawings are from examples of shapes.
///
/// ``StrokeMatcher`` compares single strokes in the direction in which they were drawn, ``CloudMatcher``
/// drawings of any number of strokes, drawn in any order and direction.
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
/// The distances of the nearest shape and of the next one are exact; those of others may be infinite.
public struct ShapeDistances: Sendable {
  /// By the number of the shape.
  public private(set) var distances: [Float]
  /// The number of the example that is nearest, by the number of the shape.
  public private(set) var examples: [Int]
  /// The distance of the second nearest shape.
  private var second = Float.infinity
  private var smallest = Float.infinity
  private var nearest = -1

  public init(shapes: Int) {
    distances = [Float](repeating: .infinity, count: shapes)
    examples = [Int](repeating: -1, count: shapes)
  }

  /// Forgets all distances.
  public mutating func reset() {
    for shape in distances.indices { distances[shape] = .infinity }
    (second, smallest, nearest) = (.infinity, .infinity, -1)
  }

  /// Distances of a shape's examples beyond this one need not be known: others of the shape are nearer, or
  /// two other shapes are.
  public func limit(of shape: Int) -> Float { min(distances[shape], second) }

  /// Adds the distance from an example of a shape.
  public mutating func add(_ distance: Float, shape: Int, example: Int) {
    guard distance < distances[shape] else { return }
    distances[shape] = distance
    examples[shape] = example
    if distance < smallest {
      if shape != nearest { second = smallest }
      (smallest, nearest) = (distance, shape)
    } else if shape != nearest {
      second = min(second, distance)
    }
  }
}
