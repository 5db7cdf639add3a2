/// Estimates the velocity of a moving point from its latest positions.
///
/// ```swift
/// var tracker = VelocityTracker()
/// tracker.add(Point(x: 0, y: 0), at: .zero)
/// tracker.add(Point(x: 10, y: 0), at: Timestamp(seconds: 0.01))
/// tracker.velocity(at: Timestamp(seconds: 0.01))  // 1000 units per second to the right
/// ```
///
/// At most 20 samples of the last 100 ms count; a pause of 40 ms starts anew (Android and Flutter).
public struct VelocityTracker: Sendable {
  /// The computation of a velocity from the samples.
  public enum Strategy: Hashable, Sendable {
    /// A parabola, fitted by least squares: its slope at the newest sample is the velocity.
    case parabola
    /// The velocity of a body of mass 1 that is pushed along with the samples, for scrolling, which
    /// a hesitation at the end does not distort; Android scrolls by it since version 10.
    case impulse
  }

  /// The most samples that count.
  public static let capacity = 20
  /// Seconds for which a sample counts.
  public static let horizon = 0.1
  /// Seconds without a sample after which the point has stopped.
  public static let pause = 0.04

  struct Sample {
    var time: Timestamp
    var point: Point
  }

  /// A ring: the newest sample is before ``next``.
  // Of fixed size and stored inline, so that adding a sample costs no more than a store.
  private var samples = InlineArray<20, Sample>(repeating: Sample(time: .zero, point: .zero))
  private var count = 0
  private var next = 0

  public init() {}

  public mutating func reset() {
    count = 0
    next = 0
  }

  /// Adds the current position of the point.
  public mutating func add(_ point: Point, at time: Timestamp) {
    samples[next] = Sample(time: time, point: point)
    next = next == VelocityTracker.capacity - 1 ? 0 : next + 1
    if count < VelocityTracker.capacity { count += 1 }
  }

  /// Whether there is no sample.
  public var isEmpty: Bool { count == 0 }

  /// The velocity in units per second at a time that is not before the newest sample; zero with too
  /// few samples, or if the newest is older than `pause` seconds. Samples before `start` have no
  /// effect.
  public func velocity(
    at time: Timestamp, since start: Timestamp? = nil, by strategy: Strategy = .parabola,
    pause: Double = VelocityTracker.pause
  ) -> Vector {
    guard let newest = recent(0, in: samples.span), time.seconds(since: newest.time) <= pause
    else { return .zero }
    let count = usableCount(newest, since: start ?? .min, pause: pause)
    switch strategy {
    case .parabola: return parabolaVelocity(newest, count)
    case .impulse: return impulseVelocity(count)
    }
  }

  /// The newest sample and the one before it; nil with fewer than two.
  var lastStep: (newest: Sample, previous: Sample)? {
    guard let newest = recent(0, in: samples.span), let previous = recent(1, in: samples.span)
    else { return nil }
    return (newest, previous)
  }

  /// The displacement since a time, from the last sample that is not later; nil without one.
  func displacement(since time: Timestamp) -> Vector? {
    let samples = samples.span
    guard let newest = recent(0, in: samples) else { return nil }
    var age = 1
    while let sample = recent(age, in: samples) {
      if sample.time <= time { return newest.point - sample.point }
      age += 1
    }
    return nil
  }

  /// The velocity of a value that a program has set: zero at that time, and then of the movement
  /// since, unless that is a single sample.
  func velocity(at time: Timestamp, rebased rebase: Timestamp?, pause: Double) -> Vector {
    if rebase == time { return .zero }
    let newest = recent(0, in: samples.span)?.time ?? .min
    let start = rebase.flatMap { $0 < newest ? $0 : nil }
    return velocity(at: time, since: start, pause: pause)
  }

  /// A tracker of the angles, in degrees, of positions that turn about the origin.
  var turning: VelocityTracker {
    var result = VelocityTracker()
    var angle = 0.0
    var last: Vector?
    for age in (0..<count).reversed() {
      guard let sample = recent(age, in: samples.span) else { continue }
      let direction = sample.point - Point.zero
      if let last { angle += Trigonometry.degrees(from: last, to: direction) }
      last = direction
      result.add(Point(x: angle, y: 0), at: sample.time)
    }
    return result
  }

  private func usableCount(_ newest: Sample, since start: Timestamp, pause: Double) -> Int {
    // A span, read once: each access to an inline array copies all of it.
    let samples = samples.span
    var later = newest.time
    var count = 0
    while let sample = recent(count, in: samples), sample.time >= start,
      newest.time.seconds(since: sample.time) <= VelocityTracker.horizon,
      later.seconds(since: sample.time) <= pause
    {
      later = sample.time
      count += 1
    }
    return count
  }

  private func parabolaVelocity(_ newest: Sample, _ count: Int) -> Vector {
    let samples = samples.span
    var fit = ParabolaFit()
    for age in 0..<count {
      guard let sample = recent(age, in: samples) else { break }
      fit.add(time: sample.time.seconds(since: newest.time), offset: sample.point - newest.point)
    }
    return fit.slope
  }

  private func impulseVelocity(_ count: Int) -> Vector {
    let samples = samples.span
    var horizontal = PushedBody()
    var vertical = PushedBody()
    var before: Sample?
    for age in (0..<count).reversed() {
      guard let sample = recent(age, in: samples) else { break }
      if let before {
        let seconds = sample.time.seconds(since: before.time)
        guard seconds > 0 else { continue }
        let velocity = (sample.point - before.point) / seconds
        horizontal.push(to: velocity.dx)
        vertical.push(to: velocity.dy)
      }
      before = sample
    }
    return Vector(dx: horizontal.velocity, dy: vertical.velocity)
  }

  /// The sample that is `age` samples before the newest.
  private func recent(_ age: Int, in samples: Span<Sample>) -> Sample? {
    guard age < count else { return nil }
    let index = next - 1 - age
    return samples[index < 0 ? index + VelocityTracker.capacity : index]
  }
}

/// Sums for the least-squares fit of a parabola through times and positions.
private struct ParabolaFit {
  private var count = 0.0
  private var t1 = 0.0
  private var t2 = 0.0
  private var t3 = 0.0
  private var t4 = 0.0
  private var position = Vector.zero
  private var positionTime = Vector.zero
  private var positionTimeSquared = Vector.zero

  mutating func add(time: Double, offset: Vector) {
    let square = time * time
    count += 1
    t1 += time
    t2 += square
    t3 += square * time
    t4 += square * square
    position = position + offset
    positionTime = positionTime + offset * time
    positionTimeSquared = positionTimeSquared + offset * square
  }

  /// The derivative at time 0; the slope of a straight line if a parabola is not determined.
  var slope: Vector {
    if count >= 3 {
      let determinant =
        count * (t2 * t4 - t3 * t3) - t1 * (t1 * t4 - t2 * t3) + t2 * (t1 * t3 - t2 * t2)
      // Times are at most 0.1 s: a determinant this small means that two of three coincide.
      if determinant > 1e-14 {
        let part = position * (t2 * t3 - t1 * t4) + positionTime * (count * t4 - t2 * t2)
        return (part + positionTimeSquared * (t1 * t2 - count * t3)) / determinant
      }
    }
    let determinant = count * t2 - t1 * t1
    guard count >= 2, determinant > 0 else { return .zero }
    return (positionTime * count - position * t1) / determinant
  }
}

/// A body of mass 1 on a line, pushed from one velocity to the next.
private struct PushedBody {
  /// The kinetic energy, with the sign of the velocity.
  private var energy = 0.0
  private var isAtRest = true

  /// Adds the work of the hand on the body: the force times the distance.
  mutating func push(to velocity: Double) {
    let work = (velocity - self.velocity) * abs(velocity)
    // The first push is from rest: the velocity was half of the final one on average.
    energy += isAtRest ? work / 2 : work
    isAtRest = false
  }

  var velocity: Double {
    let speed = (2 * abs(energy)).squareRoot()
    return energy < 0 ? -speed : speed
  }
}
