/// The position along an axis as a cubic polynomial of time, `position + speed t + acceleration
/// t²/2 + jerk t³/6`; exact, since the acceleration is linear between two samples.
struct Cubic: Hashable, Sendable {
  var position: Double
  var speed: Double
  var acceleration: Double
  var jerk: Double

  @inline(__always) func position(at time: Double) -> Double {
    position + time * (speed + time * (acceleration * 0.5 + time * (jerk * (1 / 6.0))))
  }

  @inline(__always) func speed(at time: Double) -> Double {
    speed + time * (acceleration + time * (jerk * 0.5))
  }

  @inline(__always) func acceleration(at time: Double) -> Double { acceleration + time * jerk }

  /// Starts the polynomial at a later time.
  mutating func advance(by time: Double) {
    self = Cubic(
      position: position(at: time), speed: speed(at: time), acceleration: acceleration(at: time),
      jerk: jerk)
  }

  /// Whether the speed at the time of a stop, which was solved for, is 0 apart from rounding.
  func isStill(at time: Double) -> Bool {
    speed(at: time).magnitude < 1e-9 * (1 + speed.magnitude)
  }

  /// The same motion mirrored, which turns a lower limit into an upper one.
  var mirrored: Cubic {
    Cubic(position: -position, speed: -speed, acceleration: -acceleration, jerk: -jerk)
  }

  /// Whether neither end of a range can be reached within a time.
  @inline(__always) func misses(_ range: ClosedRange<Double>, within time: Double) -> Bool {
    guard time < .infinity else { return false }
    let reach =
      time
      * (speed.magnitude
        + time * (acceleration.magnitude * 0.5 + time * (jerk.magnitude * (1 / 6.0))))
    return position + reach < range.upperBound && position - reach > range.lowerBound
  }
}

/// A wall that a ball will hit.
struct WallHit: Hashable, Sendable {
  /// The time in seconds from the anchor; infinite for no wall.
  var time: Double
  /// The speed at the wall, positive toward the upper end of the axis.
  var speed: Double

  static let never = WallHit(time: .infinity, speed: 0)
}

extension Cubic {
  /// The largest overshoot, in pixels, that is rounding.
  private static let tolerance = 1e-10

  /// The end of a range that is reached first within `horizon` seconds.
  func firstHit(_ range: ClosedRange<Double>, within horizon: Double) -> WallHit {
    let upper = firstRise(above: range.upperBound, within: horizon)
    let lower = mirrored.firstRise(above: -range.lowerBound, within: horizon)
    return lower.time < upper.time ? WallHit(time: lower.time, speed: -lower.speed) : upper
  }

  /// Returns when the position first rises above a limit that it is not above now, within a time.
  private func firstRise(above limit: Double, within horizon: Double) -> WallHit {
    if jerk == 0 { return quadraticRise(above: limit, within: horizon) }
    let turns = Cubic.roots(acceleration: jerk, speed: acceleration, position: speed)
    var start = 0.0
    for end in [turns.0, turns.1, horizon] {
      guard end > start else { continue }
      let stop = min(end, horizon)
      if position(at: stop) > limit + Cubic.tolerance {
        let time = root(of: limit, from: start, to: stop)
        return WallHit(time: time, speed: max(0, speed(at: time)))
      }
      if stop == horizon { return .never }
      start = stop
    }
    return .never
  }

  /// Returns the same for a constant acceleration. The speed at the limit follows from the energy,
  /// not from the time, so that a ball returns to a floor with exactly the speed that it left with.
  private func quadraticRise(above limit: Double, within horizon: Double) -> WallHit {
    let distance = limit - position
    let square = speed * speed + 2 * acceleration * distance
    guard square > 0 else { return .never }
    let speedThere = square.squareRoot()
    let time: Double
    if speed > 0 {
      time = 2 * distance / (speed + speedThere)
    } else if acceleration > 0 {
      time = (speedThere - speed) / acceleration
    } else {
      return .never
    }
    guard time <= horizon, time > 0 || speed > 0 else { return .never }
    return WallHit(time: time, speed: speedThere)
  }

  /// Returns the time at which the position reaches `limit`, if it only rises from not above the
  /// limit at `start` to above it at `end`: Newton's method, kept within a bracket.
  private func root(of limit: Double, from start: Double, to end: Double) -> Double {
    var low = start
    var high = end
    var time = (low + high) * 0.5
    for _ in 0..<80 {
      let excess = position(at: time) - limit
      if excess > 0 { high = time } else { low = time }
      let slope = speed(at: time)
      var next = time - excess / slope
      if !(next > low && next < high) { next = (low + high) * 0.5 }
      if next == time || next <= low || next >= high { return time }
      time = next
    }
    return time
  }

  /// The times when `position + speed t + acceleration t²/2` is 0, in order; NaN for a missing one.
  static func roots(acceleration: Double, speed: Double, position: Double) -> (Double, Double) {
    if acceleration == 0 { return speed == 0 ? (.nan, .nan) : (-position / speed, .nan) }
    let square = speed * speed - 2 * acceleration * position
    guard square >= 0 else { return (.nan, .nan) }
    let sum = -(speed + (speed < 0 ? -square.squareRoot() : square.squareRoot()))
    let first = sum / acceleration
    let second = sum == 0 ? 0 : 2 * position / sum
    return first < second ? (first, second) : (second, first)
  }

  /// The time when the speed, which is not zero now, first becomes zero; nil if it does not.
  var stop: Double? {
    let (first, second) = Cubic.roots(acceleration: jerk, speed: acceleration, position: speed)
    if first > 0 { return first }
    return second > 0 ? second : nil
  }
}
