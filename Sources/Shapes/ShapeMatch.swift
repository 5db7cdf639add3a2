/// What a drawing is most like.
public struct ShapeMatch: Hashable, Sendable {
  /// The name of the nearest shape, also if it is not accepted.
  public var name: String
  /// 0 to 1: how likely it is that the drawing is the shape rather than something else.
  public var score: Double
  /// The least score at which the shape is accepted.
  public var threshold: Double
  /// Whether the score reaches the threshold, and no counter-example is nearer.
  public var isAccepted: Bool
  /// The next shape; nil if no other one has an example of an allowed size.
  public var runnerUp: String?
  /// The score of the runner-up, which may be the higher one: the name goes by looks, and the score
  /// by the order of drawing, too.
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
  /// 0 to 1; those of all candidates, and of anything else, add up to 1.
  public var probability: Double
  /// The part of the shape that is drawn already, 0 to 1.
  public var progress: Double

  public init(name: String, probability: Double, progress: Double) {
    self.name = name
    self.probability = probability
    self.progress = progress
  }
}
