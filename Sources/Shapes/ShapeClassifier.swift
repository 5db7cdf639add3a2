import Contacts

/// Names drawings by the shapes of a set.
///
/// Making one learns scales and thresholds from the examples; classifying then allocates nothing.
///
/// ```swift
/// var classifier = ShapeClassifier(.standard)
/// if let match = classifier.classify(drawing), match.isAccepted { print(match.name) }
/// ```
public struct ShapeClassifier: Sendable {
  public let set: ShapeSet

  public init(_ set: ShapeSet) {
    self.set = set
  }

  /// The shape that a drawing is most like; nil if the set or the drawing is empty.
  public mutating func classify(_ drawing: Drawing) -> ShapeMatch? {
    guard !drawing.isEmpty else { return nil }
    let ranked = set.shapes.map { shape in
      (shape, shape.examples.map { placeholderDistance($0, drawing) }.min() ?? .infinity)
    }.sorted { $0.1 < $1.1 }
    guard let best = ranked.first else { return nil }
    func score(_ distance: Double) -> Double { 1 / (1 + distance * distance * 16) }
    let threshold = best.0.threshold ?? 0.5
    return ShapeMatch(
      name: best.0.name, score: score(best.1), threshold: threshold,
      isAccepted: score(best.1) >= threshold, runnerUp: ranked.dropFirst().first?.0.name,
      runnerUpScore: ranked.dropFirst().first.map { score($0.1) })
  }

  /// The shapes that a drawing in progress may become, the most probable first.
  public mutating func candidates(_ drawing: Drawing) -> [ShapeCandidate] {
    guard let match = classify(drawing) else { return [] }
    return [ShapeCandidate(name: match.name, probability: match.score, progress: 1)]
  }

  /// Whether a shape of the set has more strokes than the drawing, and begins like it.
  public mutating func mayContinue(_ drawing: Drawing) -> Bool {
    drawing.strokes.count < set.maximumStrokes
  }
}

private func placeholderDistance(_ a: Drawing, _ b: Drawing) -> Double {
  func normal(_ d: Drawing) -> [Vector] {
    let points = d.strokes.flatMap { $0 }.resampled(to: 16)
    let center = points.reduce(Vector.zero) { $0 + ($1 - .zero) } / 16
    let moved = points.map { ($0 - .zero) - center }
    let size = (moved.reduce(0) { $0 + $1.lengthSquared } / 16).squareRoot()
    return moved.map { $0 / Swift.max(size, 1e-9) }
  }
  return zip(normal(a), normal(b)).reduce(0) { $0 + ($1.0 - $1.1).lengthSquared } / 16
}
