/// What a ball is made of.
public struct BallParameters: Hashable, Sendable {
  /// Pixels a second squared for each g: the textbook's 500, so that both balls fall alike.
  public var pixelsPerG = 500.0
  /// The share of the speed that a wall gives back, 0 to 1; 0.5 is about a wooden ball's.
  public var restitution = 0.5 {
    didSet { restitution = max(0, min(1, restitution)) }
  }
  /// The coefficient of friction along walls, 0 or more; 0.05 is about rolling with some slip.
  public var friction = 0.05 {
    didSet { friction = max(0, friction) }
  }
  /// A ball that comes off a wall with less, in pixels a second, stays on it if it is pressed there.
  public var restSpeed = 2.0
  /// Whether balls meet each other; where not, they pass through one another.
  public var ballsCollide = false

  public init() {}

  /// Without any loss: bounces go on for ever.
  public static var lossless: BallParameters {
    var parameters = BallParameters()
    parameters.restitution = 1
    parameters.friction = 0
    parameters.restSpeed = 0
    return parameters
  }
}
