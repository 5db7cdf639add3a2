/// Finds the shape of a set that a drawing is most like.
///
/// The initializer learns from the examples, which takes milliseconds. Classifying a drawing takes
/// microseconds and allocates nothing.
///
/// ```swift
/// var classifier = ShapeClassifier(.standard)
/// if let match = classifier.classify(drawing), match.isAccepted { print(match.name) }
/// ```
///
/// A ``StrokeMatcher`` compares drawings of one stroke with examples of one stroke, a
/// ``CloudMatcher`` all others.
public struct ShapeClassifier: Sendable {
  public let set: ShapeSet
  /// The least score at which each shape is accepted, in the order of the set.
  public private(set) var thresholds: [Double]

  /// The number of strokes of each example, by the example's number.
  private let strokeCounts: [Int]
  private var matcher = MixedMatcher()
  private var distances: ShapeDistances
  /// The counter-examples of each shape, apart from those of others, which may be nearer; nil for a
  /// shape without.
  private var counterMatchers: [MixedMatcher?] = []
  private var counterDistances: ShapeDistances
  private var parts: ShapeParts

  public init(_ set: ShapeSet) {
    self.set = set
    strokeCounts = set.shapes.flatMap(\.examples).filter { !$0.isEmpty }.map(\.strokes.count)
    let weights = set.shapes.map { ShapeScale($0).weight }
    distances = ShapeDistances(weights: weights)
    counterDistances = distances
    parts = ShapeParts(set, weights: weights)
    var number = 0
    for (index, shape) in set.shapes.enumerated() {
      for example in shape.examples where !example.isEmpty {
        matcher.add(example, of: index, number: number, tolerance: shape.tolerance)
        number += 1
      }
      var counterMatcher: MixedMatcher?
      for example in shape.counterExamples where !example.isEmpty {
        if counterMatcher == nil { counterMatcher = MixedMatcher() }
        counterMatcher?.add(example, of: index, number: 0, tolerance: shape.tolerance)
      }
      counterMatchers.append(counterMatcher)
    }

    thresholds = set.shapes.map { $0.threshold ?? ThresholdLearning.middle }
    learnThresholds()
  }

  // MARK: Classifying

  /// The shape nearest to a drawing; nil if the drawing is empty, or no example has an allowed
  /// size.
  public mutating func classify(_ drawing: Drawing) -> ShapeMatch? {
    guard measure(drawing) else { return nil }
    let (best, next) = distances.nearest
    guard best >= 0 else { return nil }
    let score = score(best)
    var match = ShapeMatch(
      name: set.shapes[best].name, score: score, threshold: thresholds[best],
      isAccepted: score >= thresholds[best] && !isCounterExample(drawing, of: best))
    if next >= 0 {
      match.runnerUp = set.shapes[next].name
      match.runnerUpScore = self.score(next)
    }
    return match
  }

  /// The number of strokes of the example nearest to the last classified drawing; 0 if there is
  /// none.
  package var nearestStrokeCount: Int {
    let shape = distances.nearest.0
    guard shape >= 0 else { return 0 }
    let example = distances.examples[shape]
    return strokeCounts.indices.contains(example) ? strokeCounts[example] : 0
  }

  /// The shapes that a drawing in progress may become, the most probable first.
  ///
  /// A drawing is compared with the beginnings of the examples. The probabilities of all
  /// candidates, and of anything else, add up to 1.
  public mutating func candidates(_ drawing: Drawing) -> [ShapeCandidate] {
    drawing.isEmpty ? [] : parts.candidates(drawing)
  }

  /// Whether the drawing may be the first strokes of a shape that has more strokes.
  public mutating func mayContinue(_ drawing: Drawing) -> Bool {
    guard drawing.strokes.count < set.maximumStrokes, !drawing.isEmpty else { return false }
    return parts.mayContinue(drawing)
  }

  /// Measures the distances of a drawing from all shapes, leaving out an example by its number;
  /// false if the drawing is empty.
  private mutating func measure(_ drawing: Drawing, excluding excluded: Int? = nil) -> Bool {
    guard !drawing.isEmpty else { return false }
    distances.reset()
    matcher.measure(drawing, excluding: excluded, into: &distances)
    return true
  }

  private func score(_ shape: Int) -> Double { ShapeScale.score(distances.distances[shape]) }

  private mutating func isCounterExample(_ drawing: Drawing, of shape: Int) -> Bool {
    if counterMatchers[shape] == nil { return false }
    counterDistances.reset()
    counterMatchers[shape]?.measure(drawing, excluding: nil, into: &counterDistances)
    return counterDistances.distances[shape] < distances.distances[shape]
  }

  // MARK: Learning

  /// A shape and a drawing's score for it.
  struct Candidate {
    var shape: Int
    var score: Double
    /// The number of the nearest example.
    var example: Int
  }

  /// The nearest shape and the runner-up, leaving out an example by its number.
  mutating func nearest(
    to drawing: Drawing, excluding number: Int? = nil
  ) -> (best: Candidate, next: Candidate?)? {
    guard measure(drawing, excluding: number), distances.nearest.0 >= 0 else { return nil }
    let (best, next) = distances.nearest
    return (candidate(best), next < 0 ? nil : candidate(next))
  }

  private func candidate(_ shape: Int) -> Candidate {
    Candidate(shape: shape, score: score(shape), example: distances.examples[shape])
  }

  private mutating func learnThresholds() {
    var number = 0
    for (index, shape) in set.shapes.enumerated() {
      if shape.threshold == nil {
        let learning = ThresholdLearning(set, shape: index, firstNumber: number)
        thresholds[index] = learning.threshold { drawing, excluded in
          nearest(to: drawing, excluding: excluded).map { ($0.best.shape, $0.best.score) }
        }
      }
      number += shape.examples.count { !$0.isEmpty }
    }
  }
}

/// A ``StrokeMatcher`` for single strokes, and a ``CloudMatcher`` for the rest.
struct MixedMatcher: ShapeMatcher {
  private var strokes = StrokeMatcher()
  private var clouds = CloudMatcher()

  init() { clouds.comparesSingleStrokes = false }

  mutating func add(_ example: Drawing, of shape: Int, number: Int, tolerance: Shape.Tolerance) {
    strokes.add(example, of: shape, number: number, tolerance: tolerance)
    clouds.add(example, of: shape, number: number, tolerance: tolerance)
  }

  mutating func measure(
    _ drawing: Drawing, excluding excluded: Int?, into distances: inout ShapeDistances
  ) {
    strokes.measure(drawing, excluding: excluded, into: &distances)
    clouds.measure(drawing, excluding: excluded, into: &distances)
  }
}
