import Contacts
import Testing

@testable import TouchScript

struct MovementTests {
  private let start = Point(x: 10, y: 20)
  private let end = Point(x: 50, y: 50)

  private func speed(_ movement: Movement, at seconds: Double) -> Double {
    let step = 1e-6
    return movement.position(at: seconds + step).distance(to: movement.position(at: seconds - step))
      / (2 * step)
  }

  @Test("Minimum-jerk motion goes from start to end, and is at rest at both")
  func minimumJerkEnds() {
    let movement = Movement.straight(from: start, to: end, duration: 0.4)
    #expect(movement.start == start)
    #expect(movement.end == end)
    #expect(movement.position(at: 0.2).distance(to: Point(x: 30, y: 35)) < 1e-9)
    #expect(speed(movement, at: 0) < 1e-3)
    #expect(speed(movement, at: 0.4) < 1e-3)
  }

  @Test("The peak velocity of minimum-jerk motion is 1.875 times the mean, half-way")
  func minimumJerkPeak() {
    let movement = Movement.straight(from: start, to: end, duration: 0.4)
    let mean = 50 / 0.4
    #expect(abs(speed(movement, at: 0.2) / mean - 1.875) < 1e-4)
    let fastest = (0...400).map { speed(movement, at: Double($0) / 1000) }.max() ?? 0
    #expect(abs(fastest / mean - 1.875) < 1e-4)
  }

  @Test(
    "A flick has the given speed at its end and continues beyond it",
    arguments: [0, 0.5, 1, 1.5, 2, 2.5])
  func flick(liftOff: Double) {
    let movement = Movement.straight(
      from: start, to: end, duration: 0.2, .flick(liftOff: liftOff))
    #expect(movement.start == start)
    #expect(movement.end.distance(to: end) < 1e-9)
    #expect(abs(speed(movement, at: 0.2) - liftOff * 250) < 0.01)
    #expect(abs(movement.position(at: 0.3).distance(to: end) - liftOff * 25) < 1e-9)
    let distances = (0...100).map { movement.position(at: Double($0) / 500).distance(to: start) }
    #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("A linear movement has a constant speed")
  func linear() {
    let movement = Movement.straight(from: start, to: end, duration: 1, .linear)
    for share in [0.1, 0.5, 0.9, 1.2] { #expect(abs(speed(movement, at: share) - 50) < 1e-3) }
    #expect(movement.position(at: -1) == start)
  }

  @Test("An arc keeps its radius and turns clockwise for positive degrees")
  func arc() {
    let movement = Movement.arc(center: start, radius: 10, from: 0, turn: 90, duration: 1)
    #expect(movement.start.distance(to: Point(x: 20, y: 20)) < 1e-9)
    #expect(movement.end.distance(to: Point(x: 10, y: 30)) < 1e-9)
    for share in [0.2, 0.5, 0.7] {
      #expect(abs(movement.position(at: share).distance(to: start) - 10) < 1e-9)
    }
  }

  @Test("A path goes through its corners")
  func path() {
    let corner = Point(x: 50, y: 20)
    let movement = Movement.path(Polyline([start, corner, end]), duration: 1)
    #expect(movement.start == start)
    #expect(movement.end == end)
    let nearest = (0...10_000).map {
      movement.position(at: Double($0) / 10_000).distance(to: corner)
    }
    #expect((nearest.min() ?? 1) < 0.02)
  }

  @Test("A path without points or without length does not move")
  func degenerate() {
    #expect(Movement.path(Polyline([]), duration: 1).end == .zero)
    #expect(Movement.path(Polyline([start, start]), duration: 1).position(at: 0.5) == start)
  }

  @Test("Invalid durations count as zero", arguments: [0, -1, Double.nan, -Double.infinity])
  func badDuration(duration: Double) {
    let movement = Movement.straight(from: start, to: end, duration: duration)
    #expect(movement.duration == 0)
    #expect(movement.end == end)
  }

  @Test("A shifted movement is the same movement at another position")
  func shifted() {
    let offset = Vector(dx: 3, dy: -4)
    let movements: [Movement] = [
      .still(start, duration: 1), .straight(from: start, to: end, duration: 1),
      .straight(from: start, to: end, duration: 1, .linear),
      .straight(from: start, to: end, duration: 1, .flick(liftOff: 1)),
      .path(Polyline([start, end]), duration: 1),
      .arc(center: start, radius: 5, from: 0, turn: 90, duration: 1),
    ]
    for movement in movements {
      for share in [0, 0.3, 1] {
        let expected = movement.position(at: share) + offset
        #expect(movement.shifted(by: offset).position(at: share).distance(to: expected) < 1e-9)
      }
    }
  }

  @Test("A recorded path has a position at every time, even if a time is not a number")
  func notANumber() {
    let single = TimedPath([.init(seconds: .nan, position: start)])
    #expect(single.position(at: 1) == start)
    let path = TimedPath([
      .init(seconds: 0, position: start), .init(seconds: 1, position: end),
    ])
    #expect(path.position(at: .nan) == start)
    #expect(path.position(at: 2) == end)
  }

  @Test("A course is at the start of each leg at its time, and on the last leg after its end")
  func course() {
    let points = (0..<40).map { Point(x: Double($0), y: 0) }
    let course = MovementCourse(
      zip(points, points.dropFirst()).map {
        .straight(from: $0, to: $1, duration: 0.25, .linear)
      })
    #expect(course.duration == 39 * 0.25)
    for index in 0..<39 {
      #expect(course.position(at: Double(index) * 0.25) == points[index])
      #expect(course.position(at: Double(index) * 0.25 + 0.125).x == Double(index) + 0.5)
    }
    #expect(course.position(at: -1) == points[0])
    #expect(course.position(at: 10) == Point(x: 40, y: 0))
    #expect(MovementCourse([]).position(at: 1) == .zero)
  }
}
