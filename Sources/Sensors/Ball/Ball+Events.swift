/// What happens to a ball: it meets walls, lies on them, slides to a stop, and is lifted off.
extension Ball {
  /// A push off a wall that ends within less than this, in seconds, is rounding.
  private static let shortestContact = 1e-9
  /// In pixels a second: slower bounces than this nobody sees, and they would never end.
  private static let slowestBounce = 1e-6

  /// Sees how the ball moves from its anchor on under a drive, and when that will change.
  mutating func plan(
    _ drive: BallDrive, _ box: BallBox, _ parameters: BallParameters
  ) {
    let elapsed = (anchor - drive.start) + anchorRest
    let ax = drive.x + drive.slopeX * elapsed
    let ay = drive.y + drive.slopeY * elapsed
    x.acceleration = ax
    x.jerk = drive.slopeX
    y.acceleration = ay
    y.jerk = drive.slopeY
    let horizon = (drive.end - anchor) - anchorRest
    let pressX = press(on: &x, &contactX, box.rangeX, parameters.restSpeed)
    let pressY = press(on: &y, &contactY, box.rangeY, parameters.restSpeed)
    // Nothing in reach, and lying on nothing: the usual case.
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

  /// Settles whether an axis lies on a wall; when it will be lifted off, in seconds.
  private func press(
    on axis: inout Cubic, _ contact: inout Contact, _ range: ClosedRange<Double>,
    _ restSpeed: Double
  ) -> Double {
    contact = .none
    let sign: Double
    if axis.place >= range.upperBound {
      axis.place = range.upperBound
      sign = 1
    } else if axis.place <= range.lowerBound {
      axis.place = range.lowerBound
      sign = -1
    } else {
      return .infinity
    }
    let push = axis.acceleration * sign
    let slope = axis.jerk * sign
    // It comes off the wall, or is not pressed against it.
    guard axis.speed == 0, push > 0 || (push == 0 && slope >= 0) else { return .infinity }
    let release = slope < 0 ? push / -slope : .infinity
    guard release > Ball.shortestContact else { return .infinity }
    contact = sign > 0 ? .upper : .lower
    axis.speed = 0
    return release
  }

  /// Adds the friction of a wall to the motion along it; when the sliding stops or begins.
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
        // It sticks until the pull exceeds the drag, either way.
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

  /// When a line that is not positive now becomes positive; infinite if never.
  private static func firstPositive(_ value: Double, _ slope: Double) -> Double {
    guard slope > 0 else { return .infinity }
    return max(-value / slope, shortestContact)
  }

  /// Holds the axes that lie on walls.
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

  /// Lets the next event happen: the ball is at a wall, or has stopped, or is lifted off.
  mutating func happen(_ box: BallBox, _ parameters: BallParameters) {
    let time = next
    let slidesX = contactX == .none && contactY != .none
    let slidesY = contactY == .none && contactX != .none
    let stopsX = slidesX && x.speed(at: time).magnitude < Ball.stillness(x)
    let stopsY = slidesY && y.speed(at: time).magnitude < Ball.stillness(y)
    moveAnchor(by: time)
    if stopsX { x.speed = 0 }
    if stopsY { y.speed = 0 }
    if hitX.time == time { Ball.bounce(&x, &y, hitX.speed, box.rangeX, parameters) }
    if hitY.time == time { Ball.bounce(&y, &x, hitY.speed, box.rangeY, parameters) }
  }

  /// A speed that is zero but for rounding: the stop was solved for.
  private static func stillness(_ axis: Cubic) -> Double {
    1e-9 * (1 + axis.speed.magnitude)
  }

  /// Throws the ball back from a wall; along it friction takes a part.
  private static func bounce(
    _ normal: inout Cubic, _ along: inout Cubic, _ speed: Double, _ range: ClosedRange<Double>,
    _ parameters: BallParameters
  ) {
    normal.place = speed > 0 ? range.upperBound : range.lowerBound
    let back = speed * parameters.restitution
    // Too slow to come off: what presses it settles the contact.
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
  /// Whether no end of a range is in reach within a time.
  @inline(__always) func misses(_ range: ClosedRange<Double>, within time: Double) -> Bool {
    guard time < .infinity else { return false }
    let reach = reach(within: time)
    return place + reach < range.upperBound && place - reach > range.lowerBound
  }

  /// The end of a range that is hit first.
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
