import Contacts
import Gestures
import Testing
import Timeline

@Suite("Taps, velocities and paths, used alone")
struct ValueMachineCases {
  // MARK: Taps

  @Test("A series counts taps, and measures how far a new touch is")
  func tapSeries() {
    var taps = TapSeries()
    let near = TouchSet([
      Touch(id: 5, phase: .began, timestamp: .zero, location: .zero, point: Point(x: 130, y: 140))
    ])
    #expect(taps.isEmpty)
    #expect(taps.distance(to: near) == .infinity)
    for round in 0..<3 {
      var hand = HandFollower()
      hand.down(1, 100, 100, at: Double(round))
      hand.down(2, 200, 100, at: Double(round))
      hand.up(1, at: Double(round) + 0.1)
      hand.up(2, at: Double(round) + 0.12)
      taps.add(hand.follower, at: Timestamp(seconds: Double(round) + 0.12))
    }
    #expect(taps.count == 3)
    #expect(taps.touches == 2)
    #expect(taps.start == .zero)
    #expect(taps.end == Timestamp(seconds: 2.12))
    #expect(taps.location == Point(x: 150, y: 100))
    #expect(taps.positions == [Point(x: 100, y: 100), Point(x: 200, y: 100)])
    #expect(taps.distance(to: near) == 50)
    #expect(taps.distance(to: TouchSet()) == .infinity)
    taps.reset()
    #expect(taps.isEmpty)
    #expect(taps.distance(to: near) == .infinity)
  }

  // MARK: Velocity

  @Test(
    "An even movement has its velocity, with any number of samples",
    arguments: [VelocityTracker.Strategy.parabola, .impulse], [2, 3, 5, 20, 50])
  func evenVelocity(strategy: VelocityTracker.Strategy, count: Int) {
    var tracker = VelocityTracker(strategy: strategy)
    #expect(tracker.isEmpty)
    #expect(tracker.velocity(at: .zero) == .zero)
    for index in 0..<count {
      tracker.add(
        Point(x: Double(index) * 5, y: Double(index) * -2),
        at: Timestamp(microseconds: Int64(index) * 10_000))
    }
    let velocity = tracker.velocity(at: Timestamp(microseconds: Int64(count - 1) * 10_000))
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
    var tracker = VelocityTracker(strategy: strategy)
    for index in 0..<5 { tracker.add(Point(x: Double(index), y: 0), at: Timestamp(seconds: 1)) }
    let velocity = tracker.velocity(at: Timestamp(seconds: 1))
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

  // MARK: Paths

  @Test(
    "A path keeps its ends, and a bounded number of points", arguments: [10, 300, 5000, 100_000])
  func path(count: Int) {
    var path = StrokePath()
    for index in 0..<count { path.add(Point(x: Double(index) * 2, y: 0)) }
    path.close()
    #expect(path.points.first == .zero)
    #expect(path.points.last == Point(x: Double(count - 1) * 2, y: 0))
    #expect(path.points.count <= 257)
    #expect(path.points.count >= min(count, 100))
    #expect(zip(path.points, path.points.dropFirst()).allSatisfy { $0.x < $1.x })
    path.reset()
    #expect(path.points.isEmpty)
    path.add(Point(x: 3, y: 4))
    #expect(path.points == [Point(x: 3, y: 4)])
  }

  @Test("Points nearer than one point to the last are dropped, but not the end")
  func spacing() {
    var path = StrokePath()
    for x in [0.0, 0.4, 0.9, 1.0, 1.5, 1.9] { path.add(Point(x: x, y: 0)) }
    #expect(path.points.map(\.x) == [0, 1])
    path.close()
    #expect(path.points.map(\.x) == [0, 1, 1.9])
  }
}
