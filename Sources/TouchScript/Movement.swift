public import Contacts

/// Where a finger is from its start to the end of its movement.
///
/// ```swift
/// let movement = Movement.minimumJerk(from: a, to: b, duration: 0.4)
/// movement.position(at: 0.2)  // half-way
/// ```
///
/// Before the movement a finger is at its start; after it, it goes on at its last velocity, which
/// is none for most: a finger that lifts a little later than the others of a flick does not stop.
public enum Movement: Hashable, Sendable {
  /// Stays in its place.
  case still(Point, duration: Double)
  /// Reaches smoothly, as hands do: the movement whose acceleration changes least.
  ///
  /// A fifth-degree polynomial in time (Flash and Hogan, "The coordination of arm movements",
  /// 1985). Its peak velocity, half-way, is 1.875 times the mean.
  case minimumJerk(from: Point, to: Point, duration: Double)
  /// Goes at constant speed and is still moving when the finger lifts.
  case linear(from: Point, to: Point, duration: Double)
  /// Starts smoothly and lifts at a speed, given in mean speeds of the movement (0 to 2.5).
  ///
  /// The minimum-jerk movement with that velocity and no acceleration at its end.
  case flick(from: Point, to: Point, duration: Double, liftOff: Double)
  /// Runs through places along straight lines, starting and stopping smoothly.
  case path(Polyline, duration: Double)
  /// Turns around a center, starting and stopping smoothly; degrees grow clockwise from the right.
  case arc(center: Point, radius: Double, from: Double, turn: Double, duration: Double)
  /// One movement after the other, each from where the one before has ended.
  case course([Movement])
  /// Is where it was seen at each moment, and between on the straight line.
  case track(TimedPath)
}

extension Movement {
  /// Seconds from start to end, at most an hour; not-a-number and negative durations count as none.
  public var duration: Double {
    switch self {
    case .still(_, let duration), .minimumJerk(_, _, let duration), .linear(_, _, let duration),
      .flick(_, _, let duration, _), .path(_, let duration), .arc(_, _, _, _, let duration):
      duration > 0 ? min(duration, 3600) : 0
    case .course(let legs): min(legs.reduce(0) { $0 + $1.duration }, 3600)
    case .track(let path): min(path.duration, 3600)
    }
  }

  /// The place at so many seconds after the start.
  public func position(at seconds: Double) -> Point {
    let share = self.share(at: seconds)
    switch self {
    case .still(let place, _):
      return place
    case .minimumJerk(let start, let end, _):
      return start + (end - start) * Self.progress(at: share, finalSpeed: 0)
    case .linear(let start, let end, _):
      return start + (end - start) * max(share, 0)
    case .flick(let start, let end, _, let liftOff):
      let speed = min(max(liftOff, 0), 2.5)
      return start + (end - start) * Self.progress(at: share, finalSpeed: speed)
    case .path(let line, _):
      return line.place(at: Self.progress(at: share, finalSpeed: 0))
    case .arc(let center, let radius, let start, let turn, _):
      let angle = start + turn * Self.progress(at: share, finalSpeed: 0)
      return center + Vector(degrees: angle) * radius
    case .course(let legs):
      return Self.position(on: legs, at: seconds)
    case .track(let path):
      return path.place(at: seconds)
    }
  }

  /// The leg of a moment says where; at a border it is the one that begins.
  private static func position(on legs: [Movement], at seconds: Double) -> Point {
    var rest = seconds
    for (index, leg) in legs.enumerated() {
      if rest < leg.duration || index == legs.count - 1 { return leg.position(at: rest) }
      rest -= leg.duration
    }
    return .zero
  }

  public var start: Point { position(at: 0) }
  public var end: Point { position(at: duration) }

  /// The same movement elsewhere.
  public func shifted(by offset: Vector) -> Movement {
    switch self {
    case .still(let place, let duration):
      .still(place + offset, duration: duration)
    case .minimumJerk(let start, let end, let duration):
      .minimumJerk(from: start + offset, to: end + offset, duration: duration)
    case .linear(let start, let end, let duration):
      .linear(from: start + offset, to: end + offset, duration: duration)
    case .flick(let start, let end, let duration, let liftOff):
      .flick(from: start + offset, to: end + offset, duration: duration, liftOff: liftOff)
    case .path(let line, let duration):
      .path(Polyline(line.points.map { $0 + offset }), duration: duration)
    case .arc(let center, let radius, let start, let turn, let duration):
      .arc(center: center + offset, radius: radius, from: start, turn: turn, duration: duration)
    case .course(let legs): .course(legs.map { $0.shifted(by: offset) })
    case .track(let path): .track(path.shifted(by: offset))
    }
  }

  /// Time as a share of the duration; a movement without duration is over at once.
  private func share(at seconds: Double) -> Double {
    duration > 0 ? seconds / duration : (seconds < 0 ? 0 : 1)
  }

  /// The share of the way at a share of the time, of a movement that starts at rest.
  ///
  /// `finalSpeed` is in mean speeds; up to 2.5 the movement never turns back.
  static func progress(at share: Double, finalSpeed v: Double) -> Double {
    if share <= 0 { return 0 }
    if share >= 1 { return 1 + (share - 1) * v }
    let t = share
    return t * t * t * (10 - 4 * v + t * (7 * v - 15 + t * (6 - 3 * v)))
  }
}
