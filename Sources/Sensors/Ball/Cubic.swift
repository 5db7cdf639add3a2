/// A place along an axis as a polynomial of time: `place + speed t + acceleration t²/2 + jerk t³/6`.
///
/// Between two samples the acceleration is linear, so this is no approximation.
struct Cubic: Hashable, Sendable {
  var place: Double
  var speed: Double
  var acceleration: Double
  var jerk: Double

  @inline(__always) func place(at time: Double) -> Double {
    place + time * (speed + time * (acceleration * 0.5 + time * (jerk * (1 / 6.0))))
  }

  @inline(__always) func speed(at time: Double) -> Double {
    speed + time * (acceleration + time * (jerk * 0.5))
  }

  @inline(__always) func acceleration(at time: Double) -> Double { acceleration + time * jerk }

  /// The same motion seen in a mirror, so that a lower limit becomes an upper one.
  var mirrored: Cubic {
    Cubic(place: -place, speed: -speed, acceleration: -acceleration, jerk: -jerk)
  }

  /// The farthest that the place can get from where it is within a time.
  @inline(__always) func reach(within time: Double) -> Double {
    time
      * (speed.magnitude
        + time * (acceleration.magnitude * 0.5 + time * (jerk.magnitude * (1 / 6.0))))
  }
}

/// A moment and the speed at it.
struct Crossing: Hashable, Sendable {
  var time: Double
  var speed: Double
}

extension Cubic {
  /// Overshoots of less than this, in pixels, are rounding.
  private static let tolerance = 1e-10

  /// When the place first rises above a limit that it is not above now; nil if it does not within
  /// `horizon` seconds.
  func firstRise(above limit: Double, within horizon: Double) -> Crossing? {
    if jerk == 0 { return quadraticRise(above: limit, within: horizon) }
    let turns = Cubic.roots(acceleration: jerk, speed: acceleration, place: speed)
    var start = 0.0
    for end in [turns.0, turns.1, horizon] {
      guard end > start else { continue }
      let stop = min(end, horizon)
      if place(at: stop) > limit + Cubic.tolerance {
        let time = root(of: limit, from: start, to: stop)
        return Crossing(time: time, speed: max(0, speed(at: time)))
      }
      if stop == horizon { return nil }
      start = stop
    }
    return nil
  }

  /// The same for a constant acceleration. The speed at the limit comes from the energy, not from the
  /// time: what rises from a floor comes back to it with exactly the speed that it had.
  private func quadraticRise(above limit: Double, within horizon: Double) -> Crossing? {
    let way = limit - place
    let square = speed * speed + 2 * acceleration * way
    guard square > 0 else { return nil }
    let speedThere = square.squareRoot()
    let time: Double
    if speed > 0 {
      time = 2 * way / (speed + speedThere)
    } else if acceleration > 0 {
      time = (speedThere - speed) / acceleration
    } else {
      return nil
    }
    guard time <= horizon, time > 0 || speed > 0 else { return nil }
    return Crossing(time: time, speed: speedThere)
  }

  /// The moment at which a place that is not above `limit` at `start` and is at `end`, and only
  /// rises between them, reaches it: Newton's method, kept within halves.
  private func root(of limit: Double, from start: Double, to end: Double) -> Double {
    var low = start
    var high = end
    var time = (low + high) * 0.5
    for _ in 0..<80 {
      let excess = place(at: time) - limit
      if excess > 0 { high = time } else { low = time }
      let slope = speed(at: time)
      var next = time - excess / slope
      if !(next > low && next < high) { next = (low + high) * 0.5 }
      if next == time || next <= low || next >= high { return time }
      time = next
    }
    return time
  }

  /// When `place + speed t + acceleration t²/2` is zero, earliest first; not-a-number where it is
  /// not.
  static func roots(
    acceleration: Double, speed: Double, place: Double
  ) -> (Double, Double) {
    if acceleration == 0 { return speed == 0 ? (.nan, .nan) : (-place / speed, .nan) }
    let square = speed * speed - 2 * acceleration * place
    guard square >= 0 else { return (.nan, .nan) }
    let sum = -(speed + (speed < 0 ? -square.squareRoot() : square.squareRoot()))
    let first = sum / acceleration
    let second = sum == 0 ? 0 : 2 * place / sum
    return first < second ? (first, second) : (second, first)
  }

  /// When the speed, which is not zero now, first becomes zero; nil if never.
  var stop: Double? {
    let (first, second) = Cubic.roots(acceleration: jerk, speed: acceleration, place: speed)
    if first > 0 { return first }
    return second > 0 ? second : nil
  }
}
