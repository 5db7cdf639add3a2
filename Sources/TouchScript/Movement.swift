public import Contacts
import RealModule
import Timeline

/// The position of a finger as a function of time.
///
/// Before the movement a finger is at its start. After it, the finger keeps its last velocity,
/// which is zero for most movements. In a script, a finger that lifts later than the others of a
/// flick slows down to rest.
public enum Movement: Hashable, Sendable {
  /// A rest at one position.
  case still(Point, duration: Double)
  /// A movement on a straight line.
  case straight(from: Point, to: Point, duration: Double, MotionProfile = .minimumJerk)
  /// A movement on straight lines through points, with a smooth start and end.
  case path(Polyline, duration: Double)
  /// A turn around a center, with a smooth start and end; degrees grow clockwise from the right.
  case arc(center: Point, radius: Double, from: Double, turn: Double, duration: Double)
  /// A sequence of movements.
  case course(MovementCourse)
  /// A movement through recorded positions, on straight lines between them.
  case track(TimedPath)

  /// The duration in seconds, at most an hour; not-a-number and negative durations count as zero.
  public var duration: Double {
    switch self {
    case .still(_, let duration), .straight(_, _, let duration, _), .path(_, let duration),
      .arc(_, _, _, _, let duration):
      duration > 0 ? min(duration, 3600) : 0
    case .course(let course): min(course.duration, 3600)
    case .track(let path): min(path.duration, 3600)
    }
  }

  /// The position at the given seconds after the start.
  public func position(at seconds: Double) -> Point {
    let share = self.share(at: seconds)
    switch self {
    case .still(let position, _):
      return position
    case .straight(let start, let end, _, let profile):
      return start + (end - start) * profile.progress(at: share)
    case .path(let line, _):
      return line.position(at: MotionProfile.minimumJerk.progress(at: share))
    case .arc(let center, let radius, let start, let turn, _):
      let angle = start + turn * MotionProfile.minimumJerk.progress(at: share)
      return center + Vector(degrees: angle) * radius
    case .course(let course):
      return course.position(at: seconds)
    case .track(let path):
      return path.position(at: seconds)
    }
  }

  public var start: Point { position(at: 0) }
  public var end: Point { position(at: duration) }

  /// The movement displaced by an offset.
  public func shifted(by offset: Vector) -> Movement {
    switch self {
    case .still(let position, let duration):
      .still(position + offset, duration: duration)
    case .straight(let start, let end, let duration, let profile):
      .straight(from: start + offset, to: end + offset, duration: duration, profile)
    case .path(let line, let duration):
      .path(Polyline(line.points.map { $0 + offset }), duration: duration)
    case .arc(let center, let radius, let start, let turn, let duration):
      .arc(center: center + offset, radius: radius, from: start, turn: turn, duration: duration)
    case .course(let course):
      .course(MovementCourse(course.legs.map { $0.shifted(by: offset) }))
    case .track(let path): .track(path.shifted(by: offset))
    }
  }

  /// The time as a share of the duration; a movement without duration is over at once.
  private func share(at seconds: Double) -> Double {
    duration > 0 ? seconds / duration : (seconds < 0 ? 0 : 1)
  }
}

/// The speed of a finger on a straight path.
public enum MotionProfile: Hashable, Sendable {
  /// A constant speed, even when the finger lifts.
  case linear
  /// A smooth start and end, as of hands: the movement with the least jerk (Flash and Hogan, "The
  /// coordination of arm movements", 1985). Its peak velocity, halfway, is 1.875 times the mean.
  case minimumJerk
  /// A smooth start and an end with the given speed in mean speeds (0 to 2.5), and without
  /// acceleration.
  case flick(liftOff: Double)

  /// The share of the distance at a share of the time.
  func progress(at share: Double) -> Double {
    switch self {
    case .linear: max(share, 0)
    case .minimumJerk: Self.smooth(share, finalSpeed: 0)
    case .flick(let liftOff): Self.smooth(share, finalSpeed: min(max(liftOff, 0), 2.5))
    }
  }

  /// A movement that starts at rest and has a final speed; up to 2.5 it never turns back.
  private static func smooth(_ t: Double, finalSpeed v: Double) -> Double {
    if t <= 0 { return 0 }
    if t >= 1 { return 1 + (t - 1) * v }
    return t * t * t * (10 - 4 * v + t * (7 * v - 15 + t * (6 - 3 * v)))
  }
}

/// A line of points joined by straight lines.
public struct Polyline: Hashable, Sendable {
  public let points: [Point]
  /// The length of the line from the first point to each.
  private let distances: [Double]

  public init(_ points: [Point]) {
    self.points = points
    var distances: [Double] = []
    distances.reserveCapacity(points.count)
    var sum = 0.0
    for (index, point) in points.enumerated() {
      if index > 0 { sum += points[index - 1].distance(to: point) }
      distances.append(sum)
    }
    self.distances = distances
  }

  public var length: Double { distances.last ?? 0 }

  /// The position at a share (0 to 1) of the length; the origin if there are no points.
  public func position(at share: Double) -> Point {
    guard let last = points.last else { return .zero }
    let distance = share * length
    let index = distances.partitioningIndex { $0 >= distance }
    guard index < points.count else { return last }
    guard index > 0 else { return points[0] }
    let stretch = distances[index] - distances[index - 1]
    guard stretch > 0 else { return points[index] }
    let part = (distance - distances[index - 1]) / stretch
    return points[index - 1] + (points[index] - points[index - 1]) * part
  }
}

/// Movements of one finger, one after the other.
public struct MovementCourse: Hashable, Sendable {
  public let legs: [Movement]
  /// The seconds from the start to the end of each leg.
  private let ends: [Double]

  public init(_ legs: [Movement]) {
    self.legs = legs
    var time = 0.0
    ends = legs.map { leg in
      time += leg.duration
      return time
    }
  }

  /// The duration of all legs in seconds.
  public var duration: Double { ends.last ?? 0 }

  /// The position on the leg at a time; at a boundary, on the leg that begins.
  public func position(at seconds: Double) -> Point {
    guard let last = legs.last else { return .zero }
    // Exact at the end, which sums of durations are not.
    if seconds >= duration { return last.position(at: last.duration + (seconds - duration)) }
    let index = ends.partitioningIndex { $0 > seconds }
    return legs[index].position(at: index == 0 ? seconds : seconds - ends[index - 1])
  }
}

/// The recorded positions of one finger with their times.
public struct TimedPath: Hashable, Sendable {
  /// A position and its time in seconds after the first sample.
  public struct Sample: Hashable, Sendable {
    public var seconds: Double
    public var position: Point
  }

  /// The samples in the order of time, from 0 on.
  public let samples: [Sample]
  /// The duration in seconds from the first sample to the touch up, at least to the last sample.
  public let duration: Double

  /// Creates a path through samples in the order of time; the finger rests at its last position
  /// until it lifts.
  public init(_ samples: [Sample], duration: Double = 0) {
    self.samples = samples
    self.duration = max(duration, samples.last?.seconds ?? 0)
  }

  /// The position at a time; the nearest sample's before the first and after the last sample, and
  /// the first sample's at a time that is not a number.
  public func position(at seconds: Double) -> Point {
    guard let first = samples.first, let last = samples.last else { return .zero }
    if samples.count == 1 || seconds.isNaN { return first.position }
    if seconds <= first.seconds { return first.position }
    if seconds >= last.seconds { return last.position }
    let next = samples.partitioningIndex { $0.seconds > seconds }
    let (a, b) = (samples[next - 1], samples[next])
    let step = b.seconds - a.seconds
    return step > 0
      ? a.position + (b.position - a.position) * ((seconds - a.seconds) / step) : b.position
  }

  func shifted(by offset: Vector) -> TimedPath {
    TimedPath(
      samples.map { Sample(seconds: $0.seconds, position: $0.position + offset) },
      duration: duration)
  }
}

extension Vector {
  /// A vector of length 1 at an angle: 0 points right, 90 down, so that angles grow clockwise.
  init(degrees: Double) {
    let radians = degrees * (.pi / 180)
    self.init(dx: .cos(radians), dy: .sin(radians))
  }
}
