/// A shape to recognize: a name, and drawings of the shape.
public struct Shape: Hashable, Sendable {
  public var name: String
  /// One drawing or more; each further drawing covers another way to draw the shape.
  public var examples: [Drawing]
  /// Drawings that look like the shape but are something else.
  public var counterExamples: [Drawing]
  /// The least score at which a drawing is accepted, 0 to 1; if nil, it is learned from the
  /// examples.
  public var threshold: Double?
  public var tolerance: Tolerance

  public init(
    _ name: String, examples: [Drawing], counterExamples: [Drawing] = [], threshold: Double? = nil,
    tolerance: Tolerance = Tolerance()
  ) {
    self.name = name
    self.examples = examples
    self.counterExamples = counterExamples
    self.threshold = threshold
    self.tolerance = tolerance
  }

  /// The permitted differences between a drawing and the examples.
  public struct Tolerance: Hashable, Sendable {
    /// The largest rotation in either direction, 0 to 180 degrees; 180 permits any angle.
    public var rotation: Double
    /// Whether a stroke may be drawn from its end to its start.
    public var allowsReversal: Bool
    /// The largest ratio of the sizes of a drawing and an example, 1 or more; nil permits any size.
    public var scale: Double?

    public init(rotation: Double = 0, allowsReversal: Bool = false, scale: Double? = nil) {
      self.rotation = rotation
      self.allowsReversal = allowsReversal
      self.scale = scale
    }

    /// Whether a drawing and an example may have these sizes.
    func allows(_ size: Double, _ other: Double) -> Bool {
      guard let scale else { return true }
      return size <= other * scale && other <= size * scale
    }
  }
}

/// A set of shapes to choose from.
///
/// ```swift
/// var shapes = ShapeSet()
/// shapes.add(Drawing(points), to: "pigtail")
/// var classifier = ShapeClassifier(shapes)
/// classifier.classify(drawing)?.name
/// ```
public struct ShapeSet: Hashable, Sendable {
  /// The shapes, with unique names.
  public private(set) var shapes: [Shape]

  /// Creates a set. Shapes with the same name are merged, with the tolerance and threshold of the
  /// last.
  public init(_ shapes: [Shape] = []) {
    self.shapes = []
    for shape in shapes { add(shape) }
  }

  /// The shape with a name; nil if the set has no such shape. Setting it replaces, adds or removes
  /// the shape, and renames the new one.
  public subscript(name: String) -> Shape? {
    get { index(of: name).map { shapes[$0] } }
    set {
      var shape = newValue
      shape?.name = name
      switch (index(of: name), shape) {
      case (let index?, let shape?): shapes[index] = shape
      case (let index?, nil): shapes.remove(at: index)
      case (nil, let shape?): shapes.append(shape)
      case (nil, nil): break
      }
    }
  }

  private func index(of name: String) -> Int? { shapes.firstIndex { $0.name == name } }

  /// Adds a shape. If the set has a shape with its name, that shape gains the examples, and takes
  /// the threshold and the tolerance.
  public mutating func add(_ shape: Shape) {
    guard let index = index(of: shape.name) else { return shapes.append(shape) }
    shapes[index].examples += shape.examples
    shapes[index].counterExamples += shape.counterExamples
    shapes[index].threshold = shape.threshold
    shapes[index].tolerance = shape.tolerance
  }

  /// Adds an example to the shape with a name, which is created if the set has no such shape.
  public mutating func add(_ example: Drawing, to name: String) {
    guard let index = index(of: name) else {
      return shapes.append(Shape(name, examples: [example]))
    }
    shapes[index].examples.append(example)
  }

  /// The largest number of strokes of any example.
  public var maximumStrokes: Int {
    shapes.lazy.flatMap(\.examples).map(\.strokes.count).max() ?? 0
  }
}
