public import Timeline

/// Balls in a box that is tilted and shaken: exact, whatever the steps.
///
/// ```swift
/// var simulation = BallSimulation(box: .textbook)
/// for sample in samples { simulation.append(sample) }
/// simulation.advance(to: 2.5)
/// simulation[0].x
/// ```
///
/// Between two samples the acceleration is linear, so places are cubic polynomials of time; when a
/// ball meets a wall is solved for, not stepped over; between two events nothing is added up. So the
/// state at a time does not depend on the times at which anybody looked before, and an hour of
/// bounces is as exact as a second of them. After the last sample its acceleration is held.
///
/// Seconds count from the origin. Lengths are pixels, y grows downward, places are centres.
public struct BallSimulation: Sendable {
  /// A ball as it is at ``BallSimulation/time``.
  public struct State: Hashable, Sendable {
    public var x: Double
    public var y: Double
    /// In pixels a second.
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
  /// What the samples' times count from.
  public let origin: Timestamp
  /// The time that was reached, in seconds.
  public private(set) var time = 0.0
  var balls: [Ball]
  var drive = BallDrive()
  /// The earliest event of any ball, in seconds.
  var nextEvent = Double.infinity
  /// Samples that were not reached yet, in order.
  private var pending: [(time: Double, x: Double, y: Double)] = []
  private var firstPending = 0
  private var hasSamples = false
  /// Samples whose time was not after that of the one before, or that no sensor measures.
  public private(set) var ignoredSamples = 0
  var meetings = BallMeetings()

  /// Balls in a box; one in its middle if nothing else is said.
  ///
  /// - Parameter balls: places are moved into the box; what is no number becomes 0.
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
    replan()
  }
}

// MARK: - The state

extension BallSimulation {
  /// How many balls there are.
  public var count: Int { balls.count }

  /// A ball as it is now.
  public subscript(index: Int) -> State { state(of: index, at: time) }

  /// Calls a function with each ball as it is now.
  public func visit(_ body: (State) -> Void) {
    for index in balls.indices { body(state(of: index, at: time)) }
  }

  /// A ball between the steps: as it was `seconds` ago, if no event was since; for drawing.
  ///
  /// Looking back further than the last event gives the place at the event.
  public func state(of index: Int, before seconds: Double) -> State {
    state(of: index, at: max(time - seconds, balls[index].anchor))
  }

  @inline(__always) private func state(of index: Int, at time: Double) -> State {
    // A span lends the ball; an array would copy it.
    let ball = balls.span
    let elapsed = (time - ball[index].anchor) - ball[index].anchorRest
    let radius = box.ballSize / 2
    let x = ball[index].x.place(at: elapsed)
    let y = ball[index].y.place(at: elapsed)
    return State(
      x: max(radius, min(box.width - radius, x)), y: max(radius, min(box.height - radius, y)),
      velocityX: ball[index].x.speed(at: elapsed), velocityY: ball[index].y.speed(at: elapsed))
  }

  /// The acceleration on the balls now, in pixels a second squared, y downward.
  public var acceleration: (x: Double, y: Double) {
    let elapsed = time - drive.start
    return (drive.x + drive.slopeX * elapsed, drive.y + drive.slopeY * elapsed)
  }

  /// The energy of a ball for its mass, in pixels² a second squared: of its motion, and of its place
  /// under the acceleration of the moment.
  public func energy(of index: Int) -> Double {
    let state = self[index]
    let push = acceleration
    return (state.velocityX * state.velocityX + state.velocityY * state.velocityY) / 2
      - push.x * state.x - push.y * state.y
  }
}

// MARK: - Time

extension BallSimulation {
  /// Adds a sample. The acceleration goes to it in a straight line from the sample before, or, if
  /// time has passed that one, from what it is now.
  ///
  /// The first sample holds from the beginning.
  public mutating func append(_ sample: AccelerationSample) {
    let seconds = sample.time.seconds(since: origin)
    let last = firstPending < pending.count ? pending[pending.count - 1].time : nil
    guard sample.acceleration.isPlausible,
      seconds > (last ?? (hasSamples ? drive.start : -.infinity))
    else {
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

  /// Goes on to a time in seconds; earlier times do nothing.
  @inline(__always) public mutating func advance(to seconds: Double) {
    guard seconds > time else { return }
    if seconds < nextEvent && seconds < drive.end {
      time = seconds
      return
    }
    pass(seconds)
  }

  /// Goes on to a time in seconds; the ball as it is then.
  ///
  /// The same as ``advance(to:)`` and the subscript, in one call: for those who do it millions of
  /// times.
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

  /// Lets the events happen that come until a time.
  private mutating func runEvents(until seconds: Double) {
    guard nextEvent <= seconds else { return }
    if parameters.ballsCollide, balls.count > 1 {
      runMeetings(until: seconds)
      return
    }
    var earliest = Double.infinity
    balls.withUnsafeMutableBufferPointer { balls in
      for index in balls.indices {
        while balls[index].anchor + balls[index].next <= seconds {
          balls[index].happen(box, parameters)
          balls[index].plan(drive, box, parameters)
        }
        earliest = min(earliest, balls[index].anchor + balls[index].next)
      }
    }
    nextEvent = earliest
  }

  /// Goes over to the line behind a sample that was reached.
  private mutating func reachSample() {
    let sample = pending[firstPending]
    firstPending += 1
    if firstPending == pending.count {
      pending.removeAll(keepingCapacity: true)
      firstPending = 0
      begin(BallDrive(start: sample.time, x: sample.x, y: sample.y))
    } else {
      begin(line(from: sample.time, sample.x, sample.y))
    }
  }

  /// Starts toward a sample that came while the acceleration was held.
  private mutating func aim() {
    let start = max(time, drive.start)
    guard pending[firstPending].time > start else {
      // It is past already: hold it from now on.
      let sample = pending[firstPending]
      pending.removeAll(keepingCapacity: true)
      firstPending = 0
      begin(BallDrive(start: time, x: sample.x, y: sample.y))
      return
    }
    if start > time {
      // The first sample holds until its own time.
      drive.end = start
      pending.insert((start, drive.x, drive.y), at: firstPending)
      begin(drive)
    } else {
      begin(line(from: start, drive.x, drive.y))
    }
  }

  private func line(from start: Double, _ x: Double, _ y: Double) -> BallDrive {
    let goal = pending[firstPending]
    let length = goal.time - start
    return BallDrive(
      start: start, x: x, y: y, slopeX: (goal.x - x) / length, slopeY: (goal.y - y) / length,
      end: goal.time)
  }

  /// Begins another line of the acceleration at the time that was reached.
  private mutating func begin(_ drive: BallDrive) {
    self.drive = drive
    balls.withUnsafeMutableBufferPointer { balls in
      for index in balls.indices { balls[index].moveAnchor(to: time) }
    }
    replan()
  }

  private mutating func replan() {
    var earliest = Double.infinity
    balls.withUnsafeMutableBufferPointer { balls in
      for index in balls.indices {
        balls[index].plan(drive, box, parameters)
        earliest = min(earliest, balls[index].anchor + balls[index].next)
      }
    }
    nextEvent = earliest
    if parameters.ballsCollide, balls.count > 1 { planMeetings() }
  }
}

extension BallSimulation {
  /// A client of a loop of fixed steps: goes on to each step's moment.
  public mutating func perform(_ step: FixedStep) {
    advance(to: step.seconds)
  }
}
