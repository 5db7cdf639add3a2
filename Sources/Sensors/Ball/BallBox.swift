/// A box with balls of one size in it, in pixels; y grows downward, as on a screen.
public struct BallBox: Hashable, Sendable {
  public var width: Double
  public var height: Double
  /// The diameter of the balls.
  public var ballSize: Double

  /// The textbook's screen, 320 by 460, with a ball of 50 (whose size it does not tell).
  public static let textbook = BallBox(width: 320, height: 460, ballSize: 50)

  /// A box that has room for its ball: sizes are finite, and the ball is no larger than the box.
  public init(width: Double, height: Double, ballSize: Double) {
    precondition(
      width.isFinite && height.isFinite && ballSize > 0 && ballSize <= min(width, height),
      "a ball fits into its box")
    self.width = width
    self.height = height
    self.ballSize = ballSize
  }

  /// Where the centre of a ball can be.
  var rangeX: ClosedRange<Double> { ballSize / 2...width - ballSize / 2 }
  var rangeY: ClosedRange<Double> { ballSize / 2...height - ballSize / 2 }

  /// An accelerometer's axes turned into the screen's: the one place where y, which grows upward
  /// there, is turned over.
  @inlinable
  public static func screenAxes(_ acceleration: Acceleration) -> (x: Double, y: Double) {
    (acceleration.x, -acceleration.y)
  }
}
