import Sensors
import Testing
import Timeline

@Suite("Textbook ball")
struct TextbookBallTests {
  /// A ball in the middle of a box that is too large for it to reach a wall.
  private func ball() -> TextbookBall {
    TextbookBall(box: BallBox(width: 10_000, height: 10_000, ballSize: 50), x: 5000, y: 5000)
  }

  @Test(
    "From rest at 1 g the ball moves 500 a dt² n (n + 1) / 2",
    arguments: [(1, 0.1388889), (2, 0.4166667), (3, 0.8333333), (10, 7.6388889), (60, 254.1666667)])
  func steps(count: Int, distance: Double) {
    var right = ball()
    var down = ball()
    for _ in 0..<count {
      right.step(1.0 / 60, Acceleration(x: 1, y: 0, z: 0))
      // Upright: gravity is -1 on y, and the ball falls down the screen, where y grows.
      down.step(1.0 / 60, Acceleration(x: 0, y: -1, z: 0))
    }
    #expect(abs(right.x - 5000 - distance) < 1e-7)
    #expect(abs(down.y - 5000 - distance) < 1e-7)
    #expect(abs(right.velocityX - Double(count) / 60) < 1e-12)
  }

  @Test(
    "The distance in a second depends on the step size",
    arguments: [(1, 500.0), (30, 258.3333), (60, 254.1667), (120, 252.0833)])
  func stepDependence(rate: Int, distance: Double) {
    var ball = ball()
    for _ in 0..<rate { ball.step(1 / Double(rate), Acceleration(x: 1, y: 0, z: 0)) }
    #expect(abs(ball.x - 5000 - distance) < 1e-4)
  }

  @Test("A loop of fixed steps reaches 254.1666667, not the 254.1768 of steps of 16,667 µs")
  func loop() {
    var ball = ball()
    FixedStepLoop().advance(to: Timestamp(seconds: 1)) { step in
      ball.step(step.duration, Acceleration(x: 1, y: 0, z: 0))
    }
    #expect(abs(ball.x - 5254.1666667) < 1e-7)
    var rounded = self.ball()
    for _ in 0..<60 { rounded.step(0.016667, Acceleration(x: 1, y: 0, z: 0)) }
    #expect(abs(rounded.x - 5254.1768) < 1e-4)
  }

  @Test(
    "The ball reaches the right wall, then the floor, and stays there",
    arguments: [(185.0, 255.0, 49, 67), (135.0, 205.0, 62, 77)])
  func box(x: Double, y: Double, wall: Int, floor: Int) {
    var ball = TextbookBall(box: .textbook, x: x, y: y)
    var reached: (wall: Int?, floor: Int?) = (nil, nil)
    for step in 1...200 {
      ball.step(1.0 / 60, Acceleration(x: 0.5, y: -0.5, z: 0))
      if reached.wall == nil, ball.x == 270 {
        reached.wall = step
        #expect(ball.velocityX == 0)
      }
      if reached.floor == nil, ball.y == 410 { reached.floor = step }
    }
    #expect(reached.wall == wall)
    #expect(reached.floor == floor)
    #expect(ball.x == 270 && ball.y == 410)
  }

  @Test("The start is off the centre by the size of the image")
  func start() {
    let ball = TextbookBall()
    #expect(ball.x == 185 && ball.y == 255)
  }
}
