import Contacts
import Gestures
import Testing
import Timeline

@Suite("Velocity by least squares")
struct LeastSquaresVelocityTests {
  @Test("The velocity is the slope of a parabola at its newest sample")
  func parabola() {
    var tracker = VelocityTracker()
    for step in 0...12 {
      let t = Double(step) / 120
      tracker.add(
        Point(x: 100 * t, y: 500 * t * t), at: Timestamp(seconds: t))
    }
    let velocity = tracker.velocity(at: Timestamp(seconds: 0.1))
    #expect(abs(velocity.dx - 100) < 0.01)
    #expect(abs(velocity.dy - 100) < 0.1)
  }

  @Test(
    "After a pause of more than 40 ms the point has stopped",
    arguments: [(0.14, false), (0.140001, true)])
  func pause(time: Double, hasStopped: Bool) {
    var tracker = VelocityTracker()
    for step in 0...10 {
      tracker.add(Point(x: Double(step), y: 0), at: Timestamp(seconds: Double(step) / 100))
    }
    #expect((tracker.velocity(at: Timestamp(seconds: time)) == .zero) == hasStopped)
  }

  @Test("Samples before a pause are ignored")
  func restart() {
    var tracker = VelocityTracker()
    tracker.add(Point(x: 0, y: 0), at: Timestamp(seconds: 0))
    tracker.add(Point(x: 1000, y: 0), at: Timestamp(seconds: 0.05))
    tracker.add(Point(x: 1001, y: 0), at: Timestamp(seconds: 0.06))
    #expect(abs(tracker.velocity(at: Timestamp(seconds: 0.06)).dx - 100) < 1e-6)
  }

  @Test("Samples of one time, or a single sample, give no velocity")
  func degenerate() {
    var tracker = VelocityTracker()
    #expect(tracker.velocity(at: .zero) == .zero)
    for _ in 0..<30 { tracker.add(Point(x: 5, y: 5), at: .zero) }
    #expect(tracker.velocity(at: .zero) == .zero)
  }

  @Test("Samples before a given time are ignored")
  func since() {
    var tracker = VelocityTracker()
    tracker.add(Point(x: 0, y: 0), at: Timestamp(seconds: 0))
    tracker.add(Point(x: 1, y: 0), at: Timestamp(seconds: 0.01))
    tracker.add(Point(x: 11, y: 0), at: Timestamp(seconds: 0.02))
    let time = Timestamp(seconds: 0.02)
    let velocity = tracker.velocity(at: time, since: Timestamp(seconds: 0.01))
    #expect(abs(velocity.dx - 1000) < 1e-6)
    #expect(tracker.velocity(at: time, since: time) == .zero)
  }
}

@Suite("Velocity by impulse")
struct ImpulseVelocityTests {
  /// The velocity along x at the last of positions that are 10 ms apart.
  private func velocity(
    _ positions: [Double], strategy: VelocityTracker.Strategy = .impulse
  ) -> Double {
    var tracker = VelocityTracker()
    for (index, position) in positions.enumerated() {
      tracker.add(
        Point(x: position, y: -2 * position), at: Timestamp(microseconds: Int64(index) * 10_000))
    }
    let time = Timestamp(microseconds: Int64(positions.count - 1) * 10_000)
    let velocity = tracker.velocity(at: time, by: strategy)
    // The axes are independent, and all directions are equal.
    #expect(abs(velocity.dy + 2 * velocity.dx) < 1e-6)
    return velocity.dx
  }

  @Test("A steady movement gives its velocity", arguments: 2...25)
  func steady(count: Int) {
    let positions = (0..<count).map { 3 * Double($0) }
    #expect(abs(velocity(positions) - 300) < 1e-6)
  }

  @Test("The work of each step is added")
  func work() {
    // 100, then 200 units a second: 100 × 100 / 2 + (200 - 100) × 200 = 25000, the square of v over
    // 2.
    #expect(abs(velocity([0, 1, 3]) - 50_000.squareRoot()) < 1e-6)
    // 200, then 100: 200 × 200 / 2 + (100 - 200) × 100 = 10000.
    #expect(abs(velocity([0, 2, 3]) - 20_000.squareRoot()) < 1e-6)
    // 100, then -100: 100 × 100 / 2 + (-100 - 100) × 100 = -15000.
    #expect(abs(velocity([0, 1, 0]) + 30_000.squareRoot()) < 1e-6)
  }

  @Test("Hesitation at the end of a flick lowers the velocity; a parabola would reverse it")
  func hesitation() {
    let flick = [0.0, 10, 20, 30, 40, 50, 50.5]
    #expect(velocity(flick) > 0)
    #expect(velocity(flick) < 1000)
    #expect(velocity([0, 30, 45, 50, 50], strategy: .parabola) < 0)
    #expect(velocity([0, 30, 45, 50, 50]) >= 0)
  }

  @Test("A pause of more than 40 ms, samples of one time and a single sample give no velocity")
  func degenerate() {
    var tracker = VelocityTracker()
    #expect(tracker.velocity(at: .zero, by: .impulse) == .zero)
    for step in 0..<5 { tracker.add(Point(x: Double(step), y: 0), at: .zero) }
    #expect(tracker.velocity(at: .zero, by: .impulse) == .zero)
    tracker.add(Point(x: 10, y: 0), at: Timestamp(seconds: 0.01))
    #expect(abs(tracker.velocity(at: Timestamp(seconds: 0.05), by: .impulse).dx) > 0)
    #expect(tracker.velocity(at: Timestamp(seconds: 0.050001), by: .impulse) == .zero)
  }

  @Test("Of samples of one time the first one counts")
  func sameMoment() {
    var tracker = VelocityTracker()
    tracker.add(Point(x: 0, y: 0), at: .zero)
    tracker.add(Point(x: 5, y: 0), at: Timestamp(seconds: 0.01))
    tracker.add(Point(x: 99, y: 0), at: Timestamp(seconds: 0.01))
    tracker.add(Point(x: 10, y: 0), at: Timestamp(seconds: 0.02))
    #expect(abs(tracker.velocity(at: Timestamp(seconds: 0.02), by: .impulse).dx - 500) < 1e-6)
  }
}

@Suite("Velocity by either strategy")
struct VelocityTrackerTests {
  @Test(
    "An even movement has its velocity, with any number of samples",
    arguments: [VelocityTracker.Strategy.parabola, .impulse], [2, 3, 5, 20, 50])
  func evenVelocity(strategy: VelocityTracker.Strategy, count: Int) {
    var tracker = VelocityTracker()
    #expect(tracker.isEmpty)
    #expect(tracker.velocity(at: .zero, by: strategy) == .zero)
    for index in 0..<count {
      tracker.add(
        Point(x: Double(index) * 5, y: Double(index) * -2),
        at: Timestamp(microseconds: Int64(index) * 10_000))
    }
    let end = Timestamp(microseconds: Int64(count - 1) * 10_000)
    let velocity = tracker.velocity(at: end, by: strategy)
    #expect(isNear(velocity, Vector(dx: 500, dy: -200), within: 1))
    tracker.reset()
    #expect(tracker.isEmpty)
  }

  @Test(
    "After a pause of 40 ms it is zero",
    arguments: [(0.0, true), (0.04, true), (0.041, false), (1, false)])
  func pause(seconds: Double, isMoving: Bool) {
    var tracker = VelocityTracker()
    for index in 0..<10 {
      tracker.add(
        Point(x: Double(index) * 5, y: 0), at: Timestamp(microseconds: Int64(index) * 10_000))
    }
    let velocity = tracker.velocity(at: Timestamp(seconds: 0.09 + seconds))
    #expect((velocity != .zero) == isMoving)
  }

  @Test(
    "Samples at the same time do not divide by zero",
    arguments: [VelocityTracker.Strategy.parabola, .impulse])
  func sameTime(strategy: VelocityTracker.Strategy) {
    var tracker = VelocityTracker()
    for index in 0..<5 { tracker.add(Point(x: Double(index), y: 0), at: Timestamp(seconds: 1)) }
    let velocity = tracker.velocity(at: Timestamp(seconds: 1), by: strategy)
    #expect(velocity.dx.isFinite && velocity.dy.isFinite)
  }

  @Test("A parabola follows an even acceleration")
  func acceleration() {
    var tracker = VelocityTracker()
    for index in 0...10 {
      let time = Double(index) * 0.01
      tracker.add(Point(x: 0, y: 5000 * time * time), at: Timestamp(seconds: time))
    }
    #expect(isNear(tracker.velocity(at: Timestamp(seconds: 0.1)).dy, 1000, within: 1))
  }
}
