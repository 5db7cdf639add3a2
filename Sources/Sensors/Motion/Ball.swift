/// A ball in flight, on a wall or at rest, from one event to the next.
///
/// On each axis the motion since the last event is a polynomial. The state at any time is evaluated
/// from the polynomial, never accumulated, so it does not depend on earlier readings.
struct Ball: Hashable, Sendable {
  /// The wall of an axis that the ball lies on.
  enum Contact: Int8 {
    case lower = -1
    case none = 0
    case upper = 1
  }

  /// The time of the last event in seconds, and its rounding error, which would accumulate in an
  /// hour of bounces.
  var anchor = 0.0
  var anchorError = 0.0
  /// The motion since the anchor.
  var x: Cubic
  var y: Cubic
  /// The walls that the ball lies on.
  var contactX = Contact.none
  var contactY = Contact.none
  /// Seconds from the anchor to the next event; infinite if no event is foreseen.
  var next = Double.infinity
  /// The next wall on each axis.
  var hitX = WallHit.none
  var hitY = WallHit.none

  /// Creates a ball from the position of its centre and its velocity.
  init(x: Double, y: Double, velocityX: Double, velocityY: Double) {
    self.x = Cubic(position: x, speed: velocityX, acceleration: 0, jerk: 0)
    self.y = Cubic(position: y, speed: velocityY, acceleration: 0, jerk: 0)
  }

  /// Seconds since the anchor.
  @inline(__always) func elapsed(at time: Double) -> Double { (time - anchor) - anchorError }

  /// Moves the anchor by some seconds, to the state of that time.
  mutating func moveAnchor(by elapsed: Double) {
    x = Cubic(
      position: x.position(at: elapsed), speed: x.speed(at: elapsed),
      acceleration: x.acceleration(at: elapsed), jerk: x.jerk)
    y = Cubic(
      position: y.position(at: elapsed), speed: y.speed(at: elapsed),
      acceleration: y.acceleration(at: elapsed), jerk: y.jerk)
    // A sum and its error (Knuth's two-sum).
    let sum = anchor + elapsed
    let part = sum - anchor
    anchorError += (anchor - (sum - part)) + (elapsed - part)
    anchor = sum
  }

  /// Moves the anchor to a time that is known exactly.
  mutating func moveAnchor(to time: Double) {
    moveAnchor(by: elapsed(at: time))
    anchor = time
    anchorError = 0
  }
}

/// A wall that a ball will hit.
struct WallHit: Hashable, Sendable {
  /// The time in seconds from the anchor; infinite for no wall.
  var time: Double
  /// The speed at the wall, positive toward the upper end of the axis.
  var speed: Double

  static let none = WallHit(time: .infinity, speed: 0)
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
  /// The shortest contact in seconds: shorter ones are rounding errors.
  private static let shortestContact = 1e-9
  /// The slowest bounce in pixels/s: slower bounces are invisible, and a series of them would never
  /// end.
  private static let slowestBounce = 1e-6

  /// Computes the motion of the ball from its anchor under a drive, and the time of its next
  /// change.
  mutating func plan(
    _ drive: BallDrive, _ box: BallBox, _ parameters: BallParameters
  ) {
    let elapsed = (anchor - drive.start) + anchorError
    let ax = drive.x + drive.slopeX * elapsed
    let ay = drive.y + drive.slopeY * elapsed
    x.acceleration = ax
    x.jerk = drive.slopeX
    y.acceleration = ay
    y.jerk = drive.slopeY
    let horizon = (drive.end - anchor) - anchorError
    let pressX = press(on: &x, &contactX, box.rangeX, parameters.restSpeed)
    let pressY = press(on: &y, &contactY, box.rangeY, parameters.restSpeed)
    // The usual case has no wall in reach or touched.
    if contactX == .none, contactY == .none, x.misses(box.rangeX, within: horizon),
      y.misses(box.rangeY, within: horizon)
    {
      next = .infinity
      return
    }
    var first = min(pressX, pressY)
    if contactX != .none, contactY == .none {
      first = min(first, slide(&y, contactX, ax, drive.slopeX, parameters.friction))
    } else if contactY != .none, contactX == .none {
      first = min(first, slide(&x, contactY, ay, drive.slopeY, parameters.friction))
    }
    hold()
    hitX = contactX == .none ? x.firstHit(box.rangeX, within: horizon) : .none
    hitY = contactY == .none ? y.firstHit(box.rangeY, within: horizon) : .none
    first = min(first, hitX.time, hitY.time)
    next = first <= horizon ? first : .infinity
  }

  /// Decides whether the ball lies on a wall of an axis; returns the seconds until it leaves the
  /// wall.
  private func press(
    on axis: inout Cubic, _ contact: inout Contact, _ range: ClosedRange<Double>,
    _ restSpeed: Double
  ) -> Double {
    contact = .none
    if range.lowerBound == range.upperBound { return wedge(&axis, &contact, range.lowerBound) }
    let sign: Double
    if axis.position >= range.upperBound {
      axis.position = range.upperBound
      sign = 1
    } else if axis.position <= range.lowerBound {
      axis.position = range.lowerBound
      sign = -1
    } else {
      return .infinity
    }
    let push = axis.acceleration * sign
    let slope = axis.jerk * sign
    // The ball moves off the wall, or no force presses it against the wall.
    guard axis.speed == 0, push > 0 || (push == 0 && slope >= 0) else { return .infinity }
    let release = slope < 0 ? push / -slope : .infinity
    guard release > Ball.shortestContact else { return .infinity }
    contact = sign > 0 ? .upper : .lower
    axis.speed = 0
    return release
  }

  /// Holds the ball on an axis on which it fills its box: the ball lies on the wall that it is
  /// pressed against.
  ///
  /// - Returns: The seconds until the ball is pressed against the other wall.
  private func wedge(_ axis: inout Cubic, _ contact: inout Contact, _ position: Double) -> Double {
    axis.position = position
    axis.speed = 0
    let turn = axis.acceleration * axis.jerk < 0 ? -axis.acceleration / axis.jerk : .infinity
    let push =
      turn <= Ball.shortestContact || axis.acceleration == 0 ? axis.jerk : axis.acceleration
    contact = push < 0 ? .lower : .upper
    return turn <= Ball.shortestContact ? .infinity : turn
  }

  /// Adds the friction of a wall to the motion along it; returns the seconds until the sliding
  /// stops or starts.
  private func slide(
    _ axis: inout Cubic, _ contact: Contact, _ push: Double, _ slope: Double, _ friction: Double
  ) -> Double {
    guard friction > 0 else { return .infinity }
    let sign = Double(contact.rawValue)
    let drag = friction * push * sign
    let dragSlope = friction * slope * sign
    var direction: Double = axis.speed > 0 ? 1 : axis.speed < 0 ? -1 : 0
    if direction == 0 {
      let pull = axis.acceleration.magnitude
      if pull <= drag {
        // The ball sticks until the pull exceeds the drag in either direction.
        let towards = Ball.firstPositive(axis.acceleration - drag, axis.jerk - dragSlope)
        let away = Ball.firstPositive(-axis.acceleration - drag, -axis.jerk - dragSlope)
        axis.acceleration = 0
        axis.jerk = 0
        return min(towards, away)
      }
      direction = axis.acceleration > 0 ? 1 : -1
    }
    axis.acceleration -= direction * drag
    axis.jerk -= direction * dragSlope
    return axis.stop ?? .infinity
  }

  /// The time at which a line that is not positive now becomes positive; infinite if it does not.
  private static func firstPositive(_ value: Double, _ slope: Double) -> Double {
    guard slope > 0 else { return .infinity }
    return max(-value / slope, shortestContact)
  }

  /// Stops the motion of the axes that lie on walls.
  private mutating func hold() {
    if contactX != .none {
      x.acceleration = 0
      x.jerk = 0
    }
    if contactY != .none {
      y.acceleration = 0
      y.jerk = 0
    }
    if contactX != .none, contactY != .none {
      x.speed = 0
      y.speed = 0
    }
  }

  /// Performs the next event: the ball hits a wall, stops, or leaves a wall.
  mutating func performNextEvent(_ box: BallBox, _ parameters: BallParameters) {
    let time = next
    let isSlidingX = contactX == .none && contactY != .none
    let isSlidingY = contactY == .none && contactX != .none
    let isStoppingX = isSlidingX && x.speed(at: time).magnitude < Ball.stillness(x)
    let isStoppingY = isSlidingY && y.speed(at: time).magnitude < Ball.stillness(y)
    moveAnchor(by: time)
    if isStoppingX { x.speed = 0 }
    if isStoppingY { y.speed = 0 }
    if hitX.time == time { Ball.bounce(&x, &y, hitX.speed, box.rangeX, parameters) }
    if hitY.time == time { Ball.bounce(&y, &x, hitY.speed, box.rangeY, parameters) }
  }

  /// The speed below which an axis stands still apart from rounding: the time of the stop was
  /// solved for.
  private static func stillness(_ axis: Cubic) -> Double {
    1e-9 * (1 + axis.speed.magnitude)
  }

  /// Bounces the ball off a wall, with friction along it.
  private static func bounce(
    _ normal: inout Cubic, _ along: inout Cubic, _ speed: Double, _ range: ClosedRange<Double>,
    _ parameters: BallParameters
  ) {
    normal.position = speed > 0 ? range.upperBound : range.lowerBound
    let back = speed * parameters.restitution
    // A ball too slow to leave the wall has a contact if a force presses it there.
    let isSlow = back.magnitude < max(parameters.restSpeed, slowestBounce)
    normal.speed = isSlow ? 0 : -back
    let loss = parameters.friction * (speed.magnitude + back.magnitude)
    if along.speed.magnitude <= loss {
      along.speed = 0
    } else {
      along.speed -= along.speed > 0 ? loss : -loss
    }
  }
}

extension Cubic {
  /// Whether neither end of a range can be reached within a time.
  @inline(__always) func misses(_ range: ClosedRange<Double>, within time: Double) -> Bool {
    guard time < .infinity else { return false }
    let reach = reach(within: time)
    return position + reach < range.upperBound && position - reach > range.lowerBound
  }

  /// The end of a range that is reached first.
  func firstHit(_ range: ClosedRange<Double>, within horizon: Double) -> WallHit {
    var hit = WallHit.none
    if let upper = firstRise(above: range.upperBound, within: horizon) {
      hit = WallHit(time: upper.time, speed: upper.speed)
    }
    if let lower = mirrored.firstRise(above: -range.lowerBound, within: horizon),
      lower.time < hit.time
    {
      hit = WallHit(time: lower.time, speed: -lower.speed)
    }
    return hit
  }
}
