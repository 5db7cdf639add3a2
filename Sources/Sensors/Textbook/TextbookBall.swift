/// The ball of the textbook accelerometer program: velocity is integrated first, then the position
/// (semi-implicit Euler), and a wall takes the velocity. Positions are those of the upper left
/// corner of the ball's image, in pixels, y downward.
public struct TextbookBall: Hashable, Sendable {
  /// The acceleration in pixels per g s², as in the sample program.
  public static let multiplier = 500.0

  public let box: BallBox
  /// The upper left corner of the image.
  public private(set) var x = 0.0
  public private(set) var y = 0.0
  /// The velocity in g s.
  public private(set) var velocityX = 0.0
  public private(set) var velocityY = 0.0

  /// Creates a ball at rest in the start position of the program, which mistakes the centre for a
  /// corner and adds half the image instead of subtracting it.
  public init(box: BallBox = .textbook) {
    self.init(box: box, x: box.width / 2 + box.ballSize / 2, y: box.height / 2 + box.ballSize / 2)
  }

  /// Creates a ball at rest with the upper left corner of its image at a position.
  public init(box: BallBox, x: Double, y: Double) {
    self.box = box
    move(toX: x, y: y)
  }

  /// Creates a ball with a centre and a velocity in pixels/s.
  public init(box: BallBox, state: BallSimulation.State) {
    self.init(box: box, x: state.x - box.ballSize / 2, y: state.y - box.ballSize / 2)
    velocityX = state.velocityX / TextbookBall.multiplier
    velocityY = state.velocityY / TextbookBall.multiplier
  }

  /// The centre of the ball, and its velocity in pixels/s.
  public var state: BallSimulation.State {
    BallSimulation.State(
      x: x + box.ballSize / 2, y: y + box.ballSize / 2,
      velocityX: velocityX * TextbookBall.multiplier,
      velocityY: velocityY * TextbookBall.multiplier)
  }

  /// Advances by a step of `duration` seconds.
  public mutating func step(_ duration: Double, _ acceleration: Acceleration) {
    let (ax, ay) = BallBox.screenAxes(acceleration)
    velocityY += ay * duration
    velocityX += ax * duration
    move(
      toX: x + duration * velocityX * TextbookBall.multiplier,
      y: y + duration * velocityY * TextbookBall.multiplier)
  }

  /// Moves the ball as the program's setter does: it checks left, top, right and bottom.
  private mutating func move(toX newX: Double, y newY: Double) {
    x = newX
    y = newY
    func stop(_ position: inout Double, _ velocity: inout Double, at wall: Double) {
      position = wall
      velocity = 0
    }
    if x < 0 { stop(&x, &velocityX, at: 0) }
    if y < 0 { stop(&y, &velocityY, at: 0) }
    let (right, bottom) = (box.width - box.ballSize, box.height - box.ballSize)
    if x > right { stop(&x, &velocityX, at: right) }
    if y > bottom { stop(&y, &velocityY, at: bottom) }
  }
}

extension BallBox {
  /// The screen of the textbook program, 320 by 460. The ball's size is not stated; 50 is assumed.
  public static let textbook = BallBox(width: 320, height: 460, ballSize: 50)
}
