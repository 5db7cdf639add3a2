import Contacts
import Gestures
import Testing
import Timeline

@Suite("Velocity by impulse")
struct ImpulseVelocityTests {
  /// The velocity along x at the last of places that are 10 ms apart.
  private func velocity(
    _ places: [Double], strategy: VelocityTracker.Strategy = .impulse
  ) -> Double {
    var tracker = VelocityTracker(strategy: strategy)
    for (index, place) in places.enumerated() {
      tracker.add(
        Point(x: place, y: -2 * place), at: Timestamp(microseconds: Int64(index) * 10_000))
    }
    let time = Timestamp(microseconds: Int64(places.count - 1) * 10_000)
    let velocity = tracker.velocity(at: time)
    // Each axis stands for itself, and no direction is different from another.
    #expect(abs(velocity.dy + 2 * velocity.dx) < 1e-6)
    return velocity.dx
  }

  @Test("A steady movement has its velocity", arguments: 2...25)
  func steady(count: Int) {
    let places = (0..<count).map { 3 * Double($0) }
    #expect(abs(velocity(places) - 300) < 1e-6)
  }

  @Test("The work of each push adds up")
  func work() {
    // 100, then 200 units a second: 100 × 100 / 2 + (200 - 100) × 200 = 25000, the square of v over 2.
    #expect(abs(velocity([0, 1, 3]) - 50_000.squareRoot()) < 1e-6)
    // 200, then 100: 200 × 200 / 2 + (100 - 200) × 100 = 10000.
    #expect(abs(velocity([0, 2, 3]) - 20_000.squareRoot()) < 1e-6)
    // 100, then -100: 100 × 100 / 2 + (-100 - 100) × 100 = -15000.
    #expect(abs(velocity([0, 1, 0]) + 30_000.squareRoot()) < 1e-6)
  }

  @Test("Hesitating at the end of a flick slows it; a parabola would turn it back")
  func hesitation() {
    let flick = [0.0, 10, 20, 30, 40, 50, 50.5]
    #expect(velocity(flick) > 0)
    #expect(velocity(flick) < 1000)
    #expect(velocity([0, 30, 45, 50, 50], strategy: .parabola) < 0)
    #expect(velocity([0, 30, 45, 50, 50]) >= 0)
  }

  @Test("A pause of more than 40 ms, one moment and a single sample have no velocity")
  func degenerate() {
    var tracker = VelocityTracker(strategy: .impulse)
    #expect(tracker.velocity(at: .zero) == .zero)
    for step in 0..<5 { tracker.add(Point(x: Double(step), y: 0), at: .zero) }
    #expect(tracker.velocity(at: .zero) == .zero)
    tracker.add(Point(x: 10, y: 0), at: Timestamp(seconds: 0.01))
    #expect(abs(tracker.velocity(at: Timestamp(seconds: 0.05)).dx) > 0)
    #expect(tracker.velocity(at: Timestamp(seconds: 0.050001)) == .zero)
  }

  @Test("Of samples of one moment the first one counts, and time goes on from it")
  func sameMoment() {
    var tracker = VelocityTracker(strategy: .impulse)
    tracker.add(Point(x: 0, y: 0), at: .zero)
    tracker.add(Point(x: 5, y: 0), at: Timestamp(seconds: 0.01))
    tracker.add(Point(x: 99, y: 0), at: Timestamp(seconds: 0.01))
    tracker.add(Point(x: 10, y: 0), at: Timestamp(seconds: 0.02))
    #expect(abs(tracker.velocity(at: Timestamp(seconds: 0.02)).dx - 500) < 1e-6)
  }
}
