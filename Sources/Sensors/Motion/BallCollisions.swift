// The next collision of each pair of balls, as far ahead as it is predictable. Whenever the motion
// of a ball changes, all of its pairs are computed again: this is meant for some dozens of balls.
extension BallSimulation {
  mutating func planCollisions() {
    let count = balls.count
    if collisionTimes.count != count * count {
      collisionTimes = [Double](repeating: .infinity, count: count * count)
    }
    for first in 0..<count {
      for second in 0..<first { planCollision(first, second) }
    }
    findNextEvent()
  }

  private mutating func planCollision(_ first: Int, _ second: Int) {
    let (high, low) = first > second ? (first, second) : (second, first)
    collisionTimes[high * balls.count + low] = collisionTime(balls[high], balls[low])
  }

  private mutating func findNextEvent() {
    nextEvent = collisionTimes.min() ?? .infinity
    for ball in balls { nextEvent = min(nextEvent, ball.nextEvent) }
  }

  /// Performs the events of walls and balls up to a time, in order.
  mutating func runCollisions(until seconds: Double) {
    while nextEvent <= seconds {
      let now = nextEvent
      var changed: [Int] = []
      for index in balls.indices where balls[index].nextEvent <= now {
        balls[index].performNextEvent(box, parameters)
        changed.append(index)
      }
      let count = balls.count
      for first in 0..<count {
        for second in 0..<first where collisionTimes[first * count + second] <= now {
          collisionTimes[first * count + second] = .infinity
          balls[first].moveAnchor(to: max(now, balls[first].anchor))
          balls[second].moveAnchor(to: max(now, balls[second].anchor))
          collide(first, second)
          changed += [first, second]
        }
      }
      for index in changed { balls[index].plan(drive, box, parameters) }
      for index in changed {
        for other in balls.indices where other != index { planCollision(index, other) }
      }
      findNextEvent()
    }
  }

  /// Exchanges the speeds of two balls along the line between them, less the loss of restitution.
  private mutating func collide(_ first: Int, _ second: Int) {
    let dx = balls[first].x.motion.position - balls[second].x.motion.position
    let dy = balls[first].y.motion.position - balls[second].y.motion.position
    let distance = (dx * dx + dy * dy).squareRoot()
    guard distance > 0 else { return }
    let nx = dx / distance
    let ny = dy / distance
    let approach =
      (balls[first].x.motion.speed - balls[second].x.motion.speed) * nx
      + (balls[first].y.motion.speed - balls[second].y.motion.speed) * ny
    guard approach < 0 else { return }
    let impulse = -approach * (1 + parameters.restitution) / 2
    balls[first].x.motion.speed += impulse * nx
    balls[first].y.motion.speed += impulse * ny
    balls[second].x.motion.speed -= impulse * nx
    balls[second].y.motion.speed -= impulse * ny
  }

  /// Returns the time when two balls first touch, assuming that neither changes its motion before.
  /// Each step is the least time that the balls need to close the gap, so no collision is missed.
  private func collisionTime(_ first: Ball, _ second: Ball) -> Double {
    let end = min(first.nextEvent, second.nextEvent, drive.end)
    var time = max(first.anchor, second.anchor)
    let horizon = min(end, time + BallSimulation.maximumHorizon)
    let size = box.ballSize
    while time < horizon {
      let (gap, closing) = gap(first, second, at: time)
      if gap <= size * 1e-12 {
        if closing > BallSimulation.slowestCollision { return time }
        // The balls touch and separate, or rest against each other. They approach each other again
        // only as one is accelerated more than the other.
        let push = strongestPush(first, second, from: time, to: horizon)
        guard push > 0 else { return .infinity }
        let wait = (BallSimulation.slowestCollision - closing) / push
        time += min(max(wait, BallSimulation.minimumStep), BallSimulation.maximumStep)
        continue
      }
      let pace = fastestClosing(first, second, from: time, to: horizon)
      guard pace > 0 else { return .infinity }
      time += min(max(gap / pace, BallSimulation.minimumStep), BallSimulation.maximumStep)
    }
    return .infinity
  }

  /// The longest time in seconds for which collisions are planned.
  private static let maximumHorizon = 3600.0
  /// The slowest collision in pixels/s: balls that approach each other more slowly do not bounce.
  private static let slowestCollision = 0.5
  private static let minimumStep = 1e-5
  /// Seconds for which ``fastestClosing(_:_:from:to:)`` and ``strongestPush(_:_:from:to:)`` are
  /// upper bounds.
  private static let maximumStep = 1.0

  /// The gap between two balls, and the speed at which it closes.
  private func gap(_ first: Ball, _ second: Ball, at time: Double) -> (gap: Double, closing: Double)
  {
    let one = first.elapsed(at: time)
    let other = second.elapsed(at: time)
    let dx = first.x.motion.position(at: one) - second.x.motion.position(at: other)
    let dy = first.y.motion.position(at: one) - second.y.motion.position(at: other)
    let distance = (dx * dx + dy * dy).squareRoot()
    guard distance > 0 else { return (-box.ballSize, 0) }
    let vx = first.x.motion.speed(at: one) - second.x.motion.speed(at: other)
    let vy = first.y.motion.speed(at: one) - second.y.motion.speed(at: other)
    return (distance - box.ballSize, -(dx * vx + dy * vy) / distance)
  }

  /// An upper bound on the speed at which two balls approach each other within a time.
  private func fastestClosing(
    _ first: Ball, _ second: Ball, from start: Double, to end: Double
  ) -> Double {
    let one = first.elapsed(at: start)
    let other = second.elapsed(at: start)
    let span = min(end - start, BallSimulation.maximumStep)
    return BallSimulation.length(first, second) { a, b in
      let speed = (a.speed(at: one) - b.speed(at: other)).magnitude
      let push = (a.acceleration(at: one) - b.acceleration(at: other)).magnitude
      return speed + span * (push + span * (a.jerk - b.jerk).magnitude / 2)
    }
  }

  /// An upper bound on the difference of two balls' accelerations within a time.
  private func strongestPush(
    _ first: Ball, _ second: Ball, from start: Double, to end: Double
  ) -> Double {
    let one = first.elapsed(at: start)
    let other = second.elapsed(at: start)
    let span = min(end - start, BallSimulation.maximumStep)
    return BallSimulation.length(first, second) { a, b in
      (a.acceleration(at: one) - b.acceleration(at: other)).magnitude
        + span * (a.jerk - b.jerk).magnitude
    }
  }

  /// The length of the vector with a number for each axis of two balls' motions.
  private static func length(
    _ first: Ball, _ second: Ball, _ number: (Cubic, Cubic) -> Double
  ) -> Double {
    let x = number(first.x.motion, second.x.motion)
    let y = number(first.y.motion, second.y.motion)
    return (x * x + y * y).squareRoot()
  }
}
