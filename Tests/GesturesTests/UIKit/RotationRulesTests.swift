import Contacts
import Gestures
import Testing
import Timeline

@Suite("UIKit's rotation: rule 38")
struct RotationRulesTests {
  private let recognizer = RotationRecognizer(Profile.uikit.rotation)

  private func positions(_ degrees: Double) -> [Touch.ID: (Double, Double)] {
    let x = 100 * Trigonometry.cosine(degrees: degrees)
    let y = 100 * Trigonometry.sine(degrees: degrees)
    return [1: (300 - x, 300 - y), 2: (300 + x, 300 + y)]
  }

  /// Two fingers on a line that lies 30 degrees from the horizontal.
  private func start() -> TouchStage {
    let stage = TouchStage(recognizer)
    stage.began(positions(30), at: 0)
    return stage
  }

  @Test(
    "Rotation begins at 10 degrees in either direction",
    arguments: [(9.999, false), (10.0, true), (-9.999, false), (-10.0, true)])
  func begins(degrees: Double, begins: Bool) {
    let stage = start()
    stage.moved(positions(30 + degrees))
    #expect(stage.gestures.map(\.state) == (begins ? [.began] : []))
    stage.ended(1, 2)
    if !begins {
      #expect(recognizer.lastFailure?.cause == .angle)
      #expect(abs((recognizer.lastFailure?.measured ?? 0) - 9.999) < 1e-9)
      #expect(recognizer.lastFailure?.limit == 10)
    }
  }

  @Test(
    "The baseline then moves 5 degrees in the same direction, so rotation reports 5",
    arguments: [(10.0, 5.0), (-10.0, -5.0), (25, 20)])
  func baseline(degrees: Double, reported: Double) {
    let stage = start()
    #expect(recognizer.rotation == 0)
    stage.moved(positions(30 + degrees))
    #expect(abs(recognizer.rotation - reported) < 1e-9)
    #expect(abs((stage.gestures.first?.rotation ?? 0) - reported) < 1e-9)
    #expect(stage.gestures.first?.direction == (degrees > 0 ? .clockwise : .counterclockwise))
    // 5 degrees are UIKit's 0.087 rad.
    #expect(abs(5 * Double.pi / 180 - 0.087) < 0.0005)
  }

  @Test("A rotation is followed beyond half a turn, and back")
  func beyondHalfATurn() {
    let stage = start()
    for step in 1...40 { stage.moved(positions(30 + 10 * Double(step))) }
    #expect(abs(recognizer.rotation - 395) < 1e-9)
    for step in (0...39).reversed() { stage.moved(positions(30 + 10 * Double(step))) }
    #expect(abs(recognizer.rotation + 5) < 1e-9)
    stage.ended(1, 2)
    #expect(stage.finalGestures.map(\.direction) == [.counterclockwise])
  }

  @Test("The first velocity is that of the whole turn, also 50 ms after the touch down")
  func firstVelocity() {
    let stage = start()
    stage.moved(positions(40), at: 0.05)
    // Measured on iOS 26.1: 3.49 radians per second.
    #expect(abs(recognizer.velocity * .pi / 180 - 3.49) < 0.001)
  }

  @Test("Setting the rotation rebases it and resets the velocity")
  func rebase() {
    let stage = start()
    stage.moved(positions(40), at: 0.01)
    stage.moved(positions(50), at: 0.02)
    #expect(abs(recognizer.velocity - 1000) < 1e-6)
    recognizer.rotation = 0
    #expect(recognizer.rotation == 0)
    #expect(recognizer.velocity == 0)
    stage.moved(positions(55), at: 0.03)
    #expect(abs(recognizer.rotation - 5) < 1e-9)
    #expect(abs(recognizer.velocity - 500) < 1e-6)
    stage.ended(1, 2, at: 0.04)
    // The report is of the whole rotation.
    #expect(abs((stage.finalGestures.first?.rotation ?? 0) - 20) < 1e-9)
  }

  @Test("Setting the rotation before it has begun has no effect")
  func rebaseTooEarly() {
    let stage = start()
    recognizer.rotation = 90
    stage.moved(positions(45))
    #expect(abs(recognizer.rotation - 10) < 1e-9)
  }

  @Test("When one of two fingers lifts, a rotation stays changed; it ends when both are up")
  func oneLifts() {
    let stage = start()
    stage.moved(positions(60))
    stage.ended(1)
    stage.moved([2: (0, 0)])
    #expect(recognizer.state == .changed)
    #expect(abs(recognizer.rotation - 25) < 1e-9)
    stage.ended(2)
    #expect(stage.finalGestures.map(\.state) == [.ended])
  }

  @Test("A finger that replaces the lifted one continues from the same rotation")
  func replaced() {
    let stage = start()
    stage.moved([1: (0, 0), 2: (100, 0)])
    stage.moved([2: (0, 100)])
    let turn = recognizer.rotation
    stage.ended(2)
    stage.began([3: (-50, 0)], at: 1)
    #expect(recognizer.rotation == turn)
    stage.moved([3: (0, -50)])
    #expect(abs(recognizer.rotation - turn - 90) < 1e-9)
  }

  @Test("Location is the centroid")
  func location() {
    let stage = start()
    stage.moved([1: (20, 40), 2: (40, 260)])
    #expect(stage.gestures.map(\.location) == [Point(x: 30, y: 150)])
  }

  @Test("A third finger is ignored, and one finger is no rotation")
  func otherNumbers() {
    let stage = start()
    stage.began([3: (500, 500)])
    #expect(recognizer.ignoredTouches == [3])
    let alone = RotationRecognizer(Profile.uikit.rotation)
    let other = TouchStage(alone)
    other.began([1: (0, 0)])
    other.moved([1: (50, 90)])
    other.ended(1)
    #expect(other.gestures.isEmpty)
    #expect(alone.lastFailure?.cause == .touches)
  }
}
