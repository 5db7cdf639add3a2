/// When balls meet: for each pair the next time, as far as it can be known.
///
/// For some dozens of balls: each pair is looked at again whenever one of the two changes its way.
struct BallMeetings: Hashable, Sendable {
  /// By the pair, row by row; seconds, infinite for no meeting in sight.
  var times: [Double] = []
}

extension BallSimulation {
  mutating func planMeetings() {
    let count = balls.count
    if meetings.times.count != count * count {
      meetings.times = [Double](repeating: .infinity, count: count * count)
    }
    for first in 0..<count {
      for second in 0..<first { planMeeting(first, second) }
    }
    findNextEvent()
  }

  private mutating func planMeeting(_ first: Int, _ second: Int) {
    let (high, low) = first > second ? (first, second) : (second, first)
    meetings.times[high * balls.count + low] = meetingTime(balls[high], balls[low])
  }

  private mutating func findNextEvent() {
    var earliest = Double.infinity
    for ball in balls { earliest = min(earliest, ball.anchor + ball.next) }
    for time in meetings.times { earliest = min(earliest, time) }
    nextEvent = earliest
  }

  /// Lets walls and balls be met until a time, in order.
  mutating func runMeetings(until seconds: Double) {
    while nextEvent <= seconds {
      let now = nextEvent
      var changed: [Int] = []
      for index in balls.indices where balls[index].anchor + balls[index].next <= now {
        balls[index].happen(box, parameters)
        changed.append(index)
      }
      let count = balls.count
      for first in 0..<count {
        for second in 0..<first where meetings.times[first * count + second] <= now {
          meetings.times[first * count + second] = .infinity
          balls[first].moveAnchor(to: max(now, balls[first].anchor))
          balls[second].moveAnchor(to: max(now, balls[second].anchor))
          collide(first, second)
          changed += [first, second]
        }
      }
      for index in changed { balls[index].plan(drive, box, parameters) }
      for index in changed {
        for other in balls.indices where other != index { planMeeting(index, other) }
      }
      findNextEvent()
    }
  }

  /// Exchanges the speeds along the line between two balls of equal mass, less what is lost.
  private mutating func collide(_ first: Int, _ second: Int) {
    let dx = balls[first].x.place - balls[second].x.place
    let dy = balls[first].y.place - balls[second].y.place
    let distance = (dx * dx + dy * dy).squareRoot()
    guard distance > 0 else { return }
    let nx = dx / distance
    let ny = dy / distance
    let approach =
      (balls[first].x.speed - balls[second].x.speed) * nx
      + (balls[first].y.speed - balls[second].y.speed) * ny
    guard approach < 0 else { return }
    let impulse = -approach * (1 + parameters.restitution) / 2
    balls[first].x.speed += impulse * nx
    balls[first].y.speed += impulse * ny
    balls[second].x.speed -= impulse * nx
    balls[second].y.speed -= impulse * ny
  }

  /// When two balls touch that now approach each other, before either changes its way.
  ///
  /// The distance is looked at from where it is at the pace at which it can shrink at most, so no
  /// meeting is passed over.
  private func meetingTime(_ first: Ball, _ second: Ball) -> Double {
    let end = min(first.anchor + first.next, second.anchor + second.next, drive.end)
    var time = max(first.anchor, second.anchor)
    let horizon = min(end, time + BallSimulation.farthestMeeting)
    let size = box.ballSize
    while time < horizon {
      let (gap, closing) = gap(first, second, at: time)
      if gap <= size * 1e-12 {
        if closing > BallSimulation.slowestMeeting { return time }
        // They touch and part, or lie on each other.
        time += BallSimulation.shortestLook
        continue
      }
      let pace = fastestClosing(first, second, from: time, to: horizon)
      guard pace > 0 else { return .infinity }
      time += min(max(gap / pace, BallSimulation.shortestLook), BallSimulation.longestLook)
    }
    return .infinity
  }

  /// Seconds ahead of which nothing is planned; resting balls are looked at again when they change.
  private static let farthestMeeting = 3600.0
  /// Pixels a second at which balls approach each other at least, to be thrown apart.
  private static let slowestMeeting = 0.5
  private static let shortestLook = 1e-5
  /// The bound on the pace holds for a second.
  private static let longestLook = 1.0

  /// The room between two balls, and how fast it shrinks.
  private func gap(_ first: Ball, _ second: Ball, at time: Double) -> (gap: Double, closing: Double)
  {
    let one = first.elapsed(at: time)
    let other = second.elapsed(at: time)
    let dx = first.x.place(at: one) - second.x.place(at: other)
    let dy = first.y.place(at: one) - second.y.place(at: other)
    let distance = (dx * dx + dy * dy).squareRoot()
    guard distance > 0 else { return (-box.ballSize, 0) }
    let vx = first.x.speed(at: one) - second.x.speed(at: other)
    let vy = first.y.speed(at: one) - second.y.speed(at: other)
    return (distance - box.ballSize, -(dx * vx + dy * vy) / distance)
  }

  /// The speed at which two balls can approach each other at most within a time.
  private func fastestClosing(
    _ first: Ball, _ second: Ball, from start: Double, to end: Double
  ) -> Double {
    let one = first.elapsed(at: start)
    let other = second.elapsed(at: start)
    let span = min(end - start, BallSimulation.longestLook)
    func fastest(_ a: Cubic, _ b: Cubic) -> Double {
      let speed = (a.speed(at: one) - b.speed(at: other)).magnitude
      let push = (a.acceleration(at: one) - b.acceleration(at: other)).magnitude
      return speed + span * (push + span * (a.jerk - b.jerk).magnitude / 2)
    }
    let x = fastest(first.x, second.x)
    let y = fastest(first.y, second.y)
    return (x * x + y * y).squareRoot()
  }
}
