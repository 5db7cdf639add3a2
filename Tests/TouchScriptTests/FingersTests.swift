import Contacts
import Testing
import Timeline

@testable import TouchScript

@Suite("Independent fingers")
struct FingersTests {
  private let a = Point(x: 20, y: 20)
  private let b = Point(x: 60, y: 50)

  @Test("Fingers touch down and up independently")
  func lives() throws {
    let script = FingerScript {
      Fingers {
        Finger(at: a).rest(1)
        Finger(at: b, after: 0.3).rest(0.2)
      }
    }
    let frames = script.frames(on: pad, hand: .perfect)
    let first = try #require(frames.life(1))
    let second = try #require(frames.life(2))
    #expect(first.landing == 0)
    #expect(abs(first.lift - 1) < 0.011)
    #expect(abs(second.landing - 0.3) < 0.011)
    #expect(abs(second.lift - 0.5) < 0.011)
  }

  @Test("A finger performs its movements in order")
  func legs() {
    let finger = Finger(at: a).rest(0.1).move(to: b, over: 0.2, .linear).move(
      by: Vector(dx: 0, dy: -10), over: 0.1)
    let movement = finger.movement
    #expect(abs(movement.duration - 0.4) < 1e-12)
    #expect(movement.position(at: 0.05) == a)
    #expect(movement.position(at: 0.2).distance(to: Point(x: 40, y: 35)) < 1e-9)
    #expect(movement.position(at: 0.35).distance(to: Point(x: 60, y: 45)) < 1e-9)
    #expect(movement.end.distance(to: Point(x: 60, y: 40)) < 1e-9)
    #expect(finger.position == movement.end)
  }

  @Test(
    "A motion profile determines a finger's speed at the end",
    arguments: [(MotionProfile.linear, 1.0), (.minimumJerk, 0), (.flick(liftOff: 1.5), 1.5)])
  func profiles(profile: MotionProfile, finalSpeed: Double) {
    let movement = Movement.straight(from: a, to: b, duration: 1, profile)
    let before = movement.position(at: 0.999)
    let speed = before.distance(to: movement.position(at: 1)) / 0.001 / a.distance(to: b)
    #expect(abs(speed - finalSpeed) < 0.01)
  }

  @Test("A finger draws a line through points")
  func drawing() {
    let corner = Point(x: 60, y: 20)
    let movement = Finger(at: a).draw([corner, b], over: 1).movement
    #expect(movement.end == b)
    let closest = stride(from: 0, through: 1, by: 0.001)
      .map { movement.position(at: $0).distance(to: corner) }.min()
    #expect((closest ?? 1) < 0.2)
  }

  @Test("Fingers expect a gesture only if one is given")
  func meaning() {
    let finger = Finger(at: a).rest(1)
    #expect(FingerScript { Fingers { finger } }.gestures(on: pad).isEmpty)
    let meant = FingerScript { Fingers(meaning: IntendedGesture(.longPress)) { finger } }
    let gesture = meant.performed(on: pad, by: .perfect).gestures.first
    #expect(gesture?.kind == .longPress)
    #expect(abs((gesture?.end.seconds ?? 0) - 1) < 0.011)
  }

  @Test("A negative delay counts as zero, and an infinite one is limited")
  func delays() {
    let frames = FingerScript { Fingers { Finger(at: a, after: -1).rest(0.1) } }
      .frames(on: pad, hand: .perfect)
    #expect(frames.first?.time == .zero)
    let late = FingerScript { Fingers { Finger(at: a, after: .infinity).rest(0.1) } }
    #expect(late.frames(on: pad, hand: .perfect).count < 100)
  }
}
