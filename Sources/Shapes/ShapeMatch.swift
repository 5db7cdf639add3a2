/// The shape nearest to a drawing, and its score.
public struct ShapeMatch: Hashable, Sendable {
  /// The name of the nearest shape, even if it is not accepted.
  public var name: String
  /// The probability that the drawing is the shape rather than something else, 0 to 1.
  public var score: Double
  /// The least score at which the shape is accepted.
  public var threshold: Double
  /// Whether the score reaches the threshold, and no counter-example is nearer.
  public var isAccepted: Bool
  /// The second nearest shape; nil if no other shape has an example of an allowed size.
  public var runnerUp: String?
  /// The score of the runner-up, which may be higher than ``score``.
  public var runnerUpScore: Double?

  public init(
    name: String, score: Double, threshold: Double, isAccepted: Bool, runnerUp: String? = nil,
    runnerUpScore: Double? = nil
  ) {
    self.name = name
    self.score = score
    self.threshold = threshold
    self.isAccepted = isAccepted
    self.runnerUp = runnerUp
    self.runnerUpScore = runnerUpScore
  }
}

/// A shape that a drawing in progress may become.
public struct ShapeCandidate: Hashable, Sendable {
  public var name: String
  /// 0 to 1; the probabilities of all candidates, and of anything else, add up to 1.
  public var probability: Double
  /// The fraction of the shape that is already drawn, 0 to 1.
  public var progress: Double
}
