import Contacts
import Gestures
import Testing
import Timeline

@Suite("UIKit's pinch: rules 35 to 37")
struct PinchRulesTests {
  private let recognizer = PinchRecognizer(Profile.uikit.pinch)

  /// Two fingers that touch down at a distance, at 0 s.
  private func pinch(from span: Double) -> TouchStage {
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0), 2: (span, 0)], at: 0)
    return stage
  }

  // MARK: Rule 35

  @Test(
    "Pinch begins when the span has changed by 10 pt",
    arguments: [(109.999, false), (110.0, true), (90.001, false), (90.0, true)])
  func begins(span: Double, begins: Bool) {
    let stage = pinch(from: 100)
    stage.moved([2: (span, 0)])
    #expect(stage.gestures.map(\.state) == (begins ? [.began] : []))
    stage.ended(1, 2)
    #expect((recognizer.lastFailure == nil) == begins)
    if !begins {
      #expect(recognizer.lastFailure?.cause == .distance)
      #expect(abs((recognizer.lastFailure?.measured ?? 0) - 9.999) < 1e-9)
      #expect(recognizer.lastFailure?.limit == 10)
    }
  }

  @Test(
    "Its baseline is then the initial span moved 8 pt the same way",
    arguments: [(110.0, 110.0 / 108), (90.0, 90.0 / 92), (130.0, 130.0 / 108)])
  func baseline(span: Double, scale: Double) {
    let stage = pinch(from: 100)
    #expect(recognizer.scale == 1)
    stage.moved([2: (span, 0)])
    #expect(recognizer.scale == scale)
    #expect(stage.gestures.map(\.scale) == [scale])
  }

  @Test("The baseline does not change afterwards")
  func baselineStays() {
    let stage = pinch(from: 100)
    stage.moved([2: (110, 0)])
    stage.moved([2: (54, 0)])
    #expect(recognizer.scale == 0.5)
    stage.ended(1, 2)
    #expect(stage.finalGestures.map(\.direction) == [.in])
    #expect(stage.finalGestures.map(\.scale) == [0.5])
  }

  @Test("Only the span of the fingers counts, also while they move together")
  func together() {
    let stage = pinch(from: 100)
    stage.moved([1: (300, 200), 2: (400, 200)])
    #expect(stage.gestures.isEmpty)
  }

  // MARK: Rule 36

  @Test("Scale is absolute; setting it rebases it and resets the velocity")
  func rebase() {
    let stage = pinch(from: 100)
    stage.moved([2: (110, 0)], at: 0.01)
    stage.moved([2: (216, 0)], at: 0.02)
    #expect(recognizer.scale == 2)
    #expect(recognizer.velocity > 0)
    recognizer.scale = 1
    #expect(recognizer.scale == 1)
    #expect(recognizer.velocity == 0)
    stage.moved([2: (324, 0)], at: 0.03)
    #expect(abs(recognizer.scale - 1.5) < 1e-12)
    #expect(abs(recognizer.velocity - 50) < 1e-9)
    stage.ended(1, 2, at: 0.04)
    // The report is of the whole pinch.
    #expect(stage.finalGestures.map(\.scale) == [3])
  }

  @Test("Setting the scale before the pinch has begun has no effect")
  func rebaseTooEarly() {
    let stage = pinch(from: 100)
    recognizer.scale = 5
    stage.moved([2: (216, 0)])
    #expect(recognizer.scale == 2)
  }

  @Test("The velocity is the change of the scale per second, and 0 after a pause")
  func velocity() {
    let stage = pinch(from: 100)
    for step in 1...5 {
      stage.moved([2: (100 + 10.8 * Double(step), 0)], at: Double(step) / 100)
    }
    #expect(abs(recognizer.velocity - 10) < 1e-9)
    stage.moved([1: (0, 0)], at: 1)
    stage.moved([1: (0, 0)], at: 1.01)
    #expect(recognizer.velocity == 0)
  }

  @Test("The first velocity is that of the reported scale, also 50 ms after the touch down")
  func firstVelocity() {
    let stage = pinch(from: 100)
    stage.moved([2: (110, 0)], at: 0.05)
    #expect(abs(recognizer.scale - 110.0 / 108) < 1e-12)
    // Measured on iOS 26.1.
    #expect(abs(recognizer.velocity - 0.370) < 0.001)
    stage.moved([2: (120, 0)], at: 0.1)
    #expect(abs(recognizer.velocity - 200.0 / 108) < 1e-9)
  }

  @Test("If an action sets the scale to 1 each time, the scales multiply to the total")
  func incremental() {
    let stage = pinch(from: 100)
    var product = 1.0
    recognizer.addAction { recognizer in
      guard let pinch = recognizer as? PinchRecognizer, pinch.state.isActive else { return }
      product *= pinch.scale
      pinch.scale = 1
    }
    for step in 1...20 { stage.moved([2: (100 + 10 * Double(step), 0)]) }
    #expect(abs(product - 300.0 / 108) < 1e-9)
  }

  // MARK: Rule 37

  @Test("When one of two fingers lifts, a pinch stays changed; it ends when both are up")
  func oneLifts() {
    let stage = pinch(from: 100)
    stage.moved([2: (216, 0)])
    stage.ended(2)
    #expect(recognizer.state == .changed)
    stage.moved([1: (50, 0)])
    #expect(recognizer.state == .changed)
    #expect(recognizer.scale == 2)
    stage.ended(1)
    #expect(stage.gestures.map(\.state) == [.began, .changed, .changed, .ended])
    #expect(stage.finalGestures.map(\.scale) == [2])
  }

  @Test("A finger that replaces the lifted one continues from the same scale")
  func replaced() {
    let stage = pinch(from: 100)
    stage.moved([2: (216, 0)])
    stage.ended(2)
    stage.began([3: (50, 0)], at: 1)
    #expect(recognizer.scale == 2)
    stage.moved([3: (75, 0)])
    #expect(recognizer.scale == 3)
    stage.ended(1, 3)
    #expect(stage.finalGestures.map(\.touches) == [2])
  }

  // MARK: Rule 42

  @Test("Location is the centroid")
  func location() {
    let stage = pinch(from: 100)
    stage.moved([1: (20, 40), 2: (220, 60)])
    #expect(stage.gestures.map(\.location) == [Point(x: 120, y: 50)])
  }

  // MARK: Beyond the rules

  @Test("A third finger is ignored")
  func third() {
    let stage = pinch(from: 100)
    stage.began([3: (500, 500)])
    #expect(recognizer.ignoredTouches == [3])
    stage.moved([3: (900, 900)])
    #expect(stage.gestures.isEmpty)
    stage.moved([2: (216, 0)])
    #expect(recognizer.scale == 2)
    stage.ended(1, 2)
    #expect(stage.finalGestures.map(\.touches) == [2])
  }

  @Test("One finger is no pinch")
  func oneFinger() {
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0)])
    stage.moved([1: (300, 0)])
    stage.ended(1)
    #expect(stage.gestures.isEmpty)
    #expect(recognizer.lastFailure?.cause == .touches)
    #expect(recognizer.lastFailure?.limit == 2)
  }

  @Test("Fingers at one position give a finite scale")
  func samePlace() {
    let stage = pinch(from: 0)
    stage.moved([2: (50, 0)])
    stage.moved([2: (0, 0)])
    recognizer.scale = 1
    stage.moved([2: (30, 0)])
    #expect(abs(recognizer.scale - 30) < 1e-12)
  }

  @Test("A cancelled touch cancels it")
  func cancelled() {
    let stage = pinch(from: 100)
    stage.moved([2: (216, 0)])
    stage.cancelled(1)
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
  }
}
