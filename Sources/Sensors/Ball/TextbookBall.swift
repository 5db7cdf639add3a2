public import Timeline

/// The textbook's ball, integrated as it is there.
///
/// Velocity first, then the place (semi-implicit Euler), so that the way depends on the step; at a
/// wall the place is clamped and the velocity lost. The place is the upper left corner of the ball's
/// image, in pixels, y downward.
public struct TextbookBall: Hashable, Sendable {
  /// Pixels for each g s². The textbook's number.
  public static let multiplier = 500.0

  public let box: BallBox
  /// The upper left corner of the image, and where it was before the last step.
  public private(set) var x = 0.0
  public private(set) var y = 0.0
  public private(set) var previousX = 0.0
  public private(set) var previousY = 0.0
  /// In g s.
  public private(set) var velocityX = 0.0
  public private(set) var velocityY = 0.0
  private var lastTime: Timestamp?

  /// A ball at rest at the textbook's start, which takes the centre for a corner and adds half the
  /// image instead of subtracting it.
  public init(box: BallBox = .textbook) {
    self.init(
      box: box, x: box.width / 2 + box.ballSize / 2, y: box.height / 2 + box.ballSize / 2)
  }

  /// A ball at rest whose image has this upper left corner.
  public init(box: BallBox, x: Double, y: Double) {
    self.box = box
    move(toX: x, y: y)
    previousX = self.x
    previousY = self.y
  }

  /// One step of `duration` seconds.
  public mutating func step(_ duration: Double, _ acceleration: Acceleration) {
    let (ax, ay) = BallBox.screenAxes(acceleration)
    velocityY += ay * duration
    velocityX += ax * duration
    move(
      toX: x + duration * velocityX * TextbookBall.multiplier,
      y: y + duration * velocityY * TextbookBall.multiplier)
  }

  /// What the textbook does when it draws: a step since the time before, however long ago that is;
  /// the first call only remembers its time.
  public mutating func draw(at time: Timestamp, _ acceleration: Acceleration) {
    defer { lastTime = time }
    guard let lastTime else { return }
    step(time.seconds(since: lastTime), acceleration)
  }

  /// The textbook's setter: left, top, right, bottom, in this order.
  private mutating func move(toX newX: Double, y newY: Double) {
    previousX = x
    previousY = y
    x = newX
    y = newY
    if x < 0 {
      x = 0
      velocityX = 0
    }
    if y < 0 {
      y = 0
      velocityY = 0
    }
    if x > box.width - box.ballSize {
      x = box.width - box.ballSize
      velocityX = 0
    }
    if y > box.height - box.ballSize {
      y = box.height - box.ballSize
      velocityY = 0
    }
  }
}
