public import Timeline

/// Simulates balls in a box that is tilted and shaken, exactly and at any step size.
///
/// Between two samples the acceleration is linear, and after the last one it is held. The state at
/// a time does not depend on the times at which it was read before. Seconds count from the origin.
/// Lengths are pixels, y grows downward, and positions are those of centres.
public struct BallSimulation: Sendable {
  /// The state of a ball at ``BallSimulation/time``.
  public struct State: Hashable, Sendable {
    public var x: Double
    public var y: Double
    /// The velocity in pixels/s.
    public var velocityX: Double
    public var velocityY: Double

    public init(x: Double, y: Double, velocityX: Double = 0, velocityY: Double = 0) {
      self.x = x
      self.y = y
      self.velocityX = velocityX
      self.velocityY = velocityY
    }
  }

  public let box: BallBox
  public let parameters: BallParameters
  /// The time of the samples' clock at 0 s.
  public let origin: Timestamp
  /// The time up to which the simulation has advanced, in seconds.
  public private(set) var time = 0.0
  var balls: [Ball]
  var drive = BallDrive()
  /// The earliest event of any ball, in seconds.
  var nextEvent = Double.infinity
  /// The samples after ``time``, in order, from an index on.
  private var pending: [(time: Double, x: Double, y: Double)] = []
  private var firstPending = 0
  private var hasSamples = false
  /// The number of samples left out, implausible ones or not later than the previous one.
  public private(set) var ignoredSamples = 0
  /// The times of the pairs' collisions in seconds, row by row; infinite for none.
  var collisionTimes: [Double] = []

  /// Creates a box of balls, by default with one ball at its centre. Balls are moved into the box,
  /// and numbers that are not finite become 0.
  public init(
    box: BallBox = .textbook, balls: [State]? = nil, parameters: BallParameters = BallParameters(),
    origin: Timestamp = .zero
  ) {
    self.box = box
    self.parameters = parameters
    self.origin = origin
    let states = balls ?? [State(x: box.width / 2, y: box.height / 2)]
    self.balls = states.map { state in
      func number(_ value: Double) -> Double { value.isFinite ? value : 0 }
      return Ball(
        x: max(box.rangeX.lowerBound, min(box.rangeX.upperBound, number(state.x))),
        y: max(box.rangeY.lowerBound, min(box.rangeY.upperBound, number(state.y))),
        velocityX: number(state.velocityX), velocityY: number(state.velocityY))
    }
    begin(BallDrive())
  }
}

// MARK: - The state

extension BallSimulation {
  /// The number of balls.
  public var count: Int { balls.count }

  /// The present state of a ball; an index not in 0..<``count`` ends the program with a message.
  public subscript(index: Int) -> State { state(of: index, at: time) }

  /// Calls a function with the present state of each ball.
  public func visit(_ body: (State) -> Void) {
    for index in balls.indices { body(state(of: index, at: time)) }
  }

  @inline(__always) private func state(of index: Int, at time: Double) -> State {
    if index < 0 || index >= balls.count { fatalError("ball \(index) of \(balls.count)") }
    // The span avoids the copy of the ball that an array would make.
    let ball = balls.span
    let elapsed = (time - ball[index].anchor) - ball[index].anchorError
    let radius = box.ballSize / 2
    let x = ball[index].x.motion.position(at: elapsed)
    let y = ball[index].y.motion.position(at: elapsed)
    return State(
      x: max(radius, min(box.width - radius, x)), y: max(radius, min(box.height - radius, y)),
      velocityX: ball[index].x.motion.speed(at: elapsed),
      velocityY: ball[index].y.motion.speed(at: elapsed))
  }
}

// MARK: - Time

extension BallSimulation {
  /// Adds a sample. The acceleration changes linearly from the previous sample to this one or, if
  /// time has passed the previous one, from its present value; the first one applies from 0 s.
  public mutating func append(_ sample: AccelerationSample) {
    let seconds = sample.time.seconds(since: origin)
    let last = pending.last?.time ?? (hasSamples ? drive.start : -.infinity)
    guard sample.acceleration.isPlausible, seconds > last else {
      ignoredSamples += 1
      return
    }
    let axes = BallBox.screenAxes(sample.acceleration)
    let x = axes.x * parameters.pixelsPerG
    let y = axes.y * parameters.pixelsPerG
    if !hasSamples {
      hasSamples = true
      begin(BallDrive(start: time, x: x, y: y))
      drive.start = max(time, seconds)
      return
    }
    pending.append((seconds, x, y))
    if pending.count - firstPending == 1 { aim() }
  }

  /// Advances to a time in seconds; earlier times have no effect.
  @inline(__always) public mutating func advance(to seconds: Double) {
    guard seconds > time else { return }
    if seconds < nextEvent && seconds < drive.end {
      time = seconds
      return
    }
    pass(seconds)
  }

  /// Advances to a time in seconds, and returns the state of a ball at that time.
  public mutating func advance(to seconds: Double, following index: Int) -> State {
    advance(to: seconds)
    return state(of: index, at: time)
  }

  private mutating func pass(_ seconds: Double) {
    while drive.end <= seconds {
      runEvents(until: drive.end)
      time = drive.end
      reachSample()
    }
    runEvents(until: seconds)
    time = seconds
  }

  /// Performs the events up to a time.
  private mutating func runEvents(until seconds: Double) {
    guard nextEvent <= seconds else { return }
    if parameters.ballsCollide, balls.count > 1 {
      runCollisions(until: seconds)
      return
    }
    var earliest = Double.infinity
    balls.withUnsafeMutableBufferPointer { balls in
      for index in balls.indices {
        while balls[index].nextEvent <= seconds {
          balls[index].performNextEvent(box, parameters)
          balls[index].plan(drive, box, parameters)
        }
        earliest = min(earliest, balls[index].nextEvent)
      }
    }
    nextEvent = earliest
  }

  /// Starts the line of acceleration that follows a sample.
  private mutating func reachSample() {
    let sample = pending[firstPending]
    firstPending += 1
    follow(from: sample.time, sample.x, sample.y)
  }

  /// Starts the line toward a sample that was added while the acceleration was held.
  private mutating func aim() {
    let start = max(time, drive.start)
    if pending[firstPending].time <= start {
      // A sample in the past: its value is held from now on.
      let sample = pending[firstPending]
      firstPending += 1
      follow(from: time, sample.x, sample.y)
    } else if start > time {
      // The first sample is held until its own time.
      drive.end = start
      pending.insert((start, drive.x, drive.y), at: firstPending)
      begin(drive)
    } else {
      follow(from: start, drive.x, drive.y)
    }
  }

  /// Starts the line from an acceleration to the next sample; without one, holds it.
  private mutating func follow(from start: Double, _ x: Double, _ y: Double) {
    var line = BallDrive(start: start, x: x, y: y)
    if firstPending < pending.count {
      let goal = pending[firstPending]
      line.slopeX = (goal.x - x) / (goal.time - start)
      line.slopeY = (goal.y - y) / (goal.time - start)
      line.end = goal.time
    } else {
      pending.removeAll(keepingCapacity: true)
      firstPending = 0
    }
    begin(line)
  }

  /// Starts a line of acceleration at the present time.
  private mutating func begin(_ drive: BallDrive) {
    self.drive = drive
    var earliest = Double.infinity
    balls.withUnsafeMutableBufferPointer { balls in
      for index in balls.indices {
        balls[index].moveAnchor(to: time)
        balls[index].plan(drive, box, parameters)
        earliest = min(earliest, balls[index].nextEvent)
      }
    }
    nextEvent = earliest
    if parameters.ballsCollide, balls.count > 1 { planCollisions() }
  }

  /// Advances to the time of a step of a ``FixedStepLoop``.
  public mutating func perform(_ step: FixedStep) { advance(to: step.seconds) }
}

/// A box with balls of one size, in pixels; y grows downward, as on a screen.
public struct BallBox: Hashable, Sendable {
  public let width: Double
  public let height: Double
  /// The diameter of the balls.
  public let ballSize: Double

  /// Creates a box. An impossible size counts as 1, and a ball fits into the box.
  public init(width: Double, height: Double, ballSize: Double) {
    func size(_ value: Double) -> Double { value > 0 && value.isFinite ? value : 1 }
    self.width = size(width)
    self.height = size(height)
    self.ballSize = min(size(ballSize), self.width, self.height)
  }

  /// The possible positions of a ball's centre.
  var rangeX: ClosedRange<Double> { ballSize / 2...width - ballSize / 2 }
  var rangeY: ClosedRange<Double> { ballSize / 2...height - ballSize / 2 }

  /// Converts from an accelerometer's axes, where y grows upward, to the screen's.
  @inlinable public static func screenAxes(_ acceleration: Acceleration) -> (x: Double, y: Double) {
    (acceleration.x, -acceleration.y)
  }
}

/// The physical constants of balls.
public struct BallParameters: Hashable, Sendable {
  /// The acceleration in pixels/s² per g; 500 is the value of ``TextbookBall``.
  public var pixelsPerG = 500.0
  /// The share of the speed that remains after a bounce, 0 to 1; a wooden ball has about 0.5.
  public var restitution = 0.5 {
    didSet { restitution = max(0, min(1, restitution)) }
  }
  /// The coefficient of friction along walls, 0 or more; 0.05 is about rolling with some slip.
  public var friction = 0.05 {
    didSet { friction = max(0, friction) }
  }
  /// The speed in pixels/s below which a bouncing ball stays on a wall that it is pressed against.
  public var restSpeed = 2.0
  /// Whether balls collide; otherwise they pass through one another.
  public var ballsCollide = false

  public init() {}
}
