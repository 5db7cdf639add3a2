import Contacts
import Testing
import Timeline

@testable import Gestures

@Suite("Value machines")
struct ValueMachineTests {
  @Test("Velocity: the slope of a parabola at its newest sample")
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

  @Test("What was before a pause does not count")
  func restart() {
    var tracker = VelocityTracker()
    tracker.add(Point(x: 0, y: 0), at: Timestamp(seconds: 0))
    tracker.add(Point(x: 1000, y: 0), at: Timestamp(seconds: 0.05))
    tracker.add(Point(x: 1001, y: 0), at: Timestamp(seconds: 0.06))
    #expect(abs(tracker.velocity(at: Timestamp(seconds: 0.06)).dx - 100) < 1e-6)
  }

  @Test("Samples of one moment, or a single one, give no velocity")
  func degenerate() {
    var tracker = VelocityTracker()
    #expect(tracker.velocity(at: .zero) == .zero)
    for _ in 0..<30 { tracker.add(Point(x: 5, y: 5), at: .zero) }
    #expect(tracker.velocity(at: .zero) == .zero)
  }

  @Test("What was before a given moment does not count")
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

  @Test("Taps count on before 0.4 s and within 45 points")
  func tapCounter() {
    func count(_ time: Double, _ x: Double) -> Int {
      var counter = TapCounter()
      _ = counter.count(touchDownAt: .zero, time: .zero, touchesDown: 1)
      return counter.count(
        touchDownAt: Point(x: x, y: 0), time: Timestamp(seconds: time), touchesDown: 1)
    }
    #expect(count(0.399999, 0) == 2)
    #expect(count(0.4, 0) == 1)
    #expect(count(0.1, 45) == 2)
    #expect(count(0.1, 45.1) == 1)
  }

  @Test("Two fingers reset the tap count to 1")
  func twoFingers() {
    var counter = TapCounter()
    #expect(counter.count(touchDownAt: .zero, time: .zero, touchesDown: 1) == 1)
    let later = Timestamp(seconds: 0.1)
    #expect(counter.count(touchDownAt: .zero, time: later, touchesDown: 1) == 2)
    #expect(counter.count(touchDownAt: .zero, time: later, touchesDown: 2) == 1)
    #expect(counter.count(touchDownAt: .zero, time: later, touchesDown: 1) == 1)
  }

  @Test("A stroke keeps its shape in bounded space")
  func strokePath() {
    var path = StrokePath()
    for step in 0...100_000 { path.add(Point(x: Double(step), y: 0)) }
    path.close()
    #expect(path.points.count <= StrokePath.capacity + 1)
    #expect(path.points.first == .zero)
    #expect(path.points.last == Point(x: 100_000, y: 0))
  }
}
