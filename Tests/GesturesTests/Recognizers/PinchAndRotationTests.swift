import Contacts
import Gestures
import Testing
import Timeline

@Suite("Pinch and rotation")
struct PinchAndRotationTests {
  @Test(
    "A pinch begins when the mean distance from the centroid has changed by more than 26 points",
    arguments: [(26.0, false), (26.1, true), (-26.0, false), (-26.1, true)])
  func pinchSlop(change: Double, begins: Bool) {
    let stage = TouchStage(PinchRecognizer())
    stage.began([1: (100, 0), 2: (300, 0)])
    stage.moved([1: (100 - change, 0), 2: (300 + change, 0)])
    #expect(stage.gestures.isEmpty != begins)
  }

  @Test(
    "It reports scale and direction",
    arguments: [(100.0, Gesture.Direction.out, 2.0), (-50, .in, 0.5)])
  func pinchReport(change: Double, direction: Gesture.Direction, scale: Double) {
    let stage = TouchStage(PinchRecognizer())
    stage.began([1: (100, 0), 2: (300, 0)])
    stage.moved([1: (100 - change, 0), 2: (300 + change, 0)])
    stage.ended(1)
    #expect(stage.finalGestures.isEmpty)
    stage.ended(2)
    #expect(stage.finalGestures.map(\.direction) == [direction])
    #expect(isNear(stage.finalGestures.first?.scale ?? 0, scale))
    #expect(stage.finalGestures.first?.touches == 2)
  }

  @Test("One finger may rest while the other spreads")
  func anchored() {
    let stage = TouchStage(PinchRecognizer())
    stage.began([1: (0, 0)], at: 0)
    stage.began([2: (100, 0)], at: 0.1)
    stage.moved([2: (300, 0)], at: 0.3)
    stage.ended(1, 2, at: 0.4)
    #expect(stage.finalGestures.first?.scale == 3)
  }

  @Test(
    "Fingers that mostly move together do not pinch", arguments: [(142.0, true), (143.5, false)])
  func dominance(translation: Double, isPinch: Bool) {
    // The expansion is 100; 0.7 of the translation has to be less than that.
    let stage = TouchStage(PinchRecognizer())
    stage.began([1: (100, 0), 2: (300, 0)])
    stage.moved([1: (0, translation), 2: (400, translation)])
    stage.ended(1, 2)
    #expect(stage.finalGestures.isEmpty != isPinch)
  }

  /// Two fingers of which one starts late: they spread at first, then move together.
  private func lateStart(_ stage: TouchStage) {
    stage.frame(at: 0, [1: (100, 200), 2: (180, 200)])
    stage.move([2], by: (60, 0), lasting: 0.1)
    stage.move([1, 2], by: (250, 0), lasting: 1)
    stage.frame(at: 1.2, up: [1, 2])
  }

  @Test("A pinch that becomes a translation leaves the outcome to an active pan")
  func becomesMovement() {
    let stage = TouchStage(policy: StandardPolicy())
    let pinch = PinchRecognizer()
    stage.window.addGestureRecognizer(pinch)
    stage.window.addGestureRecognizer(PanRecognizer())
    lateStart(stage)
    #expect(stage.outcomes == ["pan 2 right"])
    #expect(stage.gestures.contains { $0.kind == .pinch && $0.state == .cancelled })
    #expect(pinch.lastFailure?.cause == .prevented)
    #expect(pinch.lastFailure?.other == .pan)
  }

  @Test("Attached alone, it ends as a pinch")
  func becomesMovementAlone() {
    let stage = TouchStage(policy: StandardPolicy())
    stage.window.addGestureRecognizer(PinchRecognizer())
    lateStart(stage)
    #expect(stage.outcomes == ["pinch 2 out"])
  }

  @Test("It does not leave the outcome to the pan of a sibling view or to a disabled one")
  func becomesMovementElsewhere() {
    let stage = TouchStage(policy: StandardPolicy())
    let pan = PanRecognizer()
    pan.isEnabled = false
    stage.window.addGestureRecognizer(PinchRecognizer())
    stage.window.addGestureRecognizer(pan)
    lateStart(stage)
    #expect(stage.outcomes == ["pinch 2 out"])
  }

  @Test("A rotation that becomes a pinch leaves the outcome to an active pinch")
  func rotationBecomesPinch() {
    for hasPinch in [true, false] {
      let stage = TouchStage(policy: StandardPolicy())
      // In either order in the view.
      stage.window.addGestureRecognizer(RotationRecognizer())
      if hasPinch { stage.window.addGestureRecognizer(PinchRecognizer()) }
      stage.frame(at: 0, [1: (200, 200), 2: (300, 200)])
      stage.move([2], by: (0, 60), lasting: 0.1)
      stage.move([2], by: (200, 20), lasting: 0.3)
      stage.frame(at: 0.5, up: [1, 2])
      #expect(stage.outcomes == [hasPinch ? "pinch 2 out" : "rotation 2 clockwise"])
    }
  }

  @Test("Pinch, rotation and pan run together if the delegate allows it", arguments: [true, false])
  func together(isStandard: Bool) {
    let stage = TouchStage(policy: isStandard ? StandardPolicy() : ExclusivePolicy())
    let delegate = RecordingDelegate()
    delegate.allowsBoth = { _ in true }
    for recognizer in [PinchRecognizer(), RotationRecognizer(), PanRecognizer()]
      as [GestureRecognizer]
    {
      recognizer.delegate = delegate
      stage.window.addGestureRecognizer(recognizer)
    }
    stage.frame(at: 0, [1: (200, 200), 2: (300, 200)])
    stage.move([2], by: (60, 0), lasting: 0.1)
    stage.move([2], by: (-60, 120), lasting: 0.1)
    stage.move([1, 2], by: (150, 0), lasting: 0.3)
    #expect(stage.gestures.map(\.state) == [.began, .began, .began])
    stage.frame(at: 0.6, up: [1, 2])
    #expect(
      stage.outcomes == ["pinch 2 out", "rotation 2 clockwise", "pan 2 right"])
  }

  @Test(
    "A rotation begins after an arc of more than 26 points",
    arguments: [(14.8, false), (15.2, true)])
  func rotationSlop(degrees: Double, begins: Bool) {
    // At a radius of 100 points the sine of 15.07 degrees makes 26.
    let stage = TouchStage(RotationRecognizer())
    turn(stage, radius: 100, to: degrees, steps: 1)
    #expect(stage.gestures.isEmpty != begins)
  }

  @Test(
    "It reports degrees, positive clockwise, beyond half a turn",
    arguments: [(90.0, Gesture.Direction.clockwise), (-45, .counterclockwise), (270, .clockwise)])
  func rotationReport(degrees: Double, direction: Gesture.Direction) {
    let stage = TouchStage(RotationRecognizer())
    turn(stage, radius: 100, to: degrees, steps: 30)
    stage.ended(1, 2)
    #expect(stage.finalGestures.map(\.direction) == [direction])
    #expect(abs((stage.finalGestures.first?.rotation ?? 0) - degrees) < 1e-9)
  }

  @Test("Setting a pinch's scale rebases it and resets the velocity; reports have the whole scale")
  func pinchRebase() {
    let recognizer = PinchRecognizer()
    let stage = TouchStage(recognizer)
    stage.began([1: (100, 0), 2: (300, 0)], at: 0)
    for step in 1...4 {
      let translation = 25 * Double(step)
      stage.moved([1: (100 - translation, 0), 2: (300 + translation, 0)], at: Double(step) / 100)
    }
    #expect(recognizer.scale == 2)
    #expect(abs(recognizer.velocity - 25) < 1e-6)
    recognizer.scale = 1
    #expect(recognizer.scale == 1)
    #expect(recognizer.velocity == 0)
    stage.moved([1: (-50, 0), 2: (450, 0)], at: 0.05)
    #expect(isNear(recognizer.scale, 1.25))
    #expect(abs(recognizer.velocity - 25) < 1e-6)
    stage.ended(1, 2, at: 0.06)
    #expect(isNear(stage.finalGestures.first?.scale ?? 0, 2.5))
    #expect(recognizer.velocity == 0)
  }

  @Test("Setting a rotation rebases it and resets the velocity; reports have the whole rotation")
  func rotationRebase() {
    let recognizer = RotationRecognizer()
    let stage = TouchStage(recognizer)
    turn(stage, radius: 100, to: 60, steps: 6)
    #expect(abs(recognizer.rotation - 60) < 1e-9)
    #expect(abs(recognizer.velocity - 1000) < 1e-6)
    recognizer.rotation = 0
    #expect(recognizer.rotation == 0)
    #expect(recognizer.velocity == 0)
    stage.moved([1: (300, 200), 2: (300, 400)], at: 0.07)
    #expect(abs(recognizer.rotation - 30) < 1e-9)
    #expect(abs(recognizer.velocity - 3000) < 1e-6)
    stage.ended(1, 2, at: 0.08)
    #expect(abs((stage.finalGestures.first?.rotation ?? 0) - 90) < 1e-9)
  }

  @Test("A further finger starts scale, rotation and velocity anew")
  func furtherFinger() {
    let recognizer = PinchRecognizer()
    let stage = TouchStage(recognizer)
    stage.began([1: (100, 0), 2: (300, 0)], at: 0)
    stage.moved([1: (0, 0), 2: (400, 0)], at: 0.1)
    recognizer.scale = 1
    stage.began([3: (200, 300)], at: 0.2)
    #expect(recognizer.scale == 1)
    #expect(recognizer.velocity == 0)
  }

  @Test("By UIKit's rule two fingers make it, however many the device counts")
  func countedFingers() {
    let stage = TouchStage()
    stage.window.addGestureRecognizer(PinchRecognizer(Profile.uikit.pinch))
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)], extraFingers: 1)
    stage.frame(at: 0.1, [2: (300, 100)], extraFingers: 1)
    stage.frame(at: 0.2, up: [1, 2])
    #expect(stage.outcomes == ["pinch 2 out"])
  }

  @Test("One finger makes neither")
  func oneFinger() {
    for recognizer in [PinchRecognizer(), RotationRecognizer()] as [GestureRecognizer] {
      let stage = TouchStage(recognizer)
      stage.began([1: (0, 0)])
      stage.moved([1: (300, 100)])
      stage.ended(1)
      #expect(stage.gestures.isEmpty)
      #expect(recognizer.lastFailure?.cause == .touches)
    }
  }

  private func turn(_ stage: TouchStage, radius: Double, to degrees: Double, steps: Int) {
    func positions(_ angle: Double) -> [Touch.ID: (Double, Double)] {
      let x = radius * Trigonometry.cosine(degrees: angle)
      let y = radius * Trigonometry.sine(degrees: angle)
      return [1: (300 - x, 300 - y), 2: (300 + x, 300 + y)]
    }
    stage.began(positions(0))
    for step in 1...steps { stage.moved(positions(degrees * Double(step) / Double(steps))) }
  }
}
