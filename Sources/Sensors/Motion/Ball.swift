/// A ball in flight, on a wall or at rest, from one event to the next.
struct Ball: Hashable, Sendable {
  /// The time of the last event in seconds, and its rounding error.
  var anchor = 0.0
  var anchorError = 0.0
  var x: BallAxis
  var y: BallAxis
  /// Seconds from the anchor to the next event; infinite if no event is foreseen.
  private var next = Double.infinity

  /// Creates a ball from the position of its centre and its velocity.
  init(x: Double, y: Double, velocityX: Double, velocityY: Double) {
    self.x = BallAxis(Cubic(position: x, speed: velocityX, acceleration: 0, jerk: 0))
    self.y = BallAxis(Cubic(position: y, speed: velocityY, acceleration: 0, jerk: 0))
  }

  /// The time of the next event in seconds.
  @inline(__always) var nextEvent: Double { anchor + next }

  /// Seconds since the anchor.
  @inline(__always) func elapsed(at time: Double) -> Double { (time - anchor) - anchorError }

  /// Moves the anchor by some seconds, to the state of that time.
  private mutating func moveAnchor(by elapsed: Double) {
    x.motion.advance(by: elapsed)
    y.motion.advance(by: elapsed)
    let (sum, rest) = GeoMath.exactSum(anchor, elapsed)
    anchor = sum
    anchorError += rest
  }

  /// Moves the anchor to a time that is known exactly.
  mutating func moveAnchor(to time: Double) {
    moveAnchor(by: elapsed(at: time))
    anchor = time
    anchorError = 0
  }
}

/// The acceleration that drives the balls, in pixels/s²: linear in time from `start` on.
struct BallDrive: Hashable, Sendable {
  var start = 0.0
  var x = 0.0
  var y = 0.0
  var slopeX = 0.0
  var slopeY = 0.0
  /// The end of the line in seconds; infinite while the acceleration is held.
  var end = Double.infinity
}

// MARK: - Events: hitting a wall, lying on it, sliding to a stop, leaving it
extension Ball {
  /// Computes the motion of the ball under a drive, and the time of its next event.
  mutating func plan(_ drive: BallDrive, _ box: BallBox, _ parameters: BallParameters) {
    let elapsed = (anchor - drive.start) + anchorError
    let ax = drive.x + drive.slopeX * elapsed
    let ay = drive.y + drive.slopeY * elapsed
    x.motion.acceleration = ax
    x.motion.jerk = drive.slopeX
    y.motion.acceleration = ay
    y.motion.jerk = drive.slopeY
    let horizon = (drive.end - anchor) - anchorError
    let pressX = x.press(box.rangeX)
    let pressY = y.press(box.rangeY)
    // The usual case has no wall in reach or touched.
    if x.wall == 0, y.wall == 0, x.motion.misses(box.rangeX, within: horizon),
      y.motion.misses(box.rangeY, within: horizon)
    {
      next = .infinity
      return
    }
    var first = min(pressX, pressY)
    if x.wall != 0, y.wall == 0 {
      first = min(first, y.slide(parameters.friction, ax * x.wall, drive.slopeX * x.wall))
    } else if y.wall != 0, x.wall == 0 {
      first = min(first, x.slide(parameters.friction, ay * y.wall, drive.slopeY * y.wall))
    }
    let isInCorner = x.wall != 0 && y.wall != 0
    x.findHit(box.rangeX, within: horizon, isInCorner: isInCorner)
    y.findHit(box.rangeY, within: horizon, isInCorner: isInCorner)
    first = min(first, x.hit.time, y.hit.time)
    next = first <= horizon ? first : .infinity
  }

  /// Performs the next event: the ball hits a wall, stops, or leaves a wall.
  mutating func performNextEvent(_ box: BallBox, _ parameters: BallParameters) {
    let time = next
    let isStoppingX = x.wall == 0 && y.wall != 0 && x.motion.isStill(at: time)
    let isStoppingY = y.wall == 0 && x.wall != 0 && y.motion.isStill(at: time)
    moveAnchor(by: time)
    if isStoppingX { x.motion.speed = 0 }
    if isStoppingY { y.motion.speed = 0 }
    if x.hit.time == time { x.bounce(off: box.rangeX, along: &y.motion, parameters) }
    if y.hit.time == time { y.bounce(off: box.rangeY, along: &x.motion, parameters) }
  }
}

/// The motion of a ball on one axis, and its walls.
struct BallAxis: Hashable, Sendable {
  /// The motion since the anchor.
  var motion: Cubic
  /// The wall that the ball lies on: -1 for the lower one, 1 for the upper one, 0 for none.
  private(set) var wall = 0.0
  /// The next wall that the ball will hit.
  private(set) var hit = WallHit.never

  /// The shortest contact in seconds: shorter ones are rounding errors.
  private static let shortestContact = 1e-9
  /// The slowest bounce in pixels/s: a series of slower ones would never end.
  private static let slowestBounce = 1e-6

  init(_ motion: Cubic) { self.motion = motion }

  /// Decides whether the ball lies on a wall; returns the seconds until it leaves the wall.
  mutating func press(_ range: ClosedRange<Double>) -> Double {
    wall = 0
    if range.lowerBound == range.upperBound { return wedge(range.lowerBound) }
    let sign: Double
    if motion.position >= range.upperBound {
      motion.position = range.upperBound
      sign = 1
    } else if motion.position <= range.lowerBound {
      motion.position = range.lowerBound
      sign = -1
    } else {
      return .infinity
    }
    let push = motion.acceleration * sign
    let slope = motion.jerk * sign
    // The ball moves off the wall, or no force presses it against the wall.
    guard motion.speed == 0, push > 0 || (push == 0 && slope >= 0) else { return .infinity }
    let release = slope < 0 ? push / -slope : .infinity
    guard release > BallAxis.shortestContact else { return .infinity }
    wall = sign
    motion.speed = 0
    return release
  }

  /// Holds a ball that fills its box on a wall; returns the seconds until another wall presses it.
  private mutating func wedge(_ position: Double) -> Double {
    motion.position = position
    motion.speed = 0
    let (push, slope) = (motion.acceleration, motion.jerk)
    let turn = push * slope < 0 ? -push / slope : .infinity
    let isTurning = turn <= BallAxis.shortestContact
    wall = (isTurning || push == 0 ? slope : push) < 0 ? -1 : 1
    return isTurning ? .infinity : turn
  }

  /// Adds the friction of a wall to the motion along it; returns the seconds until it stops or
  /// starts.
  mutating func slide(_ friction: Double, _ push: Double, _ slope: Double) -> Double {
    guard friction > 0 else { return .infinity }
    let drag = friction * push
    let dragSlope = friction * slope
    var direction: Double = motion.speed > 0 ? 1 : motion.speed < 0 ? -1 : 0
    if direction == 0 {
      let (pull, pullSlope) = (motion.acceleration, motion.jerk)
      if pull.magnitude <= drag {
        // The ball sticks until the pull exceeds the drag in either direction.
        motion.acceleration = 0
        motion.jerk = 0
        return min(
          BallAxis.firstPositive(pull - drag, pullSlope - dragSlope),
          BallAxis.firstPositive(-pull - drag, -pullSlope - dragSlope))
      }
      direction = pull > 0 ? 1 : -1
    }
    motion.acceleration -= direction * drag
    motion.jerk -= direction * dragSlope
    return motion.stop ?? .infinity
  }

  /// The time at which a line that is not positive now becomes positive; infinite if it does not.
  private static func firstPositive(_ value: Double, _ slope: Double) -> Double {
    slope > 0 ? max(-value / slope, shortestContact) : .infinity
  }

  /// Stops the motion toward a wall that the ball lies on; otherwise finds the next wall.
  mutating func findHit(_ range: ClosedRange<Double>, within horizon: Double, isInCorner: Bool) {
    guard wall != 0 else {
      hit = motion.firstHit(range, within: horizon)
      return
    }
    hit = .never
    motion.acceleration = 0
    motion.jerk = 0
    if isInCorner { motion.speed = 0 }
  }

  /// Bounces the ball off the wall that it hits, with friction along it.
  mutating func bounce(
    off range: ClosedRange<Double>, along other: inout Cubic, _ parameters: BallParameters
  ) {
    motion.position = hit.speed > 0 ? range.upperBound : range.lowerBound
    let back = hit.speed * parameters.restitution
    // A ball too slow to leave the wall has a contact if a force presses it there.
    let isSlow = back.magnitude < max(parameters.restSpeed, BallAxis.slowestBounce)
    motion.speed = isSlow ? 0 : -back
    let loss = parameters.friction * (hit.speed.magnitude + back.magnitude)
    if other.speed.magnitude <= loss {
      other.speed = 0
    } else {
      other.speed -= other.speed > 0 ? loss : -loss
    }
  }
}
