import SceneHost

/// Rolls a ball over the screen as the device is tilted, in steps of 1/60 s.
///
/// By the textbook rules it starts off the center, stops at walls, and its path depends on the
/// step. Otherwise it is exact and bounces, and its speed and the walls that it touches are shown.
public final class Ball: Scene {
  public static let size = Setting.slider("size", "Diameter in points", 50, in: 20...100, step: 5)
  public static let bounce = Setting.slider(
    "bounce", "Speed kept when bouncing", 0.5, in: 0...1, step: 0.05)
  public static let friction = Setting.slider("friction", "Friction", 0.05, in: 0...0.5, step: 0.05)
  private static let stepsPerSpeed: Int64 = 15  // Four times a second, so that it can be read.
  private static let greatestSpeed = 1e5  // In points/s; faster balls bounce too often.

  private let canvas: Canvas
  private let speed = Label("speed", frame: Rect(x: 8, y: 8, width: 280, height: 24), color: .white)
  private let wall = Label("wall", frame: Rect(x: 8, y: 36, width: 280, height: 24), color: .white)
  private var textbookBall = TextbookBall()
  private var simulation = BallSimulation()
  private var sample: AccelerationSample?
  private var drawn = Rect.zero  // Around the ball.

  public override class var summary: Text { Text("a ball that rolls as the device is tilted") }

  public override class var settings: SettingsPane {
    [.setting(size), .group("Standard rules"), .setting(bounce), .setting(friction)]
  }

  public required init(_ context: SceneContext) {
    canvas = Canvas("ball", frame: Rect(origin: .zero, size: context.screenSize))
    super.init(context)
    view.addSubview(canvas)
    for label in context.isTextbook ? [] : [speed, wall] { view.addSubview(label) }
    place(nil)
    context.accelerometer.delegate = self
    context.loop.add(self)
  }

  /// Puts the ball somewhere, or where it starts.
  private func place(_ state: BallSimulation.State?) {
    let (screen, size) = (context.screenSize, context.settings[Ball.size])
    let box = BallBox(width: screen.width, height: screen.height, ballSize: size)
    var parameters = BallParameters()
    parameters.restitution = context.settings[Ball.bounce]
    parameters.friction = context.settings[Ball.friction]
    simulation = BallSimulation(
      box: box, balls: state.map { [$0] }, parameters: parameters, origin: context.clock.now)
    if let sample { simulation.append(sample) }
    textbookBall = state.map { TextbookBall(box: box, state: $0) } ?? TextbookBall(box: box)
    draw()
  }

  public override func settingsDidChange() {
    simulation.advance(to: context.clock.now.seconds(since: simulation.origin))
    place(state)
  }

  /// The center of the ball, and its velocity in points/s.
  private var state: BallSimulation.State {
    context.isTextbook ? textbookBall.state : simulation[0]
  }

  private func draw() {
    let size = simulation.box.ballSize
    let x = context.isTextbook ? textbookBall.x : simulation[0].x - size / 2
    let y = context.isTextbook ? textbookBall.y : simulation[0].y - size / 2
    let ball = Rect(x: x, y: y, width: size, height: size)
    guard ball != drawn else { return }
    let figure: Figure.Kind = context.isTextbook ? .image("ball.png", ball) : .ellipse(ball)
    let backdrop = Figure(.rectangle(canvas.bounds), color: .black, isFilled: true)
    canvas.figures = [backdrop, Figure(figure, color: .yellow, lineWidth: 0, isFilled: true)]
    canvas.setNeedsDisplay(drawn == .zero ? nil : region(drawn).union(region(ball)))
    drawn = ball
  }

  /// What is drawn again. The textbook takes the far corner's coordinates for width and height.
  private func region(_ ball: Rect) -> Rect {
    guard context.isTextbook else { return ball }
    return Rect(x: ball.minX, y: ball.minY, width: ball.maxX, height: ball.maxY)
  }

  private func describe(_ step: FixedStep) {
    if step.number % Ball.stepsPerSpeed == 0 {
      let velocity = Vector(dx: state.velocityX, dy: state.velocityY) / Window.pointsPerMillimetre
      speed.text = Text("%@ mm/s", .number(velocity.length, decimals: 0))
    }
    let far = canvas.bounds
    let side = drawn.minX <= 0 ? Text("left") : drawn.maxX >= far.maxX ? Text("right") : .empty
    let end = drawn.minY <= 0 ? Text("top") : drawn.maxY >= far.maxY ? Text("bottom") : .empty
    wall.text = side.isEmpty ? end : end.isEmpty ? side : Text("%@ and %@", .text(end), .text(side))
  }

  public override func save(to memory: inout SceneMemory) throws {
    try memory.encode([state.x, state.y, state.velocityX, state.velocityY], forKey: "ball")
  }

  public override func restore(from memory: SceneMemory) throws {
    let ball = try memory.decode([Double].self, forKey: "ball") ?? []
    guard ball.count == 4 else { return }
    let speeds = ball[2...].map { max(-Ball.greatestSpeed, min(Ball.greatestSpeed, $0)) }
    place(.init(x: ball[0], y: ball[1], velocityX: speeds[0], velocityY: speeds[1]))
  }
}

extension Ball: AccelerometerDelegate, FixedStepClient {
  public func accelerometer(_: Accelerometer, didAccelerate sample: AccelerationSample) {
    self.sample = sample
    simulation.append(sample)
  }

  public func perform(_ step: FixedStep) {
    guard !context.isTextbook else {
      textbookBall.step(step.duration, sample?.acceleration ?? .zero)
      return draw()
    }
    simulation.advance(to: step.seconds - simulation.origin.seconds)
    draw()
    describe(step)
  }
}
